import type { IDataObject } from 'n8n-workflow';
import { forgetPages, keptPage } from '../../nodes/shared/lists/pages';

let keys = 0;

/** A list that says how often it was read. */
function listOf() {
	let reads = 0;
	const key = `key-${++keys}`;
	const read = async (): Promise<IDataObject> => ({ read: ++reads });
	return { key, page: async (what: unknown, now: number) => (await keptPage(key, what, read, now)).read };
}

describe('a page that was read', () => {
	test('is good for a minute, and not for longer', async () => {
		const { page } = listOf();
		expect(await page('athletes', 0)).toBe(1);
		expect(await page('athletes', 59_999)).toBe(1);
		expect(await page('athletes', 60_000)).toBe(2);
	});

	test('is another one for another question and for another key', async () => {
		const { page } = listOf();
		expect(await page({ fromId: 1 }, 0)).toBe(1);
		expect(await page({ fromId: 2 }, 0)).toBe(2);
		expect(await page({ fromId: 1 }, 0)).toBe(1);
		expect(await listOf().page({ fromId: 1 }, 0)).toBe(1);
	});

	test('is read once where several ask at the same time', async () => {
		const { page } = listOf();
		expect(await Promise.all([page('athletes', 0), page('athletes', 0)])).toEqual([1, 1]);
	});

	test('is read anew after each write with the same key', async () => {
		const [one, other] = [listOf(), listOf()];
		await Promise.all([one.page('athletes', 0), other.page('athletes', 0)]);
		forgetPages(one.key);
		expect(await one.page('athletes', 0)).toBe(2);
		forgetPages(one.key);
		expect(await one.page('athletes', 0)).toBe(3);
		expect(await other.page('athletes', 0)).toBe(1);
	});

	test('is one of the last 50: memory stays small', async () => {
		const { page } = listOf();
		for (let what = 1; what <= 51; what++) expect(await page(what, 0)).toBe(what);
		expect(await page(51, 0)).toBe(51);
		expect(await page(2, 0)).toBe(2);
		expect(await page(1, 0)).toBe(52);
	});

	test('ends with its minute, even if nobody asks again', async () => {
		const [one, minute] = [new AbortController(), jest.spyOn(AbortSignal, 'timeout')];
		minute.mockReturnValue(one.signal);
		const { page } = listOf();
		expect(await page('athletes', 0)).toBe(1);
		one.abort();
		expect(await page('athletes', 1)).toBe(2);
		expect(minute).toHaveBeenCalledWith(60_000);
		minute.mockRestore();
	});

	test('that could not be read is asked for again', async () => {
		const key = `key-${++keys}`;
		await expect(keptPage(key, 'athletes', async () => await Promise.reject(new Error('away')))).rejects.toThrow('away');
		expect(await keptPage(key, 'athletes', async () => await Promise.resolve({ read: 1 }))).toEqual({ read: 1 });
		expect(await keptPage(key, 'athletes', async () => await Promise.resolve({ read: 2 }))).toEqual({ read: 1 });
	});
});
