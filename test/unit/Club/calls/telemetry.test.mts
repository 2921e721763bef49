import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { attempt, ClubError } from '../../../../nodes/shared/transport/errors';
import { pagesOf, type Page } from '../../../../nodes/shared/lists/pages';
import { checkWindows, readWindows, windowCount, windowsOf, type TimeRange } from '../../../../nodes/Club/calls/telemetry';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-28T22:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** Trainings by the rules of §4.8: both bounds inclusive over Begin, at most five hours a call. */
function serverOf(begins: number[], span: TimeRange, failsAt = 0) {
	const all = begins.map((Begin, index) => ({ TrainingId: index + 1, Begin })).sort((a, b) => a.Begin - b.Begin);
	const windows = new Set<string>();
	let calls = 0;
	const read = (window: TimeRange, wanted: number) =>
		pagesOf({
			async fetch({ count = Infinity, cursor }) {
				calls++;
				if (calls === failsAt) throw new ClubError('The club is not available', { description: 'Try again later.' });
				windows.add(JSON.stringify(window));
				const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
				if (to - from > 5 * HOUR) throw new Error('longer than five hours');
				const rows = all.filter(({ Begin }) => Begin >= from && Begin <= to);
				const start = Number(cursor ?? 0);
				const Results = rows.slice(start, start + count);
				return { Results, NextCursor: String(start + Results.length), Continue: Results.length === count };
			},
			direction: 'forward',
			maxCount: 3,
			pageSize: wanted,
		});
	const inside = all.filter(({ Begin }) => Begin >= Date.parse(span.from) && Begin <= Date.parse(span.to));
	return { read, inside, calls: () => calls, windows };
}

async function rowsOf(reading: AsyncIterable<Page>): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of reading) rows.push(...page.rows);
	return rows;
}

/** Begins on a grid that meets the edges of the windows often. */
const begins = fc.array(
	fc.integer({ min: -4, max: 80 }).map((steps) => START + steps * 0.5 * HOUR),
	{ maxLength: 40 },
);
const spans = fc.integer({ min: 0, max: 72 }).map((steps) => ({ from: iso(START), to: iso(START + steps * 0.5 * HOUR) }));

describe('an interval of telemetry', () => {
	test('gives each row once and in order, also at the ends of windows, and stops at its limit', async () => {
		await fc.assert(
			fc.asyncProperty(begins, spans, fc.option(fc.integer({ min: 1, max: 30 })), async (times, span, limit) => {
				const server = serverOf(times, span);
				const rows = await rowsOf(readWindows(span, server.read, limit ?? undefined));
				expect(rows).toEqual(server.inside.slice(0, limit ?? undefined));
				if (limit === null) expect(server.windows.size).toBe(windowCount(span));
			}),
		);
	});

	test('says where to continue after an error, so that no training is lost', async () => {
		await fc.assert(
			fc.asyncProperty(begins, spans, fc.integer({ min: 1, max: 12 }), async (times, span, failsAt) => {
				const server = serverOf(times, span, failsAt);
				const rows: IDataObject[] = [];
				const read = await attempt(
					(async () => {
						for await (const page of readWindows(span, server.read)) rows.push(...page.rows);
					})(),
				);
				fc.pre('error' in read);
				const { description, resume } = (read as { error: ClubError }).error;
				const from = /before (\S+) was read\. To continue, set "From" to that time/.exec(description)?.[1] ?? '';
				// At most one window is read again.
				for (const { Begin } of rows) expect(Number(Begin) - Date.parse(from)).toBeLessThanOrEqual(5 * HOUR);
				const rest = await rowsOf(readWindows({ from, to: span.to }, server.read));
				expect(new Set([...rows, ...rest])).toEqual(new Set(server.inside));
				expect(resume).toEqual({ rows: rows.length });
			}),
		);
	});

	test('has windows of five hours at most, one after the other, with the offset that the user gave', () => {
		const span = { from: '2026-03-28T23:00:00+01:00', to: '2026-03-29T11:30:00+02:00' };
		expect([...windowsOf(span)]).toEqual([
			{ from: '2026-03-28T23:00:00+01:00', to: '2026-03-29T04:00:00+01:00' },
			{ from: '2026-03-29T04:00:00+01:00', to: '2026-03-29T09:00:00+01:00' },
			{ from: '2026-03-29T09:00:00+01:00', to: '2026-03-29T11:30:00+02:00' },
		]);
		expect(windowCount(span)).toBe(3);
	});

	test('requests only as many rows of each window as are still wanted', async () => {
		const span = { from: iso(START), to: iso(START + 14 * HOUR) };
		const wanted: number[] = [];
		let trainings = 0;
		const read = async function* (_: TimeRange, most: number) {
			wanted.push(most);
			for (let page = 0; page < 2; page++) yield { rows: [{ TrainingId: ++trainings }, { TrainingId: ++trainings }] };
		};
		expect((await rowsOf(readWindows(span, read, 7))).map(({ TrainingId }) => TrainingId)).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(wanted).toEqual([7, 3]);
	});

	test('gives all rows without an ID', async () => {
		const span = { from: iso(START), to: iso(START + 6 * HOUR) };
		const read = async function* () {
			yield { rows: [{ Begin: 1 }, { TrainingId: 1 }] };
		};
		expect(await rowsOf(readWindows(span, read))).toEqual([{ Begin: 1 }, { TrainingId: 1 }, { Begin: 1 }]);
	});

	test('reports an error of a single window without saying where to go on', async () => {
		const span = { from: iso(START), to: iso(START + HOUR) };
		const reasons = [new Error('bug'), new ClubError('Refused', { description: 'Correct it.' })];
		for (const reason of reasons) {
			const failing = () => ({ [Symbol.asyncIterator]: () => ({ next: async () => await Promise.reject(reason) }) });
			await expect(rowsOf(readWindows(span, failing))).rejects.toBe(reason);
			expect(reason).not.toHaveProperty('description', expect.stringContaining('was read'));
			expect(reason).not.toHaveProperty('resume.rows');
		}
	});
});

test('the longest interval of telemetry has a thousand windows', () => {
	const upTo = (ms: number) => () => checkWindows({ from: iso(START), to: iso(START + 5_000 * HOUR + ms) });
	expect(upTo(0)).not.toThrow();
	expect(upTo(1)).toThrow('at least 1,001 calls');
});
