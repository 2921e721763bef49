import type { IDataObject } from 'n8n-workflow';
import { momentOf } from '../shared/api/time';
import { rowsOf } from '../shared/records/paging';

/** How the records of one item are shown: as they came, simple, or with the properties that the user names. */
export interface View {
	/** The properties that the user names, separated by commas; all where there are none. */
	fields?: string;
	/** The properties that the spec names, where records are to be simple. */
	simplify?: readonly string[];
	/** Whether pages are shown as such. */
	asPages: boolean;
}

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
	return momentOf(value, zone).setZone(zone).toISO({ suppressMilliseconds: true }) ?? value;
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

/** The names in a text that separates them by commas, in lower case. */
const namesIn = (text = ''): Map<string, string> =>
	new Map(text.split(',').flatMap((part) => (part.trim() ? [[part.trim().toLowerCase(), part.trim()] as const] : [])));

/** What a model is told of a search: the records, and what it does not see. */
const isAgentPage = (row: IDataObject): row is IDataObject & { results: IDataObject[] } => 'hasMore' in row && Array.isArray(row.results);

/** Shows the records of one item. */
export class Shape {
	/** Properties that the user names, none where he wants all; by their names in lower case. */
	private readonly wanted: Map<string, string>;
	private readonly found = new Set<string>();
	private records = 0;

	constructor(
		private readonly view: View,
		/** Timezone of the workflow, in which simple records tell their times. */
		private readonly zone: string,
	) {
		this.wanted = namesIn(view.fields);
	}

	/** Properties that the user names and that no record has. */
	get missing(): string[] {
		return this.records === 0 ? [] : [...this.wanted].filter(([name]) => !this.found.has(name)).map(([, given]) => given);
	}

	/** A row as it is shown; of a page, and of what a model is told, its rows. */
	of(row: IDataObject): IDataObject {
		if (isAgentPage(row)) return { ...row, results: row.results.map((record) => this.record(record)) };
		return this.view.asPages ? { ...row, Results: rowsOf(row).map((record) => this.record(record)) } : this.record(row);
	}

	private record(record: IDataObject): IDataObject {
		this.records++;
		if (this.wanted.size > 0) return this.chosen(record);
		const { simplify } = this.view;
		return simplify ? simple(record, simplify, this.zone) : record;
	}

	private chosen(record: IDataObject): IDataObject {
		const entries = Object.entries(record).filter(([name]) => this.wanted.has(name.toLowerCase()));
		for (const [name] of entries) this.found.add(name.toLowerCase());
		return Object.fromEntries(entries);
	}
}
