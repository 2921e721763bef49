import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `ask` until it returns a value other than undefined, and returns this value.
 * @param what begins the error "... did not happen within N s"; a function can say what was found last
 */
export async function waitFor<T>(
	what: string | (() => string),
	ask: () => Promise<T | undefined> | T | undefined,
	{ timeout = 300_000, every = 100 } = {},
): Promise<T> {
	const end = Date.now() + timeout;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > end) throw new Error(`${typeof what === 'string' ? what : what()} did not happen within ${timeout / 1000} s`);
		await sleep(every);
	}
}
