import type { IDataObject } from 'n8n-workflow';
import { isAnswerTo } from './answers';
import type { Budget, Clock, Lease } from './budget';
import { BudgetExhausted, budgetFor } from './budget';
import type { ClubCredential } from './credential';
import { CLUB_API, currentSubscriptionKey, fingerprint, normalizeBaseUrl, rotateSubscriptionKey } from './credential';
import { sleep } from './engine';
import { ClubError } from './errors';
import type { Advice } from './explain';
import { explainAnswer, explainBody, explainSilence } from './explain';
import { assertExpectedClub } from './guard';
import type { ClubFunctions, HttpAnswer, HttpRequest, Silence } from './http';
import { exchange } from './http';
import { readRate } from './rate';
import type { Outcome, Repeat } from './retry';
import { decide } from './retry';
import type { Call } from '../api/endpoints';
import type { FreeCall, Method, PathNames } from '../api/route';
import { methodOf } from '../api/route';
import { pathOf } from './path';
import { scrubber } from './secrets';

/** How a node run treats the rate limit. */
export interface Patience {
	/** Longest time in milliseconds that one call may wait for its turn; 0 never waits. */
	maxWaitMs: number;
	/** How long the club may take to answer a call, in milliseconds; a minute when left out. */
	timeoutMs?: number;
}

/** How long repeats after failures may go on, whatever the patience with the rate limit, in milliseconds. */
const REPEATING_MS = 60_000;

/** What a call carries besides its method and path. */
interface Carried {
	query?: IDataObject;
	body?: IDataObject;
	advice?: Advice;
}

/** What a call carries whose path is chosen at run time. */
export interface FreeValues extends Carried {
	/** What stands for the names in the path; one that is missing is refused. */
	params?: Record<string, unknown>;
}

/** What a call carries: for each name in its path a value, and what else there is. */
export type CallArguments<C extends Call> = [PathNames<C>] extends [never]
	? [values?: Carried]
	: [values: Carried & { params: { [Name in PathNames<C>]: unknown } }];

/** Makes a call of the API. @throws ClubError */
export type Send = <C extends Call>(call: C, ...values: CallArguments<C>) => Promise<IDataObject>;

/** Makes a call that is chosen at run time. @throws ClubError */
export type FreeSend = (call: FreeCall, values?: FreeValues) => Promise<IDataObject>;

const REPEAT: Readonly<Record<Method, Repeat>> = { GET: 'read', PUT: 'repeatable', DELETE: 'repeatable', POST: 'once' };

const clock: Clock = {
	now: () => Date.now(),
	sleep,
};

const isSilence = (outcome: HttpAnswer | Silence): outcome is Silence => 'code' in outcome;

/** What a retry is decided on; a success that cannot be read counts as no answer. */
const judged = (outcome: HttpAnswer | Silence, retryAfterMs: number | undefined): Outcome => {
	if (isSilence(outcome)) return { sent: outcome.sent };
	return outcome.status < 300 ? { sent: true } : { status: outcome.status, sent: true, retryAfterMs };
};

/**
 * The club as one node run sees it: every call goes through `send`, which paces (§8), repeats what is safe (§7.2),
 * turns to the other subscription key (§5) and explains what did not work (§7).
 */
export class ClubClient {
	/** Milliseconds this run has spent waiting for the rate limit. */
	waitedMs = 0;

	private readonly baseUrl: string;
	private readonly budget: Budget;
	private readonly scrub: (text: string) => string;
	private readonly signal?: AbortSignal;
	private readonly reads = new Map<string, Promise<IDataObject>>();
	/** Set once the 30-day limit is probably reached: no further call of this run is tried. */
	private spent = false;

	private constructor(
		private readonly functions: ClubFunctions,
		private readonly credential: ClubCredential,
		/** How long calls from now on may wait. */
		public patience: Patience,
	) {
		this.baseUrl = normalizeBaseUrl(credential.baseUrl);
		this.budget = budgetFor(this.baseUrl, credential.clubApiKey, clock);
		this.scrub = scrubber([credential.subscriptionKey, credential.secondarySubscriptionKey, credential.clubApiKey]);
		this.signal = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
	}

	/** @throws InvalidInput when the credential's address cannot be used */
	static async open(functions: ClubFunctions, patience: Patience): Promise<ClubClient> {
		return new ClubClient(functions, await functions.getCredentials<ClubCredential>(CLUB_API), patience);
	}

	/** Origin of the credential's base URL. */
	get origin(): string {
		return new URL(this.baseUrl).origin;
	}

	/**
	 * Makes a call and gives the body of its answer; an answer without a body is `{}`.
	 * A write first makes sure of the expected club (§1). The same read is made once in a run, until the next write.
	 * @throws ClubError
	 */
	async send<C extends Call>(call: C, ...[values]: CallArguments<C>): Promise<IDataObject> {
		return await this.sendFree(call, values);
	}

	/** Makes a call that was chosen at run time, or one that the spec does not show. @throws ClubError */
	async sendFree(call: FreeCall, values: FreeValues = {}): Promise<IDataObject> {
		const { params = {}, query, body, advice } = values;
		const request: HttpRequest = { method: methodOf(call), url: this.baseUrl + pathOf(call, params), query, body, timeoutMs: this.patience.timeoutMs };
		if (request.method !== 'GET') {
			this.reads.clear();
			await assertExpectedClub(fingerprint(this.baseUrl, this.credential.clubApiKey), this.credential.expectedClub, async () => await this.send('GET /Profile'));
			return await this.deliver(call, request, advice);
		}
		const key = JSON.stringify([request.url, query]);
		const known = this.reads.get(key);
		if (known) return structuredClone(await known);
		const answer = this.deliver(call, request, advice);
		this.reads.set(key, answer);
		answer.catch(() => this.reads.delete(key));
		return await answer;
	}

	/** Sends until there is an answer to keep, or nothing more that is safe to try. */
	private async deliver(call: FreeCall, request: HttpRequest, advice?: Advice): Promise<IDataObject> {
		if (this.spent) throw this.quotaReached(call);
		const repeat = REPEAT[request.method];
		const started = clock.now();
		const deadline = started + this.patience.maxWaitMs;
		let failures = 0;
		let firstRefusalAt: number | undefined;
		let rotated = false;
		for (;;) {
			const key = currentSubscriptionKey(this.credential);
			const lease = await this.turn(deadline, call);
			const outcome = await exchange.call(this.functions, request);
			this.signal?.throwIfAborted();
			const now = clock.now();
			const rate = isSilence(outcome) ? undefined : readRate(outcome.status, outcome.headers, now);
			lease.settle(rate);
			if (!isSilence(outcome)) {
				if (outcome.status === 401 && !rotated && rotateSubscriptionKey(this.credential, key)) {
					rotated = true;
					continue;
				}
				// An earlier attempt that seemed to fail has done it.
				if (outcome.status === 404 && request.method === 'DELETE' && failures > 0) return {};
				if (outcome.status < 300 && isAnswerTo(call, outcome.body)) return (outcome.body || {}) as IDataObject;
			}
			if (rate?.refused) firstRefusalAt ??= now;
			else failures++;
			const decision = decide(repeat, judged(outcome, rate?.retryAfterMs), {
				failures,
				firstRefusalAt,
				now,
				deadline: rate?.refused ? deadline : started + REPEATING_MS,
				windowMs: this.budget.window,
				random: Math.random,
			});
			if (decision.kind === 'giveUp' && decision.why === 'quota') {
				this.spent = true;
				throw this.quotaReached(call);
			}
			if (decision.kind !== 'retry') throw this.explain(call, outcome, advice);
			await this.pause(decision.afterMs);
		}
	}

	/** Waits for this call's turn in the budget of its key. */
	private async turn(deadline: number, call: FreeCall): Promise<Lease> {
		const started = clock.now();
		const lease = await this.budget.take({ deadline, signal: this.signal }).catch((error: unknown) => {
			throw error instanceof BudgetExhausted ? this.refused(call, error.waitMs) : error;
		});
		this.waitedMs += clock.now() - started;
		return lease;
	}

	private async pause(ms: number): Promise<void> {
		await clock.sleep(ms, this.signal);
		this.waitedMs += ms;
	}

	private refused(call: FreeCall, waitMs: number): ClubError {
		const error = explainAnswer(call, { status: 429, body: undefined });
		return new ClubError(error.message, {
			status: 429,
			description: `The next call is possible in about ${Math.ceil(waitMs / 1000)} seconds, longer than this node may wait ("On Rate Limit", "Max Wait").`,
			failure: { cause: 'rate-limited', retryAfterMs: Math.ceil(waitMs) },
		});
	}

	/** The club has refused calls for longer than its window can last (§8). */
	private quotaReached(call: FreeCall): ClubError {
		return new ClubError(explainAnswer(call, { status: 429, body: undefined }).message, {
			status: 429,
			description:
				'The club has refused calls for longer than two windows, so the limit of 25,000 calls in 30 days is probably reached. Ask the platform, or wait until older calls are 30 days old.',
			failure: { cause: 'quota-exhausted' },
		});
	}

	private explain(call: FreeCall, outcome: HttpAnswer | Silence, advice?: Advice): ClubError {
		if (isSilence(outcome)) return explainSilence(call, outcome.code, outcome.sent);
		if (outcome.status < 300) return explainBody(call, outcome.status);
		const body = JSON.parse(this.scrub(JSON.stringify(outcome.body ?? null))) as unknown;
		return explainAnswer(call, { status: outcome.status, body }, advice);
	}
}
