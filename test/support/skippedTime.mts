import { setImmediate as turn } from 'node:timers/promises';
import { calls } from './callsUnderWay.mts';

interface Sleeper {
	until: number;
	wake(): void;
}

/** Turns of the event loop in which nothing is under way, after which only time can bring something on. */
const QUIET_TURNS = 5;

/** Time that nobody waits for: it goes on to whoever wakes first, but never while the club is at work. */
export class SkippedTime {
	/** How far it is ahead of the clock that it began with, in milliseconds. */
	ahead = 0;
	private readonly asleep = new Set<Sleeper>();
	private isPassing = false;

	/** @param isAtWork whether somebody besides the calls of the nodes is at work, so that time stands still */
	constructor(
		private readonly clock: () => number,
		private readonly isAtWork: () => boolean = () => false,
	) {}

	get isWaitedFor(): boolean {
		return this.asleep.size > 0;
	}

	now(): number {
		return this.clock() + this.ahead;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((wake, reject) => {
			const sleeper = { until: this.now() + ms, wake };
			this.asleep.add(sleeper);
			signal?.addEventListener('abort', () => {
				this.asleep.delete(sleeper);
				reject(signal.reason as Error);
			});
			void this.pass();
		});
	}

	/** Lets whoever sleeps sleep for good. */
	forget(): void {
		this.asleep.clear();
	}

	private async pass(): Promise<void> {
		if (this.isPassing) return;
		this.isPassing = true;
		for (let quiet = 0; this.asleep.size > 0; quiet = calls.underWay > 0 || this.isAtWork() ? 0 : quiet + 1) {
			if (quiet > QUIET_TURNS) {
				const [first] = [...this.asleep].sort((a, b) => a.until - b.until);
				this.asleep.delete(first);
				this.ahead += Math.max(0, Math.ceil(first.until - this.now()));
				first.wake();
				quiet = 0;
			}
			await turn();
		}
		this.isPassing = false;
	}
}
