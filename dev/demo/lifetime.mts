/** How often it is looked whether the program that started this one is still there, in milliseconds. */
const LOOK_MS = 500;

/**
 * Ends this program in good order, once: at Ctrl-C, when it is told to end, or when npm, which started it, has ended.
 * npm passes SIGTERM on to a shell only, which then leaves its programs behind.
 */
export function endInGoodOrder(tidyUp: () => Promise<void>): void {
	const parent = process.ppid;
	let ending = false;
	const end = (): void => {
		if (ending) return;
		ending = true;
		void tidyUp().finally(() => process.exit());
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
	setInterval(() => process.ppid !== parent && end(), LOOK_MS).unref();
}
