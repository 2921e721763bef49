import { ClubError } from '../shared/transport/errors';
import type { Wanted } from './plan';

// What goes wrong while a trigger is registered: what may pass by itself, and what a user reads.

/** What a user can do about an answer, in a sentence; the activation shows nothing else. */
export const ADVICE = {
	400: 'The club refuses the address of this n8n or the events. Check that WEBHOOK_URL is a public https address.',
	403: 'Events need a Club API Key with the ReadWrite permission and an active licence. Make such a key in the settings of the club and enter it in the credential.',
	409: 'The club is still changing this subscription. In a minute, publish the workflow again (n8n 1: activate it).',
	502: 'The event service of the club has a problem. In a few minutes, publish the workflow again (n8n 1: activate it).',
	503: 'The event service of the club is not available. In a few minutes, publish the workflow again (n8n 1: activate it).',
} as const;

/** Whether the calls of this minute are used up, so that nothing can be done before the next. */
export const isBusy = (error: unknown): boolean => error instanceof ClubError && error.failure?.cause === 'rate-limited';

/** A conflict or an outage that may pass, or a write that may have been applied: the list tells how things stand. */
export const mayPass = (error: unknown): error is ClubError =>
	error instanceof ClubError && (error.unclear || error.status === undefined || [404, 409, 502, 503].includes(error.status));

/** Creating and Updating are progress (§3.5). */
export const isProgress = (state: string): boolean => state === 'Creating' || state === 'Updating';

export function notConfirmed(state: string, { address }: Wanted): ClubError {
	const told = `The club was told to send events to ${address}, but`;
	return state === 'AwaitingManualAction'
		? new ClubError(`${told} still waits for this address to be confirmed`, {
				description:
					'It got no answer to its validation code, and its validation link could not be opened. Check that this n8n is reachable from the internet and can open https addresses, then publish the workflow again in a minute (n8n 1: activate it).',
			})
		: new ClubError(`${told} has not confirmed it in time (${state || 'unknown state'})`, {
				description: 'In a minute, publish the workflow again (n8n 1: activate it).',
			});
}

export const notValidated = ({ address }: Wanted): ClubError =>
	new ClubError(`The club could not validate ${address}`, {
		description:
			'It sent a code there and got no valid answer. Check that the address is reachable from the internet with a valid certificate, and that no proxy or firewall answers in its place, then publish the workflow again (n8n 1: activate it).',
	});
