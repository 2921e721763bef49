import { setImmediate as turn } from 'node:timers/promises';

const mockTime = { skipped: 0, set: 0, onSleep: undefined as (() => void) | undefined };

/** The pack waits by n8n's `sleep` alone; here a wait is over at once, and the clock has gone on by its length. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	async sleep(ms: number, signal?: AbortSignal) {
		await turn();
		signal?.throwIfAborted();
		mockTime.onSleep?.();
		mockTime.skipped += ms;
	},
}));

const realNow = Date.now.bind(Date);

/** Lets waits take no time for the rest of the file. Import this before anything that imports the pack. */
export function skipWaits(): void {
	beforeAll(() => {
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + mockTime.skipped + mockTime.set);
		jest.spyOn(performance, 'now').mockImplementation(() => realNow() + mockTime.skipped);
	});
	afterAll(() => jest.restoreAllMocks());
}

/** Moves the clock on, so that what came before is out of every window. */
export const skip = (ms: number): void => {
	mockTime.skipped += ms;
};

/** How much time has been skipped, in ms. */
export const skipped = (): number => mockTime.skipped;

/** Sets the clock of the machine that runs the pack, by so many ms. */
export const setClock = (ms: number): void => {
	mockTime.set += ms;
};

/** What happens in each wait of the pack, from now on. */
export const inEachSleep = (event: (() => void) | undefined): void => {
	mockTime.onSleep = event;
};

/** The time for a club whose clock nobody sets. */
export const trueTime = (): Date => new Date(realNow() + mockTime.skipped);

/** The clock of a sandbox that goes on with the waits that take no time. */
export const skippedClock = (): Date => new Date(Date.now());
