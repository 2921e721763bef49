import type { IDataObject } from 'n8n-workflow';
import type { Direction, FreeCall } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';
import { ID } from '../api/limits';
import { instantOf, momentOf, timeOf } from '../api/time';

/** Where a row stands by an id or a time. All times of a list are written alike, so any zone gives their order. */
const placeOf = (value: unknown): number => (typeof value === 'number' ? value : (timeOf(value, 'utc') ?? NaN));

const wayOf = (ahead: number): Direction | undefined => (ahead > 0 ? 'forward' : ahead < 0 ? 'backward' : undefined);

/** Which way rows go by an id or a time, and by further properties where that is the same; nothing where they do not tell. */
export function orderOf(rows: readonly IDataObject[], ...orderedBy: string[]): Direction | undefined {
	for (const name of orderedBy) {
		const places = rows.map((row) => placeOf(row[name])).filter((place) => !Number.isNaN(place));
		const way = wayOf(places[places.length - 1] - places[0]);
		if (way) return way;
	}
	return undefined;
}

/** Which way rows go whose times are local to a person each: as most of those go who have several. Nobody's tell anything of another's. */
function orderOfEach(rows: readonly IDataObject[], orderedBy: string, person: string): Direction | undefined {
	const byPerson = new Map<unknown, IDataObject[]>();
	for (const row of rows) {
		const own = byPerson.get(row[person]);
		if (own) own.push(row);
		else byPerson.set(row[person], [row]);
	}
	const ways = [...byPerson.values()].map((own) => orderOf(own, orderedBy));
	return wayOf(ways.filter((way) => way === 'forward').length - ways.filter((way) => way === 'backward').length);
}

/** Which way rows go by whatever number goes one way through all of them, an id (§2.9) before others; nothing where two of them disagree. @reading arrayOrder */
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
	const ways = new Set((ids.length > 0 ? ids : names).map((name) => orderOf(rows, name)));
	return ways.size === 1 ? [...ways][0] : undefined;
}

/**
 * Which way a list goes, as far as a page of it tells. By an id or a moment that is certain; by local times, or by an order
 * that the spec does not show, it is a guess (`isGuess`), which a read must not rely on.
 * @reading idOrder
 * @reading calendarOrder
 * @reading trainingOrder
 * @reading trainingBegin
 * @reading resultOrder
 */
export function orderOn(call: FreeCall, rows: readonly IDataObject[]): Direction | undefined {
	const { orderedBy, thenBy = [], localTo } = endpointOf(call) ?? {};
	if (orderedBy === undefined) return orderShown(rows);
	return localTo === undefined ? orderOf(rows, orderedBy, ...thenBy) : orderOfEach(rows, orderedBy, localTo);
}

/** Whether what a page tells of the way of its list is a guess. */
export function isGuess(call: FreeCall): boolean {
	const { orderedBy, localTo } = endpointOf(call) ?? {};
	return orderedBy === undefined || localTo !== undefined;
}

/** What differs between one page and the next: everything else of the request stays as it was (§4.1 rule 2). */
export interface PageQuery {
	count?: number;
	cursor?: string;
	fromId?: number;
	toId?: number;
	from?: string;
	to?: string;
}

/** The part of a query that changes from page to page: a cursor, or a bound where there is none. */
export type PageStep = Omit<PageQuery, 'count'>;

/** A step that a later read goes on with: it must know the way of the list as far as this one does. */
export interface Onward extends PageStep {
	way?: {
		direction: Direction;
		/** Where the list is to be read too, while no page has proved that the way taken is right. */
		otherwise?: PageStep;
	};
}

/** What the user selects, which no page may leave. */
export type Range = Pick<PageQuery, 'fromId' | 'toId' | 'from' | 'to'>;

/** A page as it came, before it is known what follows. */
export interface RawPage {
	envelope: IDataObject;
	rows: IDataObject[];
}

/** The bound beyond the ids of a page (§4.1: bounds are inclusive). @reading legacyFields */
function beyond(rows: readonly IDataObject[], direction: Direction, orderedBy: string): PageStep | undefined {
	const ids = rows.map((row) => row[orderedBy]).filter((value) => typeof value === 'number');
	if (ids.length === 0) return undefined;
	return direction === 'forward' ? { fromId: Math.max(...ids) + 1 } : { toId: Math.min(...ids) - 1 };
}

/** A second later, since `to` excludes its moment (§4.4), which may have been given in whole seconds: rows may share it. */
function justAfter(time: string): string {
	const includeOffset = !Number.isNaN(instantOf(time));
	return momentOf(time, 'utc').plus({ seconds: 1 }).toISO({ includeOffset, suppressMilliseconds: true }) ?? time;
}

/** A moment, but none after the bound of the user. One without an offset is neither before nor after another. */
const earlier = (time: string, bound: string | undefined): string => (instantOf(bound) < instantOf(time) ? bound! : time);

/** The legacy range value that replaces the bound of a request where no cursor came (§4.1 rule 4). @reading cursors */
function legacyStep(envelope: IDataObject, direction: Direction, range: Range = {}): PageStep | undefined {
	const [id, time] = direction === 'forward' ? [envelope.NextId, envelope.NextDateTime] : [envelope.PrevId, envelope.PrevDateTime];
	if (typeof id === 'number' && id > 0) return direction === 'forward' ? { fromId: id } : { toId: id };
	if (typeof time === 'string' && time) return direction === 'forward' ? { from: time } : { to: earlier(justAfter(time), range.to) };
	return undefined;
}

/** The step after one that leads to itself: bounds are inclusive, and a page of one row may name that row's id as the next (§4.1). @reading legacyIds */
function beyondItself(next: PageStep, { fromId, toId }: PageStep): PageStep {
	if (fromId !== undefined && next.fromId === fromId) return { fromId: fromId + 1 };
	return toId !== undefined && next.toId === toId ? { toId: toId - 1 } : next;
}

/** Whether a step without a cursor leaves what the user selects, or all ids there are: then the list is at its end. */
const isOutside = ({ fromId, toId, from, to }: PageStep, range: Range = {}): boolean =>
	(fromId ?? ID.min) > (range.toId ?? ID.max) ||
	(toId ?? ID.max) < (range.fromId ?? ID.min) ||
	instantOf(from) > instantOf(range.to) ||
	instantOf(to) < instantOf(range.from);

/**
 * The request for the page after this one, nothing at the end of the list (§4.1 rule 5), or `lost` where no way leads on.
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
	// A smallest id makes a list ascend, so that it is read backward with a cursor only.
	if (direction === 'backward' && range?.fromId !== undefined) return 'lost';
	const named = legacyStep(envelope, direction, range) ?? (orderedBy && beyond(rows, direction, orderedBy));
	if (!named) return 'lost';
	const step = beyondItself(named, current);
	return isOutside(step, range) ? undefined : step;
}

/** Whether the list goes on, by a way that is known. */
export const isStep = (step: PageStep | 'lost' | undefined): step is PageStep => typeof step === 'object';

/** Whether a row can come again on the page that a step leads to: bounds are inclusive (§4.1). */
export const comesAgain = ({ cursor, fromId = 0, toId = Infinity }: PageStep, place: unknown): boolean =>
	cursor === undefined && (typeof place !== 'number' || (place >= fromId && place <= toId));
