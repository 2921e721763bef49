import type { IDataObject } from 'n8n-workflow';
import { NAME } from '../../shared/api/facts';
import { ANSWER } from '../../shared/api/limits';
import { isoOf, momentOf } from '../../shared/api/time';
import type { Page } from '../../shared/lists/pages';
import { attempt } from '../../shared/transport/errors';
import { MODEL_READS } from '../../shared/transport/patience';
import { clock } from '../../shared/transport/process';
import type { Session } from '../calls/session';
import { recordForModel, type Tool } from './forModel';

/**
 * The properties that describe a record to people, most important first. The API description shows few of their names (§2.13), so
 * patterns find them.
 */
const DESCRIPTIVE: readonly RegExp[] = [
	NAME,
	/(Email|Phone)$/,
	/^(Begin|Start|End)(?![a-z])|^(From|To)$/,
	/(Instructor|Trainer|Coach|Teacher|Room|Location)$/,
	/(State|Status|Stage)$/,
	/(Duration|Calories|Points|Credits)/,
];

const rankOf = (name: string): number => DESCRIPTIVE.findIndex((pattern) => pattern.test(name));

/** Times of a class. Clubs usually send them in UTC, and people expect local time. */
const TIME = /^(Begin|Start|End)(?![a-z])(?!.*UTC$)/i;

/** A UTC time of a class in the workflow's timezone, with its offset; other values unchanged. */
function localTime(name: string, value: unknown, zone: string): unknown {
	if (!TIME.test(name) || typeof value !== 'string' || !/^[^T]*T.*(Z|[+-]00:?00)$/.test(value)) return value;
	return momentOf(value, zone).setZone(zone).toISO({ suppressMilliseconds: true }) ?? value;
}

const descriptiveOf = (record: IDataObject, named: readonly string[]): string[] =>
	Object.keys(record).filter((name) => rankOf(name) >= 0 && (named.includes(name) || !Array.isArray(record[name])));

/**
 * A simplified record: first the descriptive properties, then the others in the API description, IDs last. What the club leaves out is
 * null, so that all rows have the same columns.
 * @param named the properties in the API description, in this order
 * @param ofOthers the descriptive properties that other records have
 */
export function simple(record: IDataObject, named: readonly string[], zone: string, ofOthers: Iterable<string> = []): IDataObject {
	const descriptive = [...descriptiveOf(record, named), ...ofOthers].sort((a, b) => rankOf(a) - rankOf(b));
	const names = [...new Set([...descriptive, ...named])];
	return Object.fromEntries(names.map((name) => [name, localTime(name, record[name] ?? null, zone)])) as IDataObject;
}

const namesIn = (text = ''): Map<string, string> =>
	new Map(text.split(',').flatMap((part) => (part.trim() ? [[part.trim().toLowerCase(), part.trim()] as const] : [])));

/** The form of the rows of a run that the user wants. */
export class Shape {
	private readonly selected: Map<string, string>;
	/** The selected properties that a record has, as the club writes them, by their lower case. */
	private readonly found = new Map<string, string>();
	private readonly descriptive = new Set<string>();
	private records = 0;

	/**
	 * @param fields the selected properties, separated by commas; all if empty
	 * @param named the properties in the API description
	 */
	constructor(
		fields: string | undefined,
		private readonly named: readonly string[],
		private readonly isSimplified: boolean,
		private readonly zone: string,
		private readonly isForModel: boolean,
	) {
		this.selected = namesIn(fields);
	}

	get missing(): string[] {
		return this.records === 0 ? [] : [...this.selected].filter(([name]) => !this.found.has(name)).map(([, entered]) => entered);
	}

	/** Rows that come together: a property that one of them has is null in the others. */
	all(rows: readonly IDataObject[], isListed = false): IDataObject[] {
		for (const row of rows) this.note(row);
		return rows.map((row) => (this.isForModel ? recordForModel(this.record(row), this.zone, isListed) : this.record(row)));
	}

	private note(row: IDataObject): void {
		this.records++;
		for (const name of Object.keys(row)) if (this.selected.has(name.toLowerCase())) this.found.set(name.toLowerCase(), name);
		if (this.isSimplified) for (const name of descriptiveOf(row, this.named)) this.descriptive.add(name);
	}

	private record(record: IDataObject): IDataObject {
		const { selected, found, named, isSimplified } = this;
		if (selected.size === 0) return isSimplified ? simple(record, named, this.zone, this.descriptive) : record;
		const own = Object.entries(record).filter(([name]) => selected.has(name.toLowerCase()));
		const asNamed = (name: string) => named.find((one) => one.toLowerCase() === name);
		const names = [...selected].map(([name, entered]) => found.get(name) ?? asNamed(name) ?? entered);
		return { ...Object.fromEntries(own), ...Object.fromEntries(names.filter((name) => !(name in record)).map((name) => [name, null])) };
	}
}

interface Form {
	shape: Shape;
	session: Session;
	tool: Tool;
}

interface Part {
	isBounded: boolean;
	isContinued: boolean;
}

/**
 * A list as one record: without `hasMore` and `nextCursor`, a model would take a part for the whole. The reading ends at the bound of an
 * answer, and before the client of the model gives up; `note` then says so, and how to narrow the list.
 */
export async function listForModel(pages: AsyncIterable<Page>, form: Form, { isBounded, isContinued }: Part): Promise<IDataObject> {
	const { shape, session, tool } = form;
	const results: IDataObject[] = [];
	const state: { size: number; isCut: boolean; last?: Page } = { size: 0, isCut: false };
	const read = async (): Promise<void> => {
		for await (const page of pages) {
			state.last = page;
			for (const record of shape.all(page.rows, true)) {
				state.size += JSON.stringify(record).length;
				state.isCut = isBounded && results.length > 0 && state.size > ANSWER.charactersForModel;
				if (state.isCut) return;
				results.push(record);
			}
			if (session.isLate) return;
		}
	};
	const outcome = await attempt(read());
	if ('error' in outcome && (results.length === 0 || !session.isLate)) throw outcome.error;
	const { isCut, last } = state;
	const isStopped = session.isLate && (last?.more ?? false);
	const hasMore = isCut || (last?.more ?? false);
	const notes = [
		...(isCut ? [`Only the first ${results.length} fit into one answer.`] : []),
		...(isStopped ? [`Reading stopped after ${MODEL_READS} seconds, so the rest was not searched.`] : []),
		...(hasMore ? [tool.narrowing] : []),
	];
	const nextCursor = (!isCut && last?.next?.cursor) || null;
	const now = tool.asksForTime ? recordForModel({ now: isoOf(clock.now()) }, session.zone) : {};
	return { ...now, ...(!hasMore && !isContinued && { total: results.length }), results, hasMore, nextCursor, ...noteOf(form, notes) };
}

export function noteOf({ session, shape, tool }: Form, notes: readonly string[] = []): { note?: string } {
	const missing = shape.missing.map((name) => `No record has the property "${name}".`);
	const all = [...session.notes.map((note) => tool.named(note)), ...missing, ...notes].filter(Boolean);
	return all.length > 0 ? { note: all.join(' ') } : {};
}
