import { isPlain } from './json';
import { DATE, instantOf, isoOf } from './time';

/** A date and time in one notation, whatever its offset or its fraction; undefined for any other text. */
function momentIn(text: string): string | undefined {
	if (!DATE.test(text)) return undefined;
	const ms = instantOf(text);
	return Number.isNaN(ms) ? text.replace(/(:\d\d)\.0+$/, '$1') : isoOf(ms);
}

/**
 * The canonical text of a value. Null and absent are the same (§6.1), and so are two notations of a moment. The order of properties does
 * not count, nor that of plain values in an array, such as ids, which may be a set.
 */
export function canonical(value: unknown): string {
	if (value === undefined || value === null) return 'null';
	if (Array.isArray(value)) {
		const inner = value.map(canonical);
		return `[${(value.every(isPlain) ? inner.sort() : inner).join()}]`;
	}
	if (typeof value === 'string') return JSON.stringify(momentIn(value) ?? value);
	if (typeof value !== 'object') return JSON.stringify(value);
	const inner = new Map(Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null));
	const names = [...inner.keys()].sort();
	return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(inner.get(name))}`).join()}}`;
}
