import type { Clock } from '../../nodes/shared/transport/process';

interface Sleeper {
	until: number;
	wake(): void;
}

/** Ends a test that would run for ever. */
const MAX_WAKES = 50_000;

/** A clock for tests. It moves only in `run` and `finish`, so that sleeping takes no real time. */
export class VirtualClock implements Clock {
	private sleepers: Sleeper[] = [];

	constructor(private time = 1_000_000) {}

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const sleeper: Sleeper = { until: this.time + ms, wake: resolve };
			this.sleepers.push(sleeper);
			signal?.addEventListener('abort', () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				reject(signal.reason as Error);
			});
		});
	}

	/** Number of sleepers. */
	get sleeping(): number {
		return this.sleepers.length;
	}

	/** Moves the time from one sleeper to the next, until `until` or the last sleeper. */
	async run(until = Infinity): Promise<void> {
		for (let wakes = 0; ; wakes++) {
			if (wakes > MAX_WAKES) throw new Error(`The work does not end: it has slept ${MAX_WAKES} times`);
			await runMicrotasks();
			const [next] = [...this.sleepers].sort((a, b) => a.until - b.until);
			if (!next || next.until > until) break;
			this.sleepers = this.sleepers.filter((sleeper) => sleeper !== next);
			this.time = Math.max(this.time, next.until);
			next.wake();
		}
		if (until !== Infinity) this.time = Math.max(this.time, until);
	}

	/** Runs until the work is done. @throws Error if the work still waits after the last sleeper */
	async finish<T>(work: Promise<T>): Promise<T> {
		const stuck = this.run().then(async () => {
			await runMicrotasks();
			throw new Error('The work is not done, and nothing sleeps on this clock');
		});
		return await Promise.race([work, stuck]);
	}
}

/** Lets code continue that waits only for promises. */
async function runMicrotasks(): Promise<void> {
	await new Promise<void>((resolve) => setImmediate(resolve));
}
