import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../sandbox/inProcess.mts';
import { setClock } from './month/clock.mts';

/** Waits of this length, in ms, take no real time. Longer ones are the limits of clients, which nobody reaches here. */
const [SHORTEST, LONGEST] = [100, 30_000];

/** How many turns of the event loop in which nothing happens are enough. */
const TURNS = 5;

/** For how long, in ns of real time, something may be on its way. */
const PATIENCE = 500_000_000n;

/** What ends by itself, by the name that Node.js gives it: reads of files, lookups of names, connections that open, writes. */
const BUSY = /Req|ConnectWrap|WriteWrap|ShutdownWrap/;

const { setTimeout: wait, clearTimeout: clear } = globalThis;

/** The timers that wait real time. */
const short = new Set<unknown>();

/** The open ends of connections. Both ends of each are in this process. */
const ends = new Set<Socket>();

const opened = (message: unknown): void => {
	const { socket } = message as { socket: Socket };
	ends.add(socket);
	socket.once('close', () => ends.delete(socket));
};
subscribe('net.client.socket', opened);
subscribe('net.server.socket', opened);

/** Whether something is on its way from one end to the other: bytes, or that the other one has closed. */
function isTalking(): boolean {
	const at = new Map([...ends].map((end) => [`${end.localPort} ${end.remotePort}`, end]));
	return [...ends].some((end) => end.connecting || end.bytesWritten !== at.get(`${end.remotePort} ${end.localPort}`)?.bytesRead);
}

const isWorking = (): boolean => short.size > 0 || isTalking() || process.getActiveResourcesInfo().some((kind) => BUSY.test(kind));

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
		while (this.asleep.size > 0) {
			await this.quiet();
			const [first] = [...this.asleep].sort((a, b) => a.at - b.at);
			if (!first) continue;
			this.asleep.delete(first);
			this.set(Math.max(this.now, first.at));
			first.wake();
		}
		this.isPassing = false;
	}

	private async quiet(): Promise<void> {
		const begun = process.hrtime.bigint();
		for (let turns = 0; turns < TURNS; turns++) {
			await turn();
			if (process.hrtime.bigint() - begun > PATIENCE || !isWorking()) continue;
			turns = -1;
			await new Promise((resolve) => wait(resolve, 1));
		}
	}
}

export const time = new Time();

/** The same for a club that lives in it. */
export const clock: Clock = {
	get now() {
		return Date.now();
	},
	set now(ms) {
		time.set(ms);
	},
};

/** A timer that goes by this time. */
const timer = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown => {
	if (ms >= LONGEST) return wait(run, ms, ...given);
	if (ms >= SHORTEST) {
		const sleeper = time.sleep(ms, () => run(...given));
		return Object.assign(sleeper, { ref: () => sleeper, unref: () => sleeper, hasRef: () => true });
	}
	const one = wait(() => {
		short.delete(one);
		run(...given);
	}, ms);
	short.add(one);
	return one;
};

const clearTimer = (given: never): void => {
	if (time.forget(given)) return;
	short.delete(given);
	clear(given);
};

Object.assign(globalThis, { setTimeout: timer, clearTimeout: clearTimer });
