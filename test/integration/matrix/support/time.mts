import { setImmediate as turn } from 'node:timers/promises';

const mockTime = { skipped: 0 };

/** The pack waits by n8n's `sleep` alone; here a wait is over at once, and the clock has gone on by its length. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	async sleep(ms: number, signal?: AbortSignal) {
		await turn();
		signal?.throwIfAborted();
		mockTime.skipped += ms;
	},
}));

const realNow = Date.now.bind(Date);

/** Lets waits take no time for the rest of the file. Import this before anything that imports the pack. */
export function skipWaits(): void {
	beforeAll(() => {
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + mockTime.skipped);
	});
	afterAll(() => jest.restoreAllMocks());
}

/** Moves the clock on, so that what came before is out of every window. */
export const skip = (ms: number): void => {
	mockTime.skipped += ms;
};

/** The clock of a sandbox that goes on with the waits that take no time. */
export const skippedClock = (): Date => new Date(Date.now());
