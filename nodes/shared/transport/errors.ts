import { ExpressionError, NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

/** Control characters except line breaks and tabs, and characters that reverse the direction of a text. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text that n8n's panel shows literally: without `<`, which would start markup, and without invisible characters. */
export const asPlainText = (text: string): string => text.replace(/</g, '‹').replace(INVISIBLE, '');

/** What to do if an answer has a form that this pack does not expect. The API's description leaves many forms open. */
export const SEE_CHECK = 'Run the operation "Check" to see what this club sends.';

export const NOTHING_SENT = 'Nothing was sent.';

/** A value that is refused before a call is made: the message says what is wrong, the description what to do. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly description: string,
		/** The description without what only the panel has, such as an expression: for a model. */
		readonly plain = description,
	) {
		super(message);
	}
}

/** Why a call failed, in the terms of n8n's scheduler (`failure` of its errors): temporary causes, and causes that a person must fix. */
export type Failure =
	| { cause: 'rate-limited' | 'quota-exhausted' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' | 'configuration-invalid' | 'node-defect' };

type ClubErrorDetails = Pick<ClubError, 'description'> &
	Partial<Pick<ClubError, 'errorType' | 'status' | 'foreignStatus' | 'unclear' | 'late' | 'failure' | 'resume'>>;

export class ClubError extends Error {
	readonly description: string;
	readonly errorType?: string;
	/** HTTP status; absent if no answer came. */
	readonly status?: number;
	/** Whether a write may have been applied although it was not confirmed (§7.1 Internal, dropped connection). */
	readonly unclear: boolean;
	readonly foreignStatus?: number;
	readonly late: boolean;
	/** Temporary by default, so that n8n's scheduler tries again soon. */
	readonly failure: Failure;
	readonly resume?: { rows: number; cursor?: string; fromId?: number; toId?: number; from?: string; to?: string };

	constructor(message: string, details: ClubErrorDetails) {
		super(message);
		this.description = details.description;
		this.errorType = details.errorType;
		this.status = details.status;
		this.foreignStatus = details.foreignStatus;
		this.unclear = details.unclear ?? false;
		this.late = details.late ?? false;
		this.failure = details.failure ?? { cause: 'temporarily-unavailable' };
		this.resume = details.resume;
	}

	/** The same error with other details. `advice` is added to the description: it tells what came before, so something was sent. */
	with({ advice, ...details }: Partial<ClubErrorDetails> & { advice?: string }): ClubError {
		const description = advice ? `${this.description.replace(` ${NOTHING_SENT}`, '')} ${advice}` : this.description;
		return new ClubError(this.message, { ...this, description, ...details });
	}
}

export const credentialNameOf = ({ credentials }: INode): string => credentials?.clubApi?.name ?? '';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The error as n8n shows it. Other errors are wrapped without their inner objects, which may contain request headers with keys.
 * An expression that fails keeps the error of n8n.
 * @param more sentences to add to the description
 * @param isPlain whether a model reads it, which has no panel
 * @param namesItem whether the description names the item. n8n itself names it for an error that ends an execution.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	{ more = [], namesItem = false, isPlain = false }: { more?: readonly string[]; namesItem?: boolean; isPlain?: boolean } = {},
): NodeApiError | NodeOperationError | ExpressionError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError || error instanceof ExpressionError) return error;
	/**
	 * The description ends with `(Item 3, EmailAlreadyInUse, HTTP 409)`. Items count from 0, as in n8n. A refusal of the keys names their
	 * credential: n8n chooses the newest one for a new node.
	 */
	const described = (description: string, { errorType, status }: Partial<ClubErrorDetails>): string => {
		const item = namesItem && itemIndex !== undefined && `Item ${itemIndex}`;
		const name = [401, 403].includes(status ?? 0) && !errorType && credentialNameOf(node);
		const place = [item, name && `credential "${name}"`, errorType, status && `HTTP ${status}`].filter(Boolean).join(', ');
		return asPlainText([description, ...more, place && `(${place})`].filter(Boolean).join(' '));
	};
	if (error instanceof ClubError) {
		const { errorType, status, failure } = error;
		const message = asPlainText(error.message);
		const facts = { ...(errorType && { errorType }), ...(status && { status }), ...(error.resume && { resume: error.resume }) };
		const nodeError = new NodeApiError(node, facts as JsonObject, {
			message,
			description: described(error.description, error),
			httpCode: status === undefined ? undefined : String(status),
			itemIndex,
			failure,
		});
		// n8n replaces a message that contains a code it knows with a vaguer one.
		nodeError.message = message;
		return nodeError;
	}
	const isInput = error instanceof InvalidInput;
	const description = isInput
		? error[isPlain ? 'plain' : 'description']
		: 'This is a bug in the node, not an answer from the club. Please report it.';
	return new NodeOperationError(node, asPlainText(messageOf(error)), {
		description: described(description, {}),
		itemIndex,
		failure: { cause: isInput ? 'configuration-invalid' : 'node-defect' },
	});
}

/** The same error with its description in its message, and both texts alike: a publication and a drop-down show only the message. */
export function inOneText(nodeError: ReturnType<typeof toNodeError>): ReturnType<typeof toNodeError> {
	const sentences = [nodeError.message.replace(/(?<![.\s])[.\s]+$/, ''), nodeError.description];
	nodeError.message = sentences.filter(Boolean).join('. ');
	nodeError.description = nodeError.message;
	return nodeError;
}

/** The result of a promise as a value, for failures that are expected. n8n's lint forbids a `catch` that swallows an error. */
export async function attempt<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
	return await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}

/** Whether the club refuses a call with one of these statuses, and not because its calls are used up. */
export const isRefusal = (error: unknown, ...statuses: number[]): error is ClubError =>
	error instanceof ClubError && statuses.includes(error.status ?? 0) && error.failure.cause !== 'quota-exhausted';

/** Whether a club does not have a calendar, or keeps it from the key (§4.5). The other calendars are enough then. */
export const isNoCalendar = (error: unknown): error is ClubError => isRefusal(error, 403, 404);

/**
 * The result of a read, or undefined if the record does not exist (404). @throws every other error
 * @param believesOthers whether the 404 of something between n8n and the club is enough: only where nothing is lost if it is wrong
 */
export async function orAbsent<T>(read: Promise<T>, believesOthers = false): Promise<T | undefined> {
	return await read.catch((error: unknown) => {
		if (error instanceof ClubError && (error.status === 404 || (believesOthers && error.foreignStatus === 404))) return undefined;
		throw error;
	});
}

/** Whether no further try can work before the user corrects something: a value, the keys, a permission or the address. */
export const needsUser = (error: unknown): boolean =>
	!(error instanceof ClubError) || ['credential-invalid', 'configuration-invalid'].includes(error.failure.cause);

/**
 * Such errors, by the static data of a publication. n8n tries a publication up to five times with the same static data, and no error
 * of a node ends that. Without this, each try would spend the same calls.
 */
const refusals = new WeakMap<object, unknown>();

/** Whether a publication was refused, and a further try cannot work. */
export const isRefused = (staticData: object): boolean => refusals.has(staticData);

export async function unlessRefused<T>(staticData: object, work: () => Promise<T>): Promise<T> {
	if (isRefused(staticData)) throw refusals.get(staticData);
	const outcome = await attempt(work());
	if ('value' in outcome) return outcome.value;
	if (needsUser(outcome.error)) refusals.set(staticData, outcome.error);
	throw outcome.error;
}
