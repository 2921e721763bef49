import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { inOneText, toNodeError } from '../transport/errors';

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
