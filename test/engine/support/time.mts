import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setClock } from '../../e2e/support/month/clock.mts';

/** Waits of this length, in ms, take no real time. Longer ones are the limits of clients, which nobody reaches here. */
const [SHORTEST, LONGEST] = [100, 30_000];

/** How often, in ms, it looks whether anybody says anything, and how many looks without that are enough. */
const [LOOK, LOOKS] = [2, 3];

const { setTimeout: wait, clearTimeout: clear } = globalThis;

/** How often somebody has said something over a connection. */
let said = 0;
const { write } = Socket.prototype;
Socket.prototype.write = function (this: Socket, ...given: unknown[]) {
	said++;
	return write.apply(this, given as never);
} as never;

interface Sleeper {
	at: number;
	wake(): void;
}

/** The time of n8n and of what it talks to. It stands still, and goes on to whoever wakes first while nothing else happens. */
class Time {
	private now = 0;
	private readonly asleep = new Set<Sleeper>();
	private isPassing = false;

	/** @param now in ms since the epoch */
	set(now: number): void {
		this.now = now;
		setClock(now);
	}

	sleep(ms: number, wake: () => void): Sleeper {
		const sleeper = { at: this.now + ms, wake };
		this.asleep.add(sleeper);
		void this.pass();
		return sleeper;
	}

	forget(sleeper: unknown): boolean {
		return this.asleep.delete(sleeper as Sleeper);
	}

	private async pass(): Promise<void> {
		if (this.isPassing) return;
		this.isPassing = true;
		for (let quiet = 0; this.asleep.size > 0; ) {
			const before = said;
			await new Promise((resolve) => wait(resolve, LOOK));
			await turn();
			quiet = said === before ? quiet + 1 : 0;
			if (quiet < LOOKS) continue;
			const [first] = [...this.asleep].sort((a, b) => a.at - b.at);
			this.asleep.delete(first);
			this.set(Math.max(this.now, first.at));
			first.wake();
			quiet = 0;
		}
		this.isPassing = false;
	}
}

export const time = new Time();

/** A timer that goes by this time. */
const timer = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown => {
	if (ms < SHORTEST || ms >= LONGEST) return wait(run, ms, ...given);
	const sleeper = time.sleep(ms, () => run(...given));
	return Object.assign(sleeper, { ref: () => sleeper, unref: () => sleeper, hasRef: () => true });
};

Object.assign(globalThis, { setTimeout: timer, clearTimeout: (given: never) => void (time.forget(given) || clear(given)) });
