/** How often a step that takes long says so, in milliseconds. */
const SIGN_OF_LIFE_MS = 5_000;

/** Says which step begins, and every five seconds how long it has taken. */
export async function during<T>(what: string, say: (line: string) => void, work: () => Promise<T>): Promise<T> {
	const begun = Date.now();
	say(`${what} ...`);
	const timer = setInterval(() => say(`  still working, ${Math.round((Date.now() - begun) / 1000)} s`), SIGN_OF_LIFE_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}
