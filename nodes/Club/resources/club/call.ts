import type { IDataObject } from 'n8n-workflow';
import { asWritten, knownCall } from '../../../shared/api/endpoints';
import { asRow, isPage, pagesOf, pagingOf } from '../../../shared/lists/pages';
import { freePath, splitPath } from '../../run/urls';
import { requestQuery } from '../../run/plan';
import { defineOperation } from '../../operation';
import { returnAll } from '../../fields/fields';

/** The records of an answer: the entries of an array, or the answer itself. A value that is not an object is put under `value`. */
const recordsOf = (answer: unknown): IDataObject[] => (Array.isArray(answer) ? (answer as unknown[]) : [answer]).map(asRow);

export const call = defineOperation({
	value: 'call',
	name: 'Make API Call',
	action: 'Make API call',
	description: 'Make any other call of the API',
	calls: [],
	isFree: true,
	cost: '1, or 1 per page',
	fields: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			required: true,
			options: [
				{ name: 'DELETE', value: 'DELETE' },
				{ name: 'GET', value: 'GET' },
				{ name: 'POST', value: 'POST' },
				{ name: 'PUT', value: 'PUT' },
			],
			default: 'GET',
			description: 'The HTTP method. GET reads. All others change the club and are never repeated.',
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. /Athletes/4711',
			check: freePath,
			description: 'The path to add to the Base URL of the credential, e.g. /Athletes/4711 or /Athletes?count=2',
		},
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			default: '{}',
			displayOptions: { show: { method: ['POST', 'PUT'] } },
			description: 'The request body as a JSON object, with the property names of the API, e.g. {"ClientStage": "Client"}',
		},
		{
			displayName: 'Query',
			name: 'query',
			type: 'json',
			default: '{}',
			description: 'The query parameters as a JSON object, with the names that the API uses, e.g. {"fromId": 4711}',
		},
		{ ...returnAll, displayOptions: { show: { method: ['GET'] } } },
	],
	check: ({ path, query = {} }) => void splitPath(path, query),
	async run(session, { method, path, query = {}, body, returnAll: isWhole }) {
		const { path: below, query: selection } = splitPath(path, requestQuery(query));
		const target = asWritten(`${method} /${below.slice(1)}`);
		if (method !== 'GET' || !isWhole)
			return recordsOf(await session.request(target, { query: selection, body, neverRepeat: method !== 'GET' }));
		// The spec may not show the list, and what is no list is one record.
		return pagesOf({
			fetch: async (page) => {
				const answer = await session.request(target, { query: { ...selection, ...page } });
				return isPage(answer) ? answer : recordsOf(answer);
			},
			...pagingOf(knownCall(target) ?? target, selection),
			...('count' in selection && { maxCount: undefined }),
		});
	},
});
