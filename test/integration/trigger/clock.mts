import { setImmediate as turn } from 'node:timers/promises';
import { calls } from '../../support/callsUnderWay.mts';
import { SkippedTime } from '../../support/skippedTime.mts';
import { until } from '../../support/waiting.mts';
import { clock } from '../../../nodes/shared/transport/process';

/** The clock of this process, which a test may set ahead. */
export class ShiftedClock {
	private readonly waits = new Set<NodeJS.Timeout>();
	private stoppedAt?: number;
	private readonly real = Date.now.bind(Date);
	private readonly time: SkippedTime;

	/** @param isAtWork whether the club is at work, so that no time passes */
	constructor(private readonly isAtWork: () => boolean = () => false) {
		this.time = new SkippedTime(() => this.stoppedAt ?? this.real(), isAtWork);
		for (const machine of [Date, performance]) jest.spyOn(machine, 'now').mockImplementation(() => this.time.now());
		jest
			.spyOn(clock, 'sleep')
			.mockImplementation(async (ms, signal) => await (this.stoppedAt ? this.time.sleep(ms, signal) : this.wait(ms, signal)));
	}

	/** From now on nobody waits, and the clock goes by the waits of the nodes alone: how fast this machine is does not count. */
	hasten(): void {
		this.stoppedAt ??= this.real();
	}

	/** Settles when no node waits or has a call under way, such as the looks of a handshake that has been answered. */
	async idle(): Promise<void> {
		await until(() => !this.isAtWork());
		// What has just been begun comes to its first call or wait, after the last answer has been read.
		for (let turns = 0; turns < 20; turns++) await turn();
		await until(() => this.waits.size === 0 && !this.time.isWaitedFor && calls.underWay === 0);
	}

	/** Ends what a test has left waiting: it would make calls in the next one. */
	endWaits(): void {
		this.waits.forEach(clearTimeout);
		this.waits.clear();
		this.time.forget();
	}

	advance(ms: number): void {
		this.time.ahead += ms;
	}

	private async wait(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const timer = setTimeout(() => {
				this.waits.delete(timer);
				resolve();
			}, ms);
			// What a test leaves waiting keeps no process from ending.
			timer.unref();
			this.waits.add(timer);
			signal?.addEventListener('abort', () => {
				clearTimeout(timer);
				this.waits.delete(timer);
				reject(signal.reason as Error);
			});
		});
	}

	/** The time, for a sandbox that is to go by the same clock. */
	now = (): Date => new Date(Date.now());
}
