import type { IDataObject } from 'n8n-workflow';
import type { PeopleCall } from '../shared/api/endpoints';
import { directionOf, endpointOf, maxCountOf } from '../shared/api/endpoints';
import { orderOn } from '../shared/records/step';
import { pagesOf } from '../shared/records/paging';
import { search } from './search';
import type { Field, Values } from './field';
import type { Output } from './operation';
import { limit } from './options';
import type { Session } from './session';

/** What a search for people takes. */
export const searchFields = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. anna nyström',
		api: false,
		description: 'Part of a name, an email address or a phone number, whatever its case and accents, e.g. anna nyström',
	},
	{ ...limit, default: 10 },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Max Calls',
				name: 'maxCalls',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 25,
				api: false,
				description: 'Most calls that the search may cost, e.g. 25; each looks at 1,000 people. Pages read within a minute cost none.',
			},
		],
	},
] as const satisfies readonly Field[];

/** How many results, and how many calls, where the user does not say. */
const USUAL = { limit: 10, maxCalls: 25 } as const;

/** Searches people in pages that are kept for a minute; tells what was not looked at. */
export async function searchPeople(
	session: Session,
	list: PeopleCall,
	{ query, limit: most = USUAL.limit, options }: Values<typeof searchFields>,
): Promise<Output> {
	const { maxCalls = USUAL.maxCalls } = options;
	const pages = pagesOf({
		fetch: async (page) => await session.readKept(list, { ...page }),
		direction: (firstPage) => directionOf(list, {}) ?? orderOn(list, firstPage),
		orderedBy: endpointOf(list)?.orderedBy,
		maxCount: maxCountOf(list),
	});
	const { people, searched, more } = await search(pages, query, { limit: most, maxCalls });
	const notSearched = more
		? `Only the first ${searched.toLocaleString('en')} people were searched; the club has more (Options > Max Calls)`
		: undefined;
	if (notSearched) session.hint(notSearched);
	const results = structuredClone(people);
	return session.isForModel ? ({ results, hasMore: more, nextCursor: null, ...(notSearched && { notSearched }) } as IDataObject) : results;
}
