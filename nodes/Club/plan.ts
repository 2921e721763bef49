import type { IDataObject } from 'n8n-workflow';
import type { Call, PeopleCall } from '../shared/api/endpoints';
import { maxCountOf, methodOf, pathNames } from '../shared/api/endpoints';
import { InvalidInput } from '../shared/transport/errors';
import type { Field } from './field';
import { fieldsIn, ByEmail } from './field';
import type { AnyOperation, List } from './operation';
import { mayWrite } from './operation';
import type { AnyValues } from './options';
import { patienceOf } from './options';
import type { View } from './output';
import type { CallSettings } from './session';
import type { TimeRange } from './telemetry';
import { checkWindows } from './telemetry';

/** The API's name of a parameter: `firstMidName` is `FirstMidName`. */
export const apiName = (parameter: string): string => parameter.charAt(0).toUpperCase() + parameter.slice(1);

/**
 * A request body from parameters: names mapped by the one rule, what is left out dropped, and
 * `additionalProperties` merged in as they are. Repeated groups are arrays of objects named by the same rule.
 */
export function bodyOf(parameters: IDataObject): IDataObject {
	const { additionalProperties, ...named } = parameters;
	const entries = Object.entries(named)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => [apiName(name), Array.isArray(value) ? value.map(bodyOfEntry) : value]);
	return { ...(Object.fromEntries(entries) as IDataObject), ...(additionalProperties as IDataObject | undefined) };
}

const bodyOfEntry = (entry: unknown): unknown => (typeof entry === 'object' && entry !== null ? bodyOf(entry as IDataObject) : entry);

/** Query parameters: as they are named in the spec, without those left out. */
export const requestQuery = (named: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined && value !== null));

/** A call of the API with all that it carries. */
export interface ApiRequest {
	call: Call;
	/** What stands for the names in its path. */
	params: IDataObject;
	/** Of a read. */
	query?: IDataObject;
	/** Of a write. */
	body?: IDataObject;
}

/** What one item is to do: made once from its checked values, before any call, and never changed. */
export interface Plan extends CallSettings {
	values: AnyValues;
	/** The people whom it means by their addresses, who are looked up first. */
	lookUps: ByEmail[];
	/** The list that shows the current record, where only changes are to be written. */
	current?: PeopleCall;
	/** Its call, addresses in the place of ids; none where the operation makes calls of its own. */
	request?: ApiRequest;
	/** How many rows of a list are wanted; all when left out. */
	limit?: number;
	pageSize?: number;
	/** Where the user wants a list to start. */
	cursor?: string;
	/** The interval of a list that is read in windows. */
	span?: TimeRange;
	view: View;
}

/** The values that the API takes, out of the groups that they stand in. */
function apiValues(fields: readonly Field[], values: Record<string, unknown>): IDataObject {
	const own: IDataObject = {};
	for (const field of fields) {
		const value = values[field.name] as IDataObject | undefined;
		if (value === undefined || field.api === false) continue;
		if (field.type === 'collection') Object.assign(own, apiValues(fieldsIn(field), value));
		else own[field.name] = value;
	}
	return own;
}

/** The call that values mean: the one that the operation chooses, or the most particular one whose path they can fill. */
function callOf({ calls, choose }: AnyOperation, values: AnyValues, given: IDataObject): Call {
	if (choose) return choose(values);
	const possible = calls.filter((call) => pathNames(call).every((name) => given[name] !== undefined));
	const [best = calls[0]] = possible.sort((a, b) => pathNames(b).length - pathNames(a).length);
	return best;
}

/** The call of an item: values that its path names stand there, the others in its query, or in its body where it writes. */
function requestOf(operation: AnyOperation, values: AnyValues): ApiRequest {
	const given = apiValues(operation.fields, values);
	const call = callOf(operation, values, given);
	const inPath = new Set(pathNames(call));
	const [params, rest] = [true, false].map(
		(isInPath): IDataObject => Object.fromEntries(Object.entries(given).filter(([name]) => inPath.has(name) === isInPath)),
	);
	if (methodOf(call) === 'DELETE') return { call, params };
	if (methodOf(call) !== 'GET') return { call, params, body: bodyOf(rest) };
	const query = requestQuery(rest);
	return { call, params, query: operation.list?.query?.(query, values) ?? query };
}

/** How far a list is read. @throws InvalidInput where values do not go together */
function listOf({ span: spanOf }: List<AnyValues>, call: Call, values: AnyValues): Pick<Plan, 'limit' | 'pageSize' | 'cursor' | 'span'> {
	const { filters = {}, options, returnAll, limit } = values;
	const { pageSize, cursor } = options;
	const maxCount = maxCountOf(call, options);
	if (maxCount !== undefined && (pageSize ?? 1) > maxCount) {
		throw new InvalidInput(
			`"Records per Call" must be a whole number from 1 to ${maxCount}`,
			'Remove it to make the fewest calls. Nothing was sent.',
		);
	}
	const span = spanOf?.(values);
	if (span) checkWindows(span);
	if (span && (cursor || options.output === 'pages')) {
		throw new InvalidInput(
			'A telemetry interval of more than five hours cannot be read with a cursor or as pages',
			'Remove "Start at Cursor" and "One Item for Each: Page", or choose at most five hours. A longer interval is read in windows of five hours, each with its own cursors. Nothing was sent.',
		);
	}
	if ((filters.fromId ?? 0) > (filters.toId ?? Infinity)) {
		throw new InvalidInput('"From ID" is larger than "To ID"', 'Swap them. Both IDs are included. Nothing was sent.');
	}
	return { limit: returnAll ? undefined : limit, pageSize, cursor, span };
}

/** The people whom values mean by their addresses. */
function lookUpsOf({ lookUp }: AnyOperation, values: AnyValues): ByEmail[] {
	const named = [...Object.values(values), ...Object.values(values.filters ?? {})].filter((value) => value instanceof ByEmail);
	return lookUp ? [{ email: values.email as string, lookUp }, ...named] : named;
}

/**
 * What one item is to do.
 * @param isForModel whether a model waits for it, and reads what it gives
 * @throws InvalidInput where values do not go together
 */
export function planOf(operation: AnyOperation, values: AnyValues, isForModel: boolean): Plan {
	const { options, filters } = values;
	const request = operation.run ? undefined : requestOf(operation, values);
	const list = operation.list && request && listOf(operation.list, request.call, values);
	operation.check?.(values);
	return {
		values,
		lookUps: lookUpsOf(operation, values),
		...(options.onlyChanges && { current: operation.current }),
		request,
		...list,
		view: {
			fields: options.fields,
			simplify: options.simplify ? operation.simplify : undefined,
			asPages: !isForModel && options.output === 'pages',
		},
		patience: patienceOf(options, isForModel),
		parameters: options.additionalParameters ?? filters?.additionalParameters,
		isDryRun: options.dryRun === true,
		// What is only read has nothing to confirm.
		isShownFirst: options.showFirst === true && options.dryRun !== true && mayWrite(operation) && values.method !== 'GET',
	};
}
