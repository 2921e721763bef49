import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { CLUB_API } from './credential';
import type { Method } from '../api/route';

/** Whatever n8n hands a node that may speak to the club. */
export type ClubFunctions = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IWebhookFunctions;

/** One HTTP request; `url` is absolute, `query` values are encoded by n8n. */
export interface HttpRequest {
	method: Method;
	url: string;
	query?: IDataObject;
	body?: IDataObject;
	/** How long the club may take to answer, in milliseconds; a minute when left out. */
	timeoutMs?: number;
}

/** An answer with any status; the body parsed where it is JSON, text otherwise. */
export interface HttpAnswer {
	status: number;
	headers: IDataObject;
	body: unknown;
}

/** No answer: the network's code, and whether the request may have reached the club. */
export interface Silence {
	code: string;
	sent: boolean;
}

/** How long the club may take to answer, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Codes of connections that never stood, so that nothing can have been applied. */
const NEVER_SENT = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_.*|ERR_TLS_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

/** An empty object is sent as its text, since n8n would send nothing at all, which is no JSON (§4). */
const bodyOf = ({ body }: HttpRequest): Pick<IHttpRequestOptions, 'body' | 'headers'> =>
	body && Object.keys(body).length === 0 ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : { body };

/** The network's code, wherever n8n has wrapped it; n8n 1 keeps it as the `httpCode` of its own error only. */
function codeOf(error: unknown): string {
	for (let inner = error, depth = 0; inner && depth < 5; depth++) {
		const { code, httpCode, cause } = inner as { code?: unknown; httpCode?: unknown; cause?: unknown };
		const found = [code, httpCode].find((text) => typeof text === 'string' && /^[A-Z][A-Z0-9_]+$/.test(text));
		if (found !== undefined) return found as string;
		inner = cause;
	}
	return 'no answer';
}

/**
 * The one egress: sends a request with both keys and gives back whatever came, never throwing for a status.
 * Redirects are not followed, since they would carry the subscription key to another origin.
 */
export async function exchange(this: ClubFunctions, request: HttpRequest): Promise<HttpAnswer | Silence> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		qs: request.query,
		...bodyOf(request),
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: request.timeoutMs ?? TIMEOUT_MS,
	};
	try {
		const { statusCode, headers, body } = await this.helpers.httpRequestWithAuthentication.call(this, CLUB_API, options);
		return { status: statusCode, headers: headers ?? {}, body };
	} catch (error) {
		const code = codeOf(error);
		return { code, sent: !NEVER_SENT.test(code) };
	}
}

/**
 * Fetches a file, such as the picture of a badge, without any key: the address may be anyone's.
 * @returns the bytes and the headers, or the silence
 */
export async function download(this: IExecuteFunctions, url: string): Promise<(HttpAnswer & { body: Buffer }) | Silence> {
	try {
		const { statusCode, headers, body } = await this.helpers.httpRequest({
			method: 'GET',
			url,
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: TIMEOUT_MS,
		});
		return { status: statusCode, headers: headers ?? {}, body: Buffer.from(body) };
	} catch (error) {
		const code = codeOf(error);
		return { code, sent: !NEVER_SENT.test(code) };
	}
}
