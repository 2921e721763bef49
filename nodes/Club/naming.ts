import type { IDataObject } from 'n8n-workflow';

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
export const queryOf = (named: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined && value !== null));
