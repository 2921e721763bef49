import { deserialize, serialize } from 'node:v8';
import type { Club } from '../../../../sandbox/club.mts';

/** What differs from one run to the next: made-up ids of webhook subscriptions, how far their validation has come, and when a sample was made. */
const steady = (text: string): string =>
	text
		.replace(/ws[_/][0-9a-f-]{36}(\+\/=)?/g, 'ws_new')
		.replace(/"ProvisioningState":"\w+"/, '')
		.replace(/("topic":"sample-events".*?"eventTime":")[^"]+/g, '$1now');

/** A value as text, with what differs between two runs left out. */
export const asText = (value: unknown): string => steady(JSON.stringify(value) ?? '');

/** A map, a set or an array. */
const isCollection = (value: unknown): value is { values(): Iterable<unknown> } =>
	typeof (value as { values?: unknown })?.values === 'function';

/** Every record of a club as one line each, in an order of their own. */
export function recordsOf(club: Club): string[] {
	const lines: string[] = [];
	for (const [what, records] of Object.entries(club)) {
		if (!isCollection(records)) continue;
		// Nothing else has what differs, and there are a thousand records after each run.
		const textOf = what === 'webhookSubscriptions' ? asText : JSON.stringify;
		for (const record of records.values()) lines.push(`${what} ${textOf(record)}`);
	}
	return lines.sort();
}

/** Keeps a club as it is, and gives the way back to it. */
export function keep(club: Club): () => void {
	const { nextId, ...records } = club;
	const kept = serialize(records);
	const first = nextId();
	return () => {
		let id = first;
		const { athletes, ...others } = deserialize(kept) as typeof records;
		Object.assign(club, others, { nextId: () => ++id });
		// These are a map of their own kind, which a clone is not.
		club.athletes.clear();
		for (const [userId, athlete] of athletes) club.athletes.set(userId, athlete);
	};
}

/** Keeps so many of each kind of record that comes and goes: more only take longer. */
export function thin({ bookings, awards, trainings, userSubscriptions }: Club, count: number): void {
	bookings.splice(count);
	for (const records of [awards, trainings, userSubscriptions] as Array<Map<number, unknown>>)
		for (const id of [...records.keys()].slice(count)) records.delete(id);
}
