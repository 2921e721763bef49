import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../nodes/shared/paging';
import { pagesWorthReading, rowsByEmails, rowsByIds } from '../../nodes/shared/rows';

/** A club whose list is read by id range (§4.1). */
function clubOf(ids: number[]) {
	const sorted = [...new Set(ids)].sort((a, b) => a - b);
	let calls = 0;
	const read = async ({ fromId, toId, count }: { fromId: number; toId: number; count: number }) => {
		calls++;
		const Results = sorted.filter((id) => id >= fromId && id <= toId).slice(0, count).map((UserId) => ({ UserId }));
		return { Results, Continue: Results.length === count };
	};
	return { read, calls: () => calls };
}

const ids = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 80 });

describe('current rows of many ids', () => {
	test('all that exist are found, with no more calls than single reads and no more than the whole list', async () => {
		await fc.assert(fc.asyncProperty(ids, ids, fc.integer({ min: 1, max: 50 }), async (existing, wanted, maxCount) => {
			const club = clubOf(existing);
			const rows = await rowsByIds(wanted, maxCount, club.read);
			for (const id of wanted) expect(rows.has(id)).toBe(existing.includes(id));
			expect(club.calls()).toBeLessThanOrEqual(new Set(wanted).size);
			expect(club.calls()).toBeLessThanOrEqual(Math.floor(new Set(existing).size / maxCount) + 1);
		}));
	});

	test('1,000 neighbours take one call', async () => {
		const all = Array.from({ length: 1000 }, (_, i) => i + 1);
		const club = clubOf(all);
		expect((await rowsByIds(all, 1000, club.read)).size).toBe(1000);
		expect(club.calls()).toBe(1);
	});

	test('rows without an id, null or in another order do no harm', async () => {
		const read = async () => ({ Results: [{ UserId: 3 }, { UserId: null }, { UserId: 1 }], Continue: false });
		expect([...(await rowsByIds([1, 2, 3], 10, read)).keys()].sort()).toEqual([1, 3]);
	});
});

describe('rows of many addresses', () => {
	async function* pages(emails: string[], size: number): AsyncGenerator<Page> {
		for (let at = 0; at < emails.length; at += size) {
			const rows = emails.slice(at, at + size).map((Email) => ({ Email })) as IDataObject[];
			yield { envelope: {}, rows };
		}
	}

	test('few addresses are looked up one by one', () => {
		expect(pagesWorthReading(4)).toBe(0);
		expect(pagesWorthReading(5)).toBe(1);
	});

	test('searching in pages costs at most a quarter more than single look-ups', () => {
		fc.assert(fc.property(fc.integer({ min: 5, max: 25_000 }), (addresses) => pagesWorthReading(addresses) <= Math.max(1, addresses / 4)));
	});

	test('addresses are the same in any case, and reading stops when all are found', async () => {
		const emails = Array.from({ length: 100 }, (_, i) => `Person${i}@Example.com`);
		const wanted = emails.slice(0, 8).map((email) => email.toLowerCase());
		expect((await rowsByEmails(wanted, pages(emails, 10))).size).toBe(8);
		expect((await rowsByEmails(['a@x', 'b@x', 'c@x', 'd@x', 'e@x'], pages(emails, 10))).size).toBe(0);
	});
});
