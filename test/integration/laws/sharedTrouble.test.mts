import { skipWaits } from '../matrix/support/time.mts';
import type { IDataObject } from 'n8n-workflow';
import { givesRecords } from '../../../nodes/Club/operation';
import type { Fault } from '../../../sandbox/index.mts';
import { Bench, subjects, type Run } from '../matrix/support/bench.mts';
import { asText } from '../matrix/support/state.mts';
import { sampled } from '../../support/sample.mts';

skipWaits();

/** Troubles that all items share: the club cannot be asked. */
const AWAY: Readonly<Record<string, Omit<Fault, 'match'>>> = {
	'503': { kind: 'status', status: 503 },
	'a page of a gateway': { kind: 'status', status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } },
	'a drop': { kind: 'drop' },
};

/** Troubles that no further call can end: refused keys, and the calls of the month. */
const FINAL: Readonly<Record<string, Omit<Fault, 'match'>>> = {
	'401': { kind: 'status', status: 401 },
	'the calls of the month': {
		kind: 'status',
		status: 403,
		body: { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 00:30:00.' },
	},
};

/** Each call once: the newest membership before a sale, the sale, and the look for what it may have made. */
const CALLS_OF_LATER_ITEMS = 3;

/** Each operation with one trouble of each kind, and each trouble with several. */
const cases = sampled(
	subjects.flatMap((subject) =>
		Object.keys(AWAY).flatMap((away) => Object.keys(FINAL).map((final) => ({ name: subject.name, subject, away, final }))),
	),
	({ name, away, final }) => [name, `${away}, then ${final}`],
);

const wordsOf = ({ error, message }: IDataObject): string => asText([error, message]).replace(/Item \d+/g, 'Item');

describe.each(cases)('$name meets trouble that all items share once', ({ subject, away: gone, final }) => {
	let bench: Bench;
	let calm: Run;
	const fromTheFirst = (fault: Omit<Fault, 'match'>, times: number): Fault[] => [{ ...fault, match: { nth: 1 }, times }];

	beforeAll(async () => {
		bench = await Bench.of(subject);
		calm = await bench.run();
	});

	test(gone, async () => {
		const fault = AWAY[gone];
		const faults = fromTheFirst(fault, Infinity);
		const { length: first } = (await bench.run({ faults })).calls;
		const away = await bench.run({ faults, goesOn: true });
		// Some events need no call.
		expect(away.errors.size).toBeGreaterThanOrEqual(bench.items / 2);
		expect(away.calls.length).toBeLessThanOrEqual(first + CALLS_OF_LATER_ITEMS * (bench.items - 1));

		const back = await bench.run({ faults: fromTheFirst(fault, first), goesOn: true });
		expect([...back.errors.keys()]).toEqual([0]);
		for (let item = 1; item < bench.items; item++) expect(back.rowsOf(item)).toHaveLength(calm.rowsOf(item).length);

		// Once the club has answered again, a read is repeated as before.
		const { length: last } = back.calls;
		if (!givesRecords(subject.operation) || last <= first + 1) return;
		const again = await bench.run({ faults: [...fromTheFirst(fault, first), { ...fault, match: { nth: last - first } }], goesOn: true });
		expect([...again.errors.keys()]).toEqual([0]);
	});

	test(final, async () => {
		const faults = fromTheFirst(FINAL[final], Infinity);
		const { length: first } = (await bench.run({ faults })).calls;
		const { calls, errors } = await bench.run({ faults, goesOn: true });
		expect(errors.size).toBeGreaterThanOrEqual(bench.items / 2);
		expect(calls).toHaveLength(first);
		expect(new Set([...errors.values()].map(wordsOf)).size).toBe(1);
	});
});
