import type { IDataObject } from 'n8n-workflow';
import { orderedByOf, type Direction, type FreeCall } from '../api/endpoints';
import { isId } from '../api/facts';
import { ID } from '../api/limits';
import { instantOf, momentOf, timeOf } from '../api/time';

// The direction of a list, as its rows show it.

/** A number that orders an ID or a time. All times of a list have the same form, so any timezone gives their order. */
const rankOf = (value: unknown): number => (isId(value) ? value : (timeOf(value, 'utc') ?? NaN));

/** The direction of rows by an ID or a time, and by further properties if that is equal; undefined if all are equal. */
export function orderOf(rows: readonly IDataObject[], ...orderedBy: readonly string[]): Direction | undefined {
	for (const name of orderedBy) {
		const isRanked = (row: IDataObject): boolean => !Number.isNaN(rankOf(row[name]));
		const [first, last] = [rows, [...rows].reverse()].map((some) => rankOf(some.find(isRanked)?.[name]));
		if (first !== last && !Number.isNaN(first)) return first < last ? 'forward' : 'backward';
	}
	return undefined;
}

/** The direction of the rows of a list by the properties that order it (§4); undefined if the spec does not show these. */
export const orderOn = (call: FreeCall, rows: readonly IDataObject[]): Direction | undefined => orderOf(rows, ...orderedByOf(call));

// The step from one page to the next.

/** The part of a query that can differ between two pages; everything else of the request stays the same (§4.1 rule 2). */
export interface PageQuery {
	count?: number;
	cursor?: string;
	fromId?: number;
	toId?: number;
	from?: string;
	to?: string;
}

/** The part of a query that differs between two pages: a cursor, or a bound if there is no cursor. */
export type PageStep = Omit<PageQuery, 'count'>;

/** The step that a later read goes on with, and what this read knows of the direction. n8n stores it for a poll. */
export interface Onward extends PageStep {
	direction?: Direction;
	/** The step to the other side of the first page, while no page has proved a direction that the spec does not show. */
	otherSide?: PageStep;
	isOtherSide?: boolean;
}

export type Range = Pick<PageQuery, 'fromId' | 'toId' | 'from' | 'to'>;

/** The bound after the IDs of a page (§4.1: bounds are inclusive). */
export function beyond(rows: readonly IDataObject[], direction: Direction, orderedBy: string): PageStep | undefined {
	const ids = rows.map((row) => row[orderedBy]).filter((value): value is number => Number.isSafeInteger(value));
	if (ids.length === 0) return undefined;
	if (direction === 'forward') return { fromId: ids.reduce((a, b) => Math.max(a, b)) + 1 };
	return { toId: ids.reduce((a, b) => Math.min(a, b)) - 1 };
}

/** A second later: `to` excludes its instant (§4.4), and the club may round to seconds, so other rows can have the same time. */
function justAfter(time: string): string {
	const includeOffset = !Number.isNaN(instantOf(time));
	return momentOf(time, 'utc').plus({ seconds: 1 }).toISO({ includeOffset, suppressMilliseconds: true }) ?? time;
}

/** The earlier of a time and the bound of the user. A time without an offset cannot be compared, and stays. */
const earlier = (time: string, bound: string | undefined): string => (instantOf(bound) < instantOf(time) ? bound! : time);

/** The legacy range value that replaces the bound of a request if the page has no cursor (§4.1 rule 4). */
function legacyStep(envelope: IDataObject, direction: Direction, range: Range = {}): PageStep | undefined {
	const [id, time] = direction === 'forward' ? [envelope.NextId, envelope.NextDateTime] : [envelope.PrevId, envelope.PrevDateTime];
	if (typeof id === 'number' && id > 0) return direction === 'forward' ? { fromId: id } : { toId: id };
	if (typeof time === 'string' && time) return direction === 'forward' ? { from: time } : { to: earlier(justAfter(time), range.to) };
	return undefined;
}

/**
 * The next step, moved on by one if it leads to the same page: bounds are inclusive, and a page of one row can name its own
 * ID as the next (§4.1).
 */
function beyondItself(next: PageStep, { fromId, toId }: PageStep): PageStep {
	if (fromId !== undefined && next.fromId === fromId) return { fromId: fromId + 1 };
	return toId !== undefined && next.toId === toId ? { toId: toId - 1 } : next;
}

/** Whether a step without a cursor leaves the selected range, or the range of all IDs: then the list is at its end. */
const isOutside = ({ fromId, toId, from, to }: PageStep, range: Range = {}): boolean =>
	(fromId ?? ID.min) > (range.toId ?? ID.max) ||
	(toId ?? ID.max) < (range.fromId ?? ID.min) ||
	instantOf(from) > instantOf(range.to) ||
	instantOf(to) < instantOf(range.from);

/**
 * The step to the page after this one; undefined at the end of the list (§4.1 rule 5), or `lost` if the list goes on but no step
 * is known. A full page with a cursor to the other side alone is the last one.
 * @param current the step that led to this page
 */
export function stepAfter(
	{ envelope, rows }: { envelope: IDataObject; rows: readonly IDataObject[] },
	direction: Direction,
	{ range, orderedBy: [idName] = [] }: { range?: Range; orderedBy?: readonly string[] },
	current: PageStep = {},
): PageStep | 'lost' | undefined {
	if (rows.length === 0 || envelope.Continue === false) return undefined;
	const { NextCursor, PrevCursor } = envelope;
	const [cursor, otherCursor] = direction === 'forward' ? [NextCursor, PrevCursor] : [PrevCursor, NextCursor];
	if (typeof cursor === 'string' && cursor) return { cursor };
	if (envelope.Continue !== true || otherCursor) return undefined;
	const next = legacyStep(envelope, direction, range) ?? (idName && beyond(rows, direction, idName));
	if (!next) return 'lost';
	const step = beyondItself(next, current);
	return isOutside(step, range) ? undefined : step;
}

export const isStep = (step: PageStep | 'lost' | undefined): step is PageStep => typeof step === 'object';

/** Whether a row can come again on the page of a step: bounds are inclusive (§4.1). */
export const comesAgain = ({ cursor, fromId = 0, toId = Infinity }: PageStep, rank: unknown): boolean =>
	cursor === undefined && (typeof rank !== 'number' || (rank >= fromId && rank <= toId));
