import type { IDataObject } from 'n8n-workflow';
import { ENVELOPE, PROPERTIES } from '../../shared/api/properties';
import { isObject } from '../../shared/api/json';

export const HIDDEN = '*';

/** All names in the API's description: of a page (§2.9), of an error (§7.1) and of records. */
const DOCUMENTED: ReadonlySet<string> = new Set(['Results', ...ENVELOPE, 'ErrorType', 'Message', ...Object.values(PROPERTIES).flat()]);

const isDocumented = (name: string): boolean => DOCUMENTED.has(name);

const DEPTH = 4;
const MAX_NAMES = 300;

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DATE_LENGTH = 10;

function textType(text: string): string {
	if (text === '') return 'empty text';
	if (DATE.test(text)) return 'date';
	if (!TIME.test(text)) return 'text';
	const time = text.slice(DATE_LENGTH);
	return /Z$/i.test(time) ? 'time in UTC' : /[+-]\d\d(:?\d\d)?$/.test(time) ? 'time with an offset' : 'time without an offset';
}

export function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) {
		const types = [...new Set(value.map(typeOf))].sort();
		return types.length === 0 ? 'empty list' : `list of ${types.join(', ')}`;
	}
	if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
	return typeof value === 'string' ? textType(value) : typeof value;
}

/**
 * The properties of records by their full paths, such as `Plans[].Name`, with the types of their values, the most frequent first, without
 * the values. A club could use an address, an ID or a person's name
 * as a property name. So only documented names are shown, and others only where most of several records have them at the top level.
 */
export function propertyShapes(records: readonly IDataObject[]) {
	const found = new Map<string, Map<string, number>>();
	const count = (record: Record<string, unknown>, path: string, depth: number, isShown: (name: string) => boolean): void => {
		for (const [name, value] of Object.entries(record)) {
			const fullName = `${path}${isShown(name) ? name : HIDDEN}`;
			if (!found.has(fullName) && found.size >= MAX_NAMES) continue;
			const types = found.get(fullName) ?? new Map<string, number>();
			// Nested lists can make the description very long.
			const type = typeOf(value).slice(0, 100);
			found.set(fullName, types.set(type, (types.get(type) ?? 0) + 1));
			if (depth === 0) continue;
			const [inner, innerPath] = Array.isArray(value) ? [value, `${fullName}[].`] : [[value], `${fullName}.`];
			for (const entry of inner.filter(isObject)) count(entry, innerPath, depth - 1, isDocumented);
		}
	};
	const most = Math.max(1, records.length / 2);
	const isCommon = (name: string) => records.filter((record) => name in record).length > most;
	const common = new Set([...new Set(records.slice(0, Math.ceil(most)).flatMap(Object.keys))].slice(0, MAX_NAMES).filter(isCommon));
	for (const record of records) count(record, '', DEPTH, (name) => isDocumented(name) || common.has(name));
	return [...found].map(([name, types]) => ({
		name,
		types: [...types].sort((a, b) => b[1] - a[1]).map(([type]) => type),
	}));
}
