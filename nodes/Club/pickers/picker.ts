import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import type { Call, ListCall } from '../../shared/api/endpoints';

export interface Scope {
	call?: ListCall;
	params?: IDataObject;
	query?: IDataObject;
	keep?(row: IDataObject): boolean;
}

export type Target = Pick<Scope, 'params' | 'query'> & { call: Call };

export interface PickerReader {
	readonly zone: string;
	pages(call: ListCall, scope?: Scope, maxPages?: number): AsyncGenerator<IDataObject[]>;
	one(target: Target): Promise<IDataObject | undefined>;
}

export interface Picker {
	call: ListCall;
	/** The label and the ID of a record; times are in the workflow's timezone. */
	item(row: IDataObject, zone: string): INodeListSearchItems;
	rows?(row: IDataObject): IDataObject[];
	/** Whether the lists are calendars, of which the club may not have each one. */
	areCalendars?: boolean;
	/** Values of the call that depend on the panel or the time; several lists are shown one after the other. */
	scope?(functions: ILoadOptionsFunctions): Scope | Scope[];
	complete?(rows: IDataObject[], reader: PickerReader): Promise<IDataObject[]>;
	further?(row: IDataObject, zone: string): string;
	/** The position of a record among the records of all lists; the order of the lists if left out. */
	order?(row: IDataObject, zone: string): number;
	/** A single call that finds the record of an exact search text, such as an address or an ID. */
	exact?(text: string): Target | undefined;
	find?(text: string, reader: PickerReader): Promise<IDataObject[]>;
}

export const LOCATOR = { type: 'resourceLocator', default: { mode: 'list', value: '' }, required: true } as const;

/** What the panel says of a value that does not match, as soon as it is entered. */
export const matching = (regex: string, errorMessage: string) => [{ type: 'regex', properties: { regex, errorMessage } }] as const;

/** The modes that several locators have. Outside of a list of modes, lint would take each for a parameter. */
const { modes } = {
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list' },
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4711',
			validation: matching('^\\s*[1-9][0-9]{0,9}\\s*$', 'Not a valid ID'),
		},
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. nathan@example.com',
			validation: matching('^\\s*[^\\s@]{1,64}@[^\\s@]{1,253}\\s*$', 'Not a valid email address'),
			hint: 'Looking up an email address costs one call',
		},
	],
} as const;

export const [, byIdMode, byEmailMode] = modes;

export const fromList = (searchListMethod: string, placeholder: string, tip?: string) => ({
	...modes[0],
	placeholder,
	typeOptions: {
		searchListMethod,
		searchable: true,
		...(tip && { slowLoadNotice: { message: `A large club takes a while. ${tip}`, timeout: 3000 } }),
	},
});

export function chosenId(functions: ILoadOptionsFunctions, name: string): string | undefined {
	const chosen = functions.getCurrentNodeParameter(name) as IDataObject | undefined;
	return /^[1-9]\d{0,9}$/.exec(String(chosen?.value ?? ''))?.[0];
}

export const byId = (text: string, call: Call, name: string): Target | undefined =>
	/^\d{1,10}$/.test(text) ? { call, params: { [name]: text } } : undefined;

const visible = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim();

/** The entries of a drop-down, with the ID added to each name that looks like another one. */
export function distinct(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const marked = new Set<unknown>();
	for (;;) {
		const named = items.map((item) => (marked.has(item.value) ? { ...item, name: `${item.name}, ID ${item.value}` } : item));
		const owners = new Map<string, unknown>();
		const before = marked.size;
		for (const { name, value } of named) {
			const other = owners.get(visible(name)) ?? value;
			if (other !== value) marked.add(other).add(value);
			owners.set(visible(name), value);
		}
		if (marked.size === before) return named;
	}
}
