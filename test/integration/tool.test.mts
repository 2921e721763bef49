import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../nodes/Club/fields/field';
import { fieldsIn } from '../../nodes/Club/fields/field';
import type { AnyOperation } from '../../nodes/Club/operation';
import { mayWrite } from '../../nodes/Club/operation';
import { allFields } from '../../nodes/Club/panel';
import { resources } from '../../nodes/Club/resources';
import { Memory } from '../../nodes/shared/transport/process';
import { exampleOf } from '../../dev/docs/examples.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';

// A club that is silent about its rate is asked 50 times a minute, and a tool waits for 20 seconds only.
const club = testClub({ dialect: { rateHeaders: 'given' } });
const tool = { tool: true };

describe('a list for a model', () => {
	const many = (more = {}) => ({ resource: 'athlete', operation: 'getAll', limit: 3, filters: { fromId: 1 }, ...more });

	test('is one item with hasMore and where to go on', async () => {
		club.sandbox.dialect.cursors = 'both';
		const first = await club.run(many(), tool);
		const [{ results, hasMore, nextCursor }] = first.rows as Array<{
			results: Array<{ UserId: number }>;
			hasMore: boolean;
			nextCursor: string;
		}>;
		expect(first.rows).toHaveLength(1);
		expect(results.map(({ UserId }) => UserId)).toEqual(
			club
				.athletes()
				.slice(0, 3)
				.map(({ UserId }) => UserId),
		);
		expect(hasMore).toBe(true);
		const second = await club.run(many({ options: { cursor: nextCursor, fields: 'UserId' } }), tool);
		expect(second.rows[0].results).toEqual(
			club
				.athletes()
				.slice(3, 6)
				.map(({ UserId }) => ({ UserId })),
		);
	});

	test('says if it is complete', async () => {
		const { rows } = await club.run(many({ returnAll: true }), tool);
		expect(rows).toEqual([{ results: expect.any(Array), hasMore: false, nextCursor: null }]);
		expect(rows[0].results).toHaveLength(club.athletes().length);
	});

	test('says that rows were cut if no cursor leads on', async () => {
		const { rows } = await club.run({ resource: 'webhookSubscription', operation: 'getAll', limit: 1 }, tool);
		expect(rows).toEqual([{ results: [], hasMore: false, nextCursor: null }]);
		const [{ ClassId }] = club.sandbox.club.bookings.filter(
			({ ClassId: id }, _, all) => all.filter((other) => other.ClassId === id).length > 1,
		);
		const cut = await club.run({ resource: 'class', operation: 'getParticipants', classId: ClassId, limit: 1 }, tool);
		expect(cut.rows).toEqual([{ results: [expect.objectContaining({ ClassId })], hasMore: true, nextCursor: null }]);
	});
});

describe('a field that a model leaves out', () => {
	const nothing = [null, '', ' ', 'null', 'undefined', {}];

	test.each(nothing)('counts as absent with %j if it is optional', async (absent) => {
		club.sandbox.dialect.cursors = 'both';
		const parameters = {
			resource: 'booking',
			operation: 'getAll',
			limit: 2,
			filters: { userId: { __rl: true, mode: 'id', value: absent }, classId: absent, from: absent, to: absent },
			options: { fields: absent, cursor: absent, pageSize: absent, simplify: absent, maxWait: absent },
		};
		const { error, rows } = await club.run(parameters as never, tool);
		expect(error).toBeUndefined();
		expect(rows).toEqual([{ results: expect.any(Array), hasMore: true, nextCursor: expect.any(String) }]);
	});

	test('is reported as missing in one text if it is required', async () => {
		const { error } = await club.run(
			{ resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: '={{ "undefined" }}' } },
			tool,
		);
		expect(error?.message).toMatch(/^"Athlete" is missing\. .*which Athlete > Search gives/);
	});

	test('is no special case for a person who fills in the panel', async () => {
		const { error } = await club.run({
			resource: 'booking',
			operation: 'getAll',
			filters: { userId: { __rl: true, mode: 'id', value: '' } },
		});
		expect(error?.message).toBe('"Athlete" is missing');
	});
});

describe('a refusal for a model', () => {
	test('is one text that says what to do', async () => {
		club.sandbox.dialect.errorBodies = 'message';
		const { error } = await club.run({ resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: 999999 } }, tool);
		expect(error?.message).toMatch(/^The athlete was not found in this club\. Check the ID/);
	});

	test('for the rate limit comes within 20 seconds, and says in how many seconds to try again', async () => {
		const credentials = { clubApiKey: club.sandbox.keys.readOnlyClubApiKey };
		const get = { resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
		club.sandbox.setRate({ limit: 2, windowSeconds: 60 });
		const { error } = await club.run(get, {
			...tool,
			credentials,
			items: club
				.athletes()
				.slice(0, 3)
				.map(({ UserId }) => ({ id: UserId })),
		});
		club.sandbox.setRate(false);
		expect(error?.message).toMatch(/The calls of this minute are used up\. The next call is possible in about \d+ seconds/);
	});
});

describe('a saved n8n Agent, whose tools have no workflow, no node of their own and no execution', () => {
	const agent = { isInAgent: true };
	const own = testClub();
	const [search, get] = [
		{ resource: 'athlete', operation: 'search', query: "={{ $fromAI('name') }}", limit: 2 },
		{ resource: 'athlete', operation: 'get', userId: locator('id', "={{ $fromAI('user_id', 'The UserId', 'number') }}") },
	];

	test('gets a list as one item, and a refusal as one text', async () => {
		const [{ FirstMidName }] = own.athletes();
		const { rows } = await own.run(search, { ...agent, items: [{ name: FirstMidName }] });
		expect(rows).toEqual([{ results: expect.any(Array), hasMore: expect.any(Boolean), nextCursor: null }]);
		const { error } = await own.run(get, { ...agent, items: [{ user_id: 999_999 }] });
		expect(error?.message).toMatch(/^The athlete was not found in this club\. Check the ID/);
	});

	test('is named by the call budget', async () => {
		const credentials = { clubApiKey: own.sandbox.keys.otherClubApiKey };
		await own.run(get, { ...agent, credentials, items: [{ user_id: own.athletes()[0].UserId }] });
		const { rows } = await own.run({ resource: 'club', operation: 'getCallBudget', options: {} }, { ...agent, credentials });
		expect(rows[0].byWorkflow).toEqual([{ workflowId: 'agent', name: 'n8n Agent', calls: 1 }]);
	});

	test('sends each of two equal bookings, even with retries of n8n', async () => {
		const { classes, bookings } = own.sandbox.club;
		const { ClassId } = [...classes.values()].find(({ Begin, Published }) => Published && Date.parse(Begin) > Date.now())!;
		const { UserId } = own.athletes().find((athlete) => !bookings.some((one) => one.ClassId === ClassId && one.UserId === athlete.UserId))!;
		const book = { resource: 'booking', operation: 'create', classId: locator('id', ClassId), userId: locator('id', UserId) };
		const cancel = { ...book, operation: 'delete' };
		for (let time = 0; time < 2; time++) {
			for (const parameters of [book, cancel]) {
				const { error } = await own.run(parameters, { ...agent, settings: { retryOnFail: true } });
				expect(error?.message).toBeUndefined();
				expect(own.sandbox.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
			}
		}
	});

	test('does not grow the memory of the process with its calls', async () => {
		const kept = jest.spyOn(Memory.prototype, 'set');
		const keysOf = async (people: number): Promise<number> => {
			kept.mockClear();
			for (const { UserId } of own.athletes().slice(0, people)) {
				await own.run(get, { ...agent, items: [{ user_id: UserId }], settings: { retryOnFail: true } });
			}
			return new Set(kept.mock.calls.map(([key]) => key)).size;
		};
		const ofOne = await keysOf(1);
		expect(ofOne).toBeGreaterThan(0);
		expect(await keysOf(20)).toBe(ofOne);
		kept.mockRestore();
	});
});

describe('each operation', () => {
	const OPERATIONS = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({ name: `${resource.value}: ${operation.value}`, resource, operation })),
	);
	const NOTHING = [null, '', 'null', 'undefined', {}];
	/** As an argument of a model comes into a parameter. */
	const WRONG = "={{ '?!' }}";

	const filled = ({ type }: Field, value: unknown): IDataObject =>
		type === 'resourceLocator' ? locator('id', value as string) : (value as IDataObject);

	/** Switches that protect: a model that leaves them blank is told so. */
	const PROTECTING: Readonly<Record<string, boolean>> = { noEmailOnCreate: true, onlyChanges: false, skipExisting: false };

	/** An example as a model would fill it in, with nothing in all other places, in one way or another; nothing is written. */
	function withBlanks(operation: AnyOperation, parameters: IDataObject): IDataObject {
		let places = OPERATIONS.findIndex((other) => other.operation === operation);
		const blank = (field: Field): IDataObject => filled(field, NOTHING[places++ % NOTHING.length]);
		const entries = allFields(operation).map((field): [string, IDataObject] => {
			const own = parameters[field.name];
			if (field.type !== 'collection') return [field.name, (own ?? blank(field)) as IDataObject];
			const others = fieldsIn(field).map((inner): [string, IDataObject | boolean] => [inner.name, PROTECTING[inner.name] ?? blank(inner)]);
			return [field.name, { ...Object.fromEntries(others), ...(own as IDataObject | undefined) }];
		});
		const all: IDataObject = { ...parameters, ...Object.fromEntries(entries) };
		return mayWrite(operation) ? { ...all, options: { ...(all.options as IDataObject), dryRun: true } } : all;
	}

	test.each(OPERATIONS)('$name treats blank values of a model as absent', async ({ resource, operation }) => {
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const more = { ...tool, items: items.slice(0, 1) };
		const options = { ...(parameters.options as IDataObject | undefined), ...(mayWrite(operation) && { dryRun: true }) };
		const plain = await club.run({ ...parameters, options }, more);
		expect(plain.error?.message).toBeUndefined();
		const calls = club.sandbox.requests.length;
		const { error } = await club.run(withBlanks(operation, parameters), more);
		expect(error?.message).toBeUndefined();
		// A search may know its pages already.
		expect(club.sandbox.requests.length).toBeLessThanOrEqual(calls);
	});

	/** Fields that were wrong in an operation before: they are checked alike in all. */
	const seen = new Set<string>();
	const isNew = (field: Field): boolean => {
		const key = JSON.stringify(field);
		return !seen.has(key) && seen.add(key) !== undefined;
	};

	test.each(OPERATIONS)('$name explains each invalid value', async ({ resource, operation }) => {
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const base = withBlanks(operation, parameters);
		const wrong = allFields(operation).flatMap((field): Array<[string, IDataObject]> => {
			if (field.type !== 'collection') return isNew(field) ? [[field.name, { ...base, [field.name]: filled(field, WRONG) }]] : [];
			const group = base[field.name] as IDataObject;
			return fieldsIn(field)
				.filter((inner) => inner.name !== 'dryRun' && isNew(inner))
				.map((inner) => [inner.name, { ...base, [field.name]: { ...group, [inner.name]: filled(inner, WRONG) } }]);
		});
		for (const [name, given] of wrong) {
			const { error } = await club.run(given, { ...tool, items: items.slice(0, 1) });
			if (!error) continue;
			expect([name, error.message]).toEqual([name, expect.stringMatching(/^["A-Za-z].*\.( \(.*\))?$/s)]);
			expect([name, error.message]).toEqual([name, expect.not.stringMatching(/Cannot read|TypeError|\[object|\n\s+at |undefined/)]);
		}
		// A wrong value may break a rule of the API that only the API knows.
		club.sandbox.breaches.length = 0;
	});
});
