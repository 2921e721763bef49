import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../../shared/api/endpoints';
import { directionOf, endpointOf } from '../../../shared/api/endpoints';
import { ID } from '../../../shared/api/limits';
import type { LIST_READINGS } from '../../../shared/api/readings/lists';
import { DAY_MS, timeOf } from '../../../shared/api/time';
import { isObject } from '../../../shared/transport/json';
import type { Evidence, Sight } from '../evidence';
import { envelopeOf, rowsSeen, sightOf } from '../evidence';
import { bounds, trainingBegin, trainingOrder } from './begins';
import type { Finders, Finding } from './tellers';
import { answered, goesBy, hasCursors, isLast, lists, numbersIn, rowsIn, findingFrom, stepsOf, tally } from './tellers';

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';
const RESULTS = 'GET /Challenges/{challengeId}/Results';
const SUMMARIES = ['GET /Athletes/EngagementSummaries', 'GET /Athletes/MembershipSummaries', 'GET /Athletes/AttendanceSummaries'] as const;

/** Min rows for a proof, so that chance is unlikely. */
const MIN_ROWS = 10;

/** The pages with an envelope. */
const pages = (evidence: Evidence): Sight[] => lists(evidence).filter(({ body }) => isObject(body));

const hasRows = (sight: Sight): boolean => rowsSeen(sight).length > 0;

/** The cursors of a page. */
const cursorsOf = (sight: Sight): string[] => ['NextCursor', 'PrevCursor'].filter((name) => Boolean(envelopeOf(sight)[name]));

const LEGACY = ['NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];

/** The cursors that a club sends. The first page may leave one out, so the second page decides. */
function cursors(evidence: Evidence): Finding<'both' | 'ahead' | 'none'> {
	const counts = tally(pages(evidence).filter(hasRows), (page) => {
		const [first, ...more] = cursorsOf(page);
		if (more.length > 0) return 'both';
		if (first === undefined) return envelopeOf(page).Continue === true ? 'none' : undefined;
		const before = page.purpose === 'second' ? sightOf(evidence, page.call) : undefined;
		return before && cursorsOf(before).join() === first ? 'ahead' : undefined;
	});
	return findingFrom('pages', counts);
}

/** Whether `NextId` and `PrevId` are the outer IDs of the page, or lie one beyond them. */
function legacyIds(page: Sight): 'beyond' | 'last' | undefined {
	const ids = numbersIn(rowsSeen(page), endpointOf(page.call)?.orderedBy ?? '');
	const { NextId, PrevId } = envelopeOf(page);
	if (ids.length === 0) return undefined;
	if (NextId === Math.max(...ids) + 1 || PrevId === Math.min(...ids) - 1) return 'beyond';
	return NextId === Math.max(...ids) || PrevId === Math.min(...ids) ? 'last' : undefined;
}

/** What a full page says that is known to be the last. */
function fullLastPage(evidence: Evidence): Finding<'continues' | 'ends'> {
	const counts = tally(pages(evidence).filter(hasRows), (page) => {
		if (rowsSeen(page).length !== page.query.count) return undefined;
		const { Continue } = envelopeOf(page);
		if (Continue === false) return 'ends';
		const { fromId, toId } = page.query;
		const isWholeList = page.purpose === 'full' || (fromId !== undefined && fromId === toId);
		const next = page.purpose === 'first' ? sightOf(evidence, page.call, 'second') : undefined;
		const isEnd = isWholeList || (next !== undefined && [200, 204].includes(next.status) && !hasRows(next));
		return isEnd && Continue === true ? 'continues' : undefined;
	});
	return findingFrom('full last pages', counts);
}

function emptyPage(sight: Sight): 'list' | 'nullGoesOn' | 'absent' | 'noContent' | undefined {
	if (endpointOf(sight.call)?.answer === 'rows' || hasRows(sight)) return undefined;
	if (sight.status === 204) return 'noContent';
	if (!isObject(sight.body)) return undefined;
	const { Results = null, Continue } = sight.body;
	if (Array.isArray(Results)) return Continue === false ? 'list' : undefined;
	if (Results !== null) return undefined;
	if (Continue === true) return 'nullGoesOn';
	return Continue === undefined ? 'absent' : undefined;
}

/** The values that a list is ordered by; NaN for rows without one. */
function orderValues({ call }: Sight, rows: readonly IDataObject[]): number[] {
	const name = endpointOf(call)?.orderedBy ?? '';
	const begin = (row: IDataObject) => row[name] ?? (isObject(row.Class) ? row.Class[name] : undefined);
	return rows.map((row) => {
		const value = begin(row);
		return typeof value === 'number' ? value : (timeOf(value, 'utc') ?? NaN);
	});
}

const directionIn = (sight: Sight): 'forward' | 'backward' | undefined => stepsOf(orderValues(sight, rowsSeen(sight)));

const ORDERS = { forward: 'ascending', backward: 'descending' } as const;

const asOrder = (direction: 'forward' | 'backward' | undefined): 'ascending' | 'descending' | undefined => direction && ORDERS[direction];

const isUnbounded = ({ query }: Sight): boolean => ['fromId', 'toId', 'from', 'to', 'cursor'].every((name) => query[name] === undefined);

function resultOrder(evidence: Evidence): Finding<'user' | 'rank'> {
	const counts = tally(answered(evidence, RESULTS), (sight) => {
		const rows = rowsSeen(sight);
		return goesBy('user', numbersIn(rows, 'UserId'), 'rank', numbersIn(rows, 'Rank'));
	});
	return hasCursors(evidence) ? findingFrom('lists of results', counts) : { because: 'No page has a cursor.' };
}

/** Whether a list respects ID bounds, if it has rows outside of them. */
function range(evidence: Evidence, ...lists: ReadonlyArray<readonly [call: FreeCall, name: string]>): Finding<'respected' | 'ignored'> {
	const counts = tally(
		lists.flatMap(([call, name]) => {
			const all = numbersIn(rowsIn(evidence, call), name);
			return answered(evidence, call).map((sight) => ({ sight, all, ids: numbersIn(rowsSeen(sight), name) }));
		}),
		({ sight: { query }, all, ids }) => {
			const [from, to] = [Number(query.fromId ?? ID.min), Number(query.toId ?? ID.max)];
			const isOutside = (id: number) => id < from || id > to;
			if (!all.some(isOutside) || ids.length === 0) return undefined;
			return ids.some(isOutside) ? 'ignored' : 'respected';
		},
	);
	const finding = findingFrom<'respected' | 'ignored'>('lists with bounds', counts);
	if (finding.reading !== 'respected' || hasCursors(evidence)) return finding;
	return { because: `${finding.because} No page has a cursor.` };
}

const personIn = (row: IDataObject): number[] => {
	const people = [row, ...Object.values(row).filter(isObject)];
	return people
		.map(({ UserId }) => UserId)
		.filter((id): id is number => typeof id === 'number')
		.slice(0, 1);
};

/** Whether the list of athletes is complete, compared with a list of summaries. */
function listedRows(evidence: Evidence): Finding<'all' | 'oneMissing' | 'half' | 'none'> {
	const athletes = sightOf(evidence, 'GET /Athletes');
	const summaries = answered(evidence, ...SUMMARIES).find((sight) => sight.purpose === 'first' && isLast(sight) && hasRows(sight));
	if (!athletes || !summaries || ![200, 204].includes(athletes.status)) return { because: 'One of the two lists was not read.' };
	const listed = rowsSeen(athletes).flatMap(personIn);
	const missing = rowsSeen(summaries)
		.flatMap(personIn)
		.filter((id) => !listed.includes(id));
	const because = `Of ${rowsSeen(summaries).length} athletes with a summary ${missing.length} are not in the list of ${listed.length}.`;
	if (rowsSeen(summaries).length < MIN_ROWS) return { because };
	if (listed.length === 0) return { reading: 'none', because };
	if (!isLast(athletes)) return { because };
	if (missing.length < 2) return { reading: missing.length === 0 ? 'all' : 'oneMissing', because };
	const isHalf = Math.abs(missing.length - listed.length) < 2 && Math.max(...missing) < Math.min(...listed);
	return isHalf ? { reading: 'half', because } : { because };
}

/** Whether a list is a plain array or a page; a 204 shows neither. */
const kindOf =
	(call: FreeCall, subject: string) =>
	(evidence: Evidence): Finding<'array' | 'page'> =>
		findingFrom(
			subject,
			tally(answered(evidence, call), ({ body }) => (Array.isArray(body) ? 'array' : isObject(body) ? 'page' : undefined)),
		);

/** The readings of lists: their order, pages and bounds. */
export const LIST_FINDERS: Finders<typeof LIST_READINGS> = {
	cursors,
	emptyPageCursors: (evidence) => {
		const empty = pages(evidence).filter((page) => Boolean(page.query.cursor) && !hasRows(page));
		return findingFrom(
			'pages without rows',
			tally(empty, (page) => (cursorsOf(page).length > 0 ? 'repeated' : 'none')),
		);
	},
	legacyFields: (evidence) => {
		const withCursor = pages(evidence).filter((page) => hasRows(page) && cursorsOf(page).length > 0 && page.call !== RESULTS);
		return findingFrom(
			'pages with a cursor',
			tally(withCursor, (page) => (LEGACY.some((name) => (envelopeOf(page)[name] ?? null) !== null) ? 'given' : 'absent')),
		);
	},
	legacyIds: (evidence) => findingFrom('pages', tally(pages(evidence), legacyIds)),
	fullLastPage,
	emptyPage: (evidence) => findingFrom('pages without rows', tally(lists(evidence), emptyPage)),
	backwardRows: (evidence) => {
		const back = pages(evidence).filter(({ purpose, call }) => {
			const first = sightOf(evidence, call);
			return purpose === 'back' && first !== undefined && directionIn(first) === 'forward';
		});
		return findingFrom(
			'pages that a PrevCursor leads to',
			tally(back, (page) => asOrder(directionIn(page))),
		);
	},
	idOrder: (evidence) => {
		const unbounded = lists(evidence).filter((sight) => {
			const { bounds: kind, orderedBy } = endpointOf(sight.call) ?? {};
			return kind === 'ids' && orderedBy && directionOf(sight.call, {}) === undefined && isUnbounded(sight);
		});
		return findingFrom(
			'lists without bounds',
			tally(unbounded, (sight) => asOrder(directionIn(sight))),
		);
	},
	calendarOrder: (evidence) => {
		const first = answered(evidence, CALENDAR).filter(({ query }) => !query.cursor);
		return findingFrom(
			'calendars',
			tally(first, (sight) => asOrder(directionIn(sight))),
		);
	},
	trainingOrder,
	trainingBegin,
	bounds,
	resultOrder,
	arrayOrder: (evidence) => {
		const direction = stepsOf(numbersIn(rowsIn(evidence, 'GET /Athletes/{userId}/UserSubscriptions'), 'UserClassSubscriptionId'));
		return findingFrom('arrays of assignments', {
			oldestFirst: Number(direction === 'forward'),
			newestFirst: Number(direction === 'backward'),
		});
	},
	catalogueRange: (evidence) => range(evidence, ['GET /Subscriptions', 'ClassSubscriptionId']),
	challengeRange: (evidence) => range(evidence, ['GET /Challenges', 'ChallengeId'], [RESULTS, 'UserId']),
	largestToId: (evidence) => {
		const largest = evidence.sights.filter(({ query }) => query.toId === ID.max);
		return findingFrom(
			'lists up to the largest ID',
			tally(largest, ({ status, call }) => {
				if (status === 500) return sightOf(evidence, call)?.status === 200 ? 'overflows' : undefined;
				return status === 200 || status === 204 ? 'taken' : undefined;
			}),
		);
	},
	listedRows,
	participants: kindOf('GET /Classes/{classId}/Participants', 'answers with participants'),
	recentParticipants: kindOf('GET /Classes/Participants/Recent', 'answers with recent participants'),
	recentBookings: (evidence) => {
		const begins = rowsIn(evidence, 'GET /Classes/Participants/Recent').flatMap((row) => {
			const { Begin } = isObject(row.Class) ? { ...row.Class, ...row } : row;
			return timeOf(Begin, 'utc') ?? [];
		});
		const booked = begins.filter((begin) => begin > evidence.now + DAY_MS).length;
		return findingFrom('recent participants', { booked });
	},
	challenges: kindOf('GET /Challenges', 'answers with challenges'),
	results: kindOf(RESULTS, 'answers with results'),
};
