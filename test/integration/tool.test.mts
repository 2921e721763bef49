import type { IDataObject } from 'n8n-workflow';
import { fieldsIn, type Field } from '../../nodes/Club/fields/field';
import { mayWrite, type AnyOperation } from '../../nodes/Club/operation';
import { Memory } from '../../nodes/shared/transport/process';
import { exampleOf } from '../../dev/docs/examples.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { IS_WHOLE } from '../support/sample.mts';
import { operations } from './support/operations.mts';

// A club that is silent about its rate is asked 50 times a minute, and a tool waits for 20 seconds only.
const club = testClub({ dialect: { rateHeaders: 'given' } });
const tool = { tool: true };

test('a refusal of the rate limit comes to a model in time, also with a long Max Wait, and says in how many seconds to try again', async () => {
	const credentials = { clubApiKey: club.sandbox.keys.readOnlyClubApiKey };
	const get = { resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
	club.sandbox.setRate({ limit: 2, windowSeconds: 60, announceWindow: true });
	for (const options of [{ maxWait: 300 }, {}]) {
		const { error } = await club.run({ ...get, options }, { ...tool, credentials, items: club.items(3) });
		expect(error?.message).toMatch(/The calls of this minute are used up\. The next call is possible in about \d+ seconds/);
	}
	club.sandbox.setRate(false);
});

describe('a saved n8n Agent, whose tools have no workflow, no node of their own and no execution', () => {
	const agent = { isInAgent: true };
	const own = testClub();
	const [search, get] = [
		{ resource: 'athlete', operation: 'search', query: "={{ $fromAI('name') }}", limit: 2 },
		{ resource: 'athlete', operation: 'get', userId: locator('id', "={{ $fromAI('user_id', 'The UserId', 'number') }}") },
	];

	test('gets a list as one item, a whole record if the user turns Simplify off, and a refusal as one text', async () => {
		const [{ FirstMidName }] = own.athletes();
		const { rows } = await own.run(search, { ...agent, items: [{ name: FirstMidName }] });
		expect(rows).toMatchObject([{ results: expect.any(Array), hasMore: expect.any(Boolean), nextCursor: null }]);
		Object.assign(own.athletes()[0], { Locker: 'A' });
		const whole = await own.run({ ...get, options: { simplify: false } }, { ...agent, items: [{ user_id: own.athletes()[0].UserId }] });
		expect(whole.rows).toMatchObject([{ Locker: 'A' }]);
		const { error } = await own.run(get, { ...agent, items: [{ user_id: 999_999 }] });
		expect(error?.message).toMatch(/^The club has no such record\. Check the ID/);
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
	const NOTHING = [null, '', 'null', 'undefined', {}];
	const filled = ({ type }: Field, value: unknown): IDataObject =>
		type === 'resourceLocator' ? locator('id', value as string) : (value as IDataObject);

	/** Switches that protect: a model that leaves them blank is told so. */
	const PROTECTING: Readonly<Record<string, boolean>> = { noEmailOnCreate: true, onlyChanges: false, skipExisting: false };

	/** An example as a model would fill it in, with nothing in all other places, in one way or another; nothing is written. */
	function withBlanks(operation: AnyOperation, parameters: IDataObject): IDataObject {
		let places = operations.findIndex((other) => other.operation === operation);
		const blank = (field: Field): IDataObject => filled(field, NOTHING[places++ % NOTHING.length]);
		const entries = operation.allFields.map((field): [string, IDataObject] => {
			const own = parameters[field.name];
			if (field.type !== 'collection') return [field.name, (own ?? blank(field)) as IDataObject];
			const others = fieldsIn(field).map((inner): [string, IDataObject | boolean] => [inner.name, PROTECTING[inner.name] ?? blank(inner)]);
			return [field.name, { ...Object.fromEntries(others), ...(own as IDataObject | undefined) }];
		});
		const all: IDataObject = { ...parameters, ...Object.fromEntries(entries) };
		return mayWrite(operation) ? { ...all, options: { ...(all.options as IDataObject), dryRun: true } } : all;
	}

	/** An instant with an offset, anywhere in a text. */
	const INSTANTS = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z| UTC|[+-]\d\d:\d\d)?/g;

	/** The instants of an answer that are not in the workflow's timezone, and those whose weekday is missing or wrong. */
	function wrongTimes(value: unknown): unknown[] {
		if (typeof value === 'string')
			return [...value.matchAll(INSTANTS)].filter(([, offset]) => !/^[+]0[12]:00$/.test(offset)).map(([text]) => text);
		if (typeof value !== 'object' || value === null) return [];
		return Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
			// A local time stands as it is, without an offset.
			const inside = name.endsWith('Local') ? (/(Z|[+-]\d\d:?\d\d)$/.test(String(entry)) ? [entry] : []) : wrongTimes(entry);
			if (typeof entry !== 'string' || Array.isArray(value) || new RegExp(`^${INSTANTS.source}$`).exec(entry) === null) return inside;
			const isLocal = name.endsWith('Local');
			const timeZone = isLocal ? 'UTC' : 'Europe/Stockholm';
			const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(new Date(isLocal ? `${entry}Z` : entry));
			return (value as IDataObject)[`${name}Weekday`] === weekday ? inside : [...inside, `${name} without ${weekday}`];
		});
	}

	test.each(operations)('$name answers a model in the time of the workflow, with the weekday', async ({ resource, operation }) => {
		// The offset is not that of the place.
		for (const training of club.sandbox.club.trainings.values()) training.BeginDateLocal = '2026-11-21T23:30:00Z';
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const more = { ...tool, items: items.slice(0, 1) };
		for (const dryRun of mayWrite(operation) ? [true, false] : [false]) {
			const options = { ...(parameters.options as IDataObject | undefined), ...(dryRun && { dryRun }) };
			const { error, rows } = await club.run({ ...parameters, options }, more);
			expect([error?.message, wrongTimes(rows)]).toEqual([error && expect.any(String), []]);
			expect(wrongTimes(error?.message)).toEqual([]);
		}
		club.sandbox.breaches.length = 0;
	});

	test.each(operations)('$name treats blank values of a model as absent', async ({ resource, operation }) => {
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

	/** A parameter as a model fills it in, under a name of its own. @param isOptional whether the tool's schema says that it may be left out */
	const byModel = (field: Field, isOptional = false): IDataObject =>
		filled(field, `={{ $fromAI('the_${field.name.toLowerCase()}', 'What to give for it', 'string'${isOptional ? ", ''" : ''}) }}`);

	/** An operation with one parameter that its model fills in. */
	function withArgument(base: IDataObject, [group, field]: readonly [Field | undefined, Field], value: IDataObject): IDataObject {
		return group
			? { ...base, [group.name]: { ...(base[group.name] as IDataObject), [field.name]: value } }
			: { ...base, [field.name]: value };
	}

	/** All parameters of an operation, with their groups. */
	const placesOf = (operation: AnyOperation): Array<readonly [Field | undefined, Field]> =>
		operation.allFields.flatMap(
			(field): Array<readonly [Field | undefined, Field]> =>
				field.type === 'collection'
					? fieldsIn(field)
							.filter(({ name }) => name !== 'dryRun' && name !== 'maxWait')
							.map((inner) => [field, inner] as const)
					: [[undefined, field]],
		);

	/** What only the panel has: labels, operations, options, lists, expressions. */
	const OF_PANEL = /\w (>|→) \w|\{\{|[Oo]ptions?\b|Settings|from the list|drop-down|panel/;
	const LABELS = [...new Set(operations.flatMap(({ operation }) => placesOf(operation).map(([, { displayName }]) => `"${displayName}"`)))];

	/** Fields that were tried in an operation before: they are checked alike in all. */
	const seen = new Set<string>();
	const isNew = (field: Field): boolean => {
		const key = JSON.stringify(field);
		return !seen.has(key) && seen.add(key) !== undefined;
	};

	test.each(operations)(
		'$name explains each wrong value by the argument of its model, and advises nothing that only the panel has',
		async ({ resource, operation }) => {
			const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
			const base = withBlanks(operation, parameters);
			for (const place of placesOf(operation).filter(([, field]) => isNew(field))) {
				const [, field] = place;
				const argument = `the_${field.name.toLowerCase()}`;
				const given = withArgument(base, place, byModel(field));
				for (const value of ['?!', 'unknown', '', 0]) {
					const { error } = await club.run(given, { ...tool, items: [{ ...items[0], [argument]: value }] });
					if (!error) continue;
					const told = [field.name, value, error.message];
					expect(error.description ?? '').toBe('');
					expect(told).toEqual([field.name, value, expect.stringMatching(/^["A-Za-z].*\.( \(.*\))?$/s)]);
					expect(told).toEqual([field.name, value, expect.not.stringMatching(/Cannot read|TypeError|\[object|\n\s+at |undefined/)]);
					expect(told).toEqual([field.name, value, expect.not.stringMatching(OF_PANEL)]);
					expect(LABELS.filter((label) => error.message.includes(label))).toEqual([]);
				}
			}
			// A wrong value may break a rule of the API that only the API knows.
			club.sandbox.breaches.length = 0;
		},
	);

	test.each(operations)(
		'$name refuses what its model must fill in and left blank, where that would do more',
		async ({ resource, operation }) => {
			const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
			const options = { ...(parameters.options as IDataObject | undefined), ...(mayWrite(operation) && { dryRun: true }) };
			const choosing = placesOf(operation).filter(([group, { type }]) => type === 'resourceLocator' || group?.name === 'filters');
			for (const [index, place] of choosing.entries()) {
				const [group, field] = place;
				const base = { ...parameters, options, ...(group && { [group.name]: {} }) };
				// Each form of nothing comes in every operation with several places, one of them with each.
				for (const value of index === 0 ? NOTHING : [NOTHING[index % NOTHING.length]]) {
					const argument = `the_${field.name.toLowerCase()}`;
					const more = { ...tool, items: [{ ...items[0], [argument]: value }] };
					const { error } = await club.run(withArgument(base, place, byModel(field)), more);
					expect(error?.message).toMatch(new RegExp(`^"${argument}" is missing\\. ${argument}: What to give for it\\.`));
					expect(club.sandbox.requests).toEqual([]);
				}
			}
		},
	);

	const REFUSALS = [
		[400, '{"ErrorType":"InvalidData","Message":"No"}'],
		[404, '{}'],
		[409, '{"ErrorType":"SubscriptionInUse","Message":"In use"}'],
		[403, '{}'],
		[401, '{}'],
	] as const;

	test.each(REFUSALS)('explains %d without advice that only the panel allows', async (status, body) => {
		const own = operations.filter((_, index) => IS_WHOLE || REFUSALS[index % REFUSALS.length][0] === status);
		for (const { resource, operation } of own) {
			const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
			club.sandbox.clearFaults();
			club.sandbox.inject({ kind: 'status', status, body, headers: { 'content-type': 'application/json' }, match: { every: true } });
			const { error } = await club.run(parameters, { ...tool, items: items.slice(0, 1) });
			expect([operation.value, error?.message ?? '']).toEqual([operation.value, expect.not.stringMatching(OF_PANEL)]);
		}
		club.sandbox.breaches.length = 0;
	});
});
