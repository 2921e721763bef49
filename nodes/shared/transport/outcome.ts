import { ClubError } from './errors';

// n8n's lint asks for no `catch` that keeps an error to itself; where a failure is one of the outcomes, it travels as a value.

/** The outcome of a promise as a value. */
export async function settle<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
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
