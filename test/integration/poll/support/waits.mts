import { SkippedTime } from '../../../support/skippedTime.mts';

let clock = Date.now.bind(Date);
const mockTime = new SkippedTime(() => clock());

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number, signal?: AbortSignal) => await mockTime.sleep(ms, signal),
}));

/**
 * The time of a test file in which nobody waits: it goes on by itself, by each wait of the pack, and by as much as a test says.
 * Import this before anything that imports the pack.
 * @param now a clock of the tests, in ms, in place of that of the machine
 */
export function useTimeWithoutWaits(now = clock): SkippedTime {
	beforeAll(() => {
		clock = now;
		for (const machine of [Date, performance]) jest.spyOn(machine, 'now').mockImplementation(() => mockTime.now());
	});
	afterAll(() => jest.restoreAllMocks());
	return mockTime;
}
