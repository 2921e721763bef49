import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { assertFields, matchingItems, matches } from '../../../../nodes/shared/events/onlyWhen';
import { onlyWhenOf, type Condition, type OnlyWhen, type Operator } from '../../../../nodes/shared/events/panel';

const event = {
	id: 'e-1',
	eventType: 'Badge.Awarded',
	ids: { userId: 7 },
	athlete: { Phone: '0170 1234567' },
	data: {
		BadgeId: 12,
		BadgeName: 'Été 2026',
		Rank: null,
		Phone: '0046',
		Visits: 0,
		Season: 'Autumn 2026',
		Class: 'Yoga,  Level 2',
		Period: 'Autumn 2026-03-29',
		IsDemo: false,
		Goals: ['run', 3],
		AchievedAt: '2026-03-29T18:30:00Z',
		Steps: [{ Step: 4 }],
	},
};

/** How the panel reads texts where nothing is chosen. */
const plain = { matchCase: false, zone: 'utc' };

/** What conditions say of an event; of one that is not complete, its record and athlete may still come. */
const decided = (
	conditions: Condition[],
	{ of = {}, isComplete = true, ...given }: Partial<OnlyWhen> & { of?: object; isComplete?: boolean } = {},
) => matches({ ...event, ...of }, { ...plain, all: true, ...given, conditions }, isComplete);

const holds = (field: string, is: Operator, value?: unknown, matchCase = false) => decided([{ field, is, value }], { matchCase });

test.each<[string, Operator, unknown, boolean]>([
	['data.BadgeId', 'equals', '12', true],
	['data.BadgeId', 'equals', ' 12.0 ', true],
	['data.BadgeId', 'equals', 12, true],
	['data.BadgeId', 'equals', '13', false],
	['data.BadgeId', 'notEquals', '12.0', false],
	['data.Nothing.Phone', 'equals', 'unknown', false],
	['data.Visits', 'equals', '', false],
	['data.Phone', 'equals', '46', false],
	['data.Phone', 'equals', '00-46', true],
	['athlete.Phone', 'equals', '+491701234567', true],
	['athlete.Phone', 'oneOf', '12, 00491701234567', true],
	['athlete.Phone', 'notEquals', '+491701234568', true],
	['data.BadgeName', 'equals', 'ete\u00a0 2026', true],
	['data.IsDemo', 'equals', 'False', true],
	['data.IsDemo', 'equals', 'true', false],
	['data.BadgeName', 'equals', 'éTÉ 2026', true],
	['data.BadgeName', 'notEquals', 'été 2026', false],
	['data.BadgeName', 'oneOf', 'gold, été 2026', true],
	['data.BadgeName', 'equals', ' Été 2026 ', true],
	['id', 'equals', 'E-1', true],
	['data.Steps', 'equals', '[{"Step":4}]', true],
	['data.Nothing', 'equals', '', true],
	['data.Nothing', 'equals', undefined, true],
	['data.Rank', 'equals', '', true],
	['data.Rank', 'notEquals', '1', true],
	['ids.userId', 'oneOf', '5, 7,9', true],
	['ids.userId', 'oneOf', [5, 7], true],
	['ids.userId', 'oneOf', '57', false],
	['data.Class', 'oneOf', 'Spin, yoga, level 2', true],
	['data.Class', 'oneOf', 'Yoga, Level', false],
	['data.BadgeName', 'contains', 'éTÉ', true],
	['data.Goals', 'oneOf', 'swim, run', true],
	['data.Goals', 'oneOf', 'swim', false],
	['data.Goals', 'contains', '3', true],
	['data.Goals', 'contains', 'RUN', true],
	['data.Goals', 'contains', 'ru', false],
	['data.BadgeId', 'greater', '9', true],
	['data.BadgeId', 'greater', '11', true],
	['data.BadgeId', 'greater', '12', false],
	['data.BadgeId', 'smaller', '100', true],
	['data.BadgeId', 'smaller', '12', false],
	['data.BadgeId', 'smaller', 'Infinity', false],
	['data.Rank', 'smaller', '5', false],
	['data.Rank', 'greater', '-1', false],
	['data.BadgeName', 'greater', 'A', false],
	['data.Season', 'greater', 'Autumn 2025', false],
	['data.Period', 'greater', 'Autumn 2025-03-29', false],
	['data.AchievedAt', 'greater', '2026-03-29T20:00:00+02:00', true],
	['data.AchievedAt', 'smaller', '2026-03-30', true],
	['data.Steps.0.Step', 'equals', '4', true],
	['data.Rank', 'exists', undefined, false],
	['data.Rank', 'notExists', undefined, true],
	['data.BadgeId', 'notExists', undefined, false],
	['data.BadgeId', 'exists', undefined, true],
	['data.BadgeId.toFixed', 'exists', undefined, false],
	['constructor.name', 'exists', undefined, false],
	['__proto__.toString', 'exists', undefined, false],
	['data.Nothing.Below', 'notExists', undefined, true],
	['data.Rank.Below', 'notExists', undefined, true],
	['data.BadgeName.length', 'notExists', undefined, true],
])('%s %s %j: %j', (field, is, value, expected) => expect(holds(field, is, value)).toBe(expected));

test.each<[string, Operator, unknown, boolean]>([
	['data.BadgeName', 'equals', 'été 2026', false],
	['data.BadgeName', 'equals', ' Été 2026 ', true],
	['data.BadgeName', 'notEquals', 'été 2026', true],
	['data.BadgeName', 'oneOf', 'gold, été 2026', false],
	['data.BadgeName', 'contains', 'éTÉ', false],
	['data.BadgeName', 'contains', 'Été', true],
	['data.BadgeName', 'equals', 'E\u0301te\u0301\u00a02026', true],
	['data.Class', 'equals', 'Yoga, Level 2', true],
	['data.Goals', 'contains', 'RUN', false],
	['data.IsDemo', 'equals', 'False', true],
])('with case, %s %s %j: %j', (field, is, value, expected) => expect(holds(field, is, value, true)).toBe(expected));

test('a path may have spaces around it', () => expect(holds(' data.BadgeId ', 'equals', '12')).toBe(true));

const yes: Condition = { field: 'id', is: 'equals', value: 'e-1' };
const no: Condition = { field: 'id', is: 'equals', value: 'e-2' };
const later: Condition = { field: 'record.ClientStage', is: 'equals', value: 'Client' };

test.each<[Condition[], boolean, boolean]>([
	[[], true, true],
	[[], false, true],
	[[yes, no], true, false],
	[[yes, no], false, true],
	[[no, no], false, false],
	[[yes, yes], true, true],
])('several conditions, %j, all: %j', (conditions, all, expected) => expect(decided(conditions, { all })).toBe(expected));

describe('a condition on an attached record or athlete', () => {
	const early = (conditions: Condition[], all: boolean) => decided(conditions, { all, isComplete: false });

	test('stays open until the record is attached, if it alone decides', () => {
		expect(early([yes, later], true)).toBeUndefined();
		expect(early([no, later], true)).toBe(false);
		expect(early([no, later], false)).toBeUndefined();
		expect(early([yes, later], false)).toBe(true);
	});

	test('is decided once the record is attached, missing or not', () => {
		expect(decided([later], { of: { record: { ClientStage: 'Client' } } })).toBe(true);
		for (const other of [{ record: null }, {}]) expect(decided([later], { of: other })).toBe(false);
	});

	test('does not drop an event whose record could not be read', () =>
		expect(decided([later], { of: { recordError: { message: 'busy' } } })).toBeUndefined());

	test('on the athlete stays open while the athlete is missing or unreadable', () => {
		const ofAthlete: Condition = { field: 'athlete.FirstMidName', is: 'equals', value: 'Anna' };
		expect(decided([ofAthlete], { isComplete: false })).toBeUndefined();
		expect(decided([ofAthlete], { of: { athleteError: { message: 'busy' } } })).toBeUndefined();
		expect(decided([ofAthlete], { of: { athlete: { FirstMidName: 'Anna' }, recordError: { message: 'busy' } } })).toBe(true);
	});
});

test('a time without an offset is in the timezone of the workflow, on either side', () => {
	const isLater = (actual: string, value: string) =>
		decided([{ field: 'data.Begin', is: 'greater', value }], { of: { data: { Begin: actual } }, zone: 'Asia/Tokyo' });
	expect(isLater('2026-11-21T18:00:00', '2026-11-21T08:59:59Z')).toBe(true);
	expect(isLater('2026-11-21T18:00:00', '2026-11-21T09:00:00Z')).toBe(false);
	expect(isLater('2026-11-21T09:00:01Z', '2026-11-21 18:00:00')).toBe(true);
	expect(isLater('2026-11-20T15:00:00Z', '2026-11-21')).toBe(false);
});

test('onlyWhenOf ignores rows of the panel without a field', () => {
	expect(onlyWhenOf({}, 'utc')).toEqual({ conditions: [], all: true, ...plain });
	expect(onlyWhenOf({ onlyWhenCase: true }, 'utc')).toMatchObject({ matchCase: true });
	expect(onlyWhenOf({ onlyWhen: {}, onlyWhenAll: true }, 'utc')).toEqual({ conditions: [], all: true, ...plain });
	expect(onlyWhenOf({ onlyWhen: { condition: [yes, { ...no, field: ' ' }] }, onlyWhenAll: false }, 'Asia/Tokyo')).toEqual({
		conditions: [yes],
		all: false,
		matchCase: false,
		zone: 'Asia/Tokyo',
	});
});

test('any condition on any event has a result', () => {
	const is = fc.constantFrom<Operator>('equals', 'notEquals', 'oneOf', 'contains', 'greater', 'smaller', 'exists', 'notExists');
	const field = fc.oneof(fc.string(), fc.constantFrom('data', 'data.a', 'data.0', '__proto__', 'constructor.prototype', '.', ''));
	fc.assert(
		fc.property(fc.jsonValue(), field, is, fc.jsonValue(), (data, path, comparison, value) => {
			expect([true, false]).toContain(decided([{ field: path, is: comparison, value }], { of: { data } }));
		}),
	);
});

describe('assertFields', () => {
	const check = (field: string, main = 'data', isOn = false) =>
		assertFields(
			{ ...plain, conditions: [yes, { field, is: 'exists' }], all: true },
			{ names: ['id', 'ids', main], main, attached: [{ name: 'athlete', isOn, option: 'Attach Athlete' }] },
		);
	const refused = (field: string, main?: string): Error & { description?: string } => {
		try {
			check(field, main);
		} catch (error) {
			return error as Error;
		}
		throw new Error(`"${field}" was taken`);
	};

	test.each(['data.BadgeId', ' ids.userId ', 'id', 'data', 'data.nobody.knows'])('accepts %s', (field) =>
		expect(() => check(field)).not.toThrow(),
	);

	test.each([
		['ClientStage', 'data.ClientStage'],
		['User.Email', 'data.User.Email'],
		['Data.BadgeId', 'data.BadgeId'],
		['$json.data.BadgeId', 'data.BadgeId'],
		['{{ $json.ids.userId }}', 'ids.userId'],
		['record.Phone', 'data.Phone'],
	])('refuses %s and suggests %s', (field, meant) => {
		const { message, description } = refused(field);
		expect(message).toBe(`"Only When" looks at "${field}", but no event has "${field.split('.')[0]}" at its top level`);
		expect(description).toBe(`Did you mean "${meant}"? The properties at the top level are: id, ids, data.`);
	});

	test('suggests a field of the record for a poll', () =>
		expect(refused('data.Phone', 'record').description).toMatch(/^Did you mean "record\.Phone"\?/));

	test('accepts an attached field only with its option', () => {
		expect(() => check('athlete.Email', 'data', true)).not.toThrow();
		expect(refused('athlete.Email')).toMatchObject({
			message: '"Only When" looks at "athlete.Email", which events have only with "Attach Athlete"',
			description: 'Turn on "Attach Athlete", or use another field.',
		});
	});
});

describe('a condition in a test run', () => {
	const hintFor = (conditions: Condition[], items: IDataObject[] = [event], mode = 'manual', all = true) => {
		const hints: unknown[] = [];
		const functions = { getMode: () => mode, addExecutionHints: (hint: unknown) => hints.push(hint) };
		const going = matchingItems(
			functions as never,
			items.map((json) => ({ json })),
			{ ...plain, conditions, all },
		);
		return { ids: going.map(({ json }) => json.id), hints };
	};

	test.each<[Condition, string]>([
		[{ field: ' data.Phone ', is: 'equals', value: '46' }, 'data.Phone is "0046", but "Only When" requires that it is equal to "46"'],
		[{ field: 'data.BadgeId', is: 'notEquals', value: 12 }, 'data.BadgeId is 12, but "Only When" requires that it is not equal to 12'],
		[{ field: 'data.Goals', is: 'oneOf', value: 'a,b' }, 'data.Goals is ["run",3], but "Only When" requires that it is one of "a,b"'],
		[{ field: 'data.Goals', is: 'contains', value: '<i>' }, 'data.Goals is ["run",3], but "Only When" requires that it contains "?i?"'],
		[
			{ field: 'data.Visits', is: 'greater', value: '1' },
			'data.Visits is 0, but "Only When" requires that it is after or greater than "1"',
		],
		[{ field: 'data.Visits', is: 'smaller', value: '0' }, 'data.Visits is 0, but "Only When" requires that it is before or less than "0"'],
		[{ field: 'data.Badge', is: 'exists' }, 'data.Badge is missing, but "Only When" requires that it exists'],
		[{ field: 'data.Visits', is: 'notExists' }, 'data.Visits is 0, but "Only When" requires that it does not exist'],
		[{ field: 'data.Long', is: 'notExists' }, `data.Long is "${'x'.repeat(59)}…, but "Only When" requires that it does not exist`],
	])('keeps an event that %j would drop, and says why', (condition, why) => {
		expect(hintFor([yes, condition], [{ ...event, data: { ...event.data, Long: 'x'.repeat(70) } }])).toEqual({
			ids: ['e-1'],
			hints: [
				{
					message: `This event is shown because this is a test run. It would not start the live workflow. ${why}`,
					location: 'outputPane',
					type: 'warning',
				},
			],
		});
	});

	test('names the event and all conditions that it does not meet', () => {
		const { ids, hints } = hintFor([no, { ...no, value: 'e-3' }], [{ ...event, id: 'e-2' }, event], 'manual', false);
		expect(ids).toEqual(['e-2', 'e-1']);
		expect(hints).toMatchObject([{ message: expect.stringMatching(/The event e-1 is shown.*"e-2"\. id is "e-1".*"e-3"$/) as string }]);
	});

	test('says nothing of matching events; in production, other events are dropped', () => {
		expect(hintFor([yes])).toEqual({ ids: ['e-1'], hints: [] });
		expect(hintFor([yes], [{ ...event, id: 'e-2' }, event], 'webhook')).toEqual({ ids: ['e-1'], hints: [] });
	});
});
