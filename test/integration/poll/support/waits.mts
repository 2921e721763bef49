import { setImmediate as turn } from 'node:timers/promises';

interface Sleeper {
	until: number;
	wake(): void;
}

/** Turns of the event loop in which nothing is under way, after which only time can bring something on. */
const QUIET_TURNS = 5;

const realNow = Date.now.bind(Date);

const mockTime = { ahead: 0, asleep: new Set<Sleeper>(), underWay: 0, isPassing: false };

/** The time goes on to whoever wakes first, but never while the club is at work. */
async function mockPass(): Promise<void> {
	if (mockTime.isPassing) return;
	mockTime.isPassing = true;
	for (let quiet = 0; mockTime.asleep.size > 0; quiet = mockTime.underWay > 0 ? 0 : quiet + 1) {
		if (quiet > QUIET_TURNS) {
			const [first] = [...mockTime.asleep].sort((a, b) => a.until - b.until);
			mockTime.asleep.delete(first);
			mockTime.ahead += Math.max(0, Math.ceil(first.until - realNow() - mockTime.ahead));
			first.wake();
			quiet = 0;
		}
		await turn();
	}
	mockTime.isPassing = false;
}

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	async sleep(ms: number, signal?: AbortSignal) {
		signal?.throwIfAborted();
		await new Promise<void>((wake, reject) => {
			const sleeper = { until: realNow() + mockTime.ahead + ms, wake };
			mockTime.asleep.add(sleeper);
			signal?.addEventListener('abort', () => {
				mockTime.asleep.delete(sleeper);
				reject(signal.reason as Error);
			});
			void mockPass();
		});
	},
}));

jest.mock('../../../../nodes/shared/transport/http', () => {
	const http = jest.requireActual<{ exchange: (...given: unknown[]) => Promise<unknown> }>('../../../../nodes/shared/transport/http');
	return {
		...http,
		async exchange(this: unknown, ...given: unknown[]) {
			mockTime.underWay++;
			return await http.exchange.apply(this, given).finally(() => mockTime.underWay--);
		},
	};
});

/**
 * The time of a test file in which nobody waits: it goes on by itself, by each wait of the pack, and by as much as a test says.
 * Import this before anything that imports the pack.
 */
export function useTimeWithoutWaits(): { ahead: number } {
	beforeAll(() => {
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + mockTime.ahead);
	});
	afterAll(() => jest.restoreAllMocks());
	return mockTime;
}
