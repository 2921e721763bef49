import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../../shared/api/endpoints';
import { internalPages, type Page } from '../../../shared/lists/pages';
import { ClubError, SEE_CHECK } from '../../../shared/transport/errors';
import { athleteFilters, filteredBy, keepPeople } from '../../fields/fields';
import { defineOperation } from '../../operation';
import type { Session } from '../../calls/session';
import { daysOf, SUMMARIES } from '../athleteSummary';
import { overviewOptions, summariesOf } from './getOverview';

/** Reads the page of a list that begins at an ID, in ascending order of `UserId`. */
type ReadFrom = (userId: number) => Promise<{ rows: readonly IDataObject[]; more: boolean }>;

const idOf = (row: IDataObject): number => (typeof row.UserId === 'number' ? row.UserId : NaN);

/**
 * Reads a list beside the list of people, with one page in memory. Each page begins at the next person who is missing, so it takes as few
 * calls as there can be, also for a few people of many.
 * @returns finds the row of a person; null if the list has none, or the person has no ID. Call it with ascending IDs.
 */
function sideList(read: ReadFrom): (userId: number) => Promise<IDataObject | null> {
	let rows = new Map<number, IDataObject>();
	let last = -Infinity;
	return async (userId) => {
		if (Number.isNaN(userId)) return null;
		if (userId > last) {
			const page = await read(userId);
			rows = new Map(page.rows.map((row) => [idOf(row), row]));
			last = page.more ? [...rows.keys()].reduce((a, b) => (b > a ? b : a), userId) : Infinity;
		}
		return rows.get(userId) ?? null;
	};
}

/**
 * Joins the rows of other lists to people, under the name of each list. People must ascend by `UserId`. A person who joins or leaves
 * meanwhile does not affect the rows of others.
 */
export function joinByUser(lists: Readonly<Record<string, ReadFrom>>): (people: readonly IDataObject[]) => Promise<IDataObject[]> {
	const sideLists = Object.entries(lists).map(([name, read]) => ({ name, rowOf: sideList(read) }));
	return async (people) => {
		const joined: IDataObject[] = [];
		for (const person of people) {
			const row: IDataObject = { ...person };
			for (const { name, rowOf } of sideLists) row[name] = await rowOf(idOf(person));
			joined.push(row);
		}
		return joined;
	};
}

/**
 * A list of summaries, in the largest pages, or in smaller ones if few rows are needed.
 * @throws ClubError when no row of a page has a UserId; otherwise every athlete would seem to have no summary
 */
const summariesFrom =
	(session: Session, call: ListCall, query: IDataObject, pageSize: number | undefined): ReadFrom =>
	async (fromId) => {
		const fetch = async (pageQuery: IDataObject) => await session.request(call, { query: pageQuery });
		const { value } = await internalPages(call, { ...query, fromId }, fetch, { pageSize }).next();
		const { rows, more } = value as Page;
		if (rows.length === 0 || rows.some(({ UserId }) => typeof UserId === 'number')) return { rows, more };
		throw new ClubError(`No row of ${call} has a number as "UserId"`, {
			description: `The node cannot tell which athlete each summary belongs to. Leave out this summary with "Include", or read each athlete with Get Overview. ${SEE_CHECK}`,
			failure: { cause: 'configuration-invalid' },
		});
	};

/** Reads four lists side by side, all in ascending order of UserId: for 20,000 athletes 20 pages, an empty last one, and 3 times 40 pages. */
export const getManyOverviews = defineOperation({
	value: 'getManyOverviews',
	name: 'Get Many Overviews',
	action: 'Get many overviews of athletes',
	description: 'Get many athletes with their summaries',
	calls: ['GET /Athletes', ...Object.values(SUMMARIES).map(({ many }) => many)],
	cost: '1 per 1,000 athletes, plus 1 per 500 rows of each summary',
	fields: [athleteFilters, overviewOptions],
	list: {
		keep: keepPeople,
		keptBy: filteredBy,
		query: (query) => ({ fromId: 1, ...query }),
		complete(values, session) {
			const { limit, options } = values as typeof values & { limit?: number; options: { pageSize?: number } };
			const isUnfiltered = filteredBy(values).length === 0;
			const pageSize = isUnfiltered ? (options.pageSize ?? limit) : undefined;
			const lists = summariesOf(options).map((summary): [string, ReadFrom] => {
				const { name, many } = SUMMARIES[summary];
				return [name, summariesFrom(session, many, daysOf(summary, options), pageSize)];
			});
			return joinByUser(Object.fromEntries(lists));
		},
	},
});
