import type { Clock } from '../../nodes/shared/transport/process';

interface Sleeper {
	until: number;
	wake(): void;
}

/** More wakes than any test needs. */
const MOST_WAKES = 50_000;

/** A clock that stands until it is moved; sleeping takes no time. */
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

	/** How many sleep now. */
	get sleeping(): number {
		return this.sleepers.length;
	}

	/** Runs whatever can run, moving the time from one sleeper to the next, until `until` or until nobody sleeps. */
	async run(until = Infinity): Promise<void> {
		for (let wakes = 0; ; wakes++) {
			if (wakes > MOST_WAKES) throw new Error('The time goes on for ever');
			await settled();
			const [next] = [...this.sleepers].sort((a, b) => a.until - b.until);
			if (!next || next.until > until) break;
			this.sleepers = this.sleepers.filter((sleeper) => sleeper !== next);
			this.time = Math.max(this.time, next.until);
			next.wake();
		}
		if (until !== Infinity) this.time = Math.max(this.time, until);
	}

	/** Runs until the work is done. @throws when nobody sleeps any more, and the work still waits */
	async finish<T>(work: Promise<T>): Promise<T> {
		const stuck = this.run().then(async () => {
			await settled();
			throw new Error('The work waits for what never comes');
		});
		return await Promise.race([work, stuck]);
	}
}

/** Lets everything that waits for promises only go on. */
async function settled(): Promise<void> {
	await new Promise<void>((resolve) => setImmediate(resolve));
}
