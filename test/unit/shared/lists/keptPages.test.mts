import type { IDataObject } from 'n8n-workflow';
import { keptPage } from '../../../../nodes/shared/lists/keptPages';
import { writtenParts, whileWriting } from '../../../../nodes/shared/transport/answers';
import type { ClubClient } from '../../../../nodes/shared/transport/client';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import type { CallValues } from '../../../../nodes/shared/transport/send';

const MINUTE = 60_000;

let keys = 0;

/** A call that waits for the rate limit until `leave`, and for its answer until `answer` or `fail`. */
interface Asked {
	leave(): void;
	queue(): void;
	answer(): void;
	fail(error: Error): void;
	signal: AbortSignal;
}

/** A club whose calls do what a test says; by default, each is answered at once. */
function clubOf({ isByHand = false } = {}) {
	const key = `key-${++keys}`;
	const asked: Asked[] = [];
	let [reads, now] = [0, 0];
	const call = async ({ shared }: CallValues): Promise<IDataObject> => {
		const { signal, onQueue } = shared!;
		onQueue(true);
		return await new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason));
			const leave = () => onQueue(false);
			const one = { leave, queue: () => onQueue(true), answer: () => resolve({ read: ++reads }), fail: reject, signal };
			asked.push(one);
			if (isByHand) return;
			leave();
			one.answer();
		});
	};
	/** Somebody who asks, and may give up. */
	const asker = ({ patienceMs = MINUTE, background = true, signal = undefined as AbortSignal | undefined } = {}) => {
		const client = {
			key,
			steady: { now: () => now },
			waiterOf: () => ({ signal, deadline: now + patienceMs, background }),
			request: async (_: string, __: unknown, values: CallValues) => await call(values),
		} as unknown as ClubClient;
		return async (query: IDataObject = {}) => (await keptPage(client, 'GET /Athletes', { query }, { maxWaitMs: patienceMs })).read;
	};
	const write = async (work: () => Promise<unknown> = async () => undefined) =>
		await whileWriting(writtenParts(key, 'PUT /Athletes/{userId}', { userId: 7 }), work);
	return { asked, asker, write, page: asker(), pass: (ms: number) => void (now += ms) };
}

const settled = async () => await new Promise((done) => setImmediate(done));

describe('a kept page', () => {
	test('is kept for a minute, not longer, for each query and key', async () => {
		const { page, pass } = clubOf();
		expect(await page()).toBe(1);
		pass(MINUTE - 1);
		expect([await page(), await page({ fromId: 2 }), await clubOf().page()]).toEqual([1, 2, 1]);
		pass(1);
		expect(await page()).toBe(3);
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

	test('that had not left when a write ended is used', async () => {
		const { page, write, asked } = clubOf({ isByHand: true });
		const waiting = page();
		await write();
		asked[0].leave();
		asked[0].answer();
		expect([await waiting, await page()]).toEqual([1, 1]);
	});
});

describe('a page that several wait for', () => {
	test('is read once', async () => {
		const { page, asked } = clubOf({ isByHand: true });
		const both = Promise.all([page(), page()]);
		asked[0].leave();
		asked[0].answer();
		expect([await both, asked.length]).toEqual([[1, 1], 1]);
	});

	test.each([0, 1])('is read for the others when number %d of them gives up, and for nobody when all do', async (first) => {
		const { asker, asked } = clubOf({ isByHand: true });
		const giveUp = [new AbortController(), new AbortController()];
		const waits = giveUp.map(async ({ signal }) => await asker({ signal })());
		asked[0].leave();
		giveUp[first].abort(new Error('cancelled'));
		await expect(waits[first]).rejects.toThrow('cancelled');
		expect(asked[0].signal.aborted).toBe(false);
		const last = 1 - first;
		const other = new AbortController();
		const third = asker({ signal: other.signal })();
		giveUp[last].abort(new Error('cancelled too'));
		await expect(waits[last]).rejects.toThrow('cancelled too');
		other.abort(new Error('all gone'));
		await expect(third).rejects.toThrow('all gone');
		expect([asked[0].signal.aborted, asked.length]).toEqual([true, 1]);
	});

	const club = (status?: number) => new ClubError('No', { description: '', status });
	test.each([
		['the cancel', new Error('stopped'), 1],
		['the patience', club(429), 1],
		['the time limit', club(), 1],
		['the key', club(401), 1],
		['a refusal by the club', club(403), 0],
		['a fault of the club', club(503), 0],
	])('%s of who asked first: %p is for the others %d more call', async (_, error, more) => {
		const { page, asked } = clubOf({ isByHand: true });
		const waits = Promise.allSettled([page(), page(), page()]);
		asked[0].leave();
		asked[0].fail(error);
		await settled();
		expect(asked).toHaveLength(1 + more);
		asked[1]?.leave();
		asked[1]?.answer();
		const outcomes = (await waits).map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
		expect(outcomes).toEqual([error, ...(more ? [1, 1] : [error, error])]);
	});

	test.each([
		['with less patience', { patienceMs: 2_000 }, 2],
		['at a screen', { background: false }, 2],
		['with the same patience', {}, 1],
		['with more patience', { patienceMs: 2 * MINUTE }, 1],
	])('in the queue of a background call: somebody %s waits there or makes a call of their own', async (_, who, calls) => {
		const { page, asker, asked } = clubOf({ isByHand: true });
		const answerAll = () => {
			for (const one of asked) {
				one.leave();
				one.answer();
			}
		};
		const first = page();
		const second = asker(who)();
		await settled();
		expect(asked).toHaveLength(calls);
		answerAll();
		await Promise.all([first, second]);
		// One that left, and has to wait again.
		const third = page({ fromId: 2 });
		asked.at(-1)?.leave();
		const fourth = asker(who)({ fromId: 2 });
		asked.at(-1)?.queue();
		await settled();
		expect(asked).toHaveLength(2 * calls);
		answerAll();
		await Promise.all([third, fourth]);
	});
});
