import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { IDataObject } from 'n8n-workflow';
import { isLoopback } from '../../../nodes/shared/transport/publicAddress.ts';

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

interface Config {
	url?: string;
	baseURL?: string;
	method?: string;
	params?: Record<string, unknown>;
	data?: unknown;
	headers: { toJSON(): Record<string, string> };
	adapter?: (config: Config) => Promise<unknown>;
	validateStatus?: (status: number) => boolean;
}

const axios = createRequire(createRequire(import.meta.url).resolve('n8n-core'))('axios') as {
	interceptors: { request: { use(change: (config: Config) => Config): void } };
	AxiosError: new (message: string, code: string, config: Config, request: unknown, response: unknown) => Error;
};

/** Lets these answer at their own addresses, in place of the internet, which is never asked. @param refused takes the calls that nobody answers */
export function standIn(products: readonly StandIn[], refused: string[]): void {
	axios.interceptors.request.use((config) => {
		const { host, hostname, pathname, searchParams } = new URL(config.url ?? '', config.baseURL);
		const product = products.find(({ hosts }) => hosts.includes(host));
		if (isLoopback(hostname)) return config;
		const query = { ...Object.fromEntries(searchParams), ...config.params } as Record<string, string>;
		config.adapter = async (asked) => {
			const method = (asked.method ?? 'get').toUpperCase();
			const headers = Object.fromEntries(Object.entries(asked.headers.toJSON()).map(([name, value]) => [name.toLowerCase(), value]));
			const path = decodeURIComponent(pathname);
			const answer = product?.answer({ method, path, query, body: bodyOf(asked.data), headers });
			if (!answer) refused.push(`${method} https://${host}${path}`);
			const { status = 200, body = '' } = answer ?? { status: 501 };
			const type = { 'content-type': 'application/json' };
			const response = { data: body, status, statusText: String(status), headers: type, config: asked, request: {} };
			if (!asked.validateStatus || asked.validateStatus(status)) return response;
			throw new axios.AxiosError(`Request failed with status code ${status}`, 'ERR_BAD_REQUEST', asked, {}, response);
		};
		return config;
	});
}

function bodyOf(data: unknown): IDataObject {
	if (typeof data !== 'string') return (data ?? {}) as IDataObject;
	return (/^[[{]/.test(data) ? JSON.parse(data) : Object.fromEntries(new URLSearchParams(data))) as IDataObject;
}
