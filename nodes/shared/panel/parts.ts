import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { inOneText, toNodeError } from '../transport/errors';

/** A switch in a group starts on when it is added, which is no default of what was not added: an assistant that builds workflows is told. */
export const SWITCH_HINT = { propertyHint: 'Off when it is left out, whatever the default says' } as const;

/** An expression that gives for a value the words of a table, so that a node on the canvas says what it does to a person. */
const words = (table: Readonly<Record<string, string>>, value: string): string => `(${JSON.stringify(table)})[${value}]`;

/** What a node of operations shows below its name: "Get many athletes". @param actions the words by `resource.operation` */
export const subtitleOfActions = (actions: Readonly<Record<string, string>>): string =>
	`={{ ${words(actions, '$parameter["resource"] + "." + $parameter["operation"]')} }}`;

/** What a trigger shows below its name: the chosen events in words. */
export const subtitleOfEvents = (events: Readonly<Record<string, string>>): string =>
	`={{ $parameter["events"].map((name) => ${words(events, 'name')}).join(", ") }}`;

/** A search method, as n8n calls it: for the text typed in, and the token of the page before. */
type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

/**
 * A drop-down's search method, which each one of the pack goes through. n8n stores the label and the value of what is chosen, and
 * runs either as an expression where it begins with "=": an athlete could call themselves so. Such a label gets an apostrophe, as
 * in a spreadsheet; such a value is no id of the API, and nobody can choose it.
 */
export const dropDown = (search: Search): Search =>
	async function (filter, paginationToken) {
		try {
			const { results, ...more } = await search.call(this, filter, paginationToken);
			const chosen = results.filter(({ value }) => !String(value).startsWith('='));
			return { results: chosen.map((item) => ({ ...item, name: item.name.replace(/^=/, "'=") })), ...more };
		} catch (error) {
			throw inOneText(toNodeError(this.getNode(), error));
		}
	};
