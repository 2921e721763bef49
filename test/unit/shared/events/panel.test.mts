import type { INodeProperties } from 'n8n-workflow';
import { EVENT_TYPES, eventWords } from '../../../../nodes/shared/api/events';
import { ATTACH_ATHLETE, ONLY_WHEN, ONLY_WHEN_ALL, ONLY_WHEN_CASE, titleOf, titlesOf } from '../../../../nodes/shared/events/panel';
import { subtitleOfActions, subtitleOfEvents } from '../../../../nodes/shared/panel';
import type { Operator } from '../../../../nodes/shared/events/onlyWhen';

describe('an event in words', () => {
	test.each([
		['Badge.Awarded', 'badge awarded', 'Badge Awarded'],
		['Athlete.LevelChanged', 'athlete level changed', 'Athlete Level Changed'],
		['Class.Unpublished', 'class unpublished', 'Class Unpublished'],
		['Subscription.Plans.Updated', 'membership product plans updated', 'Membership Product Plans Updated'],
		['Athlete.Created', 'athlete joined (athlete created)', 'Athlete Joined (Athlete Created)'],
		['Membership.EndsSoon', 'membership ends soon', 'Membership Ends Soon'],
	])('%s is "%s"', (name, words, title) => {
		expect([eventWords(name), titleOf(name), titlesOf([{ name }])]).toEqual([words, title, { [name]: title }]);
	});

	test('is no other event in words', () => {
		const titles = Object.values(titlesOf(EVENT_TYPES));
		expect(titles.filter((title) => !/^[A-Z][a-z]+( \(?[A-Z][a-z]+\)?)+$/.test(title))).toEqual([]);
		expect(new Set(titles).size).toBe(EVENT_TYPES.length);
	});
});

describe('what stands below the name of a node', () => {
	test('is an expression of n8n with the words of what is chosen', () => {
		expect(subtitleOfActions({ 'athlete.get': 'Get athlete' })).toBe(
			'={{ ({"athlete.get":"Get athlete"})[$parameter["resource"] + "." + $parameter["operation"]] }}',
		);
		expect(subtitleOfEvents({ 'Badge.Awarded': 'Badge Awarded' })).toBe(
			'={{ $parameter["events"].map((name) => ({"Badge.Awarded":"Badge Awarded"})[name]).join(", ") }}',
		);
	});
});

describe('the options of both triggers', () => {
	const [condition] = ONLY_WHEN.options as Array<{ name: string; displayName: string; values: INodeProperties[] }>;

	test('are switches that are on, and conditions', () => {
		expect([ATTACH_ATHLETE, ONLY_WHEN, ONLY_WHEN_ALL, ONLY_WHEN_CASE].map(({ displayName }) => displayName)).toEqual([
			'Attach Athlete',
			'Only When',
			'Only When All Match',
			'Only When Case Matches',
		]);
		expect(ATTACH_ATHLETE).toMatchObject({ name: 'attachAthlete', type: 'boolean', default: true });
		expect(ONLY_WHEN_ALL).toMatchObject({ name: 'onlyWhenAll', type: 'boolean', default: true });
		expect(ONLY_WHEN_CASE).toMatchObject({ name: 'onlyWhenCase', type: 'boolean', default: true });
		expect(ONLY_WHEN).toMatchObject({ name: 'onlyWhen', type: 'fixedCollection', default: {}, typeOptions: { multipleValues: true } });
		expect(ONLY_WHEN.placeholder).toBe('Add Condition');
		for (const { description } of [ATTACH_ATHLETE, ONLY_WHEN_ALL, ONLY_WHEN_CASE, ONLY_WHEN])
			expect(description).toMatch(/^(Whether|Which) .{20,}/);
		for (const { builderHint } of [ATTACH_ATHLETE, ONLY_WHEN_CASE])
			expect(builderHint).toEqual({ propertyHint: expect.stringMatching(/^Off when it is left out/) as string });
	});

	test('a condition is a field, a comparison, and a value where it compares with one', () => {
		expect([condition.name, condition.displayName]).toEqual(['condition', 'Condition']);
		expect(condition.values).toMatchObject([
			{
				name: 'field',
				type: 'resourceLocator',
				default: { mode: 'list', value: '' },
				noDataExpression: true,
				modes: [
					{ name: 'list', typeOptions: { searchListMethod: 'searchEventFields', searchable: true } },
					{ name: 'path', type: 'string', placeholder: 'e.g. data.BadgeId' },
				],
			},
			{ name: 'is', type: 'options', default: 'equals', noDataExpression: true },
			{ name: 'value', type: 'string', default: '', displayOptions: { hide: { is: ['exists', 'notExists'] } } },
		]);
		expect(condition.values.map(({ displayName }) => displayName)).toEqual(['Field', 'Comparison', 'Value']);
		for (const { name, description } of condition.values) if (name !== 'is') expect(description).toMatch(/^(Where|What) .{20,}\.$/);
	});

	test('has each comparison once, by its name', () => {
		const [, { options }] = condition.values;
		const comparisons = options as Array<{ name: string; value: Operator }>;
		expect(comparisons.map(({ value }) => value).sort()).toEqual([
			'contains',
			'equals',
			'exists',
			'greater',
			'notEquals',
			'notExists',
			'oneOf',
			'smaller',
		] satisfies Operator[]);
		expect(Object.fromEntries(comparisons.map(({ value, name }) => [value, name]))).toMatchObject({
			exists: 'Exists',
			notExists: 'Does Not Exist',
			contains: 'Contains',
			equals: 'Is Equal To',
		});
		const names = comparisons.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(names.every((name) => name.length > 4)).toBe(true);
	});
});
