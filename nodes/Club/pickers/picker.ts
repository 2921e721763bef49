import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import type { Call, EmailLookUp, ListCall } from '../../shared/api/endpoints';
import type { Request } from '../../shared/transport/send';

/** A list, or a part of it, that a drop-down shows. */
export interface Scope {
	/** The call, where it is not the picker's own. */
	call?: ListCall;
	params?: IDataObject;
	query?: IDataObject;
	/** A row of it with all that its records are taken from. */
	whole?(row: IDataObject, request: Request): Promise<IDataObject>;
	/** Which rows of it are shown; all when left out. */
	keep?(row: IDataObject): boolean;
}

/** A call that finds one record. */
export interface Target {
	call: Call;
	params?: IDataObject;
	query?: IDataObject;
}

/** What else a drop-down may read to show its records; each page is good for a minute. */
export interface PickerReader {
	/** The workflow's timezone. */
	readonly zone: string;
	/** The rows of a list, page after page, at most so many pages. */
	pages(call: ListCall, scope?: Scope, most?: number): AsyncGenerator<IDataObject[]>;
	/** One record, or undefined where there is none. */
	one(target: Target): Promise<IDataObject | undefined>;
}

/** How a drop-down gets and shows its records. */
export interface Picker {
	call: ListCall;
	/** The record as a person recognises it, and its id; times in the workflow's timezone. */
	item(row: IDataObject, zone: string): INodeListSearchItems;
	/** The records within a row of the list; the row itself when left out. */
	rows?(row: IDataObject): IDataObject[];
	/** Values of the call that depend on the panel or the day; several are lists shown one after the other. */
	scope?(functions: ILoadOptionsFunctions): Scope | Scope[];
	/** Adds to the records of a page what their labels need. */
	complete?(rows: IDataObject[], reader: PickerReader): Promise<IDataObject[]>;
	/** What a search looks at besides the label. */
	further?(row: IDataObject, zone: string): string;
	/** Where a record stands among all of them, whichever of its lists it comes from; as they come when left out. */
	order?(row: IDataObject, zone: string): number;
	/** A single call that finds the record a search text means exactly, such as an address or an id. */
	exact?(text: string): Target | undefined;
	/** The records that a search text means, where something else than their list finds them. */
	find?(text: string, reader: PickerReader): Promise<IDataObject[]>;
	/** The look-up by email, where the list has none beside it. */
	lookUp?: EmailLookUp;
}

/** What people call a record: the spec shows no name of most (§2.13), so its Name or Title, or whatever else ends so. @reading names */
export function called(row: IDataObject, what: string, id: unknown): string {
	const names = ['Name', 'Title', ...Object.keys(row).filter((key) => /(Name|Title)$/.test(key))];
	const name = names.map((key) => row[key]).find((value) => typeof value === 'string' && value.trim() !== '');
	return typeof name === 'string' ? name : `${what} ${String(id)}`;
}

/** The ways to name a record in a locator, besides choosing it from its list. */
const common = {
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4711',
			validation: [{ type: 'regex', properties: { regex: '^\\s*[1-9][0-9]{0,9}\\s*$', errorMessage: 'Not a valid ID' } }],
		},
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. nathan@example.com',
			validation: [
				{ type: 'regex', properties: { regex: '^\\s*[^\\s@]{1,64}@[^\\s@]{1,253}\\s*$', errorMessage: 'Not a valid email address' } },
			],
			hint: 'Looking up an email address costs one call',
		},
	],
} as const;

export const [byIdMode, byEmailMode] = common.modes;

/** What a person reads of a name: spaces and what cannot be seen make no difference. */
const seen = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim();

/** The same entries of a drop-down with the id behind each name that reads like another one's. */
export function distinct(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const marked = new Set<unknown>();
	for (;;) {
		const named = items.map((item) => (marked.has(item.value) ? { ...item, name: `${item.name}, ID ${item.value}` } : item));
		const owners = new Map<string, unknown>();
		const before = marked.size;
		for (const { name, value } of named) {
			const other = owners.get(seen(name)) ?? value;
			if (other !== value) marked.add(other).add(value);
			owners.set(seen(name), value);
		}
		if (marked.size === before) return named;
	}
}
