import { traverseNodeParameters, type FromAIArgument, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { isObject } from '../../shared/api/json';
import { momentOf, timeIn } from '../../shared/api/time';
import { InvalidInput } from '../../shared/transport/errors';
import { fieldsIn, type Field } from '../fields/field';

// What a model reads and writes: its answers, its errors and its values. A person reads the panel instead.

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

const INSTANT_IN_TEXT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC|[+-]\d\d:\d\d)/g;

const toText = (time: DateTime): string => time.toISO({ suppressMilliseconds: true }) ?? '';

export const inZone = (text: string, zone: string): string =>
	text.replace(INSTANT_IN_TEXT, (found) => {
		const time = momentOf(found.replace(' UTC', 'Z'), 'utc').setZone(zone);
		return time.isValid ? toText(time) : found;
	});

const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

const isId = (name: string): boolean => /(^|[a-z])Ids?$/.test(name);

/** Whether a model is not shown a property of a part of a record: it is empty, or repeats the person of the record. */
const isLeftOut = (name: string, value: unknown, { UserId }: IDataObject): boolean =>
	isEmpty(value) || (name === 'UserId' && value === UserId);

/** A value for a model: each instant in the zone, with its weekday. @param record that it is a part of */
function partForModel(value: unknown, zone: string, record?: IDataObject): unknown {
	if (typeof value === 'string') return inZone(value, zone);
	if (Array.isArray(value)) return value.map((entry) => partForModel(entry, zone, record));
	if (!isObject(value)) return value;
	const own = record ? Object.entries(value).filter(([name, entry]) => !isLeftOut(name, entry, record)) : Object.entries(value);
	const entries = own.flatMap(([name, entry]): Array<[string, unknown]> => {
		const isInstant = typeof entry === 'string' && INSTANT.test(entry) && !/Cursor$/.test(name);
		const ms = isInstant ? timeIn(value as IDataObject, name, zone) : undefined;
		if (ms === undefined) return [[name, partForModel(entry, zone, record ?? (value as IDataObject))]];
		// A local time stands as it is: its offset, if it has one, is not that of the place.
		const local = name.endsWith('Local') ? String(entry).replace(/(Z|[+-]\d\d:?\d\d)$/i, '') : undefined;
		const time = (local ? momentOf(local, 'utc') : DateTime.fromMillis(ms, { zone })).startOf('second').setLocale('en');
		return [
			[name, local ?? toText(time)],
			[`${name}Weekday`, time.weekdayLong],
		];
	});
	return Object.fromEntries(entries);
}

/** A record for a model. In a list, what is empty is left out, and IDs come last. */
export function recordForModel(record: IDataObject, zone: string, isListed = false): IDataObject {
	const readable = partForModel(record, zone) as IDataObject;
	if (!isListed) return readable;
	const full = Object.entries(readable).filter(([, value]) => !isEmpty(value));
	return Object.fromEntries([false, true].flatMap((isLast) => full.filter(([name]) => isId(name) === isLast)));
}

const NARROWING = /^(filters\.|query$|from$|to$|limit$|calendarType$|options\.(cursor|fields|newestFirst|days)$)/;

const keysOf = (found: readonly FromAIArgument[]): string => [...new Set(found.map(({ key }) => `"${key}"`))].join(', ');

/** How a tool looks to its model: the values that the model fills in, by their own names. */
export class Tool {
	/** The arguments, by the place of their parameter, such as `filters.userId`. A parameter can have several. */
	private readonly filled = new Map<string, FromAIArgument[]>();
	private readonly labels = new Map<string, string>();

	constructor(parameters: INodeParameters, fields: readonly Field[]) {
		for (const field of fields) {
			const raw = parameters[field.name];
			const members = field.type === 'collection' ? fieldsIn(field) : [];
			this.add(field, field.name, members.length > 0 ? undefined : raw);
			for (const member of members) this.add(member, `${field.name}.${member.name}`, (raw as IDataObject | undefined)?.[member.name]);
		}
	}

	private add({ displayName }: Field, place: string, raw: unknown): void {
		const found: FromAIArgument[] = [];
		traverseNodeParameters(raw, found);
		if (found.length === 0) return;
		this.filled.set(place, found);
		this.labels.set(displayName, keysOf(found));
	}

	fills(place: string): boolean {
		return this.filled.has(place);
	}

	get asksForTime(): boolean {
		return ['from', 'filters.from'].some((place) => this.filled.has(place));
	}

	requires(place: string): boolean {
		return this.filled.get(place)?.some(({ defaultValue }) => defaultValue === undefined) ?? false;
	}

	named(text: string): string {
		return [...this.labels].reduce((words, [label, key]) => words.replaceAll(`"${label}"`, key), text);
	}

	/** The error for a refused value as its model needs it: with the description of the argument. */
	explain({ message, plain }: InvalidInput, place: string): InvalidInput {
		const found = this.filled.get(place);
		const described = (found ?? []).filter((argument) => argument.description);
		const about = described.map(({ key, description: what = '' }) => `${key}: ${what.replace(/\.?$/, '.')}`).join(' ');
		const fixed = found ? '' : 'The workflow sets this value, so tell the person.';
		return new InvalidInput(message, [about, plain, fixed].filter(Boolean).join(' '));
	}

	get narrowing(): string {
		const found = [...this.filled].flatMap(([place, own]) => (NARROWING.test(place) ? own : []));
		return found.length > 0 ? `To see others, use ${keysOf(found)}.` : 'This tool cannot show the others: say so.';
	}
}
