import type { Dialect } from './dialect.mts';

/** An error answer: status, and the body of §7.1 or another body that the API sends. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: unknown,
		/** Whether a gateway in front of the API refused the call. Its body is the same in all dialects. */
		readonly isFromGateway = false,
	) {
		super(`HTTP ${status}`);
	}
}

const listOf = (errors: Record<string, string[]>) =>
	Object.entries(errors).flatMap(([Field, messages]) => messages.map((Message) => ({ Field, Message })));

/** The body of a refusal in a dialect. A body with an ErrorType is an ApiErrorDTO in all of them (§7.1). */
export function refusalBody({ body, isFromGateway }: Refusal, { errorBodies, errorDetails }: Dialect): unknown {
	const { ErrorType, Message, title, errors: map } = (body ?? {}) as Record<string, unknown>;
	if (body === undefined || isFromGateway || ErrorType) return body;
	const errors = map && errorDetails === 'list' ? listOf(map as Record<string, string[]>) : map;
	if (errorBodies === 'message') return errors ? { ...(body as object), errors } : body;
	if (errorBodies === 'empty') return undefined;
	const message = String(Message ?? title);
	if (errorBodies === 'text') return JSON.stringify(errors ? `${message} ${JSON.stringify(errors)}` : message);
	return { Message: message, ...(errors !== undefined && { errors }) };
}

export const refuse = (status: number, message: string, errorType?: string): Refusal =>
	new Refusal(status, { ...(errorType && { ErrorType: errorType }), Message: message });

/** A failed validation of a request body. The spec does not show the form of its details (§7.2). */
export const invalid = (field: string, message: string): Refusal =>
	new Refusal(400, { title: 'One or more validation errors occurred.', errors: { [field]: [message] } });

export const notFound = (what: string): Refusal => refuse(404, `${what} was not found in this club.`);

/** @throws Refusal 404 without a row */
export function found<T>(row: T | undefined, what: string): T {
	if (row === undefined) throw notFound(what);
	return row;
}
