import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../matrix/support/time.mts';
import { mayWrite } from '../../../nodes/Club/operation';
import { isOfOneRecord } from '../../../dev/docs/examples.mts';
import type { Fault } from '../../../sandbox/index.mts';
import { Bench, subjects, way, type Run, type Subject } from '../matrix/support/bench.mts';
import { asText } from '../matrix/support/state.mts';
import { locator } from '../../support/node.mts';
import { sampled } from '../../support/sample.mts';

skipWaits();

const onlyChanges = { options: { onlyChanges: true } };
const byAddress = { userId: locator('email', '={{ $json.email }}') };

/** Every operation that works on a record of each item, and the ways that read more for all items together. */
const manyWays: readonly Subject[] = [
	...subjects.filter(({ resource, operation }) => !isOfOneRecord(resource, operation)),
	way('athlete.get', 'by address', byAddress),
	way('athlete.update', 'by address', byAddress),
	way('athlete.delete', 'by address', byAddress),
	way('athlete.setClientStage', 'of what changes', onlyChanges),
	way('athlete.setClientStage', 'of what changes, by address', { ...onlyChanges, ...byAddress }),
	way('contact.setClientStage', 'of what changes', onlyChanges),
	way('membership.create', 'by address', byAddress),
];

type Call = Run['calls'][number];

const textOf = ({ method, path, query, body }: Pick<Call, 'method' | 'path' | 'query' | 'body'>): string =>
	asText([method, path, query, body ?? null]);

/** Ids and towns that a sandbox makes up for what is new. */
const steady = (text: string): string => text.replace(/\b100\d{4}\b/g, '0').replace(/"HomeTown":\{[^}]*\}/g, '');

/** What a user sees of an item: its rows and its error, which names the item. */
function seenOf(run: Run, item: number): string {
	const error = run.errors.get(item);
	return steady(asText([run.rowsOf(item), error ?? null])).replace(/Item \d+/g, 'Item');
}

const writesOf = (run: Run): string[] => run.calls.filter(({ method }) => method !== 'GET').map((call) => steady(textOf(call)));

/** The same answer to each call with one of these texts. */
const faultAt = (texts: ReadonlySet<string>, fault: Omit<Fault, 'match'>): Fault => ({
	...fault,
	match: {
		every: true,
		when: ({ method, url, body }) => {
			const { pathname, searchParams } = new URL(url, 'http://club');
			return texts.has(textOf({ method, path: pathname, query: Object.fromEntries(searchParams), body: body as IDataObject }));
		},
	},
});

/** How an item may be worse than the others. */
const TROUBLES: Readonly<Record<string, Omit<Fault, 'match'> | undefined>> = {
	refused: { kind: 'status', status: 403 },
	away: { kind: 'status', status: 503 },
	bad: undefined,
};

/** Each way with one trouble at least. */
const troubled = sampled(
	manyWays.flatMap(({ name }) => Object.keys(TROUBLES).map((trouble) => ({ name, trouble }))),
	({ name, trouble }) => [name, trouble],
);

describe.each(manyWays)('$name: an item is the same alone and beside others', (subject) => {
	let bench: Bench;
	let items: number[];
	let alone: Run[];
	/** All of them, without any trouble. */
	let calm: Run;
	const run = async (only: number[], faults: Fault[] = []) => await bench.run({ only, goesOn: true, faults });

	beforeAll(async () => {
		bench = await Bench.of(subject);
		const known = new Set<string>();
		items = Array.from({ length: bench.items }, (_, item) => item).filter((item) => {
			const { userId } = bench.input(item);
			return !known.has(String(userId)) && known.add(String(userId));
		});
		alone = [];
		for (const item of items) alone[item] = await run([item]);
		calm = await run(items);
	});

	/** Expects each item of a run to be as it is alone, and the run to write nothing else. */
	function expectAsAlone(together: Run, singles: readonly Run[]): void {
		for (const item of items) expect(seenOf(together, item)).toBe(seenOf(singles[item], item));
		expect(writesOf(together).sort()).toEqual(items.flatMap((item) => writesOf(singles[item])).sort());
	}

	test('that are good, in any order', async () => {
		expectAsAlone(calm, alone);
		expectAsAlone(await run([...items].reverse()), alone);
	});

	test.each(troubled.filter(({ name }) => name === subject.name))('of which one is $trouble', async (one) => {
		const trouble = TROUBLES[one.trouble];
		// A call that is saved beside others cannot fail there.
		const made = new Set(calm.calls.map(textOf));
		const worse = items[trouble?.status === 403 ? 0 : Math.floor(items.length / 2)];
		const others = new Set(items.filter((item) => item !== worse).flatMap((item) => alone[item].calls.map(textOf)));
		const own = alone[worse].calls.map(textOf).filter((text) => !others.has(text) && made.has(text));
		const faults = trouble ? [faultAt(new Set(own.slice(-1)), trouble)] : [];
		const input = bench.input(worse);
		const kept = { ...input };
		if (!trouble) for (const key of Object.keys(input)) delete input[key];
		const single = await run([worse], faults);
		const together = await run(items, faults);
		Object.assign(input, kept);
		expectAsAlone(
			together,
			alone.map((one, item) => (item === worse ? single : one)),
		);
	});

	test('where what is read for all of them is refused', async () => {
		const singly = new Set(items.flatMap((item) => alone[item].calls.map(textOf)));
		const savings = new Set(calm.calls.map(textOf).filter((text) => !singly.has(text)));
		expectAsAlone(await run(items, [faultAt(savings, { kind: 'status', status: 403 })]), alone);
	});

	if (mayWrite(subject.operation) && !subject.operation.isFree)
		test('where the first one is a dry run', async () => {
			const options = { ...(subject.way?.options as IDataObject), dryRun: '={{ $json.dry === true }}' };
			bench.parameters.options = options;
			bench.input(items[0]).dry = true;
			const singles: Run[] = [];
			for (const item of items) singles[item] = await run([item]);
			expectAsAlone(await run(items), singles);
			delete bench.input(items[0]).dry;
			bench.parameters.options = subject.way?.options;
		});
});
