import type { IDataObject } from 'n8n-workflow';
import { endpointOf, type FreeCall } from '../api/endpoints';
import { textOf } from '../api/json';
import { remembered } from './process';

// Answers of the club that are used again: what a write makes untrue.

/** Counts all writes of this process, and how many there were when a scope that is forgotten by now was last written. */
const writes = { count: 0, forgotten: 0 };

/** The number of the last write, for each thing that it may have changed. A write counts when it begins and when it ends. */
const lastWrites = remembered<number>('writes', undefined, (count) => {
	writes.forgotten = Math.max(writes.forgotten, count);
});

/** Stands for the moment when something was read. */
export type ReadMark = number;

/** A mark for what is read from now on. */
export const markNow = (): ReadMark => writes.count;

export const NEVER_WRITTEN: ReadMark = 0;

const changesAddress = (call: FreeCall, body: IDataObject): boolean =>
	call === 'POST /Athletes' ||
	call === 'DELETE /Athletes/{userId}' ||
	(call === 'PUT /Athletes/{userId}' && Object.keys(body).some((name) => /e-?mail/i.test(name)));

/** What a write may change in a club. */
export const SCOPES = {
	anything: 'anything',
	person: (userId: unknown): string => `person ${String(userId)}`,
	address: (of: unknown): string => `address ${String(of).toLowerCase()}`,
} as const;

/** Written by a call that the API description does not show: it may have changed anything. */
const UNKNOWN = 'unknown';

export function writtenScopes(call: FreeCall, params: Record<string, unknown> = {}, body: IDataObject = {}): string[] {
	const people = [params.userId, body.UserId].filter((userId) => userId !== undefined);
	const addresses = changesAddress(call, body) ? [...people, textOf(body.Email)] : [];
	return [SCOPES.anything, ...(endpointOf(call) ? [] : [UNKNOWN]), ...people.map(SCOPES.person), ...addresses.map(SCOPES.address)];
}

const nameOf = (key: string, scope: string): string => `${key} ${scope}`;

/**
 * Whether nothing was written to these scopes of a club since a mark, and nothing is being written to them. A scope that is not remembered
 * may be one that was forgotten: taking it for unwritten would hide a write, so it counts as written when the last forgotten one was.
 * @param key of the club, a one-way hash
 */
export const isUnwritten = (since: ReadMark, key: string, ...scopes: string[]): boolean =>
	[UNKNOWN, ...scopes].every((scope) => (lastWrites.get(nameOf(key, scope)) ?? writes.forgotten) <= since);

/** Makes a write. What was read before its end, whatever it is, is not used again. */
export async function whileWriting<T>(key: string, scopes: readonly string[], write: () => Promise<T>): Promise<T> {
	const note = () => {
		writes.count++;
		for (const scope of scopes) lastWrites.set(nameOf(key, scope), writes.count);
	};
	note();
	return await write().finally(note);
}
