import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

/**
 * What people know a record by, and want of it, in the order in which they would tell it. The spec names few of these
 * properties (§2.13), so they are known by how their names end or begin.
 */
const TELLING: readonly RegExp[] = [
	/(Name|Title)$/,
	/(Email|Phone)$/,
	/^(Begin|Start|End)(?![a-z])|^(From|To)$/,
	/(Instructor|Trainer|Coach|Teacher|Room|Location)$/,
	/(State|Status|Stage)$/,
	/(Duration|Calories|Points|Credits)/,
];

const rankOf = (name: string): number => TELLING.findIndex((pattern) => pattern.test(name));

/** Times of a class, which the club gives in UTC as a rule: nobody looks at the clock in UTC. */
const TIME = /^(Begin|Start|End)(?![a-z])(?!.*UTC$)/i;

/** A moment in UTC as the clocks of the workflow show it, with its offset; any other value as it is. */
function local(name: string, value: unknown, zone: string): unknown {
	if (!TIME.test(name) || typeof value !== 'string' || !/^[^T]*T.*(Z|[+-]00:?00)$/.test(value)) return value;
	return DateTime.fromISO(value, { zone }).toISO({ suppressMilliseconds: true }) ?? value;
}

/**
 * A record as people want it: first what they know it by, then the other properties that the spec names, ids last.
 * @param named properties that the spec names, in this order
 * @param zone the workflow's timezone, for times that the club gives in UTC
 */
export function simple(record: IDataObject, named: readonly string[], zone: string): IDataObject {
	const telling = Object.keys(record)
		.filter((name) => rankOf(name) >= 0 && (named.includes(name) || !Array.isArray(record[name])))
		.sort((a, b) => rankOf(a) - rankOf(b));
	const names = [...new Set([...telling, ...named.filter((name) => name in record)])];
	return Object.fromEntries(names.map((name) => [name, local(name, record[name], zone)])) as IDataObject;
}
