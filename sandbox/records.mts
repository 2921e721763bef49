import type { FastifyRequest } from 'fastify';

/** One API request as the sandbox saw it; keys are never part of it. */
export interface RequestRecord {
	at: number;
	method: string;
	/** The path as it came. */
	path: string;
	/** The route of the spec: `GET /Athletes/{userId}`; empty where there is none. */
	route: string;
	query: Record<string, unknown>;
	body: unknown;
	/** Status of the answer; 0 where the connection was dropped. */
	status: number;
	club: number | null;
	/** The workflow that made it, where somebody who knows n8n has said so. */
	by?: string;
}

/** A rule of the API that a client broke. */
export interface Breach {
	rule: string;
	detail: string;
	request: { method: string; path: string };
}

/** One attempt to deliver events. */
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
	/** The workflow that took it, and its execution, where somebody who knows n8n has said so. */
	takenBy?: { workflow: string; link: string };
	/** Whether somebody who knows n8n has found no execution of it. */
	isUnused?: boolean;
}

export interface Records {
	requests: RequestRecord[];
	breaches: Breach[];
	deliveries: DeliveryRecord[];
}

/** The route of the spec that a request came by; empty where there is none. */
export const routeOf = (request: FastifyRequest): string => (request.routeOptions.config as { route?: string }).route ?? '';

/** Writes requests of the API down as they are answered; the page and the remote control of the sandbox are no part of it. */
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
