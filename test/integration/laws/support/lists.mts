import type { IDataObject } from 'n8n-workflow';
import { exampleOf } from '../../../../dev/docs/examples.mts';
import { fieldsIn } from '../../../../nodes/Club/fields/field';
import type { AnyOperation } from '../../../../nodes/Club/operation';
import { endpointOf, maxCountOf, pathNames, templateOf, type Call } from '../../../../nodes/shared/api/endpoints';
import type { TestClub } from '../../../support/club.mts';
import { locator } from '../../../support/node.mts';
import { thin as thinRecords } from '../../matrix/support/state.mts';
import { operations, type NamedOperation } from '../../support/operations.mts';

const HOUR = 3_600_000;

/** Every operation that reads a list. */
export const lists = operations.filter(({ operation }) => operation.list);

/** The records of a list before it is filtered, in the order of the club. */
export interface Known {
	/** The property that orders them. */
	id: string;
	rows: IDataObject[];
	/** The memberships that the club calls active. */
	active: ReadonlySet<unknown>;
	/** When a record begins, in ms since the epoch. */
	timeOf(row: IDataObject): number;
}

/** A filter: values from the records of a list, and which records one selects. */
interface Filter {
	values(known: Known): unknown[];
	selects(row: IDataObject, value: never, known: Known): boolean;
}

const byProperty = (name: string): Filter => ({
	values: ({ rows }) => rows.map((row) => row[name]),
	selects: (row, value: unknown) => row[name] === value,
});
const byId = (selects: (id: number, bound: number) => boolean): Filter => ({
	values: ({ rows, id }) => rows.map((row) => row[id]),
	selects: (row, bound: number, { id }) => selects(Number(row[id]), bound),
});
const byTime = (selects: (time: number, bound: number, row: IDataObject) => boolean, ...before: number[]): Filter => ({
	values: ({ rows, timeOf }) => rows.flatMap((row) => before.map((ms) => new Date(timeOf(row) - ms).toISOString())),
	selects: (row, bound: string, { timeOf }) => selects(timeOf(row), Date.parse(bound), row),
});

/** A new filter needs an entry here. */
export const FILTERS: Readonly<Record<string, Filter>> = {
	userId: byProperty('UserId'),
	classId: byProperty('ClassId'),
	fromId: byId((id, bound) => id >= bound),
	toId: byId((id, bound) => id <= bound),
	// Five hours after it, one window of telemetry ends and another begins.
	from: byTime((time, bound) => time >= bound, 0, 5 * HOUR),
	// Only trainings include the end (§4.4, §4.8).
	to: byTime((time, bound, row) => time < bound + Number('TrainingId' in row), 0),
	awardedAfter: byTime((time, bound) => time >= bound, 0, HOUR),
	place: {
		values: () => ['takingPart', 'waiting'],
		selects: ({ State }, place: string) => (State === 'Queued') === (place === 'waiting'),
	},
	clientStage: {
		values: () => [['Client'], ['Lead', 'Prospect'], ['Qualified']],
		selects: ({ ClientStage }, stages: string[]) => stages.includes(String(ClientStage)),
	},
	isGuest: { values: () => [false, true], selects: ({ IsGuest }, isGuest: boolean) => (IsGuest ?? false) === isGuest },
	origin: { values: () => ['Sensor', 'Manual', 'Any'], selects: ({ Origin }, origin: string) => origin === 'Any' || Origin === origin },
	activeOnly: {
		values: () => [true],
		selects: ({ UserClassSubscriptionId }, _isOn: boolean, { active }) => active.has(UserClassSubscriptionId),
	},
};

/** Whether the node applies a filter while it reads, since the API does not have it. */
export const isOfNode = (name: string, filters: IDataObject, { newestFirst }: IDataObject): boolean =>
	['awardedAfter', 'clientStage', 'isGuest', 'place'].includes(name) ||
	(name === 'activeOnly' && 'userId' in filters) ||
	(name === 'from' && newestFirst === true);

/** Options that decide what is read, or in which order. */
export const OPTIONS: Readonly<Record<string, IDataObject[string]>> = {
	newestFirst: true,
	withTelemetry: true,
	include: ['attendance', 'membership'],
};

export const namesIn = ({ fields }: AnyOperation, group: string): string[] =>
	fields.filter(({ name }) => name === group).flatMap((field) => fieldsIn(field).map(({ name }) => name));

export const asLocators = (values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, /^(user|class|challenge)Id$/.test(name) ? locator('id', value as number) : value]),
	);

/** Leaves a club so many records of each kind, and so many classes beside those that are booked. */
export function thin({ sandbox: { club } }: TestClub, count: number): void {
	thinRecords(club, count);
	const booked = new Set(club.bookings.map(({ ClassId }) => ClassId));
	const others = [...club.classes.keys()].filter((id) => !booked.has(id));
	const step = Math.ceil(others.length / count);
	others.forEach((id, index) => index % step > 0 && club.classes.delete(id));
}

/** A list of a club: an operation with its required values, one of them a choice, and the records that the club has in it. */
export async function open(
	club: TestClub,
	{ resource, operation }: NamedOperation,
	choice: number,
): Promise<{ call: Call; parameters: IDataObject; known: Known }> {
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const { choose, calls, fields } = operation;
	for (const { name, type, required, options = [] } of fields)
		if (type === 'resourceLocator') parameters[name] = items[0][name];
		else if (type === 'options' && required) parameters[name] = (options[choice % options.length] as { value: string }).value;
	const isWhole = (one: Call): boolean => pathNames(one).every((name) => fields.some((field) => field.required && field.name === name));
	const call = choose?.({ ...parameters, filters: {}, options: {} } as never) ?? calls.find(isWhole)!;
	const read = async (path: string, query: IDataObject): Promise<IDataObject[]> => {
		const free = { resource: 'club', operation: 'call', method: 'GET', path, query: JSON.stringify(query) };
		return (await club.run(free)).rows.flatMap((row): IDataObject[] => (row.Results as IDataObject[] | undefined) ?? [row]);
	};
	const { bounds, orderedBy = '' } = endpointOf(call)!;
	const { from, to } = parameters;
	const begin = { ids: { fromId: 1 }, times: { from: '2020-01-01T00:00:00Z' } };
	const path = templateOf(call).replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
	const rows = await read(path, {
		count: maxCountOf(call),
		...(bounds && begin[bounds]),
		...(from !== undefined && { from: `${String(from)}+01:00`, to: `${String(to)}+01:00` }),
	});
	const active = fields.some((field) => fieldsIn(field).some(({ name }) => name === 'activeOnly'))
		? await read('/UserSubscriptions/Active', { count: 5000, fromId: 1 })
		: [];
	const timeOf = ({ TrainingId, AchievedAt, Begin }: IDataObject): number =>
		Date.parse(String(club.sandbox.club.trainings.get(TrainingId as number)?.BeginUTC ?? AchievedAt ?? Begin));
	const ids = new Set(active.map(({ UserClassSubscriptionId }) => UserClassSubscriptionId));
	return { call, parameters, known: { id: orderedBy, rows, active: ids, timeOf } };
}
