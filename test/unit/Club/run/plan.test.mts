import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import type { AnyValues } from '../../../../nodes/Club/fields/fields';
import { planOf, apiName, bodyOf, requestQuery } from '../../../../nodes/Club/run/plan';
import { operationOf, resources } from '../../../../nodes/Club/resources';
import { maxCountOf, type Call } from '../../../../nodes/shared/api/endpoints';
import { InvalidInput } from '../../../../nodes/shared/transport/errors';

/** What an item of an operation is to do, from checked values. */
function plan(name: string, values: IDataObject & { options?: IDataObject }, isForModel = false) {
	const [resource, operation] = name.split('.');
	return planOf(operationOf(resource, operation)!, { options: {}, ...values } as unknown as AnyValues, isForModel);
}

/** The lists whose size of a page a user can choose. */
const LISTS = resources.flatMap(({ value, operations }) =>
	operations.flatMap((operation) =>
		operation.list && (operation.calls as Call[]).every((call) => maxCountOf(call) !== undefined) ? [`${value}.${operation.value}`] : [],
	),
);

describe('the plan of an item', () => {
	test.each(['athlete.update', 'membership.update', 'webhookSubscription.update'])('of %s refuses to change nothing', (name) => {
		const ids = { userId: 7, userSubscriptionId: 7, subscriptionId: 'ws_1' };
		const nothing = new InvalidInput('There is nothing to update', 'Add at least one field to "Update Fields". Nothing was sent.');
		expect(() => plan(name, { ...ids, updateFields: { additionalProperties: {} } })).toThrow(nothing);
		expect(plan(name, { ...ids, updateFields: { additionalProperties: { Name: 'a' } } }).lookUps).toEqual([]);
	});

	test('has an interval that is read window by window', () => {
		const filters = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
		expect(plan('training.getAll', { filters, options: { withTelemetry: true } }).span).toEqual(filters);
		expect(plan('training.getAll', { filters }).span).toBeUndefined();
	});

	test.each(LISTS)('of %s has as many records per call as the API gives, and no more', (name) => {
		const asked = (pageSize?: number) => plan(name, { filters: {}, summary: 'membership', options: { pageSize } });
		const most = maxCountOf(asked().request!.call)!;
		expect(asked(most).values.options.pageSize).toBe(most);
		expect(() => asked(most + 1)).toThrow(`"Records per Call" must be a whole number from 1 to ${most}`);
	});

	test('waits as long as its options say, or 20 seconds for a model without that option', () => {
		const wait = (options: IDataObject, isForModel = false) => plan('club.get', { options }, isForModel).patience.maxWaitMs;
		expect([wait({}), wait({ maxWait: 5 }), wait({ maxWait: 0 }), wait({}, true)]).toEqual([3_600_000, 5_000, 0, 20_000]);
	});

	test('does not change the values that it is made from', () => {
		const values = { filters: Object.freeze({ userId: 7, from: '2026-03-01T00:00:00Z' }), options: Object.freeze({ newestFirst: true }) };
		expect(plan('booking.getAll', Object.freeze(values))).toMatchObject({
			values,
			request: { query: { to: expect.any(String) as string } },
		});
	});
});

describe('apiName, bodyOf and requestQuery', () => {
	test('apiName makes the first letter a capital', () => {
		expect(['firstMidName', 'x', ''].map(apiName)).toEqual(['FirstMidName', 'X', '']);
	});

	test('a body has the given values, repeated groups too, and no null or undefined', () => {
		const given = {
			userId: 7,
			note: '',
			isGuest: false,
			from: null,
			to: undefined,
			tags: ['a', 1],
			sets: [{ kiloGrams: 20, note: null }, null],
		};
		expect(bodyOf(given)).toStrictEqual({ UserId: 7, Note: '', IsGuest: false, Tags: ['a', 1], Sets: [{ KiloGrams: 20 }, null] });
	});

	test('additional properties are sent unchanged and override others', () => {
		expect(bodyOf({ name: 'a', additionalProperties: { Name: 'b', newOne: { x: null } } })).toEqual({ Name: 'b', newOne: { x: null } });
	});

	test('loses no given value and adds none', () => {
		const name = fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/).filter((text) => !text.startsWith('additional'));
		fc.assert(
			fc.property(fc.dictionary(name, fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constantFrom(null, undefined))), (given) => {
				const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
				expect(requestQuery(given)).toStrictEqual(Object.fromEntries(present));
				expect(bodyOf(given)).toEqual(Object.fromEntries(present.map(([key, value]) => [key[0].toUpperCase() + key.slice(1), value])));
			}),
		);
	});
});
