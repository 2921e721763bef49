import { Budget } from '../../../nodes/shared/transport/budget';
import type { RateReport } from '../../../nodes/shared/transport/ledger';
import { VirtualClock } from '../../../dev/host/clock.mts';

export const LIMIT = 50;
export const WINDOW = 60_000;

/** A server's limit by §8, with a fixed window that starts with its first call, or a sliding one. */
export class Server {
	accepted = 0;
	refused = 0;
	private calls: number[] = [];

	constructor(
		private readonly clock: VirtualClock,
		private readonly kind: 'fixed' | 'sliding',
	) {}

	take(): RateReport {
		const now = this.clock.now();
		if (this.kind === 'sliding') this.calls = this.calls.filter((at) => at > now - WINDOW);
		else if (this.calls.length > 0 && this.calls[0] <= now - WINDOW) this.calls = [];
		if (this.calls.length >= LIMIT) {
			this.refused++;
			return { limit: LIMIT, remaining: 0, refused: true };
		}
		this.calls.push(now);
		this.accepted++;
		return { limit: LIMIT, remaining: LIMIT - this.calls.length, refused: false };
	}
}

/** A clock on which a millisecond passes each time that it is read. */
export class PassingClock extends VirtualClock {
	private read = 0;

	override now(): number {
		return super.now() + ++this.read;
	}
}

/** Expects that one call asks alone, and that the next one goes when it has been answered. */
export async function expectOneAhead(clock: VirtualClock, budget: Budget): Promise<void> {
	const asking = await budget.take({ deadline: Infinity });
	let second = false;
	void budget.take({ deadline: Infinity }).then(() => (second = true));
	await clock.run(clock.now());
	expect(second).toBe(false);
	asking.release({ limit: LIMIT, remaining: 1, refused: false });
	await clock.run(clock.now());
	expect(second).toBe(true);
}

/** Makes calls one after the other in several workers, each with its way there and back. */
export async function work(
	clock: VirtualClock,
	server: Server,
	budget: Budget,
	calls: number,
	workers: number,
	latency: () => number,
): Promise<void> {
	let left = calls;
	const worker = async () => {
		while (left-- > 0) {
			for (let done = false; !done; ) {
				const lease = await budget.take({ deadline: Infinity });
				await clock.sleep(latency());
				const report = server.take();
				await clock.sleep(latency());
				lease.release(report);
				done = !report.refused;
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, worker));
}
