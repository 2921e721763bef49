import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../shared/api/endpoints';
import { methodOf, pathNames } from '../shared/api/route';
import type { Field } from './field';
import { fieldsIn } from './field';
import { bodyOf, queryOf } from './naming';
import type { AnyOperation } from './operation';
import type { AnyValues } from './options';
import type { Session } from './session';

/** A call of the API with all that it carries, as an operation's values make it. */
export interface ApiRequest {
	call: Call;
	params: IDataObject;
	/** Of a read. */
	query?: IDataObject;
	/** Of a write. */
	body?: IDataObject;
}

/** The values that the API takes, out of the groups that they stand in. */
function apiValues(fields: readonly Field[], values: Record<string, unknown>): Record<string, unknown> {
	const own: Record<string, unknown> = {};
	for (const field of fields) {
		const value = values[field.name];
		if (value === undefined || field.api === false) continue;
		if (field.type === 'collection') Object.assign(own, apiValues(fieldsIn(field), value as IDataObject));
		else own[field.name] = value;
	}
	return own;
}

/** The call that an operation's values mean: the most particular one whose path they can fill. */
export function callOf({ calls, choose, fields }: AnyOperation, values: AnyValues): Call {
	if (choose) return choose(values);
	const given = apiValues(fields, values);
	const possible = calls.filter((call) => pathNames(call).every((name) => given[name] !== undefined));
	const [best = calls[0]] = possible.sort((a, b) => pathNames(b).length - pathNames(a).length);
	return best;
}

/**
 * The call that an operation's values mean: their path, and the others as its query, or as its body where it writes.
 * @throws ClubError where a person whom they name by an address is not found
 */
export async function requestOf(session: Session, operation: AnyOperation, values: AnyValues): Promise<ApiRequest> {
	const params = await session.resolve(apiValues(operation.fields, values));
	const call = callOf(operation, values);
	const inPath = new Set(pathNames(call));
	const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.has(name)));
	switch (methodOf(call)) {
		case 'GET':
			return { call, params, query: operation.list?.query?.(queryOf(rest), values) ?? queryOf(rest) };
		case 'DELETE':
			return { call, params };
		default:
			return { call, params, body: bodyOf(rest) };
	}
}
