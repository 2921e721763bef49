import type { IDataObject } from 'n8n-workflow';
import { maxCountOf, methodOf, pathNames, type Call, type EmailLookUp } from '../../shared/api/endpoints';
import { InvalidInput } from '../../shared/transport/errors';
import { fieldsIn, type Field } from '../fields/field';
import { ByEmail } from '../fields/namedRecords';
import type { AnyOperation, List } from '../operation';
import { listFields, maxWait, type AnyValues } from '../fields/fields';
import { MODEL_WAIT } from '../../shared/transport/patience';
import type { CallSettings } from '../calls/session';
import { checkWindows, type TimeRange } from '../calls/telemetry';
import { addressIn } from './search';

export const apiName = (parameter: string): string => parameter.charAt(0).toUpperCase() + parameter.slice(1);

export const requestQuery = (named: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined && value !== null));

/**
 * The request body from parameters. Names get the API's spelling, also in repeated groups; missing values are left out, and
 * `additionalProperties` are merged in unchanged.
 */
export function bodyOf(parameters: IDataObject): IDataObject {
	const { additionalProperties, ...named } = parameters;
	const checked = Object.entries(requestQuery(named));
	const entries = checked.map(([name, value]) => [apiName(name), Array.isArray(value) ? value.map(bodyOfEntry) : value]);
	return { ...(Object.fromEntries(entries) as IDataObject), ...(additionalProperties as IDataObject | undefined) };
}

const bodyOfEntry = (entry: unknown): unknown => (typeof entry === 'object' && entry !== null ? bodyOf(entry as IDataObject) : entry);

export interface ApiRequest {
	call: Call;
	params: IDataObject;
	query?: IDataObject;
	body?: IDataObject;
}

/** The plan for one item: made once from its checked values, before any call, and never changed. */
export interface Plan extends CallSettings {
	values: AnyValues;
	lookUps: ByEmail[];
	/** The call, with addresses and names of classes not yet resolved; undefined if the operation makes its own calls. */
	request?: ApiRequest;
	span?: TimeRange;
	simplify?: readonly string[];
}

function apiValues(fields: readonly Field[], values: Record<string, unknown>): IDataObject {
	const result: IDataObject = {};
	for (const field of fields) {
		const value = values[field.name] as IDataObject | undefined;
		if (value === undefined || field.api === false) continue;
		if (field.type === 'collection') Object.assign(result, apiValues(fieldsIn(field), value));
		else result[field.name] = value;
	}
	return result;
}

function callOf({ calls, choose }: AnyOperation, values: AnyValues, checked: IDataObject): Call {
	if (choose) return choose(values);
	const possible = calls.filter((call) => pathNames(call).every((name) => checked[name] !== undefined));
	const [best = calls[0]] = possible.sort((a, b) => pathNames(b).length - pathNames(a).length);
	return best;
}

function requestOf(operation: AnyOperation, values: AnyValues): ApiRequest {
	const checked = apiValues(operation.fields, values);
	const call = callOf(operation, values, checked);
	const inPath = new Set(pathNames(call));
	const [params, rest] = [true, false].map(
		(isInPath): IDataObject => Object.fromEntries(Object.entries(checked).filter(([name]) => inPath.has(name) === isInPath)),
	);
	if (methodOf(call) === 'DELETE') return { call, params };
	if (methodOf(call) !== 'GET') return { call, params, body: bodyOf(rest) };
	const query = requestQuery(rest);
	return { call, params, query: operation.list?.query?.(query, values) ?? query };
}

/** The interval of a list that is read in windows. @throws InvalidInput if values of a list cannot be combined */
function spanOf(list: List<AnyValues>, call: Call, values: AnyValues): TimeRange | undefined {
	const { filters = {}, options } = values;
	const maxCount = maxCountOf(call, options);
	if (maxCount !== undefined && (options.pageSize ?? 1) > maxCount) {
		throw new InvalidInput(
			`"Records per Call" must be a whole number from 1 to ${maxCount}`,
			'Remove it to make the fewest calls. Nothing was sent.',
		);
	}
	const span = list.span?.(values);
	if (span) checkWindows(span);
	if (span && options.cursor) {
		throw new InvalidInput(
			'A telemetry interval of more than five hours cannot be read with a cursor',
			'Remove "Start at Cursor", or choose at most five hours. A longer interval is read in windows of five hours, each with its own cursors. Nothing was sent.',
		);
	}
	if ((filters.fromId ?? 0) > (filters.toId ?? Infinity)) {
		throw new InvalidInput('"From ID" is larger than "To ID"', 'Swap them. Both IDs are included. Nothing was sent.');
	}
	return span;
}

function lookUpsOf({ value: operation, lookUp, calls }: AnyOperation, values: AnyValues): ByEmail[] {
	const people = [...Object.values(values), ...Object.values(values.filters ?? {})].filter((value) => value instanceof ByEmail);
	const address = operation === 'search' ? addressIn(values.query as string) : undefined;
	if (address) return [{ email: address, lookUp: calls.find((call) => call.endsWith('/ByEmail')) as EmailLookUp }];
	return lookUp ? [{ email: values.email as string, lookUp }, ...people] : people;
}

/** The maximum number of results of a list; undefined for all. Without a value, it is the default of the panel. */
const limitOf = ({ returnAll: isWhole, limit: max }: AnyValues, isForModel: boolean): number | undefined =>
	isWhole ? undefined : (max ?? listFields[isForModel ? 2 : 1].default);

/**
 * The plan for one item.
 * @param isForModel whether a model waits for the output and reads it
 * @throws InvalidInput if values cannot be combined
 */
export function planOf(operation: AnyOperation, checked: AnyValues, isForModel: boolean): Plan {
	const { options } = checked;
	const seconds = options.maxWait ?? (isForModel ? MODEL_WAIT : maxWait.default);
	const lookUps = lookUpsOf(operation, checked);
	const values = operation.list ? { ...checked, limit: limitOf(checked, isForModel) } : checked;
	const request = operation.run ? undefined : requestOf(operation, values);
	const span = operation.list && request && spanOf(operation.list, request.call, values);
	operation.check?.(values);
	if (values.updateFields && Object.keys(bodyOf(values.updateFields)).length === 0) {
		throw new InvalidInput('There is nothing to update', 'Add at least one field to "Update Fields". Nothing was sent.');
	}
	return {
		values,
		lookUps,
		request,
		span,
		simplify: (options.simplify ?? isForModel) ? operation.simplify : undefined,
		patience: { maxWaitMs: seconds * 1000, hasOptions: true },
		isDryRun: options.dryRun === true,
		isForModel,
	};
}
