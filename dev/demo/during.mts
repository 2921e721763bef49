/** How often it is said that something still goes on, in milliseconds. */
const SIGN_OF_LIFE_MS = 5_000;

/** Says what is waited for, and every five seconds for how long already. */
export async function during<T>(what: string, say: (line: string) => void, work: () => Promise<T>): Promise<T> {
	const begun = Date.now();
	say(`${what} ...`);
	const timer = setInterval(() => say(`  still at it, ${Math.round((Date.now() - begun) / 1000)} s`), SIGN_OF_LIFE_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}
