import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { inOneText, toNodeError } from './transport/errors';

/** A hint for an assistant that builds workflows: the default of a switch in a collection applies only once the switch is added. */
export const SWITCH_HINT = { propertyHint: 'Off when it is left out, whatever the default says' } as const;

const words = (table: Readonly<Record<string, string>>, value: string): string => `(${JSON.stringify(table)})[${value}]`;

/** The subtitle of a node with operations, such as "Get many athletes". @param actions the words by `resource.operation` */
export const subtitleOfActions = (actions: Readonly<Record<string, string>>): string =>
	`={{ ${words(actions, '$parameter["resource"] + "." + $parameter["operation"]')} }}`;

export const subtitleOfEvents = (events: Readonly<Record<string, string>>): string =>
	`={{ $parameter["events"].map((name) => ${words(events, 'name')}).join(", ") }}`;

/** The commercial stages, in the order in which people reach them (§2.1). */
export const STAGES = [
	{ name: 'Lead', value: 'Lead', description: 'Has shown interest' },
	{ name: 'Qualified', value: 'Qualified', description: 'Is a good fit for the club' },
	{ name: 'Prospect', value: 'Prospect', description: 'Is about to decide' },
	{ name: 'Client', value: 'Client', description: 'Has become a customer' },
] as const;

type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

/**
 * Makes the search method of a drop-down safe; each one of the pack uses it. n8n stores the label and the value of the selected
 * entry, and runs one that begins with "=" as an expression, which an athlete could use as a name. Such a label gets an
 * apostrophe, as in a spreadsheet. Such a value is not an ID of the API, and is left out.
 * @throws NodeApiError, NodeOperationError with the whole text in its message
 */
export const dropDown = (search: Search): Search =>
	async function (filter, paginationToken) {
		try {
			const { results, ...paging } = await search.call(this, filter, paginationToken);
			const safe = results.filter(({ value }) => !String(value).startsWith('='));
			return { results: safe.map((item) => ({ ...item, name: item.name.replace(/^=/, "'=") })), ...paging };
		} catch (error) {
			throw inOneText(toNodeError(this.getNode(), error));
		}
	};
