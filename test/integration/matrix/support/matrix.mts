import { skipWaits } from './time.mts';
import type { IDataObject } from 'n8n-workflow';
import { isOfOneRecord } from '../../../../dev/docs/examples.mts';
import { dialectOfRun } from '../../../support/dialect.mts';
import { sampled } from '../../../support/sample.mts';
import { mayWrite } from '../../../../nodes/Club/operation';
import { isListCall } from '../../../../nodes/shared/api/endpoints';
import { Bench, idOf, subjects as all, type Run, type Strike, type Subject } from './bench.mts';
import { TROUBLES, type Trouble } from './faults.mts';
import {
	expectDone,
	expectNoBlindRepeat,
	expectRows,
	expectTold,
	isUnclear,
	saidDone,
	undisturbedOn,
	withoutNewIds,
	type Undisturbed,
} from './oracle.mts';

/** Creates whose answer cannot be looked up: nothing tells the record of an earlier create from that of this one. */
const NOT_LOOKED_UP = new Set(['membership.suspend', 'webhookSubscription.create']);

const NOTHING = [
	'club.call',
	'booking.create',
	'booking.delete',
	'contact.setClientStage',
	'membership.reactivate',
	'membership.suspend',
	'webhookSubscription.delete',
];

/** Operations to which an answer looks like this at all times: after some writes the club says nothing, some lists are arrays, and of a free call nobody knows its answer. */
const EXPECTING: Readonly<Record<NonNullable<Trouble['looksLike']>, readonly string[]>> = {
	nothing: NOTHING,
	// A list without content has no rows, and an answer without a body is never a gateway's.
	'no content': [...NOTHING, ...all.filter(({ operation: { calls } }) => calls.some(isListCall)).map(idOf)],
	'a value': ['club.call', 'booking.create', 'booking.delete', 'contact.setClientStage', 'membership.reactivate', 'membership.suspend'],
	'an array': [
		'club.call',
		'challenge.getAll',
		'challenge.getResults',
		'class.getParticipants',
		'booking.getRecent',
		'webhookSubscription.getAll',
	],
};

/** Where in a run a trouble strikes, by the number of its calls; `goingOn` is in the middle of a run that continues on error. */
const PLACES: Readonly<Record<string, (calls: number) => number>> = {
	first: () => 1,
	middle: (calls) => Math.ceil(calls / 2),
	last: (calls) => calls,
	goingOn: (calls) => Math.ceil(calls / 2),
};

interface Cell {
	subject: Subject;
	trouble: Trouble;
	place: string;
}

function cellsOf(subject: Subject): Cell[] {
	const troubles = TROUBLES.filter(({ looksLike }) => !looksLike || !EXPECTING[looksLike].includes(idOf(subject)));
	const places = Object.keys(PLACES).filter((place) => place !== 'goingOn' || !isOfOneRecord(subject.resource, subject.operation));
	return troubles.flatMap((trouble) => places.map((place) => ({ subject, trouble, place })));
}

/** What a sample has at least once: each operation, and each that writes with each kind of trouble; each trouble; each kind in each place. */
const valuesOf = ({ subject, trouble, place }: Cell): string[] => [
	mayWrite(subject.operation) ? `${subject.name}, ${trouble.kind}` : subject.name,
	trouble.name,
	`${trouble.kind}, ${place}`,
];

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Faults of which a create has come about all the same, so that it is found; of all others none may be made by a second POST. */
const APPLIED = new Set<Trouble['fault']['kind']>(['appliedThenFailed', 'appliedThenDropped', 'truncate']);

const mayBeDone = ({ fault: { kind } }: Trouble): boolean => APPLIED.has(kind) || kind === 'appliedLate';

const { busyChanges, provisioningSeconds } = dialectOfRun();

/** Whether the club refuses the repeat of a change while it is still at it (§4.7). */
export const isBusyAfter = (method: string, path: string): boolean =>
	busyChanges === 'refused' && provisioningSeconds !== '0' && method !== 'GET' && path.startsWith('/Webhooks/');

/** Whether the run must end as if nothing had been: what strikes passes, and the call may be sent again, or its record found. */
function mustComplete(subject: Subject, { trouble, at }: Strike, calm: Run): boolean {
	if (trouble.kind === 'harmless') return true;
	if (trouble.kind !== 'passing') return false;
	// The first call of a run is given up sooner: then the address may be the wrong one.
	if (trouble.times !== undefined && at === 1) return false;
	const isRefused = trouble.fault.status === 429;
	const { method, path, body } = calm.calls[at - 1];
	if (mayBeDone(trouble) && isBusyAfter(method, path)) return false;
	if (trouble.byGateway && trouble.fault.status === 404) return method === 'GET';
	if (isRefused || method !== 'POST') return true;
	// An invited person is not an athlete yet, so no look-up finds them.
	const { Email } = (body ?? {}) as IDataObject;
	const isInvited = calm.rows.some((row) => row.Outcome === 'Invited' && row.Email === Email);
	return APPLIED.has(trouble.fault.kind) && !isInvited && !NOT_LOOKED_UP.has(idOf(subject));
}

/** Tests operations against everything that can go wrong, wherever in a run it strikes: a sample of it, or all. */
export function testMatrix(subjects: readonly Subject[]): void {
	const rejections: unknown[] = [];
	const note = (reason: unknown) => rejections.push(reason);
	skipWaits();
	beforeAll(() => process.on('unhandledRejection', note));
	afterAll(() => process.off('unhandledRejection', note));

	const cells = sampled(subjects.flatMap(cellsOf), valuesOf);

	describe.each(subjects)('$name', (subject) => {
		let bench: Bench;
		let undisturbed: Undisturbed;
		let everything: number[];
		let calm: Run;

		beforeAll(async () => {
			bench = await Bench.of(subject);
			undisturbed = undisturbedOn(bench);
			everything = range(0, bench.items);
			calm = await undisturbed(everything);
		});

		test('without any trouble', () => {
			expect(calm.error).toBeUndefined();
			expect(calm.rows.length).toBeGreaterThan(0);
		});

		const own = cells.filter((cell) => cell.subject === subject);
		test.each([...new Set(own.map(({ trouble }) => trouble))].map((trouble) => ({ name: trouble.name, trouble })))(
			'$name',
			async ({ trouble }) => {
				const places = own.filter((cell) => cell.trouble === trouble).map(({ place }) => place);
				const stops = places.filter((place) => place !== 'goingOn').map((place) => PLACES[place](calm.calls.length));
				for (const at of new Set(stops)) await stopping({ trouble, at });
				if (places.includes('goingOn')) await goingOn({ trouble, at: PLACES.goingOn(calm.calls.length) });
			},
		);

		async function stopping(strike: Strike): Promise<void> {
			const run = await bench.run({ strike });
			expectOrderly(run);
			if (!run.error) return await expectComplete(run, strike);
			expect(mustComplete(subject, strike, calm) ? run.error.description : '').toBe('');
			const { message, description = '', context } = run.error;
			const done = saidDone(description);
			expect(run.error.name).toMatch(/^Node(Api|Operation)Error$/);
			expectTold(run, { message, description, itemIndex: context.itemIndex }, done, strike);
			await expectDone(run, undisturbed, range(0, done), isUnclear(description) ? [done] : []);
		}

		async function goingOn(strike: Strike): Promise<void> {
			const isLate = strike.trouble.fault.kind === 'appliedLate';
			const comparable = (any: Run): Run => (isLate ? withoutNewIds(any) : any);
			const calmlyOn: Undisturbed = async (items) => comparable(await undisturbed(items));
			const run = comparable(await bench.run({ strike, goesOn: true }));
			expectOrderly(run);
			expect(run.error).toBeUndefined();
			if (run.errors.size === 0) return await expectComplete(run, strike, calmlyOn);
			expect(mustComplete(subject, strike, calm)).toBe(false);
			const failed = [...run.errors.keys()];
			const fine = everything.filter((item) => !run.errors.has(item));
			const unclear = failed.filter((item) => isUnclear(String(run.errors.get(item)?.message)));
			await expectDone(run, calmlyOn, fine, unclear);
			const calmly = await calmlyOn(fine);
			for (const item of fine) expectRows(run.rowsOf(item), calmly.rowsOf(item));
			for (const [item, { error, message, details }] of run.errors) {
				expectTold(run, { message: String(error), description: String(message) }, item, strike);
				const { resume } = details as { resume?: { rows: number } };
				expectRows(run.rowsOf(item), comparable(calm).rowsOf(item), resume?.rows ?? 0);
			}
		}

		/** What holds of every run, however it ends. */
		function expectOrderly(run: Run): void {
			expect(bench.sandbox.breaches).toEqual([]);
			expect(rejections).toEqual([]);
			expect(run.calls.length).toBeLessThan(6 * Math.max(calm.calls.length, bench.items) + 6);
			expectNoBlindRepeat(run);
		}

		async function expectComplete(run: Run, { trouble }: Strike, calmlyOn = undisturbed): Promise<void> {
			if (isFalseAbsence(subject, trouble)) return;
			await expectDone(run, calmlyOn, everything, []);
			const calmly = await calmlyOn(everything);
			for (const item of everything) expectRows(run.rowsOf(item), calmly.rowsOf(item));
		}
	});
}

/** Operations that ask whether there is a record: one that the club denies is no error there. */
const ASKS = new Set(['event.resolve', 'athlete.getOverview']);

const isFalseAbsence = (subject: Subject, { name }: Trouble): boolean => ASKS.has(idOf(subject)) && name === '404';
