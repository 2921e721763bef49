import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import type { AnyValues } from '../../../../nodes/Club/fields/fields';
import { planOf, apiName, bodyOf, requestQuery } from '../../../../nodes/Club/run/plan';
import { ByEmail } from '../../../../nodes/Club/fields/namedRecords';
import { operationOf } from '../../../../nodes/Club/resources';
import { InvalidInput } from '../../../../nodes/shared/transport/errors';

/** What an item of an operation is to do, from checked values. */
function plan(name: string, values: IDataObject & { options?: IDataObject }, isForModel = false) {
	const [resource, operation] = name.split('.');
	return planOf(operationOf(resource, operation)!, { options: {}, ...values } as unknown as AnyValues, isForModel);
}

const anna = new ByEmail('anna@example.com', 'GET /Athletes/ByEmail');

describe('the plan of an item', () => {
	test('has the call with its path and body, under the names of the API, and the email until it is looked up', () => {
		const { request, lookUps } = plan('athlete.setClientStage', { userId: anna as never, clientStage: 'Lead' });
		expect(request).toEqual({
			call: 'PUT /Athletes/{userId}/ClientStage',
			params: { userId: anna },
			body: { ClientStage: 'Lead' },
		});
		expect(lookUps).toEqual([anna]);
	});

	test('has the most specific call whose path the values fill; other values become the query', () => {
		expect(plan('training.getAll', { filters: { userId: 7, origin: 'Any' }, limit: 5 })).toMatchObject({
			request: { call: 'GET /Athletes/{userId}/Trainings', params: { userId: 7 }, query: { origin: 'Any' } },
			values: { limit: 5 },
		});
		expect(plan('training.getAll', { filters: {}, limit: 5, returnAll: true })).toMatchObject({
			request: { call: 'GET /Trainings', params: {}, query: {} },
			values: { limit: undefined },
		});
	});

	test.each(['athlete.update', 'membership.update', 'webhookSubscription.update'])('of %s refuses to change nothing', (name) => {
		const ids = { userId: 7, userSubscriptionId: 7, subscriptionId: 'ws_1' };
		const nothing = new InvalidInput('There is nothing to update', 'Add at least one field to "Update Fields". Nothing was sent.');
		expect(() => plan(name, { ...ids, updateFields: { additionalProperties: {} } })).toThrow(nothing);
		expect(plan(name, { ...ids, updateFields: { additionalProperties: { Name: 'a' } } }).lookUps).toEqual([]);
	});

	test('names the email to look up first, and no call if the call depends on the result', () => {
		const upsert = plan('athlete.upsert', { email: 'anna@example.com', additionalFields: {} });
		expect(upsert).toMatchObject({ lookUps: [{ email: 'anna@example.com', lookUp: 'GET /Athletes/ByEmail' }], request: undefined });
	});

	test('has an interval that is read window by window', () => {
		const filters = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
		expect(plan('training.getAll', { filters, options: { withTelemetry: true } }).span).toEqual(filters);
		expect(plan('training.getAll', { filters }).span).toBeUndefined();
	});

	const interval = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
	const windows = 'A telemetry interval of more than five hours cannot be read with a cursor';

	test.each<[string, IDataObject, string, string]>([
		['athlete.getAll', { filters: { fromId: 2, toId: 1 } }, '"From ID" is larger than "To ID"', 'Both IDs are included'],
		[
			'athlete.getAll',
			{ filters: {}, options: { pageSize: 1001 } },
			'"Records per Call" must be a whole number from 1 to 1000',
			'Remove it',
		],
		['booking.getAll', { filters: { classId: 1, userId: 1 } }, '', ''],
		['training.getAll', { filters: interval, options: { withTelemetry: true, cursor: 'x' } }, windows, 'Remove "Start at Cursor"'],
		[
			'training.getAll',
			{ filters: { ...interval, from: '2020-01-01' }, options: { withTelemetry: true } },
			'one for each five hours',
			'shorter',
		],
	])('is refused before any call if values contradict each other: %s %j', (name, values, message, advice) => {
		expect(() => plan(name, values)).toThrow(InvalidInput);
		expect(() => plan(name, values)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(message) as string,
				description: expect.stringContaining(advice) as string,
			}),
		);
	});

	test('reads a list from the first to the last given ID, also if they are equal, with the given page size', () => {
		expect(plan('athlete.getAll', { filters: { fromId: 2, toId: 2 }, limit: 3, options: { pageSize: 1000 } })).toMatchObject({
			request: { query: { fromId: 2, toId: 2 } },
			values: { limit: 3, options: { pageSize: 1000 } },
		});
		for (const filters of [{ fromId: 2 }, { toId: 2 }]) expect(plan('athlete.getAll', { filters }).request?.query).toMatchObject(filters);
		expect(plan('training.getAll', { filters: {}, options: { cursor: 'x' } }).values.options.cursor).toBe('x');
	});

	test('simplifies records only if the user wants that', () => {
		expect(plan('athlete.getAll', { filters: {}, options: { simplify: true } }).simplify).toContain('UserId');
		expect(plan('athlete.getAll', { filters: {} }).simplify).toBeUndefined();
	});

	test('knows whether it is a dry run', () => {
		expect(plan('club.get', {}).isDryRun).toBe(false);
		expect(plan('club.get', { options: { dryRun: true } }).isDryRun).toBe(true);
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

	test('a query keeps the names of its parameters', () => {
		expect(requestQuery({ fromId: 1, withPlans: false, from: null, to: undefined, text: '' })).toStrictEqual({
			fromId: 1,
			withPlans: false,
			text: '',
		});
	});

	test('loses no given value and adds none', () => {
		const name = fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/).filter((text) => !text.startsWith('additional'));
		fc.assert(
			fc.property(fc.dictionary(name, fc.option(fc.oneof(fc.integer(), fc.string(), fc.boolean()))), (given) => {
				const present = Object.entries(given).filter(([, value]) => value !== null);
				expect(requestQuery(given)).toEqual(Object.fromEntries(present));
				expect(bodyOf(given)).toEqual(Object.fromEntries(present.map(([key, value]) => [key[0].toUpperCase() + key.slice(1), value])));
			}),
		);
	});
});
