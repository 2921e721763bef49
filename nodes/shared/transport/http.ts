import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { CLUB_API, type ClubCredential } from './credential';
import { OWN, type KeyName, type UnsignedRequest } from './signing';
import { clock, type ClubFunctions } from './process';
import { isObject } from '../api/json';
import { ANSWER } from '../api/limits';
import { ENVELOPE } from '../api/properties';
import { isProxyAnswer, noAnswerOf, THROWN, thrownAnswer, type Arrived, type NoAnswer } from './connection';
import { CALL_TIMEOUT_MS } from './patience';
import { readRate, type RateReport } from './ledger';
import type { Outcome } from './retry';
import { endpointOf, isListCall, methodOf, type Method, type FreeCall } from '../api/endpoints';

/** One HTTP request; `url` is absolute, `query` values are encoded by n8n. */
export interface HttpRequest {
	method: Method;
	url: string;
	query?: IDataObject;
	body?: IDataObject;
	/** How long the whole answer may take, in milliseconds; a minute when left out. */
	timeoutMs?: number;
	/** Which subscription key it carries; the one that worked last when left out. */
	key?: KeyName;
}

/** An answer with any status. The body is parsed if it is JSON, and text otherwise. */
export interface HttpAnswer {
	status: number;
	headers: IDataObject;
	body: unknown;
	/**
	 * Whether something between n8n and the club sent it: a gateway, a firewall or a proxy. Such an answer says nothing about the club's
	 * records. This needs evidence: the status of a proxy, a text that is not JSON (§4), or the form of a gateway's errors.
	 */
	fromGateway: boolean;
	/** Whether a proxy answered instead of connecting, so that the request never left. */
	neverSent?: boolean;
	/** Why the body was not read, as the rest of a sentence that begins with "The answer". */
	unreadable?: string;
}

const isGatewayError = (body: unknown): boolean =>
	isObject(body) && 'statusCode' in body && 'message' in body && !('Message' in body) && !('ErrorType' in body);

/** What an answer says about the rate limit. @param now ms since the epoch */
export const rateIn = (answer: HttpAnswer | NoAnswer, now: number): RateReport | undefined =>
	answer.status === undefined ? undefined : readRate(answer.status, answer.headers, now, answer.body, answer.fromGateway);

/**
 * The outcome that decides about a repeat. A success that was cut off, or comes from a gateway, counts as no answer. JSON of another
 * form is a whole answer: the next one would have it too. A gateway's 404 to a read passes like a 503: it comes while the service of the
 * club starts again. To a look-up by address it is final, since whoever creates a person lets the club decide (§3.3).
 */
export const outcomeOf = (answer: HttpAnswer | NoAnswer, rate: RateReport | undefined, call: FreeCall): Outcome => {
	if (answer.status === undefined) return { sent: answer.sent };
	const sent = !answer.neverSent;
	const { fromGateway } = answer;
	if (answer.status < 300 && !answer.unreadable && (fromGateway || answer.body === undefined || answer.body === '')) return { sent };
	const isPassing = answer.status === 404 && fromGateway && methodOf(call) === 'GET' && !call.endsWith('/ByEmail');
	const status = isPassing ? 503 : answer.status;
	return { status: rate?.refused ? 429 : status, sent, retryAfterMs: rate?.retryAfterMs };
};

/** The body for n8n. An empty object is sent as text, because n8n would send no body at all, which is not JSON (§4). */
const bodyOf = ({ body }: HttpRequest): Pick<IHttpRequestOptions, 'body' | 'headers'> =>
	body && Object.keys(body).length === 0 ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : { body };

/**
 * Throws ETIMEDOUT when the signal aborts. n8n's own time limit only counts the pause between two bytes. Work that the signal cancels
 * ends first, with an error that shows how far it came.
 */
export async function within<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
	let abort = () => {};
	const timeout = new Promise<never>((_, reject) => {
		const late = () => reject(Object.assign(new Error('The answer takes too long'), { code: 'ETIMEDOUT' }));
		abort = () => void clock.sleep(1).then(late);
		limit.addEventListener('abort', abort);
	});
	return await Promise.race([work, timeout]).finally(() => limit.removeEventListener('abort', abort));
}

/** The bytes of a streamed body, after decompression; undefined if there are too many, and the rest is not read. */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (length > ANSWER.bytes) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

type Content = Pick<HttpAnswer, 'body' | 'unreadable'> & { isText?: boolean };

function parsed(text: string): Content {
	try {
		return { body: JSON.parse(text) };
	} catch {
		return text.trim() === '' ? { body: '' } : { body: text, isText: true };
	}
}

async function contentOf(body: unknown): Promise<Content> {
	if (Buffer.isBuffer(body)) return parsed(new TextDecoder().decode(body));
	// The mocked answers of n8n's own tests are already parsed.
	if (typeof body === 'string') return parsed(body);
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return { body };
	const read = await bytesOf(body as AsyncIterable<Uint8Array>);
	return read ? parsed(new TextDecoder().decode(read)) : { body: undefined, unreadable: 'is larger than 50 MB' };
}

/** The answer that has arrived, with its body read. @param neverSent whether a proxy answered instead of connecting */
export async function answerOf({ status, headers, body: sent }: Arrived, neverSent = false): Promise<HttpAnswer> {
	const { isText = false, ...content } = await contentOf(sent);
	const fromGateway = status === 407 || neverSent || isText || isGatewayError(content.body);
	return { status, headers, ...content, fromGateway, ...(neverSent && { neverSent }) };
}

/** The functions with a cancel signal that also aborts at a limit. n8n uses that signal for a signed request. */
function cancelledAt(functions: ClubFunctions, limit: AbortSignal): ClubFunctions {
	const stop = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
	const signal = stop ? AbortSignal.any([stop, limit]) : limit;
	return Object.create(functions, { getExecutionCancelSignal: { value: () => signal } }) as ClubFunctions;
}

/**
 * The only place where requests leave for the club. It sends a request with both keys of a credential and returns any answer without
 * throwing for a status. The credential is passed explicitly, because n8n would use the credential of the first item for all items.
 * Redirects are not followed: they would carry the subscription key to another origin.
 */
export async function exchange(this: ClubFunctions, credential: ClubCredential, request: HttpRequest): Promise<HttpAnswer | NoAnswer> {
	const timeout = request.timeoutMs ?? CALL_TIMEOUT_MS;
	const options: UnsignedRequest = {
		method: request.method,
		url: request.url,
		qs: request.query,
		...bodyOf(request),
		json: true,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: THROWN },
		disableFollowRedirect: true,
		timeout,
		[OWN]: { key: request.key },
	};
	const limit = AbortSignal.timeout(timeout);
	const extra = { credentialsDecrypted: { id: '', name: '', type: CLUB_API, data: { ...credential } } };
	const ask = async (): Promise<HttpAnswer> => {
		const functions = cancelledAt(this, limit) as IExecuteFunctions;
		const sent = this.helpers.httpRequestWithAuthentication.call(functions, CLUB_API, options, extra) as Promise<IN8nHttpFullResponse>;
		const arrived = await sent.then(({ statusCode, headers = {}, body }): Arrived => ({ status: statusCode, headers, body }), thrownAnswer);
		return await answerOf(arrived, isProxyAnswer(request.url, arrived));
	};
	return await within(ask(), limit).catch((error: unknown) => {
		const { code, sent } = noAnswerOf(error);
		return { code: limit.aborted ? 'ETIMEDOUT' : code, sent };
	});
}

const isPage = (body: unknown): boolean =>
	isObject(body) && (Array.isArray(body.Results) || ((body.Results ?? null) === null && ENVELOPE.some((name) => name in body)));

const isNothing = (body: unknown): boolean =>
	body === undefined || body === null || body === '' || (isObject(body) && Object.keys(body).length === 0);

/** Whether a body is a plain value, which a write may answer with, and a call that the spec does not show. */
const isScalar = (body: unknown): boolean => ['boolean', 'number', 'string'].includes(typeof body);

/**
 * Whether the body of a success is one that the club sends for a call: a record, a page, an array, or nothing. Any other body comes
 * from a gateway or was cut off, and would look like an empty result. A call that the spec does not show may have any of these bodies.
 */
export function isAnswerTo(call: FreeCall, body: unknown): boolean {
	const answer = endpointOf(call)?.answer;
	if (isNothing(body)) return answer === undefined || answer === 'nothing' || answer === 'recordOrNothing';
	if (isListCall(call)) return isPage(body) || (answer !== 'page' && Array.isArray(body));
	if (isObject(body)) return true;
	return answer === undefined ? Array.isArray(body) || isScalar(body) : answer === 'recordOrNothing' && isScalar(body);
}

/** The body of a 204 to a list is a list without rows. */
export function withRows<A extends { status: number; body: unknown }>(call: FreeCall, answer: A): A {
	if (answer.status !== 204 || !isListCall(call)) return answer;
	return { ...answer, body: endpointOf(call)?.answer === 'page' ? { Results: [], Continue: false } : [] };
}

/** The body of a success of the club, as it is passed on; undefined for any other answer. */
export function recordsIn(call: FreeCall, answer: HttpAnswer | NoAnswer): IDataObject | undefined {
	if (answer.status === undefined || answer.status >= 300 || answer.unreadable || answer.fromGateway) return undefined;
	const { body } = withRows(call, answer);
	return isAnswerTo(call, body) ? ((body === '' ? {} : (body ?? {})) as IDataObject) : undefined;
}
