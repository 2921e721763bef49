import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';
import { textOf } from '../api/json';
import { ClubError } from './errors';
import { remembered } from './process';

// Answers of the club that are used again: what a write makes untrue, and how several callers wait for one answer.

/** Counts all writes of this process, and how many there were when a part that is forgotten by now was last written. */
const writes = { count: 0, forgotten: 0 };

/** The number of the last write, for each thing that it may have changed. A write counts when it begins and when it ends. */
const lastWrites = remembered<number>('writes', undefined, (count) => {
	writes.forgotten = Math.max(writes.forgotten, count);
});

/** Stands for the moment when something was read. */
export type ReadMark = number;

/** A mark for what is read from now on. */
export const markNow = (): ReadMark => writes.count;

/** Whether a call may give somebody an email address, or take it away. */
const changesAddress = (call: FreeCall, body: IDataObject): boolean =>
	call === 'POST /Athletes' ||
	call === 'DELETE /Athletes/{userId}' ||
	(call === 'PUT /Athletes/{userId}' && Object.keys(body).some((name) => /e-?mail/i.test(name)));

/** What a write may change. Each is a part of the club of a key, which is a one-way hash. */
export const PARTS = {
	anything: (key: string): string => key,
	/** By a call that the API's description does not show. */
	byFreeCall: (key: string): string => `${key} free`,
	person: (key: string, userId: unknown): string => `${key} person ${String(userId)}`,
	/** Who has an email address, by the address or the person. */
	address: (key: string, of: unknown): string => `${key} address ${String(of).toLowerCase()}`,
} as const;

/** The parts that a write may change. */
export function writtenParts(key: string, call: FreeCall, params: Record<string, unknown> = {}, body: IDataObject = {}): string[] {
	const people = [params.userId, body.UserId].filter((userId) => userId !== undefined);
	const addresses = changesAddress(call, body) ? [...people, textOf(body.Email)] : [];
	return [
		PARTS.anything(key),
		...(endpointOf(call) ? [] : [PARTS.byFreeCall(key)]),
		...people.map((userId) => PARTS.person(key, userId)),
		...addresses.map((of) => PARTS.address(key, of)),
	];
}

/**
 * Whether nothing was written to these parts since a mark, and nothing is being written to them. A part that is not remembered may be one
 * that was forgotten: taking it for unwritten would hide a write, so it counts as written when the last forgotten one was.
 */
export const isUnwritten = (since: ReadMark, ...parts: string[]): boolean =>
	parts.every((part) => (lastWrites.get(part) ?? writes.forgotten) <= since);

/** Makes a write. What was read before its end, whatever it is, is not used again. */
export async function whileWriting<T>(parts: readonly string[], write: () => Promise<T>): Promise<T> {
	const note = () => {
		writes.count++;
		for (const part of parts) lastWrites.set(part, writes.count);
	};
	note();
	return await write().finally(note);
}

/** Who waits for an answer. */
export interface Waiter {
	signal?: AbortSignal;
	/** Until when their call may wait for the rate limit, in ms of the clock of the key. */
	deadline: number;
	/** Whether their calls come after those of people. */
	background: boolean;
}

/** How a shared call reports its progress, and when it must end. */
export interface SharedCall {
	signal: AbortSignal;
	/** Called when the call begins to wait for the rate limit, and when it leaves. */
	onQueue(isQueued: boolean): void;
}

/** An error of the club itself, which everybody who asks gets. Any other is about who asked: their keys, their time or their limits. */
const isOfClub = (error: unknown): boolean =>
	error instanceof ClubError &&
	error.status !== undefined &&
	![401, 429].includes(error.status) &&
	error.failure.cause !== 'quota-exhausted';

/** The outcome of a wait; `other` if the waiter has to ask on their own. */
type Outcome<T> = { value: T } | { error: unknown } | 'other';

/** An answer that several wait for. It has no owner: its call goes on as long as anybody waits, and ends with the last of them. */
export class SharedAnswer<T> {
	/** When the call left last, by the writes of the process. */
	mark = markNow();
	private isQueued = false;
	private waiting = 0;
	private readonly abandoned = new AbortController();
	/** Those who must not wait in the queue of this call. */
	private readonly hasty = new Set<() => void>();
	private readonly outcome: Promise<Outcome<T>>;

	/** @param first who makes the call, and whose place in the queue it has */
	constructor(
		private readonly first: Waiter,
		call: (shared: SharedCall) => Promise<T>,
	) {
		const onQueue = (isQueued: boolean): void => {
			this.isQueued = isQueued;
			if (!isQueued) this.mark = markNow();
			else for (const leave of this.hasty) leave();
		};
		this.outcome = call({ signal: this.abandoned.signal, onQueue }).then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
	}

	/** Waits for the answer, or until the waiter gives up. @throws the reason of their signal */
	async wait(waiter: Waiter): Promise<Outcome<T>> {
		const { signal, deadline, background } = waiter;
		signal?.throwIfAborted();
		const isPatient = waiter === this.first || (deadline >= this.first.deadline && (background || !this.first.background));
		let leave = () => {};
		let abort = () => {};
		const end = new Promise<'other'>((resolve, reject) => {
			leave = () => resolve('other');
			abort = () => reject(signal?.reason);
		});
		if (!isPatient && this.isQueued) return 'other';
		if (!isPatient) this.hasty.add(leave);
		signal?.addEventListener('abort', abort);
		this.waiting++;
		return await Promise.race([this.outcome, end]).finally(() => {
			this.hasty.delete(leave);
			signal?.removeEventListener('abort', abort);
			if (--this.waiting === 0) this.abandoned.abort();
		});
	}
}

/**
 * The answer that is known or on its way, or that of a new call.
 * @param known finds an answer that this waiter may use
 * @param begin makes a call, which later waiters may find; a failed one is not found again
 * @throws only errors of the club, and of this waiter's own call and signal
 */
export async function sharedBy<T>(waiter: Waiter, known: () => SharedAnswer<T> | undefined, begin: () => SharedAnswer<T>): Promise<T> {
	for (let isOther = false; ; ) {
		const found = isOther ? undefined : known();
		const outcome = await (found ?? begin()).wait(waiter);
		if (outcome === 'other') isOther = true;
		else if ('value' in outcome) return outcome.value;
		else if (!found || isOfClub(outcome.error)) throw outcome.error;
	}
}
