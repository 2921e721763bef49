import type { IDataObject } from 'n8n-workflow';
import { cachedPage } from '../../../../nodes/shared/lists/cachedPages';
import { writtenScopes, whileWriting } from '../../../../nodes/shared/transport/answers';
import type { ClubClient } from '../../../../nodes/shared/transport/client';

const MINUTE = 60_000;

let keys = 0;
let now = 0;

beforeAll(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
afterAll(() => jest.restoreAllMocks());

/** A club whose pages have the number of their read. */
function clubOf() {
	const key = `key-${++keys}`;
	let reads = 0;
	const request = jest.fn(async (): Promise<IDataObject> => await Promise.resolve({ read: ++reads }));
	const client = { key, request } as unknown as ClubClient;
	const page = async (query: IDataObject = {}, params?: IDataObject) =>
		(await cachedPage(client, 'GET /Athletes', { params, query }, { maxWaitMs: 0 })).read;
	const write = async (work: () => Promise<unknown> = async () => undefined) =>
		await whileWriting(key, writtenScopes('PUT /Athletes/{userId}', { userId: 7 }), work);
	return { request, page, write };
}

describe('a kept page', () => {
	test('is kept for a minute, not longer, for each query, record and key', async () => {
		const { page } = clubOf();
		expect(await page()).toBe(1);
		now += MINUTE - 1;
		expect([await page(), await page({ fromId: 2 }), await page({}, { classId: 7 }), await clubOf().page()]).toEqual([1, 2, 3, 1]);
		now += 1;
		expect(await page()).toBe(4);
	});

	test('is forgotten after 50 other pages, and after a minute even without another request', async () => {
		const { page } = clubOf();
		for (let fromId = 1; fromId <= 51; fromId++) expect(await page({ fromId })).toBe(fromId);
		expect([await page({ fromId: 51 }), await page({ fromId: 2 }), await page({ fromId: 1 })]).toEqual([51, 2, 52]);
		const minute = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal);
		expect(await page({ fromId: 60 })).toBe(53);
		minute.abort();
		expect(await page({ fromId: 60 })).toBe(54);
		expect(timeout).toHaveBeenCalledWith(MINUTE);
		timeout.mockRestore();
	});

	test.each(['before a write', 'during a write', 'during a write without a clear answer'])('read %s is not used after it', async (when) => {
		const { page, write } = clubOf();
		if (when === 'before a write') await page();
		const work = async () => {
			if (when !== 'before a write') expect(await page()).toBe(1);
			if (when.endsWith('answer')) throw new Error('away');
		};
		await write(work).catch(() => undefined);
		expect([await page(), await page()]).toEqual([2, 2]);
	});

	test('whose read began before a write ended is not used', async () => {
		const { page, write, request } = clubOf();
		let answer: (read: IDataObject) => void = () => {};
		request.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
		const early = page();
		await write();
		answer({ read: 'early' });
		expect([await early, await page()]).toEqual(['early', 1]);
	});

	test('is not kept if its read failed', async () => {
		const { page, request } = clubOf();
		request.mockRejectedValueOnce(new Error('away'));
		await expect(page()).rejects.toThrow('away');
		expect(await page()).toBe(1);
	});
});
