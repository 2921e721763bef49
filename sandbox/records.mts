import type { FastifyRequest } from 'fastify';

export interface RequestRecord {
	at: number;
	method: string;
	path: string;
	/** The route of the spec, such as `GET /Athletes/{userId}`; empty for an unknown route. */
	route: string;
	query: Record<string, unknown>;
	body: unknown;
	/** Status of the answer; 0 for a dropped connection. */
	status: number;
	club: number | null;
}

export interface Breach {
	rule: string;
	detail: string;
	request: { method: string; path: string };
}

export interface DeliveryRecord {
	at: number;
	subscriptionId: string;
	url: string;
	eventIds: string[];
	eventTypes: string[];
	subjects: string[];
	attempt: number;
	status?: number;
	error?: string;
}

export interface Records {
	requests: RequestRecord[];
	breaches: Breach[];
	deliveries: DeliveryRecord[];
}

/** The route of the spec for a request; empty for an unknown route. */
export const routeOf = (request: FastifyRequest): string => (request.routeOptions.config as { route?: string }).route ?? '';

/** Records answered API requests, but not those of the page and the remote control. */
export const recorderOf =
	(records: Records, now: () => Date) =>
	(request: FastifyRequest, status: number): void => {
		const [path] = request.url.split('?');
		if (path.startsWith('/_sandbox') || path === '/') return;
		records.requests.push({
			at: now().getTime(),
			method: request.method,
			path,
			route: routeOf(request),
			query: { ...(request.query as Record<string, unknown>) },
			body: request.body ?? null,
			status,
			club: (request as { clubId?: number }).clubId ?? null,
		});
	};
