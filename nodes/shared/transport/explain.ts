import type { FreeCall } from '../api/route';
import { methodOf, permissionOf } from '../api/route';
import type { ClubErrorDetails, Failure } from './errors';
import { asPlainText, ClubError } from './errors';
import type { HttpAnswer, HttpRequest, Silence } from './http';
import { isSilence } from './http';
import { passwordsIn, scrubber } from './secrets';

/** The keys of a credential, which no error repeats. */
type Keys = ReadonlyArray<string | undefined>;

/** Sentences of an operation for a status, where it knows more than the status says. */
export type Advice = Readonly<Partial<Record<number, string>>>;

/** What to do about each ErrorType (§7.1). */
const ADVICE_BY_TYPE: ReadonlyMap<string | undefined, string> = new Map([
	['InvalidData', 'The club refused the data of this athlete. Correct it before you send it again.'],
	['LicenseResourceLimitExceeded', 'The licence of the club allows no further athlete. Remove athletes or extend the licence.'],
	['EmailAlreadyInUse', 'Another user already has this address. Update that athlete instead, or use Create or Update.'],
	['SubscriptionInUse', 'A class is booked on this assignment. Remove the booking first, then try again.'],
]);

/** What happened, where the answer has no text of its own (§7.2). */
const MESSAGES: Readonly<Record<number, string>> = {
	400: 'The club refused the values',
	401: 'The club does not accept the keys',
	403: 'The club does not allow this',
	404: 'The club has no such record',
	409: 'This conflicts with the current state',
};

/** What to do where nobody knows whether a write was applied. */
const UNCLEAR = 'It may have been applied or not. Look it up before you send it again.';

function adviceFor(status: number, call: FreeCall): string {
	switch (status) {
		case 400:
			return 'Check the values of this operation.';
		case 401:
			return 'One of the two keys is wrong, was regenerated or revoked, or has expired. Enter both keys again in the credential.';
		case 403:
			return permissionOf(call) === 'ReadWrite'
				? 'The licence of the Club API is inactive, the Club API Key lacks the ReadWrite permission, or the role or state of this record forbids it.'
				: 'The licence of the Club API is inactive, or the Club API Key lacks the Read permission.';
		case 404:
			return 'Check the ID: records that were deleted or belong to another club are not found.';
		case 409:
			return 'Read the current state, then decide whether to send this again.';
		default:
			return methodOf(call) === 'GET' || status < 500 ? 'Try again later.' : UNCLEAR;
	}
}

/** Why an answer is no success, where it does not just pass. */
function failureOf(status: number): Failure | undefined {
	if (status === 401) return { cause: 'credential-invalid' };
	return status < 400 || status === 403 || status === 404 ? { cause: 'configuration-invalid' } : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Most characters of a text of the server that a user is shown. */
const LONGEST = 500;

/** A text of the server as a user is shown it: not too long, and never as markup, which n8n's panel would render. */
const quoted = (text: string): string => {
	const shown = text.trim();
	return asPlainText(shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown);
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() ? quoted(value) : undefined);

/** What a body says besides the texts of the ApiErrorDTO, as it is (§7.2: field validation details, shape not shown). */
function excerpt(body: unknown): string {
	const isSaid = ([name, value]: [string, unknown]) => ['ErrorType', 'Message'].includes(name) && textOf(value) !== undefined;
	const rest = isObject(body) ? Object.fromEntries(Object.entries(body).filter((entry) => !isSaid(entry))) : (body ?? '');
	const text = typeof rest === 'string' ? rest.trim() : JSON.stringify(rest);
	return ['', '{}', '""', '[]'].includes(text) ? '' : ` The club says: ${quoted(text)}`;
}

/**
 * The error for an answer that is not a success (§7).
 * @param advice the operation's own sentences, by status
 */
export function explainAnswer(call: FreeCall, answer: { status: number; body: unknown }, advice: Advice = {}): ClubError {
	const { status, body } = answer;
	const dto = isObject(body) ? body : {};
	const errorType = textOf(dto.ErrorType);
	const own = textOf(dto.Message);
	const serverSide = status >= 500;
	const details: ClubErrorDetails = {
		status,
		errorType,
		description: advice[status] || ADVICE_BY_TYPE.get(errorType) || adviceFor(status, call),
		unclear: serverSide && methodOf(call) !== 'GET',
		failure: failureOf(status),
	};
	if (status < 400) {
		details.description = 'Enter the final address in the Base URL of the credential. The keys are never sent on to another address.';
		return new ClubError('The address of the club redirects elsewhere', details);
	}
	details.description += excerpt(body);
	return new ClubError(own ?? MESSAGES[status] ?? (serverSide ? 'The club is not available' : 'The club refused this call'), details);
}

/** The error for a success whose body is not what the API sends: a wrong address, or a body cut off. */
export function explainBody(call: FreeCall, status: number): ClubError {
	const unclear = methodOf(call) !== 'GET';
	const advice = 'Check the Base URL of the credential: something answers there, but not the club, or its answer was cut off.';
	return new ClubError('The answer is not one of the Club API', {
		status,
		description: unclear ? `${advice} ${UNCLEAR}` : advice,
		unclear,
		failure: { cause: 'configuration-invalid' },
	});
}

/** Codes of a time to answer that is over. */
const TIMED_OUT: ReadonlySet<string> = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** The error for a call without an answer (no connection, timeout, dropped half-way). */
export function explainSilence(call: FreeCall, code: string, sent: boolean): ClubError {
	const unclear = sent && methodOf(call) !== 'GET';
	const advice = sent
		? `The club may be busy or the network down.${unclear ? ' The change may have been applied or not: look it up before you send it again.' : ' Try again later.'}`
		: 'Check the Base URL of the credential and the network of this n8n.';
	return new ClubError(sent ? 'The club did not answer' : 'The club cannot be reached', {
		description: `${advice} (${code})`,
		unclear,
		late: sent && TIMED_OUT.has(code),
		failure: { cause: 'temporarily-unavailable' },
	});
}

/** The error for a write that is refused after an attempt that seemed to fail: what is in its way may be its own work. */
export const afterUnclear = (error: ClubError): ClubError =>
	error.unclear
		? error
		: new ClubError(error.message, { ...error, unclear: true }).add('An earlier attempt, which seemed to fail, may have been applied.');

/** The body of an answer, without what nobody must read. */
const shown = ({ body: sent }: HttpRequest, { body }: HttpAnswer, keys: Keys): unknown =>
	scrubber([...keys, ...passwordsIn(sent)]).value(body);

/** The error for what came of a call. */
export function explain(call: FreeCall, request: HttpRequest, answer: HttpAnswer | Silence, keys: Keys, advice?: Advice): ClubError {
	if (isSilence(answer)) return explainSilence(call, answer.code, answer.sent);
	if (answer.status < 300) return explainBody(call, answer.status);
	return explainAnswer(call, { status: answer.status, body: shown(request, answer, keys) }, advice);
}

/** What the club said as it refused a call for the rate limit (§8). */
export interface Refusal {
	errorType?: string;
	/** A sentence to add to an error; empty where it said nothing. */
	words: string;
}

/** What a refusal says; nothing where it is none. */
export function refusalIn(request: HttpRequest, answer: HttpAnswer | Silence, keys: Keys): Refusal | undefined {
	if (isSilence(answer) || answer.status !== 429) return undefined;
	const body = shown(request, answer, keys);
	const { ErrorType, Message } = isObject(body) ? body : {};
	const own = textOf(Message);
	return { errorType: textOf(ErrorType), words: own ? ` The club says: ${own}` : excerpt(body) };
}
