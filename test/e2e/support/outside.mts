import type { IncomingHttpHeaders } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

/** A request to another product. */
export interface OutsideRequest {
	method: string;
	/** Decoded, without the query. */
	path: string;
	query: Record<string, string>;
	/** Of JSON or of a form. */
	body: IDataObject;
	headers: IncomingHttpHeaders;
}

/** What a product answers; `body` is JSON. */
export interface OutsideAnswer {
	status?: number;
	body?: unknown;
}

/** The API of a product, as far as the example workflows use it. Gives nothing for a call that it does not know. */
export interface StandIn {
	readonly hosts: readonly string[];
	answer(request: OutsideRequest): OutsideAnswer | undefined;
}
