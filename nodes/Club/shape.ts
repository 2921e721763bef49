import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../shared/records/rows';
import { isAsPages, isList } from './list';
import type { AnyOperation } from './operation';
import type { AnyValues } from './options';
import { simple } from './simplify';

/** The names in a text that separates them by commas, in lower case. */
const namesIn = (text = ''): Map<string, string> =>
	new Map(text.split(',').flatMap((part) => (part.trim() ? [[part.trim().toLowerCase(), part.trim()] as const] : [])));

/** What a model is told of a search: the records, and what it does not see. */
const isTold = (row: IDataObject): row is IDataObject & { results: IDataObject[] } => 'hasMore' in row && Array.isArray(row.results);

/** How the records of one item are shown: as they came, simple, or with the properties that the user names. */
export class Shape {
	/** Properties that the user names, none where he wants all; by their names in lower case. */
	private readonly wanted: Map<string, string>;
	private readonly found = new Set<string>();
	private records = 0;

	constructor(
		private readonly operation: AnyOperation,
		private readonly values: AnyValues,
		/** Timezone of the workflow, in which simple records tell their times. */
		private readonly zone: string,
		/** Whether pages are shown as such. */
		private readonly asPages = isList(operation) && isAsPages(values),
	) {
		this.wanted = namesIn(values.options.fields);
	}

	/** Properties that the user names and that no record has. */
	get missing(): string[] {
		return this.records === 0 ? [] : [...this.wanted].filter(([name]) => !this.found.has(name)).map(([, given]) => given);
	}

	/** A row as it is shown; of a page, and of what a model is told, its rows. */
	of(row: IDataObject): IDataObject {
		if (isTold(row)) return { ...row, results: row.results.map((record) => this.record(record)) };
		return this.asPages ? { ...row, Results: rowsOf(row).map((record) => this.record(record)) } : this.record(row);
	}

	private record(record: IDataObject): IDataObject {
		this.records++;
		if (this.wanted.size > 0) return this.chosen(record);
		const { simplify } = this.operation;
		if (!simplify || !this.values.options.simplify) return record;
		return simple(record, simplify, this.zone);
	}

	private chosen(record: IDataObject): IDataObject {
		const entries = Object.entries(record).filter(([name]) => this.wanted.has(name.toLowerCase()));
		for (const [name] of entries) this.found.add(name.toLowerCase());
		return Object.fromEntries(entries);
	}
}
