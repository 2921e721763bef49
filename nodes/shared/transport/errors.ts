import type { INode, JsonObject } from 'n8n-workflow';
import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Characters that no panel and no log shows, or that turn round what follows; ends of lines and tabs are none. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text that n8n's panel shows as it is: without the sign that begins markup, and without what cannot be seen. */
export const asPlainText = (text: string): string => text.replace(/</g, '‹').replace(UNSEEN, '');

/** Where to look when an answer is not as this pack takes it to be: much of that the API's description leaves open. */
export const SEE_CHECK = 'Run "Club Profile → Check" to see what this club sends.';

/** A value that is refused before a call is spent: what is wrong, and what to do. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/** Why a call did not work, in the words of n8n's schedulers (`failure` of its errors): what passes by itself, and what somebody must mend. */
export type Failure =
	| { cause: 'rate-limited' | 'quota-exhausted' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' | 'configuration-invalid' | 'node-defect' };

/** What is known of a call that did not work. */
export interface ClubErrorDetails {
	description: string;
	/** The API's ErrorType (§7.1). */
	errorType?: string;
	/** HTTP status; absent when no answer came. */
	status?: number;
	/** Whether a write may have been applied although it was not confirmed (§7.1 Internal, dropped connection). */
	unclear?: boolean;
	/** Whether the club may still be at it: the time to answer was over, and the connection stood. */
	late?: boolean;
	failure?: Failure;
	/** For a list that was interrupted: how far it came, and where to go on. */
	resume?: { rows: number; cursor?: string; fromId?: number; toId?: number; from?: string; to?: string };
}

/** A call that did not work: the message says what happened, the description what to do. */
export class ClubError extends Error implements ClubErrorDetails {
	readonly description: string;
	readonly errorType?: string;
	readonly status?: number;
	readonly unclear: boolean;
	readonly late: boolean;
	/** What the club did, and nobody here can mend, may pass by itself, so that n8n's scheduler asks again before long. */
	readonly failure: Failure;
	readonly resume?: ClubErrorDetails['resume'];

	constructor(message: string, details: ClubErrorDetails) {
		super(message);
		this.description = details.description;
		this.errorType = details.errorType;
		this.status = details.status;
		this.unclear = details.unclear ?? false;
		this.late = details.late ?? false;
		this.failure = details.failure ?? { cause: 'temporarily-unavailable' };
		this.resume = details.resume;
	}

	/** The same error with other details; `advice` is a sentence more of what to do. */
	with({ advice, ...details }: Partial<ClubErrorDetails> & { advice?: string }): ClubError {
		const description = [this.description, ...(advice ? [advice] : [])].join(' ');
		return new ClubError(this.message, { ...this, description, ...details });
	}
}

/** The part of the description that places the error: `(Item 3, EmailAlreadyInUse, HTTP 409)`; items as n8n counts them, from 0. */
function place(itemIndex: number | undefined, error: Partial<ClubErrorDetails>): string {
	const facts = [
		itemIndex === undefined ? undefined : `Item ${itemIndex}`,
		error.errorType,
		error.status === undefined ? undefined : `HTTP ${error.status}`,
	].filter((fact) => fact !== undefined);
	return facts.length ? ` (${facts.join(', ')})` : '';
}

/**
 * The error as n8n shows it. Errors that are not ours are wrapped without their inner objects,
 * which may hold request headers. An expression that could not be worked out is n8n's own to explain.
 * @param more sentences behind what to do
 * @param namesItem whether the description says which item it is: of an error that ends a run, n8n says so itself
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	{ more = [], namesItem = false }: { more?: readonly string[]; namesItem?: boolean } = {},
): NodeApiError | NodeOperationError | ExpressionError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError || error instanceof ExpressionError) return error;
	const described = (description: string, details: Partial<ClubErrorDetails>): string =>
		asPlainText([description, ...more].filter(Boolean).join(' ') + place(namesItem ? itemIndex : undefined, details));
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
		// An older n8n replaces texts that hold a code it knows; ours says more.
		nodeError.message = message;
		return nodeError;
	}
	const isInput = error instanceof InvalidInput;
	const description = isInput ? error.description : 'This is a bug in the node, not an answer from the club. Please report it.';
	return new NodeOperationError(node, asPlainText(error instanceof Error ? error.message : String(error)), {
		description: described(description, {}),
		itemIndex,
		failure: { cause: isInput ? 'configuration-invalid' : 'node-defect' },
	});
}

/**
 * The same error with what to do in its message: of a publication and of a drop-down n8n shows nothing but that.
 * Of a publication n8n 1 shows nothing but the description.
 */
export function inOneText(nodeError: ReturnType<typeof toNodeError>): ReturnType<typeof toNodeError> {
	const sentences = [nodeError.message.replace(/(?<![.\s])[.\s]+$/, ''), nodeError.description];
	nodeError.message = sentences.filter(Boolean).join('. ');
	nodeError.description = nodeError.message;
	return nodeError;
}

// n8n's lint asks for no `catch` that keeps an error to itself; where a failure is one of the outcomes, it travels as a value.

/** The outcome of a promise as a value. */
export async function attempt<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
	return await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}

/** What a read gives, or undefined where the API has no such record (404). @throws every other error */
export async function orAbsent<T>(read: Promise<T>): Promise<T | undefined> {
	return await read.catch((error: unknown) => {
		if (error instanceof ClubError && error.status === 404) return undefined;
		throw error;
	});
}
