import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { ClubCredential, KeyName, UnsignedRequest } from './credential';
import { CLUB_API, OWN } from './credential';
import { isDeeper, isObject } from './json';
import type { RateReport } from './ledger';
import type { Outcome } from './retry';
import type { Method, FreeCall } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';

/** Whatever n8n hands a node that may speak to the club. */
export type ClubFunctions = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IWebhookFunctions | IPollFunctions;

/** One HTTP request; `url` is absolute, `query` values are encoded by n8n. */
export interface HttpRequest {
	method: Method;
	url: string;
	query?: IDataObject;
	body?: IDataObject;
	/** How long the whole answer may take, in milliseconds; a minute when left out. */
	timeoutMs?: number;
	/** Which of the two subscription keys it carries; the one that worked last when left out. */
	key?: KeyName;
}

/** An answer with any status; the body parsed where it is JSON, text otherwise. */
export interface HttpAnswer {
	status: number;
	headers: IDataObject;
	body: unknown;
	/** Why its body is not passed on, as it follows on "The answer"; nothing where it is. */
	unreadable?: string;
}

/** No answer: the network's code, and whether the request may have reached the club. */
export interface Silence {
	code: string;
	sent: boolean;
}

/** Whether no answer came. */
export const isSilence = (outcome: HttpAnswer | Silence): outcome is Silence => 'code' in outcome;

/** What a repeat is decided on; a success that cannot be read counts as no answer. */
export const outcomeOf = (answer: HttpAnswer | Silence, rate: RateReport | undefined): Outcome => {
	if (isSilence(answer)) return { sent: answer.sent };
	if (answer.status < 300 && !answer.unreadable) return { sent: true };
	return { status: rate?.refused ? 429 : answer.status, sent: true, retryAfterMs: rate?.retryAfterMs };
};

/** How long a whole answer may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Most bytes of an answer, unpacked; n8n itself takes any number. */
const MAX_BYTES = 50_000_000;

/** Most levels of an answer: copying many more of them, as n8n does too, would run out of the stack. */
const MAX_LEVELS = 1_000;

/** Codes of connections that never stood, so that nothing can have been applied. */
const NEVER_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_.*|ERR_TLS_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

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

/** No answer, as an error of the network tells it. */
export function silenceOf(error: unknown): Silence {
	const code = codeOf(error);
	return { code, sent: !NEVER_SENT.test(code) };
}

/** Ends by throwing when the signal aborts; n8n's own time limit counts only the silence between two bytes. */
export async function within<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
	let late = () => {};
	const tooLate = new Promise<never>((_, reject) => {
		late = () => reject(Object.assign(new Error('The answer takes too long'), { code: 'ETIMEDOUT' }));
		limit.addEventListener('abort', late);
	});
	return await Promise.race([work, tooLate]).finally(() => limit.removeEventListener('abort', late));
}

/** The bytes of a body that comes piece by piece, unpacked already; nothing where they are too many, of which the rest is not read. */
export async function bytesOf(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
	const pieces: Uint8Array[] = [];
	let length = 0;
	for await (const piece of body) {
		length += piece.length;
		if (length > most) return undefined;
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

/** A text as what it says, where it is JSON. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** What a body says, where it can be read. */
async function contentOf(body: unknown): Promise<Pick<HttpAnswer, 'body' | 'unreadable'>> {
	let content = body;
	// Where n8n plays the answers of a test by itself, they are parsed already.
	if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
		const bytes = await bytesOf(body as AsyncIterable<Uint8Array>, MAX_BYTES);
		if (!bytes) return { body: undefined, unreadable: 'is larger than 50 MB' };
		content = parsed(new TextDecoder().decode(bytes));
	}
	return isDeeper(content, MAX_LEVELS) ? { body: undefined, unreadable: 'is nested too deeply to be read' } : { body: content };
}

/** What n8n hands a node, with a cancel signal that aborts at a limit too: n8n takes this one for a signed request. */
function cancelledAt(functions: ClubFunctions, limit: AbortSignal): ClubFunctions {
	const stop = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
	const signal = stop ? AbortSignal.any([stop, limit]) : limit;
	return Object.create(functions, { getExecutionCancelSignal: { value: () => signal } }) as ClubFunctions;
}

/**
 * The one egress: sends a request with both keys of a credential and gives back whatever came, never throwing for a status. n8n by
 * itself would take the credential of the first item for each.
 * Redirects are not followed, since they would carry the subscription key to another origin.
 */
export async function exchange(this: ClubFunctions, credential: ClubCredential, request: HttpRequest): Promise<HttpAnswer | Silence> {
	const timeout = request.timeoutMs ?? TIMEOUT_MS;
	const options: UnsignedRequest = {
		method: request.method,
		url: request.url,
		qs: request.query,
		...bodyOf(request),
		json: true,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
		[OWN]: { key: request.key },
	};
	const limit = AbortSignal.timeout(timeout);
	const given = { credentialsDecrypted: { id: '', name: '', type: CLUB_API, data: { ...credential } } };
	const ask = async (): Promise<HttpAnswer> => {
		const functions = cancelledAt(this, limit) as IExecuteFunctions;
		const answer = (await this.helpers.httpRequestWithAuthentication.call(functions, CLUB_API, options, given)) as IN8nHttpFullResponse;
		return { status: answer.statusCode, headers: answer.headers ?? {}, ...(await contentOf(answer.body)) };
	};
	return await within(ask(), limit).catch(silenceOf);
}

/** What a page says besides its rows (§2.9). */
const ENVELOPE = ['NextCursor', 'PrevCursor', 'Continue', 'NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];

/**
 * A page of a list; one without rows may leave them out.
 * @reading emptyPage
 */
const isPage = (body: unknown): boolean =>
	isObject(body) && (Array.isArray(body.Results) || ((body.Results ?? null) === null && ENVELOPE.some((name) => name in body)));

const isNothing = (body: unknown): boolean =>
	body === undefined || body === null || body === '' || (isObject(body) && Object.keys(body).length === 0);

/** A bare value, which the answer to a write may be; markup is from somebody in between. */
const isScalar = (body: unknown): boolean =>
	['boolean', 'number'].includes(typeof body) || (typeof body === 'string' && !/^\s*</.test(body));

/**
 * Whether the body of a success is what the club says to a call: a record, a page, an array, or nothing where nothing
 * is to be said. Anything else is from somebody in between, or was cut off, and would pass for an empty result.
 * Of a call that the spec does not show, whatever can be read.
 */
export function isAnswerTo(call: FreeCall, body: unknown): boolean {
	const answer = endpointOf(call)?.answer;
	if (isNothing(body)) return answer === undefined || answer === 'nothing' || answer === 'recordOrNothing';
	switch (answer) {
		case 'page':
			return isPage(body);
		case 'rows':
		case 'rowsOrPage':
			return Array.isArray(body) || isPage(body);
		case 'recordOrNothing':
			return isObject(body) || isScalar(body);
		default:
			return isObject(body) || (answer === undefined && Array.isArray(body));
	}
}

/**
 * An answer as it would be in the words of the rest of the API. Of the single reads of §4.8 nothing is shown: 204 is no such
 * record, and an array of one is the record. A list that says with 204 that it has no content has no rows.
 * @reading singleRecord
 * @reading absentRecord
 */
export function inOneSpelling<A extends { status: number; body: unknown }>(call: FreeCall, answer: A): A {
	const { status, body } = answer;
	const kind = endpointOf(call)?.answer;
	if (status >= 300) return answer;
	if (kind === 'unshownRecord') {
		if (status === 204) return { ...answer, status: 404, body: undefined };
		return Array.isArray(body) && body.length === 1 ? { ...answer, body: (body as unknown[])[0] } : answer;
	}
	const isList = kind === 'page' || kind === 'rows' || kind === 'rowsOrPage';
	return isList && status === 204 ? { ...answer, body: kind === 'page' ? { Results: [], Continue: false } : [] } : answer;
}
