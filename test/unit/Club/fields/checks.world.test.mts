import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { operationOf, resources } from '../../../../nodes/Club/resources/index.ts';
import type { AnyOperation } from '../../../../nodes/Club/operation.ts';
import { fieldsIn, type Field } from '../../../../nodes/Club/fields/field.ts';
import * as check from '../../../../nodes/Club/fields/checks.ts';
import * as dates from '../../../../nodes/Club/fields/dates.ts';
import { fromColumns } from '../../../../nodes/Club/fields/columns.ts';
import { clientStage } from '../../../../nodes/Club/fields/fields.ts';
import { to } from '../../../../nodes/Club/resources/membership/fields.ts';
import { nameAndTime } from '../../../../nodes/Club/fields/namedRecords.ts';
import { matchesSearch } from '../../../../nodes/Club/pickers/listSearch.ts';
import { byEmail } from '../../../../nodes/Club/pickers/people.ts';
import { fitOf, searchQuery } from '../../../../nodes/Club/run/search.ts';
import { readValues } from '../../../../nodes/Club/run/parameters.ts';
import { fold, isSamePhone } from '../../../../nodes/shared/api/text.ts';
import type { InvalidInput } from '../../../../nodes/shared/transport/errors.ts';

/** What real files, forms and people hold (test/world), against the check of each kind. Each row says where such a value comes from. */

interface Row {
	value: unknown;
	/** What the club has, for a value that is looked for. */
	stored?: string;
	from: string;
	right: { taken?: unknown; hint?: string; refused?: string };
}

const rowsOf = (kind: string): Row[] => JSON.parse(readFileSync(join(__dirname, '../../../world', `${kind}.json`), 'utf8')) as Row[];

const ZONES = ['America/Los_Angeles', 'Europe/Stockholm', 'Pacific/Auckland'];
const upsert = operationOf('athlete', 'upsert') as AnyOperation;
const update = operationOf('athlete', 'update') as AnyOperation;

/** What Update makes of a value, and the hints that it gives. */
function updated(name: string, value: unknown): { taken: unknown; hint?: string } {
	const hints: string[] = [];
	const parameters: IDataObject = { userId: { __rl: true, mode: 'id', value: 7 }, updateFields: { [name]: value as string } };
	const functions = {
		getNodeParameter: (parameter: string) => parameters[parameter] ?? null,
		getTimezone: () => ZONES[1],
		getInputData: () => [{ json: {} }],
	} as unknown as IExecuteFunctions;
	const { updateFields } = readValues(functions, 0, update, undefined, (note) => hints.push(note));
	return { taken: updateFields?.[name], ...(hints.length > 0 && { hint: hints.join() }) };
}

/** What each kind of value is taken as. */
const KINDS: Record<string, (row: Row) => { taken: unknown; hint?: string }> = {
	dates: ({ value }) => ({ taken: dates.moment(value, 'From', ZONES[1]) }),
	times: ({ value }) => ({ taken: dates.moment(value, 'From', ZONES[1]) }),
	birthDates: ({ value }) => ({ taken: [...new Set(ZONES.map((zone) => dates.plainDate(value, 'Birth Date', zone)))].join(' or ') }),
	phones: ({ value }) => updated('phone', value),
	phoneSearches: ({ value, stored }) => {
		const [query, Phone] = [value as string, stored!];
		const found = [isSamePhone(query, Phone), isSamePhone(Phone, query), fitOf(searchQuery(query), { Phone }) !== undefined];
		const everywhere = new Set([...found, matchesSearch('', query, Phone)]);
		return { taken: everywhere.size === 1 ? [...everywhere][0] : found };
	},
	// Search and the drop-downs find whom an address means.
	addresses: ({ value }) => {
		const [taken, query] = [check.email(value, 'Email'), String(value)];
		const inList = byEmail(query, 'GET /Athletes/ByEmail')?.query?.email;
		return { taken: inList === taken && fitOf(searchQuery(query), { Email: taken }) ? taken : [taken, inList] };
	},
	names: ({ value }) => updated('firstMidName', value),
	classNames: ({ value, stored }) => ({
		taken: fold(nameAndTime(`${value}, 2026-11-21 18:30`, 'Class', ZONES[1]).name) === fold(stored!),
	}),
	booleans: ({ value }) => ({ taken: check.boolean(value, 'Is Guest') }),
	numbers: ({ value }) => ({ taken: check.decimal(value, 'Weight') }),
	ids: ({ value }) => ({ taken: check.id(value, 'Athlete') }),
	stages: ({ value }) => ({ taken: clientStage.check(value, 'Client Stage') }),
	columnNames: ({ value }) => ({ taken: Object.keys(fromColumns({ [value as string]: 'x' }, upsert.fields, ''))[0] }),
};

/** What comes of a value: what it is taken as, or the words that refuse it. */
function outcomeOf(kind: string, row: Row): { taken?: unknown; hint?: string; refused?: string } {
	try {
		return KINDS[kind](row);
	} catch (error) {
		const { message, description } = error as InvalidInput;
		return { refused: `${message}. ${description}` };
	}
}

describe.each(Object.keys(KINDS))('of what the world holds, %s', (kind) => {
	test.each(rowsOf(kind).map((row) => [JSON.stringify(row.value), row.stored ?? '', row.from, row] as const))(
		'%s%s (%s) is taken as what was meant, or refused in words that say what it is',
		(_value, _stored, _from, row) => {
			const { refused, ...right } = row.right;
			const outcome = outcomeOf(kind, row);
			if (refused === undefined) expect(outcome).toEqual(right);
			else {
				expect(outcome.refused).toContain(refused);
				expect(outcome.refused).toMatch(/Nothing was sent\.$/);
			}
		},
	);
});

function kindOf(field: Field): string | undefined {
	const checks = new Map<unknown, string>([
		[check.email, 'addresses'],
		[check.name, 'names'],
		[check.phone, 'phones'],
		[dates.plainDate, 'birthDates'],
		[dates.end, 'dates'],
		[to.check, 'dates'],
		[clientStage.check, 'stages'],
	]);
	const { type, typeOptions, check: own } = field;
	if (own) return checks.get(own);
	if (type === 'number') return typeOptions?.numberPrecision ? 'numbers' : 'ids';
	const types = { boolean: 'booleans', dateTime: 'dates', resourceLocator: 'ids' } as Record<string, string>;
	return types[type];
}

/** What is not written by people and files, or what only the API can check. */
const WITHOUT_KIND = new Set(
	(
		'additionalProperties body calendarType clientStage cursor dataToSend eventType eventTypes fields gender include inputsToIgnore method ' +
		'milestones origin path place platformLevelName query sensorBrand sensorSN setPasswordOnCreate subject subscriptionId summary suspensionEnd transaction url'
	).split(' '),
);

const leavesOf = (field: Field): Field[] => {
	if (field.type === 'collection') return fieldsIn(field).flatMap(leavesOf);
	if (field.type !== 'fixedCollection') return [field];
	return (field.options as ReadonlyArray<{ values: readonly Field[] }>).flatMap(({ values }) => values.flatMap(leavesOf));
};

test('each field of the Club node has a kind of values with a table of what the world holds, or takes what nobody types', () => {
	const fields = resources.flatMap(({ operations }) => operations).flatMap((operation) => operation.allFields.flatMap(leavesOf));
	const without = fields.filter((field) => kindOf(field) === undefined && !WITHOUT_KIND.has(field.name)).map(({ name }) => name);
	expect([...new Set(without)]).toEqual([]);
	for (const kind of new Set(fields.map(kindOf))) if (kind) expect(rowsOf(kind).length).toBeGreaterThan(10);
});
