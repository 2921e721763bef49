import { promisify } from 'node:util';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { credentialHeaders, OWN, type UnsignedRequest } from '../../../nodes/shared/transport/signing';
import type { ClubCredential } from '../../../nodes/shared/transport/credential';
import type { ClubFunctions } from '../../../nodes/shared/transport/process';
import { attempt, type ClubError } from '../../../nodes/shared/transport/errors';

/** What the club says to one request; an error is a network that fails, a promise an answer that takes its time. */
export type Answer = Error | { statusCode?: number; headers?: IDataObject; body?: unknown } | Promise<Answer>;

/** A request as it left, with the subscription key and the moment. */
export interface Asked extends IHttpRequestOptions {
	key: string;
	at: number;
}

export interface ScriptedClub {
	functions: ClubFunctions;
	asked: Asked[];
	/** What was asked, short: `GET /Profile`. */
	calls(): string[];
}

const BASE = 'https://api.club.example/v1';
let clubs = 0;

/** The error that a network gives, with its code. */
export const network = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * A club that answers by a script: one answer after the other, the last one again and again, or what a function says.
 * Each has a club key that no other has, so its budget is new.
 */
export function clubThat(
	script: Answer[] | ((asked: Asked, nth: number) => Answer),
	credential: Partial<ClubCredential> = {},
	signal?: AbortSignal,
): ScriptedClub {
	const data: ClubCredential = {
		baseUrl: BASE,
		subscriptionKey: 'primary-key',
		clubApiKey: `club-key-${++clubs}`,
		secondarySubscriptionKey: '',
		expectedClub: '',
		dailyCalls: 0,
		...credential,
	};
	const asked: Asked[] = [];
	const answerTo = typeof script === 'function' ? script : (_: Asked, nth: number) => script[Math.min(nth, script.length - 1)];
	const functions = {
		getNode: () => ({ name: 'Club', type: 'n8n-nodes-club.club' }),
		getWorkflow: () => ({ id: 'w1', name: 'Sync', active: false }),
		getMode: () => 'manual',
		getCredentials: async (type: string) => (type === 'clubApi' ? data : undefined),
		...(signal && { getExecutionCancelSignal: () => signal }),
		helpers: {
			httpRequestWithAuthentication: async (type: string, options: UnsignedRequest) => {
				const request = {
					...options,
					key: type === 'clubApi' ? credentialHeaders(data, options[OWN]?.key)['X-Sub-Key'] : '',
					at: Date.now(),
				};
				const answer = await answerTo(request, asked.push(request) - 1);
				if (answer instanceof Error) throw answer;
				return { statusCode: 200, headers: {}, ...answer };
			},
		},
	};
	return {
		functions: functions as unknown as ClubFunctions,
		asked,
		calls: () => asked.map(({ method, url }) => `${method} ${url.replace(data.baseUrl, '')}`),
	};
}

/** One turn of the event loop, whatever clock Jest has set. */
const turn = promisify(setImmediate);

/**
 * Moves Jest's clock from timer to timer until the work is done, and not at all for work that waits for none: what another test file
 * of this worker has left may have set a timer.
 * @throws when it does not end
 */
export async function driven<T>(work: Promise<T>): Promise<T> {
	let open = true;
	const outcome = attempt(work).finally(() => (open = false));
	await turn();
	for (let rounds = 0; open; rounds++) {
		if (rounds === 300) throw new Error('The work does not end');
		await jest.advanceTimersToNextTimerAsync();
		await turn();
	}
	const ended = await outcome;
	if ('error' in ended) throw ended.error;
	return ended.value;
}

/** How driven work ended, and how long it took on Jest's clock. */
export async function timed<T>(work: Promise<T>): Promise<{ value?: T; error?: ClubError; ms: number }> {
	const started = Date.now();
	const outcome = (await attempt(work)) as { value?: T; error?: ClubError };
	return { ...outcome, ms: Date.now() - started };
}
