/** The clock of this process, which a test may set ahead; waits still take their time. */
export class ShiftedClock {
	private ahead = 0;

	constructor() {
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + this.ahead);
	}

	advance(ms: number): void {
		this.ahead += ms;
	}

	/** The time, for a sandbox that is to go by the same clock. */
	now = (): Date => new Date(Date.now());
}

/** Settles when something has come true. */
export async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
}
