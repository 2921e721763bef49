// For every pair of bounds: one that ends before it begins is refused before a call, an equal one where its end is not included, and the
// dates of a membership may be any that a club can mean.
import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { exampleOf } from '../../../dev/docs/examples.mts';
import type { AnyOperation } from '../../../nodes/Club/operation';
import { resources } from '../../../nodes/Club/resources/index';
import { lists, namesIn } from './support/lists.mts';

const club = skippedClub({ athletes: 150 });

const MOMENT = '2026-11-24T12:00:00Z';
const JUST_BEFORE = '2026-11-24T11:59:59.999Z';

/** Whether both bounds may be the same: §4.4 and §4.5 exclude the end, §4.8 includes that of trainings, and both IDs are included. */
const MAY_BE_EQUAL: Readonly<Record<string, boolean>> = { booking: false, class: false, training: true };

const groupOf = ({ fields }: AnyOperation): string | undefined => (fields.some(({ name }) => name === 'from') ? undefined : 'filters');

const bounded = lists.flatMap((list) => {
	const names = [...list.operation.fields.map(({ name }) => name), ...namesIn(list.operation, 'filters')];
	return [
		['from', 'to'],
		['fromId', 'toId'],
	].flatMap(([from, to]) => (names.includes(from) && names.includes(to) ? [{ ...list, from, to }] : []));
});

const valuesOf = (from: string): readonly [before: unknown, moment: unknown] => (from === 'fromId' ? [4710, 4711] : [JUST_BEFORE, MOMENT]);

test.each(bounded)('$name from $from to $to', async ({ resource, operation, from, to }) => {
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const group = groupOf(operation);
	const [before, moment] = valuesOf(from);
	const read = async (bounds: IDataObject) => {
		const { error } = await club.run({ ...parameters, ...(group ? { [group]: bounds } : bounds) }, { items: items.slice(0, 1) });
		return [error === undefined, club.calls().length > 0];
	};
	const taken = [true, true];
	const refused = [false, false];
	const isEqualTaken = from === 'fromId' || MAY_BE_EQUAL[resource.value];
	expect(await read({ [from]: before, [to]: moment } as IDataObject)).toEqual(taken);
	expect(await read({ [from]: moment, [to]: moment } as IDataObject)).toEqual(isEqualTaken ? taken : refused);
	expect(await read({ [from]: moment, [to]: before } as IDataObject)).toEqual(refused);
});

/** Offsets of the world from UTC, in hours. */
const OFFSETS = [-12, -5, 0, 5, 14];
const at = (day: string, hours: number): string => `${day}T00:00:00${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;

describe.each(['create', 'createFromPlan', 'update'])('the dates of membership.%s', (operation) => {
	const resource = resources.find(({ value }) => value === 'membership')!;

	test.each(OFFSETS)('are those of §2.11 by the clock of a club at %d hours', async (hours) => {
		const given = exampleOf(club.sandbox.club, resource, resource.operations.find(({ value }) => value === operation)!);
		const refusalOf = async (dates: IDataObject): Promise<string | undefined> => {
			skip(3_600_000);
			const values = operation === 'update' ? { updateFields: dates } : operation === 'create' ? dates : { from: dates.from };
			const { error } = await club.run({ ...given.parameters, ...values, options: { dryRun: true } }, { items: given.items.slice(0, 1) });
			if (error) expect(club.calls()).toEqual([]);
			return error?.message;
		};
		const [first, last] = [at('2020-01-01', hours), at('2100-01-01', hours)];
		expect(await refusalOf({ from: first, to: last })).toBeUndefined();
		expect(await refusalOf({ from: at('2019-12-30', hours), to: last })).toMatch(/"From" must be between 2020-01-01 and 2100-01-01/);
		if (operation !== 'createFromPlan')
			expect(await refusalOf({ from: first, to: at('2100-01-03', hours) })).toMatch(/"To" must be between/);
	});
});
