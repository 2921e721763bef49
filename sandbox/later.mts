interface DelayedTask {
	at: number;
	start(): void;
}

/**
 * Tasks that a call starts with a delay. They start in real time. If the clock of the sandbox runs ahead, they start before the next
 * request that is later by this clock.
 */
export class DelayedTasks {
	private tasks = new Set<DelayedTask>();

	constructor(private readonly now: () => Date) {}

	async after(ms: number): Promise<void> {
		if (ms <= 0) return;
		await new Promise<void>((resolve) => {
			const task = { at: this.now().getTime() + ms, start: resolve };
			this.tasks.add(task);
			setTimeout(() => this.start(task), ms).unref();
		});
	}

	async runDue(): Promise<void> {
		const due = [...this.tasks].filter(({ at }) => at <= this.now().getTime()).sort((a, b) => a.at - b.at);
		for (const task of due) this.start(task);
		if (due.length > 0) await new Promise((resolve) => setImmediate(resolve));
	}

	private start(task: DelayedTask): void {
		this.tasks.delete(task);
		task.start();
	}
}
