import type { IDataObject } from 'n8n-workflow';
import type { CallValues, Request } from '../../shared/transport/callValues';
import { MINUTE_MS } from '../../shared/api/time';
import { ClubError, orAbsent } from '../../shared/transport/errors';
import { clock } from '../../shared/transport/process';
import type { FreeCall } from '../../shared/api/endpoints';
import { askedPage, keepPage, type AskedPage } from './sharedPages';

export interface PolledClub {
	/** Names its address and its keys. Polls of the same name share the pages of their lists. */
	readonly key: string;
	/** Names its address and its club key, if this process also writes with them, which makes the pages useless. */
	readonly owner?: string;
	send: Request;
	/** ms since the epoch. */
	now(): number;
	/** Calls made so far, repeats included. */
	calls(): number;
}

/** The calls or the time of a poll are used up. The next poll goes on from here. */
export class PollPaused extends Error {}

export class Meter {
	calls = 0;
	/** Calls, and pages that other polls had asked for. */
	reads = 0;
	/** When the club last answered, in ms since the epoch. */
	answeredAt?: number;
	/** What the club said when it last refused all calls for now. */
	refusal?: ClubError;
	/** The same as `before`, or when a record was last read. */
	private since: number;

	/**
	 * @param most how many calls may be made
	 * @param until when no further call may begin, in ms since the epoch
	 * @param before when the club last answered this trigger, in ms since the epoch: an older page would undo what it knows
	 */
	constructor(
		private readonly club: PolledClub,
		private readonly most: number,
		private readonly until: number,
		private readonly before: number,
	) {
		this.since = before;
	}

	/** Makes a call. @throws PollPaused if no more calls may be made, or the club refuses them for now; ClubError for a failed call */
	async send(call: FreeCall, values?: CallValues): Promise<IDataObject> {
		this.assertMayCall();
		return await this.make(call, values).finally(() => {
			this.since = this.club.now();
		});
	}

	/**
	 * Reads a page of a list, or takes the page that another poll of the club asked for.
	 * @param since pages that were asked for earlier are not taken, in ms since the epoch
	 * @throws PollPaused, ClubError as `send` does
	 */
	async page(call: FreeCall, values: CallValues, since: number): Promise<AskedPage> {
		return await this.shared(call, values, Math.max(since, this.since + 1), async (answer) => await answer);
	}

	/** Reads a record in the same way, and makes pages older than that useless. @returns null if there is none */
	async record(call: FreeCall, values: CallValues, since: number): Promise<IDataObject | null> {
		const asRow = async (answer: Promise<IDataObject>) => ({ row: (await orAbsent(answer)) ?? null });
		const { body } = await this.shared(call, values, Math.max(since, this.before + 1), asRow).finally(() => {
			this.since = this.club.now();
		});
		return body.row as IDataObject | null;
	}

	private async shared(
		call: FreeCall,
		values: CallValues,
		since: number,
		formOf: (answer: Promise<IDataObject>) => Promise<IDataObject>,
	): Promise<AskedPage> {
		const name = JSON.stringify([this.club.key, call, values.params, values.query]);
		const askedAt = this.club.now();
		const shared = askedAt < this.until ? askedPage(name, since, askedAt) : undefined;
		if (!shared) {
			this.assertMayCall();
			const answer = formOf(this.make(call, values));
			keepPage(name, askedAt, answer, this.club.owner);
			return { askedAt, body: await answer };
		}
		const page = await pausedOr(this.inTime(shared));
		// The time of the other poll is over. This one may have some left.
		if (page instanceof PollPaused) return await this.shared(call, values, since, formOf);
		this.reads++;
		this.answeredAt = this.club.now();
		return page;
	}

	/** The answer to a call of another poll. @throws PollPaused when the time of this poll is over */
	private async inTime<T>(answer: Promise<T>): Promise<T> {
		const done = new AbortController();
		const end = clock.sleep(Math.min(this.until - this.club.now(), MINUTE_MS), done.signal).then(() => {
			throw new PollPaused();
		});
		return await Promise.race([answer, end]).finally(() => done.abort());
	}

	private assertMayCall(): void {
		if (this.calls >= this.most || this.club.now() >= this.until) throw new PollPaused();
	}

	private async make(call: FreeCall, values?: CallValues): Promise<IDataObject> {
		this.calls++;
		this.reads++;
		const answer = await this.club.send(call, values).catch((error: unknown) => {
			if (!(error instanceof ClubError)) throw error;
			if (error.failure?.cause === 'rate-limited') {
				this.refusal = error;
				throw new PollPaused();
			}
			if (error.status === 404) this.answeredAt = this.club.now();
			throw error;
		});
		this.answeredAt = this.club.now();
		return answer;
	}
}

/** The result of some work, or the PollPaused that ended it. @throws every other error */
export async function pausedOr<T>(work: Promise<T>): Promise<T | PollPaused> {
	return await work.catch((error: unknown) => {
		if (error instanceof PollPaused) return error;
		throw error;
	});
}
