import type { IDataObject } from 'n8n-workflow';
import type { CallValues, Request } from '../shared/transport/send';
import { ClubError } from '../shared/transport/errors';
import type { FreeCall } from '../shared/api/endpoints';

/** The club as a poll sees it. */
export interface PolledClub {
	/** Makes a call. @throws ClubError */
	send: Request;
	/** ms since the epoch. */
	now(): number;
	/** Calls made so far, repeats included. */
	calls(): number;
}

/** The calls or the time of a poll are used up. The next poll goes on from here. */
export class PollPaused extends Error {
	constructor(readonly refusal?: ClubError) {
		super('The poll goes on later');
	}
}

/** Counts the calls of a poll, and pauses it when no more may be made. */
export class Meter {
	calls = 0;
	/** When the club last answered, in ms since the epoch. */
	answeredAt?: number;

	/** @param most how many calls may be made @param until when no further call may begin, in ms since the epoch */
	constructor(
		private readonly club: PolledClub,
		private readonly most: number,
		private readonly until: number,
	) {}

	/** Makes a call. @throws PollPaused if no more calls may be made, or the club refuses them for now; ClubError for a failed call */
	async send(call: FreeCall, values?: CallValues): Promise<IDataObject> {
		if (this.calls >= this.most || this.club.now() >= this.until) throw new PollPaused();
		this.calls++;
		const answer = await this.club.send(call, values).catch((error: unknown) => {
			if (error instanceof ClubError && error.failure?.cause === 'rate-limited') throw new PollPaused(error);
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
