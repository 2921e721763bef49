/** Something that goes wrong on demand. */
export interface Fault {
	match?: {
		method?: string;
		/** A route of the spec: `GET /Athletes/{userId}`. */
		route?: string;
		/** The how manieth matching request from now on, counted from 1; the next one when left out. */
		nth?: number;
		/** Each matching request. */
		every?: boolean;
	};
	/**
	 * `appliedThenCutOff`: who stands between gives an answer of its own, with the status of the dialect.
	 * `appliedLate`: the answer is `status`, or the connection drops where there is none, and what was asked for happens
	 * `delayMs` later. Each of them strikes `times` times in a row: three drops are `{ kind: 'drop', times: 3 }`.
	 */
	kind: 'status' | 'drop' | 'delay' | 'truncate' | 'appliedThenFailed' | 'appliedThenDropped' | 'appliedThenCutOff' | 'appliedLate';
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** How long `delay` and `appliedLate` take; a second when left out. */
	delayMs?: number;
	/** What they wait for instead: called when the fault strikes. */
	until?: () => Promise<unknown>;
	/** How many matching requests are hit; one when left out. */
	times?: number;
}

interface Armed {
	fault: Fault;
	seen: number;
	hits: number;
}

/** The faults that wait for their request. */
export class Faults {
	private armed: Armed[] = [];

	inject(fault: Fault): void {
		this.armed.push({ fault, seen: 0, hits: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/** The fault that hits a request, if any. */
	hit(method: string, route: string): Fault | undefined {
		for (const entry of this.armed) {
			const { match = {}, times = 1 } = entry.fault;
			if (match.method && match.method !== method) continue;
			if (match.route && match.route !== route) continue;
			entry.seen++;
			if (!match.every && (entry.seen < (match.nth ?? 1) || entry.hits >= times)) continue;
			entry.hits++;
			return entry.fault;
		}
		return undefined;
	}
}
