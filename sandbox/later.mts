interface Waiter {
	at: number;
	wake(): void;
}

/**
 * What happens some time after the call that caused it. It happens in real time; and, where the clock of the sandbox
 * runs ahead of it, before the first request that comes later by that clock.
 */
export class Later {
	private waiters = new Set<Waiter>();

	constructor(private readonly now: () => Date) {}

	/** Settles when so many milliseconds have passed; at once when there are none. */
	async after(ms: number): Promise<void> {
		if (ms <= 0) return;
		await new Promise<void>((resolve) => {
			const waiter = { at: this.now().getTime() + ms, wake: resolve };
			this.waiters.add(waiter);
			setTimeout(() => this.wake(waiter), ms).unref();
		});
	}

	/** Lets happen what is due, and returns when it has. */
	async catchUp(): Promise<void> {
		const due = [...this.waiters].filter(({ at }) => at <= this.now().getTime()).sort((a, b) => a.at - b.at);
		for (const waiter of due) this.wake(waiter);
		if (due.length > 0) await new Promise((resolve) => setImmediate(resolve));
	}

	private wake(waiter: Waiter): void {
		this.waiters.delete(waiter);
		waiter.wake();
	}
}
