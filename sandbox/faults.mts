export interface FaultyRequest {
	method: string;
	/** Path and query, as received. */
	url: string;
	body: unknown;
	headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Fault {
	match?: {
		method?: string;
		/** A route of the spec: `GET /Athletes/{userId}`. */
		route?: string;
		/** The number of the matching request, counted from 1. Default: the next one. */
		nth?: number;
		every?: boolean;
		/** Which requests it hits besides, such as those for one record. */
		when?: (request: FaultyRequest) => boolean;
	};
	/**
	 * `appliedThenCutOff`: a gateway answers instead of the club, with the status of the dialect.
	 * `appliedLate`: the sandbox answers with `status` (without it, the connection drops) and applies the request `delayMs` later.
	 * `times` repeats a fault: three drops are `{ kind: 'drop', times: 3 }`.
	 */
	kind: 'status' | 'drop' | 'delay' | 'truncate' | 'appliedThenFailed' | 'appliedThenDropped' | 'appliedThenCutOff' | 'appliedLate';
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** What `status` answers to a request, if that depends on it. */
	answer?: (request: FaultyRequest) => Pick<Fault, 'status' | 'body' | 'headers'>;
	/** Duration of `delay` and `appliedLate`. Default: 1,000. */
	delayMs?: number;
	/** Replaces `delayMs`: the fault calls it and waits for it. */
	until?: () => Promise<unknown>;
	times?: number;
}

interface ActiveFault {
	fault: Fault;
	seen: number;
	hits: number;
}

export class Faults {
	private active: ActiveFault[] = [];

	inject(fault: Fault): void {
		this.active.push({ fault, seen: 0, hits: 0 });
	}

	clear(): void {
		this.active = [];
	}

	hit(request: FaultyRequest, route: string): Fault | undefined {
		for (const entry of this.active) {
			const { match = {}, times = 1 } = entry.fault;
			if (match.method && match.method !== request.method) continue;
			if (match.route && match.route !== route) continue;
			if (match.when && !match.when(request)) continue;
			entry.seen++;
			if (!match.every && (entry.seen < (match.nth ?? 1) || entry.hits >= times)) continue;
			entry.hits++;
			return entry.fault;
		}
		return undefined;
	}
}
