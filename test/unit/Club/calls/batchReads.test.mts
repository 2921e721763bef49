import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../../../nodes/shared/lists/pages';
import { pagesWorthReading, rowsByEmails, rowsByIds } from '../../../../nodes/Club/calls/batchReads';

/** A club whose list is read by id range (§4.1). */
function clubOf(ids: number[]) {
	const sorted = [...new Set(ids)].sort((a, b) => a - b);
	let calls = 0;
	const read = async ({ fromId, toId, count }: { fromId: number; toId: number; count: number }) => {
		calls++;
		const Results = sorted
			.filter((id) => id >= fromId && id <= toId)
			.slice(0, count)
			.map((UserId) => ({ UserId }));
		return { Results, Continue: Results.length === count };
	};
	return { read, calls: () => calls };
}

const ids = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 80 });

describe('rowsByIds', () => {
	test('finds all rows that exist, with no more calls than single reads or the whole list would take', async () => {
		await fc.assert(
			fc.asyncProperty(ids, ids, fc.integer({ min: 1, max: 50 }), async (existing, wanted, maxCount) => {
				const club = clubOf(existing);
				const rows = await rowsByIds(wanted, maxCount, club.read);
				for (const id of wanted) expect(rows.has(id)).toBe(existing.includes(id));
				expect(club.calls()).toBeLessThanOrEqual(new Set(wanted).size);
				expect(club.calls()).toBeLessThanOrEqual(Math.floor(new Set(existing).size / maxCount) + 1);
			}),
		);
	});

	test('requests pages from the next ID that it needs, and never more rows than there can be', async () => {
		const asked: unknown[] = [];
		const club = clubOf([1, 2, 3, 10, 11, 20]);
		const read = async (range: { fromId: number; toId: number; count: number }) => (asked.push(range), await club.read(range));
		expect([...(await rowsByIds([20, 1, 10, 1], 2, read)).keys()].filter((id) => [1, 10, 20].includes(id))).toEqual([1, 10, 20]);
		expect(asked).toEqual([
			{ fromId: 1, toId: 20, count: 2 },
			{ fromId: 10, toId: 20, count: 2 },
			{ fromId: 20, toId: 20, count: 1 },
		]);
		expect((await rowsByIds([], 10, read)).size).toBe(0);
		expect(asked).toHaveLength(3);
	});

	test.each([
		[{ Results: [{ UserId: 1 }, { UserId: 2 }], Continue: false }, 1],
		[{ Results: [{ UserId: 1 }, { UserId: 2 }] }, 2],
		[{ Results: [{ UserId: 1 }] }, 1],
		[[{ UserId: 1 }], 1],
		[{ Results: [null, { UserId: 'x' }] }, 2],
		[{ Results: null }, 1],
		[{ Results: [], Continue: true }, 1],
		[undefined, 1],
		[7, 1],
	])('the page %j, whatever is requested, ends the search after %d calls', async (body, most) => {
		let calls = 0;
		const rows = await rowsByIds([1, 5], 2, async () => (calls++, body));
		expect([calls, rows.has(5)]).toEqual([most, false]);
	});

	test('reads to the end a club whose pages are shorter than requested', async () => {
		const club = clubOf([1, 2, 3, 4, 5, 6, 7]);
		const read = async (range: { fromId: number; toId: number; count: number }) =>
			await club.read({ ...range, count: Math.min(2, range.count) });
		expect([...(await rowsByIds([1, 4, 7], 10, read)).keys()]).toEqual([1, 2, 4, 5, 7]);
		expect(club.calls()).toBe(3);
	});
});

describe('rowsByEmails', () => {
	async function* pages(emails: string[], size: number): AsyncGenerator<Pick<Page, 'rows'>> {
		for (let at = 0; at < emails.length; at += size) {
			const rows = emails.slice(at, at + size).map((Email) => ({ Email })) as IDataObject[];
			yield { rows };
		}
	}

	test('searches pages only at a cost of at most a quarter more than single look-ups', () => {
		fc.assert(fc.property(fc.integer({ min: 5, max: 25_000 }), (addresses) => pagesWorthReading(addresses) <= Math.max(1, addresses / 4)));
	});

	test('reads no page that costs more than look-ups, and none after the last email is found', async () => {
		const emails = Array.from({ length: 100 }, (_, i) => `p${i}@example.com`);
		const read = async (wanted: string[], size: number) => {
			let count = 0;
			const counted = async function* () {
				for await (const page of pages(emails, size)) {
					count++;
					yield page;
				}
			};
			return { found: [...(await rowsByEmails(wanted, counted())).rows.keys()], count };
		};
		expect(await read(emails.slice(0, 4), 10)).toEqual({ found: [], count: 0 });
		expect(await read(emails.slice(0, 12), 10)).toEqual({ found: emails.slice(0, 12), count: 2 });
		expect(
			await read(
				emails.slice(0, 12).map((email) => `x${email}`),
				10,
			),
		).toEqual({ found: [], count: 3 });
		expect(await read([...emails.slice(0, 4), 'P4@EXAMPLE.COM'], 10)).toEqual({ found: emails.slice(0, 5), count: 1 });
	});

	test('an email is not listed if the list was read to its end without it', async () => {
		const emails = Array.from({ length: 30 }, (_, i) => `p${i}@example.com`);
		const wanted = [emails[3], ...Array.from({ length: 15 }, (_, i) => `New${i}@example.com`)];
		const { rows, unlisted } = await rowsByEmails(wanted, pages(emails, 10));
		expect([rows.size, unlisted.size, unlisted.has('new3@example.com')]).toEqual([1, 15, true]);
		expect(
			(
				await rowsByEmails(
					wanted,
					pages(
						Array.from({ length: 90 }, (_, i) => `x${i}@example.com`),
						10,
					),
				)
			).unlisted.size,
		).toBe(0);
	});

	test.each([
		['that ends with it are not listed', false, ['b@x', 'c@x', 'd@x', 'e@x']],
		['that goes on may be listed', true, []],
	])('handles emails that are missing in the last page worth reading of a list %s', async (_, more, left) => {
		const told = async function* () {
			yield { rows: [{ Email: 'a@x' }], more };
			if (more) yield { rows: [{ Email: 'b@x' }], more: false };
		};
		const { rows, unlisted } = await rowsByEmails(['a@x', 'b@x', 'c@x', 'd@x', 'e@x'], told());
		expect([[...rows.keys()], [...unlisted]]).toEqual([['a@x'], left]);
	});

	test('ignores rows without an email', async () => {
		const rows = [{ Email: null }, { Email: 7 }, {}, { Email: 'A@x', UserId: 1 }, { Email: 'a@x', UserId: 2 }] as IDataObject[];
		const page = async function* () {
			yield { rows };
		};
		expect([...(await rowsByEmails(['a@x', '', 'c@x', 'd@x', 'e@x'], page())).rows]).toEqual([['a@x', { Email: 'A@x', UserId: 1 }]]);
	});
});
