import { attempt, ClubError } from './errors';

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

/** Does work of a publication, or throws what has refused it before. */
export async function unlessRefused<T>(staticData: object, work: () => Promise<T>): Promise<T> {
	if (isRefused(staticData)) throw refusals.get(staticData);
	const outcome = await attempt(work());
	if ('value' in outcome) return outcome.value;
	if (needsUser(outcome.error)) refusals.set(staticData, outcome.error);
	throw outcome.error;
}
