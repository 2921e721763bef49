import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { AUTO_MAP } from '../../../../nodes/Club/fields/columns';
import { fieldsIn, type Field } from '../../../../nodes/Club/fields/field';
import { plainDate } from '../../../../nodes/Club/fields/dates';
import type { AnyOperation } from '../../../../nodes/Club/operation';
import { resources } from '../../../../nodes/Club/resources';
import { Tool } from '../../../../nodes/Club/run/forModel';
import { readValues } from '../../../../nodes/Club/run/parameters';

const ZONE = 'Europe/Stockholm';

/** A field of an operation, and the group that it stands in. */
interface Place {
	operation: AnyOperation;
	field: Field;
	group?: Field;
	/** Whether it stands in a repeated record of the group. */
	isRepeated?: boolean;
}

/** All fields of all operations. */
const PLACES: Place[] = resources
	.flatMap(({ operations }) => operations as AnyOperation[])
	.flatMap((operation) =>
		operation.allFields.flatMap((field): Place[] =>
			field.type === 'collection'
				? fieldsIn(field).flatMap((member): Place[] => {
						if (member.type !== 'fixedCollection') return [{ operation, field: member, group: field }];
						const [{ values }] = member.options as ReadonlyArray<{ values: readonly Field[] }>;
						return values.map((one) => ({ operation, field: one, group: member, isRepeated: true }));
					})
				: [{ operation, field }],
		),
	);

/** Each way by which a value comes into a field of the panel. */
const WAYS = ['panel', 'tool', 'columns'] as const;

function read({ operation, field, group, isRepeated }: Place, value: unknown, way: (typeof WAYS)[number], zone = ZONE): unknown {
	const [record] = isRepeated ? (group!.options as ReadonlyArray<{ name: string; values: readonly Field[] }>) : [];
	const given = { ...(isRepeated && Object.fromEntries(record.values.map(({ name }) => [name, 'x']))), [field.name]: value } as IDataObject;
	const parameters: IDataObject = record ? { [group!.name]: { [record.name]: [given] } } : group ? { [group.name]: given } : given;
	const asked = `={{ $fromAI('the_value', 'What to give') }}`;
	const expressions = (group ? { [group.name]: { [field.name]: asked } } : { [field.name]: asked }) as INodeParameters;
	const root = group ?? field;
	const columns = { dataToSend: AUTO_MAP, inputsToIgnore: '' } as IDataObject;
	const functions = {
		getNodeParameter: (name: string) => (way === 'columns' ? columns[name] : parameters[name]) ?? null,
		getTimezone: () => zone,
		getInputData: () => [{ json: record ? { [group!.name]: [given] } : given }],
	} as unknown as IExecuteFunctions;
	const whole = operation.allFields.filter(({ name }) => ['dataToSend', 'inputsToIgnore', 'additionalFields'].includes(name));
	const fields = way === 'columns' ? whole : [root];
	const tool = way === 'tool' ? new Tool(expressions, fields) : undefined;
	const values = readValues(functions, 0, { ...operation, allFields: fields }, tool, () => {}) as unknown as IDataObject;
	const inside = (way === 'columns' ? values.additionalFields : values) as IDataObject;
	if (record) return (inside[group!.name] as IDataObject[])[0][field.name];
	return group && way !== 'columns' ? (inside[group.name] as IDataObject)[field.name] : inside[field.name];
}

/** A field by each way that it has. Only Create or Update has columns. */
const waysOf = (place: Place) =>
	WAYS.filter((way) => way !== 'columns' || (place.operation.value === 'upsert' && place.field.api !== false && place.group !== undefined));

const byWays = (places: Place[]) =>
	places.flatMap((place) =>
		waysOf(place).map((way) => [`${place.operation.action}: ${place.group?.name ?? ''} ${place.field.name}`, way, place] as const),
	);

describe('each date and time', () => {
	const times = byWays(PLACES.filter(({ field }) => field.type === 'dateTime' && field.check !== plainDate));

	test.each(times)('%s (%s): a plain date begins with its day, or ends with it', (_, way, place) => {
		const isUtc = /UTC$/.test(place.field.name);
		const [begin, last] = isUtc ? ['2026-11-20T23:00:00Z', ''] : ['2026-11-21T00:00:00+01:00', '2026-11-21T23:59:59+01:00'];
		for (const day of [' 2026-11-21 ', 20261121]) expect(read(place, day, way)).toBe(place.field.name === 'to' ? last : begin);
		expect(read(place, '2026-11-21T00:00:00', way)).toBe(begin);
	});

	test.each(times)('%s (%s): 9:30 is 09:30', (_, way, place) => {
		for (const between of [' ', 'T']) expect(read(place, `2026-11-21${between}9:30`, way)).toBe(read(place, '2026-11-21T09:30:00', way));
	});

	test.each(times)('%s (%s): a time that the clocks skip or show twice is refused, and both are named', (_, way, place) => {
		const told = (value: string) => {
			try {
				return read(place, value, way);
			} catch (error) {
				const { message, description } = error as { message: string; description: string };
				return `${message} ${description}`;
			}
		};
		expect(told('2026-03-29T02:30:00')).toMatch(/skips: 2026-03-29 02:30 .*2026-03-29T02:30:00\+01:00 or 2026-03-29T02:30:00\+02:00/);
		expect(told('2026-10-25 2:30')).toMatch(/has twice: 2026-10-25 02:30 .*2026-10-25T02:30:00\+02:00 or 2026-10-25T02:30:00\+01:00/);
		for (const once of [
			'2026-03-29T01:59:59',
			'2026-03-29T03:00:00',
			'2026-10-25T01:59:59',
			'2026-10-25T03:00:00',
			'2026-10-25T02:30:00+01:00',
			'2026-03-29T02:30:00Z',
		])
			expect(told(once)).toMatch(/^\d{4}-/);
		// Midnight is skipped in the one, and comes twice in the other.
		expect(read(place, '2026-09-06', way, 'America/Santiago')).toMatch(/^2026-09-06T/);
		expect(read(place, '2026-11-01', way, 'America/Havana')).toMatch(/^2026-11-01T/);
	});
});

describe('each record that is chosen', () => {
	const chosen = byWays(PLACES.filter(({ field }) => field.type === 'resourceLocator'));
	const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

	test.each(chosen.filter(([, way]) => way === 'tool'))('%s (%s): a model that gives 0 has given none', (_, way, place) => {
		expect(() => read(place, byId(0), way)).toThrow(/ is missing/);
	});

	test.each(chosen.filter(([, , { field }]) => field.modes?.some(({ name }) => name === 'nameAndTime')))(
		'%s (%s): a name may begin with a number',
		(_, way, place) => expect(read(place, byId('30 Minutes, 2026-11-21 18:30'), way)).toMatchObject({ name: '30 Minutes' }),
	);
});

const isText = ({ type, api, check, allowArbitraryValues }: Field) =>
	api !== false && check === undefined && (type === 'string' || (type === 'options' && allowArbitraryValues));
const texts = byWays(PLACES.filter(({ field }) => isText(field)));

test.each(texts)('%s (%s): each text for the API is trimmed, and refused where a file has spoilt it', (_, way, place) => {
	for (const good of ['Polar', '1E5', '0012345', '8A2F41']) expect(read(place, `\u00a0${good}\r`, way)).toBe(good);
	for (const spoilt of ['1.20E+11', '#N/A', 'Pol\ufffdr', '[object Object]'])
		expect(() => read(place, spoilt, way)).toThrow(/ is spoilt: /);
});

test.each(byWays(PLACES.filter(({ field }) => field.check === plainDate)))(
	'%s (%s): a midnight with an offset is its own day',
	(_, way, place) => {
		for (const offset of ['Z', '+02:00', '+10:00', '-05:00']) expect(read(place, `1990-05-21T00:00:00${offset}`, way)).toBe('1990-05-21');
		expect(read(place, '1990-05-20T22:00:00Z', way)).toBe('1990-05-21');
	},
);
