import { skipWaits } from './time.mts';
import { tally } from '../../../support/tally.mts';
import { Bench, idOf, type Run, type Strike, type Subject } from './bench.mts';
import { TROUBLES, type Trouble } from './faults.mts';
import { expectDone, expectNoBlindRepeat, expectRows, expectTold, isUnclear, saidDone, undisturbedOn, type Undisturbed } from './oracle.mts';

/** Creates whose answer cannot be looked up: nothing tells the record of an earlier create from that of this one. */
const NOT_LOOKED_UP = new Set(['userSubscription.suspend', 'webhookSubscription.create']);

/** Operations to which an answer looks like this at all times: after some writes the club says nothing, some lists are arrays. */
const EXPECTING: Readonly<Record<NonNullable<Trouble['looksLike']>, readonly string[]>> = {
	nothing: ['classParticipant.add', 'classParticipant.remove', 'contact.setClientStage', 'userSubscription.reactivate', 'userSubscription.suspend', 'webhookSubscription.delete'],
	'an array': ['challenge.getAll', 'challengeResult.getAll', 'classParticipant.getAll', 'classParticipant.getRecent', 'webhookSubscription.getAll'],
};

/** First, middle and last of so many, each once. */
const positions = (count: number): number[] => [...new Set([1, Math.ceil(count / 2), count])];

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Whether the run must end as if nothing had been: what strikes passes, and the call may be sent again. */
function mustComplete(subject: Subject, { trouble, at }: Strike, calm: Run): boolean {
	if (trouble.kind === 'harmless') return true;
	if (trouble.kind !== 'passing') return false;
	const isRefused = trouble.fault.status === 429;
	return isRefused || calm.calls[at - 1].method !== 'POST' || !NOT_LOOKED_UP.has(idOf(subject));
}

/** Tests, and counts, operations against everything that can go wrong, wherever in a run it strikes. */
export function testMatrix(subjects: readonly Subject[]): void {
	const count = tally('Faults');
	const rejections: unknown[] = [];
	const note = (reason: unknown) => rejections.push(reason);
	skipWaits();
	beforeAll(() => process.on('unhandledRejection', note));
	afterAll(() => process.off('unhandledRejection', note));

	describe.each(subjects.map((subject) => ({ name: [idOf(subject), subject.way?.name].filter(Boolean).join(' '), subject })))('$name', ({ subject }) => {
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
		afterAll(async () => await bench.close());

		test('without any trouble', () => {
			expect(calm.error).toBeUndefined();
			expect(calm.rows.length).toBeGreaterThan(0);
			count('operations, and further ways of using them');
		});

		const troubles = TROUBLES.filter(({ looksLike }) => !looksLike || !EXPECTING[looksLike].includes(idOf(subject)));
		test.each(troubles.map((trouble) => ({ name: trouble.name, trouble })))('$name', async ({ trouble }) => {
			const places = positions(calm.calls.length);
			for (const at of places) await stopping({ trouble, at });
			if (bench.items > 1) await goingOn({ trouble, at: places[Math.floor(places.length / 2)] });
		});

		async function stopping(strike: Strike): Promise<void> {
			const run = await bench.run({ strike });
			expectOrderly(run);
			if (!run.error) return await expectComplete(run, strike);
			expect(mustComplete(subject, strike, calm) ? run.error.description : '').toBe('');
			const { message, description = '' } = run.error;
			const done = saidDone(description);
			expect(run.error.name).toMatch(/^Node(Api|Operation)Error$/);
			expectTold(run, { message, description }, done, strike);
			await expectDone(run, undisturbed, range(0, done), isUnclear(description) ? [done] : []);
			count('an error that names what was done');
		}

		async function goingOn(strike: Strike): Promise<void> {
			const run = await bench.run({ strike, goesOn: true });
			expectOrderly(run);
			expect(run.error).toBeUndefined();
			if (run.errors.size === 0) return await expectComplete(run, strike);
			expect(mustComplete(subject, strike, calm)).toBe(false);
			const failed = [...run.errors.keys()];
			const fine = everything.filter((item) => !run.errors.has(item));
			const unclear = failed.filter((item) => isUnclear(String(run.errors.get(item)?.message)));
			await expectDone(run, undisturbed, fine, unclear);
			const calmly = await undisturbed(fine);
			for (const item of fine) expectRows(run.rowsOf(item), calmly.rowsOf(item));
			for (const [item, { error, message, details }] of run.errors) {
				expectTold(run, { message: String(error), description: String(message) }, item, strike);
				const { resume } = details as { resume?: { rows: number } };
				expectRows(run.rowsOf(item), calm.rowsOf(item), resume?.rows ?? 0);
			}
			count('an error item, and the other items complete');
		}

		/** What holds of every run, however it ends. */
		function expectOrderly(run: Run): void {
			expect(bench.sandbox.breaches).toEqual([]);
			expect(rejections).toEqual([]);
			expect(run.calls.length).toBeLessThan(6 * calm.calls.length + 6);
			expectNoBlindRepeat(run);
			count('runs with a fault');
		}

		async function expectComplete(run: Run, { trouble }: Strike): Promise<void> {
			if (isFalseAbsence(subject, trouble)) return count('complete');
			await expectDone(run, undisturbed, everything, []);
			for (const item of everything) expectRows(run.rowsOf(item), calm.rowsOf(item));
			count('complete');
		}
	});
}

/** A record that the club denies is no error where the operation asks whether there is one. */
const isFalseAbsence = (subject: Subject, { name }: Trouble): boolean => idOf(subject) === 'event.resolve' && name === '404';
