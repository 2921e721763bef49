import { SkippedTime } from '../../../support/skippedTime.mts';

const mockTime = new SkippedTime(Date.now.bind(Date));

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number, signal?: AbortSignal) => await mockTime.sleep(ms, signal),
}));

/**
 * The time of a test file in which nobody waits: it goes on by itself, by each wait of the pack, and by as much as a test says.
 * Import this before anything that imports the pack.
 */
export function useTimeWithoutWaits(): SkippedTime {
	beforeAll(() => {
		for (const clock of [Date, performance]) jest.spyOn(clock, 'now').mockImplementation(() => mockTime.now());
	});
	afterAll(() => jest.restoreAllMocks());
	return mockTime;
}
