import type { IDataObject } from 'n8n-workflow';
import type { Direction, Page, PageQuery } from '../shared/records/paging';
import { orderOf, pagesOf } from '../shared/records/paging';
import { readWindows, windowCount } from './telemetry';
import { queryOf } from './naming';
import type { Call } from '../shared/api/route';
import { pathNames } from '../shared/api/route';
import { InvalidInput } from '../shared/transport/errors';
import type { Session } from './session';
import type { AnyOperation, Field } from './operation';

const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
} as const satisfies Field;

/** Parameters that every Get Many has, besides its filters. A tool gives less, since a model reads all of it. */
export const listFields = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{ ...limit, displayOptions: { show: { returnAll: [false], '@tool': [false] } } },
	{ ...limit, default: 10, displayOptions: { show: { returnAll: [false], '@tool': [true] } } },
] as const satisfies readonly Field[];

/** Options that every Get Many has, besides its own. */
export const listOptions = [
	{
		displayName: 'Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.NextCursor }}',
		description: 'Where to start: the NextCursor or PrevCursor of an earlier run with the same filters',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Pages', value: 'pages', description: 'One item a page, with its cursors, so that a workflow can go on later' },
			{ name: 'Rows', value: 'rows', description: 'One item a record' },
		],
		default: 'rows',
		description: 'What each item holds',
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: 'Records a call. Left out, the node takes the largest page and so the fewest calls.',
	},
] as const satisfies readonly Field[];

/** Parameters that steer this node and are none of the API's own. */
const STEERING = new Set([
	'activeOnly',
	'cursor',
	'downloadPicture',
	'filters',
	'limit',
	'maxWait',
	'onlyChanges',
	'onRateLimit',
	'options',
	'output',
	'pageSize',
	'returnAll',
	'simplify',
]);

/** The options of an operation that the API takes as query parameters, such as `days` or `withUser`. */
export const apiOptions = (options: IDataObject = {}): IDataObject =>
	queryOf(Object.fromEntries(Object.entries(options).filter(([name]) => !STEERING.has(name))));

/** The most particular of an operation's calls whose path the values can fill. */
export function chooseCall(calls: readonly Call[], values: IDataObject): Call {
	const possible = calls.filter((call) => pathNames(call).every((name) => values[name] !== undefined));
	const [best] = [...possible].sort((a, b) => pathNames(b).length - pathNames(a).length);
	return best ?? calls[0];
}

/** A read of a list as its call, its path and its unchanging query; paging adds the rest. */
export interface ListRead {
	call: Call;
	params: IDataObject;
	query: IDataObject;
}

/** What an operation's values select, with references resolved. */
export async function selectionOf(session: Session, operation: AnyOperation, values: IDataObject): Promise<ListRead> {
	const { filters, options } = values as Record<string, IDataObject | undefined>;
	const own = Object.fromEntries(Object.entries(values).filter(([name]) => !STEERING.has(name)));
	const params = await session.resolve({ ...own, ...filters });
	const call = operation.choose?.(values) ?? chooseCall(operation.calls, params);
	const inPath = new Set(pathNames(call));
	const query = Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.has(name) && !STEERING.has(name)));
	return { call, params, query: { ...queryOf(query), ...apiOptions(options) } };
}

const maxCountOf = ({ maxCount }: NonNullable<AnyOperation['list']>, values: IDataObject): number =>
	typeof maxCount === 'number' ? maxCount : maxCount(values);

/** How many rows an operation's values ask for. */
const limitOf = ({ returnAll, limit }: IDataObject): number | undefined => (returnAll ? undefined : (limit as number | undefined));

/** The way through a list. Of a cursor that the user gives, only its page tells which way it leads. */
function directionOf({ direction, orderedBy }: NonNullable<AnyOperation['list']>, values: IDataObject, firstPage: IDataObject[]): Direction | undefined {
	const said = direction?.(values);
	const shown = orderedBy === undefined ? undefined : orderOf(firstPage, orderedBy);
	const { cursor } = (values.options ?? {}) as IDataObject;
	return cursor ? (shown ?? said) : (said ?? shown);
}

/** Reads the pages that an operation's values ask for. */
async function* readPages(
	session: Session,
	{ list, advice }: AnyOperation,
	values: IDataObject,
	read: ListRead,
	bounds: { limit?: number; pageSize?: number },
): AsyncGenerator<Page> {
	if (!list) return;
	const options = (values.options ?? {}) as { pageSize?: number; cursor?: string };
	const whole = list.whole?.(values) ?? false;
	yield* pagesOf({
		async fetch({ count, ...step }: PageQuery) {
			const page = whole ? step : { count, ...step };
			return await session.send(read.call, { params: read.params, query: { ...read.query, ...page }, advice });
		},
		direction: (firstPage) => directionOf(list, values, firstPage),
		orderedBy: list.orderedBy,
		range: read.query,
		maxCount: maxCountOf(list, values),
		pageSize: options.pageSize,
		cursor: options.cursor || undefined,
		...bounds,
	});
}

/** The output of a list operation, page after page: its rows, or the page itself. */
export async function* readList(session: Session, operation: AnyOperation, values: IDataObject): AsyncGenerator<IDataObject[]> {
	const read = await selectionOf(session, operation, values);
	const limit = limitOf(values);
	const span = operation.list?.span?.(values);
	if (span) {
		session.hint(`An interval of this length takes at least ${windowCount(span)} calls when it is read to its end`);
		const { pageSize = Infinity } = (values.options ?? {}) as { pageSize?: number };
		yield* readWindows(
			span,
			(window, wanted) =>
				readPages(session, operation, values, { ...read, query: { ...read.query, ...window } }, { pageSize: Math.min(pageSize, wanted) }),
			limit,
		);
		return;
	}
	const asPages = isAsPages(values);
	for await (const { envelope, rows } of readPages(session, operation, values, read, { limit })) yield asPages ? [envelope] : rows;
}

/** Whether the user wants pages instead of rows. */
export const isAsPages = ({ options }: IDataObject): boolean => (options as IDataObject | undefined)?.output === 'pages';

/** Refuses list values that do not go together, before any call. */
export function checkList({ list }: AnyOperation, values: IDataObject): void {
	if (!list) return;
	const { filters = {}, options = {} } = values as { filters?: { fromId?: number; toId?: number }; options?: IDataObject };
	const maxCount = maxCountOf(list, values);
	if (Number(options.pageSize ?? 1) > maxCount) {
		throw new InvalidInput(`"Page Size" must be a whole number from 1 to ${maxCount}`, 'Leave it out for the fewest calls. Nothing was sent.');
	}
	if (list.span?.(values) && (options.cursor || isAsPages(values))) {
		throw new InvalidInput(
			'An interval that is read in windows has neither cursor nor pages',
			'Leave out "Cursor" and "Pages", or ask for at most five hours: each window has cursors of its own. Nothing was sent.',
		);
	}
	if ((filters.fromId ?? 0) > (filters.toId ?? Infinity)) {
		throw new InvalidInput('"From ID" is larger than "To ID"', 'Both bounds are inclusive; exchange them. Nothing was sent.');
	}
}
