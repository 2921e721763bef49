import { clock } from '../../../nodes/shared/transport/clock';

const LONGEST_WAIT_MS = 100;

/** The clock of this process, which a test may set ahead. */
export class ShiftedClock {
	/** Whether waits are cut short. */
	isHasty = false;
	private readonly waits = new Set<NodeJS.Timeout>();
	private ahead = 0;

	constructor() {
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + this.ahead);
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => await this.wait(ms));
	}

	/** Whether a wait of the nodes is under way that began since `forgetWaits`. */
	get isWaitedFor(): boolean {
		return this.waits.size > 0;
	}

	forgetWaits(): void {
		this.waits.clear();
	}

	/** Ends what a test has left waiting: it would set the clock ahead in the next one. */
	endWaits(): void {
		this.waits.forEach(clearTimeout);
		this.waits.clear();
	}

	advance(ms: number): void {
		this.ahead += ms;
	}

	/** Lets a wait of the nodes take a tenth of a second at most, while the clock goes on as if it had taken its time. */
	private async wait(ms: number): Promise<void> {
		const real = this.isHasty ? Math.min(ms, LONGEST_WAIT_MS) : ms;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(() => {
				this.waits.delete(timer);
				resolve();
			}, real);
			// What a test leaves waiting keeps no process from ending.
			timer.unref();
			this.waits.add(timer);
		});
		this.advance(ms - real);
	}

	/** The time, for a sandbox that is to go by the same clock. */
	now = (): Date => new Date(Date.now());
}

/** Settles when something has come true. */
export async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
}
