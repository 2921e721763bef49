import { spendingOf } from '../../../../sandbox/page/spending.mts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 1, 9, 12, 34);
const calls = (count: number, by: string | undefined, everyMs: number) =>
	Array.from({ length: count }, (_, call) => ({ at: START + call * everyMs, ...(by && { by }) }));

describe('the calls over time that the page of the sandbox shows', () => {
	test('are none before the first one', () => expect(spendingOf([])).toBeUndefined());

	test('are told apart by workflow, the busiest first, in steps in which all have room', () => {
		const found = spendingOf([...calls(110, 'Sync', MINUTE / 2), ...calls(55, undefined, MINUTE)].sort((a, b) => a.at - b.at))!;
		expect(found).toMatchObject({ from: START - 34_000, stepMs: MINUTE });
		expect(found.rows.map(({ by, total }) => [by, total])).toEqual([
			['Sync', 110],
			['Workflow unknown', 55],
		]);
		for (const row of found.rows) expect(row.calls).toHaveLength(56);
		expect(found.rows[0].calls.reduce((sum, count) => sum + count, 0)).toBe(110);
	});

	test('have sixty steps at most, up to two months', () => {
		for (const spanMs of [0, 100_000, MINUTE * 59, MINUTE * 500, MINUTE * 3_000, MINUTE * 60 * 24 * 59]) {
			const { rows, stepMs, from } = spendingOf([{ at: START }, { at: START + spanMs }])!;
			expect(rows[0].calls.length).toBeLessThanOrEqual(60);
			expect(from).toBeLessThanOrEqual(START);
			expect(from + stepMs).toBeGreaterThan(START);
			expect(rows[0].calls.at(-1)).toBeGreaterThan(0);
		}
	});

	test('tell five apart, and count the others together', () => {
		const { rows } = spendingOf(Array.from({ length: 8 }, (_, name) => calls(20 - name, `W${name}`, 0)).flat())!;
		expect(rows.map(({ by, total }) => [by, total])).toEqual([...[0, 1, 2, 3, 4].map((name) => [`W${name}`, 20 - name]), ['3 others', 42]]);
	});

	test('call one more than five by its name', () => {
		const { rows } = spendingOf(Array.from({ length: 6 }, (_, name) => calls(20 - name, `W${name}`, 0)).flat())!;
		expect(rows.at(-1)).toMatchObject({ by: 'W5', total: 15 });
	});
});
