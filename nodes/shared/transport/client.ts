import type { IDataObject } from 'n8n-workflow';
import { methodOf, type FreeCall } from '../api/endpoints';
import { exchange, outcomeOf, rateIn, recordsIn, type HttpRequest } from './http';
import { isUnwritten, markNow, SCOPES, writtenScopes, whileWriting, type ReadMark } from './answers';
import { budgetFor, type Budget, type Lease } from './budget';
import { callerOf, type Caller } from './spending';
import { clock, steady, fingerprint, type ClubFunctions } from './process';
import { currentKey, keepKey, normalizeBaseUrl, otherKey, type KeyName } from './signing';
import { readCredential, type ClubCredential } from './credential';
import { ClubError } from './errors';
import { afterUnclear, explain, explainQuota, explainNoSlot } from './explain';
import { tookTooLong } from './explainNetwork';
import { assertExpectedClub } from './guard';
import type { Patience } from './patience';
import { pathOf, type CallValues, type Request } from './callValues';
import { Attempts, isUnavailable, REPEAT } from './retry';
import { dataScrubber } from './secrets';

/**
 * Whether a 404 says that a deletion is done. A membership remains when its freeze ends, and a club may remove participants by another
 * path (§4.8).
 */
const deletesItsPath = (call: FreeCall): boolean => methodOf(call) === 'DELETE' && !/\/Suspension$|\/Participants\//.test(call);

/**
 * The club for one run of a node. Every call goes through `request`, which paces calls (§8), repeats what is safe (§7.2),
 * uses the other subscription key where one is refused (§5) and explains errors (§7).
 */
export class ClubClient {
	/** Milliseconds this run has spent waiting for the rate limit. */
	waitedMs = 0;
	calls = 0;
	readonly key: string;

	private readonly baseUrl: string;
	private readonly budget: Budget;
	private readonly caller: Caller;
	private readonly dailyCalls: number;
	private readonly keys: ReadonlyArray<string | undefined>;
	private readonly signal?: AbortSignal;
	/** The reads of this run. Each one is made once, until a write may have changed its answer. */
	private readonly reads = new Map<string, { answer: Promise<IDataObject>; mark: ReadMark }>();
	private reached = false;
	private isUnanswered = false;
	/** Whether each call is tried once, since an item has failed with all repeats and nobody has answered since. */
	private triesOnce = false;
	/** Why the club takes no call of this run any more: it refused all keys, or the calls of the month are used up. */
	private refusedBy?: ClubError;

	private constructor(
		private readonly functions: ClubFunctions,
		private readonly credential: ClubCredential,
		signal?: AbortSignal,
	) {
		this.baseUrl = normalizeBaseUrl(credential.baseUrl);
		this.key = fingerprint(this.baseUrl, credential.clubApiKey);
		this.budget = budgetFor(this.baseUrl, credential.clubApiKey, steady);
		this.caller = callerOf(functions);
		this.dailyCalls = Math.max(0, Number(credential.dailyCalls ?? 0) || 0);
		this.keys = [credential.subscriptionKey, credential.secondarySubscriptionKey, credential.clubApiKey];
		this.signal = signal ?? ('getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined);
	}

	/**
	 * The club of a run.
	 * @param credential that was read for an item; a trigger and a drop-down have none
	 * @param signal ends the calls and waits; by default, the end of the execution ends them
	 * @throws InvalidInput if the credential cannot be used
	 */
	static async open(functions: ClubFunctions, credential?: ClubCredential, signal?: AbortSignal): Promise<ClubClient> {
		return new ClubClient(functions, credential ?? (await readCredential(functions)), signal);
	}

	withoutKeys(answer: IDataObject): IDataObject {
		return dataScrubber(this.keys)(answer);
	}

	get origin(): string {
		return new URL(this.baseUrl).origin;
	}

	/**
	 * The calls of this club key, as far as this process knows: those that remain, and those that it has made (§8). Club > Get Call Budget
	 * outputs it as it is.
	 */
	spending() {
		const { window, spending } = this.budget.state;
		return { window, ...spending.report(steady.now(), clock.now()), dailyCalls: this.dailyCalls };
	}

	/**
	 * Makes a call and returns the body of its answer; an answer without a body is `{}`.
	 * A write first checks the expected club (§1). The same read is made once in a run, until the next write, unless `skipCache` is set.
	 */
	async request(call: FreeCall, patience: Patience, values: CallValues = {}): Promise<IDataObject> {
		const { params = {}, query, body, skipCache } = values;
		const method = methodOf(call);
		const request = { method, url: this.baseUrl + pathOf(call, params), query, body, timeoutMs: patience.timeoutMs };
		const send = async () => await this.sendWithRetries(call, request, values, patience);
		if (method !== 'GET') {
			this.reads.clear();
			await this.confirmClub(patience);
			return await whileWriting(this.key, writtenScopes(call, params, body), send);
		}
		const key = JSON.stringify([request.url, query]);
		// A fresh answer replaces one that is kept, so that later readers of the run get no older one.
		return await (skipCache && !this.reads.delete(key) ? send() : this.readOnce(key, send));
	}

	private async readOnce(key: string, read: () => Promise<IDataObject>): Promise<IDataObject> {
		const cached = this.reads.get(key);
		if (cached && isUnwritten(cached.mark, this.key, SCOPES.anything)) return structuredClone(await cached.answer);
		const own = { mark: markNow(), answer: read() };
		this.reads.set(key, own);
		own.answer.catch(() => this.reads.get(key) === own && this.reads.delete(key));
		return await own.answer;
	}

	/** Checks, before a change, that the keys select the club that the user expects (§1). @throws InvalidInput if they do not */
	async confirmClub(patience: Patience): Promise<void> {
		const { expectedClub } = this.credential;
		if (expectedClub) await assertExpectedClub(this.key, expectedClub, async () => await this.request('GET /Profile', patience));
	}

	/** Notes that an item failed, so that no later item spends calls to find out that nobody answers. */
	noteFailure(): void {
		this.triesOnce = this.isUnanswered;
	}

	private async sendOnce(request: HttpRequest, lease: Lease, onAnswer: CallValues['onAnswer']) {
		this.calls++;
		const startedAt = steady.now();
		const answer = await exchange.call(this.functions, this.credential, request);
		onAnswer?.(answer, steady.now() - startedAt);
		const rate = rateIn(answer, clock.now());
		// Before anything can throw: a lease that is never released would hold up all calls of its key.
		lease.release(rate);
		this.signal?.throwIfAborted();
		return { answer, rate };
	}

	private async sendWithRetries(call: FreeCall, request: HttpRequest, values: CallValues, patience: Patience): Promise<IDataObject> {
		if (this.refusedBy) throw this.refusedBy;
		const { advice, neverRepeat, onAnswer } = values;
		const repeat = neverRepeat ? 'once' : REPEAT[request.method];
		const { maxWaitMs, stopsAtTimeout = false } = patience;
		const deadline = steady.now() + maxWaitMs;
		const attempts = new Attempts(this.triesOnce ? 1 : undefined);
		let key: KeyName = currentKey(this.credential);
		let triedOther = false;
		for (;;) {
			const lease = await this.takeLease(request, patience, deadline, attempts);
			const { mayBeDone } = attempts;
			const { answer, rate } = await this.sendOnce({ ...request, key }, lease, onAnswer);
			const { status } = answer;
			const isClubs = status !== undefined && !answer.fromGateway;
			this.reached ||= isClubs;
			if (triedOther && status !== 401 && isClubs) keepKey(this.credential, key);
			const records = recordsIn(call, answer);
			this.isUnanswered = records === undefined && (!isClubs || isUnavailable(status));
			if (!this.isUnanswered) this.triesOnce = false;
			if (records !== undefined) return records;
			const other: KeyName | undefined = status === 401 && !triedOther ? otherKey(this.credential, key) : undefined;
			if (other) {
				[key, triedOther] = [other, true];
				continue;
			}
			// An earlier attempt that seemed to fail has deleted the record.
			if (status === 404 && isClubs && deletesItsPath(call) && mayBeDone) return {};
			const state = { now: steady.now(), deadline, windowMs: this.budget.state.window.seconds * 1000, reached: this.reached };
			const isFinal = stopsAtTimeout && answer.status === undefined && tookTooLong(answer);
			const decision = isFinal ? 'stop' : attempts.after(repeat, outcomeOf(answer, rate, call), state);
			if (typeof decision === 'string') {
				const isQuota = decision === 'quota';
				const error = isQuota ? explainQuota() : explain(call, request, answer, this.keys, advice);
				if (isQuota || error.status === 401) this.refusedBy = error;
				throw mayBeDone ? afterUnclear(error) : error;
			}
			await steady.sleep(decision, this.signal);
		}
	}

	private async takeLease({ method }: HttpRequest, patience: Patience, deadline: number, attempts: Attempts): Promise<Lease> {
		const started = steady.now();
		const { caller, dailyCalls } = this;
		const essential = caller.byHand || method !== 'GET';
		const options = { deadline, signal: this.signal, dailyCalls, essential, ...caller };
		const lease = await this.budget.take(options).catch((error: unknown) => {
			const explained = explainNoSlot(error, { hasOptions: patience.hasOptions === true, dailyCalls, now: clock.now() });
			throw attempts.mayBeDone && explained instanceof ClubError ? afterUnclear(explained) : explained;
		});
		this.waitedMs += steady.now() - started;
		return lease;
	}

	/** Waits for something other than the rate limit, or until the execution ends. Afterwards reads are made again. */
	async wait(ms: number): Promise<void> {
		await steady.sleep(ms, this.signal);
		this.reads.clear();
	}
}

/** Makes calls, and opens the club with the first one. Without a call, not even the credential is read. */
export function lazyRequest(functions: ClubFunctions, patience: Patience): Request {
	let client: Promise<ClubClient> | undefined;
	return async (call, values) => {
		client ??= ClubClient.open(functions);
		return await (await client).request(call, patience, values);
	};
}
