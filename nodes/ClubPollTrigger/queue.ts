import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../shared/transport/errors';
import { leavesIn, propertyOf } from './paths';
import type { PollSettings } from './settings';

/** The words of the spec and its kin for who waits (§3.6): it does not show how a booking says so. */
const WAITING = /queue|wait|stand.?by|reserve/i;

/** Names under which a booking may say in a word whether it is confirmed. */
const STATE = /^(participation|booking)?(state|status)$/i;

const DATE = /^\d{4}-\d\d-\d\d/;

/** Whether a property says that somebody waits: a switch, a place in the queue, a word, or since when. */
function saysQueued(path: string, value: unknown): boolean {
	if (typeof value === 'string') return WAITING.test(value) || (WAITING.test(path) && DATE.test(value));
	return value === true || (typeof value === 'number' && value > 0);
}

/** The properties of a booking itself that may say whether it is queued. */
const candidatesIn = (booking: IDataObject): string[] =>
	Object.entries(booking).flatMap(([name, value]) => {
		const isNamed = typeof value === 'string' ? WAITING.test(name) || STATE.test(name) : typeof value === 'boolean' && WAITING.test(name);
		return isNamed ? [name] : [];
	});

/** Whether somebody is queued for a class; where nothing tells, everybody takes part. @reading participation */
export function isQueued(booking: IDataObject, { queuedField }: PollSettings): boolean {
	if (queuedField) return saysQueued(queuedField, propertyOf(booking, queuedField));
	const candidates = candidatesIn(booking);
	return candidates.length === 1 && saysQueued(candidates[0], booking[candidates[0]]);
}

/** @throws InvalidInput where no booking has the chosen property, or where none is chosen of several */
export function checkQueued(bookings: readonly IDataObject[], { queuedField }: PollSettings): void {
	const several = queuedField ? undefined : bookings.map(candidatesIn).find((names) => names.length > 1);
	const isMissing = queuedField !== '' && bookings.every((booking) => propertyOf(booking, queuedField) === undefined);
	if (!several && !isMissing) return;
	const names = several ?? [...new Set(bookings.flatMap((booking) => leavesIn(booking).map(([path]) => path)))];
	throw new InvalidInput(
		isMissing ? `The bookings have no property "${queuedField}"` : 'Several properties may tell who is queued for a class',
		`Choose "Queued Field" in the options of the trigger: one of ${names.join(', ')}.`,
	);
}

/** The properties of bookings that may say who is queued, each with two of its values, the likely ones first. */
export function queuedFieldsIn(bookings: readonly IDataObject[]): Array<[path: string, examples: string]> {
	const values = new Map<string, Set<string>>();
	for (const [path, value] of bookings.flatMap((booking) => leavesIn(booking))) {
		if (value === null || Array.isArray(value)) continue;
		values.set(path, (values.get(path) ?? new Set()).add(String(value)));
	}
	const isLikely = (path: string) => WAITING.test(path) || STATE.test(path);
	return [...values]
		.sort(([a], [b]) => Number(isLikely(b)) - Number(isLikely(a)))
		.map(([path, known]) => [path, [...known].slice(0, 2).join(' or ')]);
}
