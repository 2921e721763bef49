import type { IDataObject } from 'n8n-workflow';
import type { Direction, FreeCall } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';
import { ID } from '../api/limits';
import { instantOf, momentOf, timeOf } from '../api/time';

// The direction of a list, as its rows show it.

/** A number that orders an ID or a time. All times of a list have the same form, so any timezone gives their order. */
const rankOf = (value: unknown): number => (typeof value === 'number' ? value : (timeOf(value, 'utc') ?? NaN));

const directionOf = (difference: number): Direction | undefined => (difference > 0 ? 'forward' : difference < 0 ? 'backward' : undefined);

/** The direction of rows by an ID or a time, and by further properties if that is equal; undefined if all are equal. */
export function orderOf(rows: readonly IDataObject[], ...orderedBy: string[]): Direction | undefined {
	for (const name of orderedBy) {
		const ranks = rows.map((row) => rankOf(row[name])).filter((rank) => !Number.isNaN(rank));
		const direction = directionOf(ranks[ranks.length - 1] - ranks[0]);
		if (direction) return direction;
	}
	return undefined;
}

/** The direction of rows whose times are local to each person: that of most persons. Rows of different people cannot be compared. */
function orderOfEach(rows: readonly IDataObject[], orderedBy: string, person: string): Direction | undefined {
	const byPerson = new Map<unknown, IDataObject[]>();
	for (const row of rows) {
		const sameRows = byPerson.get(row[person]);
		if (sameRows) sameRows.push(row);
		else byPerson.set(row[person], [row]);
	}
	const directions = [...byPerson.values()].map((personRows) => orderOf(personRows, orderedBy));
	const count = (direction: Direction) => directions.filter((other) => other === direction).length;
	return directionOf(count('forward') - count('backward'));
}

/**
 * The direction by any number that rises or falls through all rows, an ID (§2.9) before others; undefined if two of them
 * disagree.
 */
function orderShown(rows: readonly IDataObject[]): Direction | undefined {
	const [first, second] = rows;
	const names = Object.keys(first ?? {}).filter((name) => {
		const sign = Math.sign(Number(second?.[name]) - Number(first[name]));
		return (
			sign &&
			rows.every(
				(row, index) => typeof row[name] === 'number' && (index === 0 || Math.sign(row[name] - Number(rows[index - 1][name])) === sign),
			)
		);
	});
	const ids = names.filter((name) => name.endsWith('Id'));
	const directions = new Set((ids.length > 0 ? ids : names).map((name) => orderOf(rows, name)));
	return directions.size === 1 ? [...directions][0] : undefined;
}

/**
 * The direction of a list, as far as one of its pages shows it. By an ID or an instant it is certain. By local times, or by an
 * order that the spec does not show, it is a guess (`isGuess`), and a read must not rely on it.
 */
export function orderOn(call: FreeCall, rows: readonly IDataObject[]): Direction | undefined {
	const { orderedBy, thenBy = [], localTo } = endpointOf(call) ?? {};
	if (orderedBy === undefined) return orderShown(rows);
	return localTo === undefined ? orderOf(rows, orderedBy, ...thenBy) : orderOfEach(rows, orderedBy, localTo);
}

/** Whether the direction that a page shows is a guess. */
export function isGuess(call: FreeCall): boolean {
	const { orderedBy, localTo } = endpointOf(call) ?? {};
	return orderedBy === undefined || localTo !== undefined;
}

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
	way?: {
		direction: Direction;
		/** The step in the other direction, while no page has proved this one. */
		otherwise?: PageStep;
	};
}

/** The range that the user selects; no page may leave it. */
export type Range = Pick<PageQuery, 'fromId' | 'toId' | 'from' | 'to'>;

/** A page as the club sent it. */
export interface RawPage {
	envelope: IDataObject;
	rows: IDataObject[];
}

/** The bound after the IDs of a page (§4.1: bounds are inclusive). */
function beyond(rows: readonly IDataObject[], direction: Direction, orderedBy: string): PageStep | undefined {
	const ids = rows.map((row) => row[orderedBy]).filter((value) => typeof value === 'number');
	if (ids.length === 0) return undefined;
	return direction === 'forward' ? { fromId: Math.max(...ids) + 1 } : { toId: Math.min(...ids) - 1 };
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
 * is known.
 * @param current the step that led to this page
 */
export function stepAfter(
	{ envelope, rows }: RawPage,
	direction: Direction,
	{ range, orderedBy }: { range?: Range; orderedBy?: string },
	current: PageStep = {},
): PageStep | 'lost' | undefined {
	if (rows.length === 0 || envelope.Continue === false) return undefined;
	const cursor = direction === 'forward' ? envelope.NextCursor : envelope.PrevCursor;
	if (typeof cursor === 'string' && cursor) return { cursor };
	if (envelope.Continue !== true) return undefined;
	// With `fromId` a list ascends, so only a cursor can lead backward.
	if (direction === 'backward' && range?.fromId !== undefined) return 'lost';
	const next = legacyStep(envelope, direction, range) ?? (orderedBy && beyond(rows, direction, orderedBy));
	if (!next) return 'lost';
	const step = beyondItself(next, current);
	return isOutside(step, range) ? undefined : step;
}

/** Whether the list goes on with a known step. */
export const isStep = (step: PageStep | 'lost' | undefined): step is PageStep => typeof step === 'object';

/** Whether a row can come again on the page of a step: bounds are inclusive (§4.1). */
export const comesAgain = ({ cursor, fromId = 0, toId = Infinity }: PageStep, rank: unknown): boolean =>
	cursor === undefined && (typeof rank !== 'number' || (rank >= fromId && rank <= toId));
