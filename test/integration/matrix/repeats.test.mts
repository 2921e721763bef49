import { skipWaits } from './support/time.mts';
import type { OnError } from 'n8n-workflow';
import type { NodeRun } from '../../../dev/host/engine.mts';
import { mayWrite } from '../../../nodes/Club/operation';
import { retrying } from '../../support/retrying.mts';
import { sampled } from '../../support/sample.mts';
import { Bench, subjects, type Run, type Subject } from './support/bench.mts';
import { TROUBLES, type Trouble } from './support/faults.mts';
import { isBusyAfter } from './support/matrix.mts';
import { expectDone, expectRows, isUnclear, saidDone, undisturbedOn, withoutNewIds, type Undisturbed } from './support/oracle.mts';

skipWaits();

/** A made-up town depends on the order in which people are created. */
const withoutTowns = (run: Run): Run => ({
	...withoutNewIds(run),
	records: withoutNewIds(run).records.map((record) => record.replace(/"HomeTown":\{[^}]*\}/, '')),
});

/** What may go wrong once at a write: refused, or cut off, applied or not. */
const STRIKES = new Set([
	'400 with details',
	'409 EmailAlreadyInUse',
	'504',
	'a drop',
	'500 after it was applied',
	'a drop after it was applied',
]);

const PLACES: Readonly<Record<string, (count: number) => number>> = {
	first: () => 0,
	middle: (count) => Math.floor((count - 1) / 2),
	last: (count) => count - 1,
};

const ON_ERROR: readonly OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** How the node may run besides. */
const WAYS: Readonly<Record<string, Partial<NodeRun>>> = {
	loop: { loops: 2 },
	executeOnce: { settings: { executeOnce: true } },
	alwaysOutputData: { settings: { alwaysOutputData: true } },
};

interface Cell {
	subject: Subject;
	trouble: Trouble;
	place: string;
	onError: OnError;
}

const writing = subjects.filter(({ operation }) => mayWrite(operation) && !operation.isFree);
const cells = sampled(
	writing.flatMap((subject) =>
		TROUBLES.filter(({ name }) => STRIKES.has(name)).flatMap((trouble) =>
			Object.keys(PLACES).flatMap((place) => ON_ERROR.map((onError): Cell => ({ subject, trouble, place, onError }))),
		),
	),
	({ subject, trouble, place, onError }) => [`${subject.name}, ${onError}`, `${trouble.name}, ${place}`, `${trouble.name}, ${onError}`],
);

describe.each(writing)('$name', (subject) => {
	let bench: Bench;
	let undisturbed: Undisturbed;
	let everything: number[];
	let calm: Run;

	beforeAll(async () => {
		bench = await Bench.of(subject);
		const known = undisturbedOn(bench);
		undisturbed = async (items) => withoutTowns(await known(items));
		everything = Array.from({ length: bench.items }, (_, item) => item);
		calm = await bench.run();
	});

	/** Expects what a user sees of a run and of the club to fit together. */
	async function expectOrderly(run: Run): Promise<void> {
		expect(bench.sandbox.breaches).toEqual([]);
		for (const { pairedItem } of run.output.flat()) expect(pairedItem).toEqual({ item: expect.any(Number) });
		const stopped = run.error && saidDone(String(run.error.description));
		const failed = stopped === undefined ? [...run.errors.keys()] : [stopped];
		const fine = everything.filter((item) => !failed.includes(item) && item < (stopped ?? Infinity));
		const textOf = (item: number): string =>
			stopped === undefined ? String(run.errors.get(item)?.message) : String(run.error?.description);
		await expectDone(
			run,
			undisturbed,
			fine,
			// n8n's next try is another call, which the club may refuse while it is still at the change of the one before.
			failed.filter((item) => isUnclear(textOf(item)) || calm.calls.some(({ method, path }) => isBusyAfter(method, path))),
		);
		if (stopped !== undefined) return;
		const calmly = await undisturbed(fine);
		for (const item of fine) expectRows(run.rowsOf(item), calmly.rowsOf(item));
		expect(run.output.flat()).toHaveLength(failed.length + fine.flatMap((item) => calmly.rowsOf(item)).length);
	}

	const own = cells.filter((cell) => cell.subject === subject);
	test.each(own.map((cell) => ({ ...cell, name: cell.trouble.name })))(
		'$name at the $place write, $onError',
		async ({ trouble, place, onError }) => {
			const writes = calm.calls.flatMap(({ method }, index) => (method === 'GET' ? [] : [index + 1]));
			const at = writes[PLACES[place](writes.length)];
			const run = withoutTowns(await bench.run({ strike: { trouble, at }, more: { onError, ...retrying() } }));
			await expectOrderly(run);
			// What was refused once is sent again, unless n8n goes on with the error.
			if (onError === 'stopWorkflow' && trouble.kind === 'refusal') expect(run.error).toBeUndefined();
		},
	);

	// One of these ways for each operation.
	test.each([Object.entries(WAYS)[writing.indexOf(subject) % 3]])('%s gives the same with and without Retry On Fail', async (_, way) => {
		const plain = await bench.run({ more: way });
		const retried = await bench.run({ more: { ...way, ...retrying(), settings: { ...way.settings, ...retrying().settings } } });
		const applied = ({ calls }: Run) => calls.filter(({ method, status }) => method !== 'GET' && status < 300).map(({ path }) => path);
		expect(applied(retried)).toEqual(applied(plain));
		expect(withoutTowns(retried).records).toEqual(withoutTowns(plain).records);
	});
});
