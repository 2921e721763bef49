import { knownCall, methodOf, pathNames, permissionOf, type FreeCall } from '../api/endpoints';
import { shortened } from '../api/text';
import { MINUTE_MS } from '../api/time';
import { RATE } from '../api/limits';
import { asPlainText, ClubError, SEE_CHECK, type Failure } from './errors';
import type { NoAnswer } from './connection';
import { explainGateway, explainNoAnswer, explainRefusedKeys, REFUSED_KEYS, UNCLEAR } from './explainNetwork';
import type { HttpAnswer, HttpRequest } from './http';
import { isObject } from '../api/json';
import { passwordsIn, scrubber } from './secrets';
import { isUnclear } from './retry';
import { BudgetExhausted, DayExhausted } from './budget';
import type { RateReport } from './ledger';

type Keys = ReadonlyArray<string | undefined>;

type ErrorType = 'InvalidData' | 'LicenseResourceLimitExceeded' | 'EmailAlreadyInUse' | 'SubscriptionInUse';

export type Advice = Readonly<Partial<Record<number | ErrorType, string>>>;

const ADVICE_BY_TYPE: ReadonlyMap<string | undefined, string> = new Map<ErrorType, string>([
	['InvalidData', 'The club refused the data of this athlete. Correct it before you send it again.'],
	['LicenseResourceLimitExceeded', 'The licence of the club does not allow another athlete. Remove athletes or extend the licence.'],
	['EmailAlreadyInUse', 'Another user already has this address. Update that athlete instead, or use Create or Update.'],
	['SubscriptionInUse', 'A class is booked on this membership. Remove the booking first, then try again.'],
]);

export const isErrorType = (type: string): boolean => type === 'Internal' || ADVICE_BY_TYPE.has(type);

/** For each status: what happened, if the answer has no message (§7.2), what to do, and the cause if it is not temporary. */
const STATUSES: Readonly<Partial<Record<number, { message: string; advice?: string; failure?: Failure }>>> = {
	400: { message: 'The club refused the values', advice: 'Check the values of this operation.' },
	401: {
		message: 'The club does not accept the keys',
		advice: REFUSED_KEYS,
		failure: { cause: 'credential-invalid' },
	},
	403: { message: 'The club does not allow this', failure: { cause: 'configuration-invalid' } },
	404: {
		message: 'The club has no such record',
		advice: 'Check the ID. The API does not find deleted records, or records of another club than that of the Club API Key.',
		failure: { cause: 'configuration-invalid' },
	},
	409: {
		message: 'This conflicts with the current state',
		advice: 'Read it again, then decide whether to send this once more.',
	},
};

/** What is wrong if a call is not found that names no record: the club of the key (§4.2), or the path. */
const NO_CLUB: (typeof STATUSES)[404] = {
	message: 'The club of this key was not found',
	advice:
		'The club that the Club API Key selects does not exist, or the Base URL is that of another service. Check both in the credential.',
	failure: { cause: 'configuration-invalid' },
};

/** Whether a call names a record that may be missing: by an ID or an address. A call that the spec does not show may do so. */
function namesRecord(call: FreeCall): boolean {
	const endpoint = knownCall(call);
	return endpoint === undefined || pathNames(endpoint).length > 0 || endpoint.endsWith('/ByEmail');
}

const statusOf = (status: number, call: FreeCall): (typeof STATUSES)[number] =>
	status === 404 && !namesRecord(call) ? NO_CLUB : STATUSES[status];

function adviceFor(status: number, call: FreeCall): string {
	if (status === 403) {
		return permissionOf(call) === 'ReadWrite'
			? 'The Club API Key lacks the ReadWrite permission, the licence of the Club API is inactive, or the role or state of this record forbids it.'
			: 'The licence of the Club API is inactive, or the Club API Key lacks the Read permission.';
	}
	return statusOf(status, call)?.advice ?? (methodOf(call) === 'GET' || !isUnclear(status) ? 'Try again later.' : UNCLEAR);
}

/** The statuses whose message is ours, since the club's own ("Access denied.") does not say what to do. Its words stand in the description. */
const IN_OUR_WORDS: readonly number[] = [401, 403, 404];

const MAX_LENGTH = 500;

/** A text of the server for an error: shortened, and without markup, which n8n's panel would render. */
const quoted = (text: string): string => asPlainText(shortened(text.trim(), MAX_LENGTH));

const quotedText = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() ? quoted(value) : undefined);

/** The rest of an error body, besides the ErrorType and the Message, as it is (§7.2 does not show the form of the validation details). */
function excerpt(body: unknown): string {
	const isKnown = ([name, value]: [string, unknown]) => ['ErrorType', 'Message'].includes(name) && quotedText(value) !== undefined;
	const rest = isObject(body) ? Object.fromEntries(Object.entries(body).filter((entry) => !isKnown(entry))) : (body ?? '');
	const text = typeof rest === 'string' ? rest.trim() : JSON.stringify(rest);
	return ['', '{}', '""', '[]'].includes(text) ? '' : ` The club says: ${quoted(text)}`;
}

/**
 * The error for an answer that is not a success (§7). A 409 without an ErrorType is about an email address only if one was sent.
 * @param advice the advice of the operation, by status or ErrorType
 * @param sent the body of the request
 */
export function explainAnswer(
	call: FreeCall,
	answer: { status: number; body: unknown },
	advice: Advice = {},
	sent: HttpRequest['body'] = {},
): ClubError {
	const { status, body } = answer;
	if (status < 400)
		return new ClubError('The address of the club redirects to another address', {
			status,
			description: 'Enter the final address as the Base URL of the credential. The node never sends the keys to another address.',
			failure: { cause: 'configuration-invalid' },
		});
	const dto = isObject(body) ? body : {};
	const errorType = quotedText(dto.ErrorType);
	const type = errorType ?? (status === 409 && sent.Email !== undefined ? 'EmailAlreadyInUse' : undefined);
	const remedy = new Map(Object.entries(advice)).get(type ?? '') || advice[status] || ADVICE_BY_TYPE.get(type) || adviceFor(status, call);
	const ours = statusOf(status, call)?.message;
	const theirs = quotedText(dto.Message);
	const isOurs = IN_OUR_WORDS.includes(status) && !ADVICE_BY_TYPE.has(errorType);
	const message = isOurs ? ours : (theirs ?? ours);
	return new ClubError(message ?? (isUnclear(status) ? 'The club is not available' : 'The club refused this call'), {
		status,
		errorType,
		description: remedy + (isOurs && theirs ? ` The club says: ${theirs}` : '') + excerpt(body),
		unclear: isUnclear(status) && methodOf(call) !== 'GET',
		failure: STATUSES[status]?.failure,
	});
}

/**
 * The error for a success whose body the API does not send: a wrong address, or a body that was cut off.
 * @param unreadable why its body was not read
 */
export function explainBody(call: FreeCall, status: number, unreadable?: string): ClubError {
	const unclear = methodOf(call) !== 'GET';
	const advice = unreadable
		? 'The Club API does not send such answers. Check the Base URL of the credential.'
		: `Something other than the club answered, or the answer was cut off. Check the Base URL of the credential. ${SEE_CHECK}`;
	return new ClubError(`The answer ${unreadable ?? 'is not one that the Club API sends'}`, {
		status,
		description: unclear ? `${advice} ${UNCLEAR}` : advice,
		unclear,
		failure: { cause: 'configuration-invalid' },
	});
}

/** The error for a write that is refused after an attempt that seemed to fail. That attempt may be the cause of the refusal. */
export const afterUnclear = (error: ClubError): ClubError =>
	error.unclear ? error : error.with({ unclear: true, advice: 'An earlier attempt that seemed to fail may have been applied.' });

export function explain(call: FreeCall, request: HttpRequest, answer: HttpAnswer | NoAnswer, keys: Keys, advice?: Advice): ClubError {
	if (answer.status === undefined) return explainNoAnswer(call, answer.code, answer.sent);
	const { status, fromGateway, unreadable, neverSent } = answer;
	if (status < 300 && !neverSent) return explainBody(call, status, unreadable);
	const body = scrubber([...keys, ...passwordsIn([request.body, request.query])])(answer.body);
	if (!fromGateway || (status < 400 && !neverSent)) return explainAnswer(call, { status, body }, advice, request.body);
	// The gateway of the club checks the keys, so a refusal of them keeps its status.
	return status === 401 ? explainRefusedKeys(body) : explainGateway(call, { ...answer, body });
}

const USED_UP = 'The calls of this club key are used up';

function inWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 120) return `${seconds} seconds`;
	const minutes = Math.ceil(ms / MINUTE_MS);
	return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/**
 * The error for a call that was not made because no call may leave before its wait ends (§8).
 * @param waitMs how long no call may leave; undefined if it depends on calls in progress
 */
function explainWait(waitMs: number | undefined, hasOptions: boolean): ClubError {
	const tooLong = hasOptions ? 'longer than "Max Wait" allows.' : 'longer than this call may wait.';
	const [message, description] =
		waitMs === undefined
			? ['The club is slow to answer', `Other calls with this club key take ${tooLong} Try again later.`]
			: [
					waitMs < MINUTE_MS + 1000 ? 'The calls of this minute are used up' : USED_UP,
					`The next call is possible in about ${inWords(waitMs)}, which is ${tooLong}`,
				];
	return new ClubError(message, {
		status: 429,
		description,
		failure: { cause: 'rate-limited', retryAfterMs: Math.ceil(waitMs ?? RATE.windowMs) },
	});
}

/** A moment for an error: `2026-03-08 21:30 UTC`. */
const momentOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const explainQuota = (): ClubError =>
	new ClubError(USED_UP, {
		status: 429,
		description:
			'The club has refused calls for longer than two rate limit windows. The limit of 25,000 calls in 30 days is probably reached. Ask the platform for more calls, or wait until older calls are 30 days old.',
		failure: { cause: 'quota-exhausted' },
	});

function explainUsedUp(waitMs: number | undefined, now: number): ClubError {
	const until = waitMs === undefined ? '' : ` The next call is possible at ${momentOf(now + waitMs)}.`;
	return new ClubError(USED_UP, {
		status: 429,
		description: `The club says that its longer limit (25,000 calls in 30 days) is reached.${until} Ask the platform for more calls, or run workflows less often.`,
		failure: { cause: 'quota-exhausted', ...(waitMs !== undefined && { retryAfterMs: Math.ceil(waitMs) }) },
	});
}

export const explainRefusal = ({ quota, retryAfterMs }: RateReport, now: number): ClubError =>
	quota ? explainUsedUp(retryAfterMs, now) : explainWait(retryAfterMs ?? RATE.windowMs, false);

function explainDay({ spent, waitMs, topSpenders }: DayExhausted, dailyCalls: number, now: number): ClubError {
	const reserve = spent < dailyCalls ? ' The rest is reserved for changes and manual executions.' : '';
	const sentences = [
		`This n8n process has made ${spent} of the ${dailyCalls} calls that "Daily Calls" of the credential allows in 24 hours.${reserve}`,
		`The next call is possible in about ${inWords(Math.max(MINUTE_MS, waitMs))}, at ${momentOf(now + waitMs)}.`,
		`Most calls came from ${topSpenders.join(', ')}.`,
		'Run workflows less often, or increase "Daily Calls".',
	];
	return new ClubError('The calls of this day are used up', {
		description: sentences.join(' '),
		failure: { cause: 'quota-exhausted', retryAfterMs: Math.max(0, Math.ceil(waitMs)) },
	});
}

/**
 * The error for a call that got no lease. Any other error is returned as it is.
 * @param hasOptions whether the panel has an option for the wait
 */
export function explainNoSlot(
	error: unknown,
	{ hasOptions, dailyCalls, now }: { hasOptions: boolean; dailyCalls: number; now: number },
): unknown {
	if (error instanceof BudgetExhausted && error.isUsedUp) return explainUsedUp(error.waitMs ?? 0, now);
	if (error instanceof BudgetExhausted) return explainWait(error.waitMs, hasOptions);
	return error instanceof DayExhausted ? explainDay(error, dailyCalls, now) : error;
}
