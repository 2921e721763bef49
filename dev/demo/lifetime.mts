/** How often to check whether the program that started this one still runs, in milliseconds. */
const LOOK_MS = 500;

/**
 * Tidies up and ends this program, once: at Ctrl-C, at a signal to end, or when npm, which started it, has ended.
 * npm passes SIGTERM to a shell only, and the shell leaves its programs behind.
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
