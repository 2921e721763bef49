import type { IDataObject, IHookFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { mayWrite } from '../../nodes/Club/operation.ts';
import { options as pollOptions } from '../../nodes/ClubPollTrigger/options.ts';
import { pollSettings } from '../../nodes/ClubPollTrigger/parameters.ts';
import { deliveredItemTop, settingsToPublish, triggerProperties, triggerSettings } from '../../nodes/ClubTrigger/description.ts';
import { assertFields } from '../../nodes/shared/events/onlyWhen.ts';
import { onlyWhenOf } from '../../nodes/shared/events/panel.ts';
import { InvalidInput } from '../../nodes/shared/transport/errors.ts';
import { exampleOf } from '../../dev/docs/examples.mts';
import { testClub } from '../support/club.mts';
import { fieldsIn, panelOf } from '../support/panel.mts';
import { sampled } from '../support/sample.mts';
import { locator, type NodeOutcome } from '../support/node.mts';
import { PollHost } from './poll/support/pollHost.mts';
import { operations, type NamedOperation } from './support/operations.mts';

/**
 * Each field of each operation with each form of nothing. A value that came out empty is refused in words before any call where leaving
 * it out would do something else than the user asked for; otherwise the call is the one without the field.
 */

// A club that is silent about its rate is asked 50 times a minute, and a tool waits for 20 seconds only.
const club = testClub({ athletes: 150, dialect: { rateHeaders: 'given' } });

/** What an expression gives for an item that lacks the value. */
const NOTHINGS: Readonly<Record<string, string>> = {
	undefined: '={{ $json.gone }}',
	null: '={{ $json.none }}',
	'an empty text': '={{ $json.empty }}',
	blanks: '={{ $json.blanks }}',
	'[]': '={{ $json.list }}',
	'{}': '={{ $json.object }}',
	NaN: '={{ Number($json.word) }}',
	'the word null': '={{ $json.word }}',
};
const ITEM: IDataObject = { none: null, empty: '', blanks: ' \t ', list: [], object: {}, word: 'null' };

/** The forms that are no value at all, for a person and for a model, which writes a word or an object for nothing. */
const BLANK = new Set(['undefined', 'null', 'an empty text', 'blanks']);
const BLANK_OF_MODEL = new Set([...BLANK, '[]', '{}', 'the word null']);

/** Where left out means something else than the user asked for, by the words of the contract. */
const DATES = new Set(['reactivationDate', 'suspensionStartUTC', 'from', 'to']);
const SWITCHES_THAT_PROTECT = new Set(['dryRun', 'noEmailOnCreate', 'onlyChanges', 'skipExisting']);
const LIMITS_OF_WHAT_IS_WRITTEN = new Set(['maxActivities', 'availableActivities']);
const REFERENCES = new Set(['classSubscriptionPlanId', 'userId', 'classId']);

interface Place extends NamedOperation {
	field: INodeProperties;
	group?: INodeProperties;
}

interface Case extends Place {
	path: string;
	nothing: string;
	tool: boolean;
}

/** Whether a text may stand there as it is. */
const isFreeText = ({ type, name }: INodeProperties): boolean =>
	(type === 'string' && !['email', 'url', 'setPasswordOnCreate', 'path'].includes(name)) || name === 'gender';

/** Whether leaving a blank out there would do something else than the user asked for. */
function isRefused({ operation, field, group, tool }: Case): boolean {
	const { name, required } = field;
	if (required || SWITCHES_THAT_PROTECT.has(name) || (operation.value === 'create' && name === 'maxActivities')) return true;
	if (tool) return false;
	const isGuarded = DATES.has(name) || LIMITS_OF_WHAT_IS_WRITTEN.has(name) || REFERENCES.has(name);
	return isGuarded || group?.name === 'filters' || group?.name === 'updateFields';
}

type Verdict = 'refused' | 'left out' | 'taken';

/** What must happen, by the kind of the field and the list of the contract. */
function verdictOf(one: Case): Verdict {
	const { field, group, nothing, tool } = one;
	const { type } = field;
	// Rows: n8n itself leaves out what is no list of rows.
	if (type === 'fixedCollection') return 'left out';
	if (nothing === '{}' && field.name === 'transaction') return 'taken';
	if (nothing === '{}' && type === 'json') return 'left out';
	if (group?.name === 'updateFields' && isFreeText(field) && !tool && nothing === 'an empty text') return 'taken';
	const isBlank = (tool ? BLANK_OF_MODEL : BLANK).has(nothing) || (nothing === '[]' && type === 'multiOptions');
	const isLocator = type === 'resourceLocator' && ['[]', '{}'].includes(nothing) && !tool;
	if (isBlank || isLocator) return isRefused(one) ? 'refused' : 'left out';
	if (nothing === 'the word null' && isFreeText(field)) return 'taken';
	return 'refused';
}

/** n8n itself takes a collection that is no object for an empty one. */
const within = (place: Place): Place[] =>
	place.field.type === 'collection' ? fieldsIn(place.field).map((field) => ({ ...place, field, group: place.field })) : [place];

const PLACES: Place[] = operations.flatMap((one) =>
	panelOf(one.resource.value, one.operation.value)
		.filter(({ type, name }) => type !== 'notice' && name !== 'resource' && name !== 'operation')
		.flatMap((field) => within({ ...one, field })),
);

const pathOf = ({ group, field }: Place): string => (group ? `${group.name}.${field.name}` : field.name);

const CASES: Case[] = PLACES.flatMap((place) =>
	Object.keys(NOTHINGS).flatMap((nothing) => [false, true].map((tool) => ({ ...place, path: pathOf(place), nothing, tool }))),
)
	// A model's answer is JSON.
	.filter(({ nothing, tool }) => !tool || nothing !== 'NaN')
	// This list has no cursor, and the sandbox minds one.
	.filter(
		({ resource, field, nothing }) => resource.value !== 'webhookSubscription' || field.name !== 'cursor' || nothing !== 'the word null',
	);

/** An example of an operation, in which nothing is written. */
function exampleParameters({ resource, operation }: Place): { parameters: IDataObject; items: IDataObject[] } {
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const options = { ...(parameters.options as IDataObject | undefined), ...(mayWrite(operation) && { dryRun: true }) };
	const list = operation.list && { returnAll: false, limit: 3 };
	return { parameters: { ...parameters, ...list, options }, items: [{ ...items[0], ...ITEM }] };
}

/** The parameters with this value in a field, or without the field. */
function placed({ field, group }: Place, parameters: IDataObject, value?: unknown): IDataObject {
	const around = group ? { ...(parameters[group.name] as IDataObject | undefined) } : { ...parameters };
	delete around[field.name];
	if (value !== undefined) around[field.name] = (field.type === 'resourceLocator' ? locator('id', value as string) : value) as IDataObject;
	return group ? { ...parameters, [group.name]: around } : around;
}

/** What a run did: what it read, and what it would write. */
const deedOf = ({ rows, error }: NodeOutcome) => ({
	error: error?.message,
	// Some reads go side by side, and some ask for days from now on.
	calls: club
		.calls()
		.map((call) => call.replace(/T\d\d%3A[^&]*/g, ''))
		.sort(),
	wouldSend: rows.map((row) => row.wouldSend),
});

const titleOf = ({ name, path, nothing, tool }: Case): string => `${name}, ${path} with ${nothing}${tool ? ' from a model' : ''}`;

test.each(['create', 'upsert'])('%s loses no sensor if it gets its list as a text or from an expression', async (operation) => {
	const make = { resource: 'athlete', operation, email: 'sensors@example.com' };
	for (const sensor of ['={{ $json.sensors }}', 'Polar 8A2F41']) {
		const items = [{ sensors: [{ sensorBrand: 'Polar', sensorSN: '8A2F41' }] }];
		const error = await club.refusal({ ...make, additionalFields: { sensors: { sensor } } }, { items });
		expect(error).toMatchObject({ message: '"Brand" is missing', description: expect.stringContaining('Nothing was sent.') });
	}
});

const cases = sampled(CASES, (one) => [
	one.name,
	`${one.path} ${verdictOf(one)}`,
	`${one.field.type} ${one.nothing} ${one.tool} ${verdictOf(one)}`,
]);
const rows = cases.map((one) => [`${titleOf(one)}: ${verdictOf(one)}`, one] as const);

const without = new Map<string, unknown>();

test.each(rows)('a field that an expression leaves empty is refused or counts as left out: %s', async (_title, one) => {
	const { parameters, items } = exampleParameters(one);
	const more = { items, tool: one.tool };
	// A search keeps the pages for a minute.
	if (one.operation.value === 'search') await club.run(parameters, more);
	const given = await club.run(placed(one, parameters, NOTHINGS[one.nothing]), more);
	const deed = deedOf(given);
	const verdict = verdictOf(one);
	if (verdict === 'refused') {
		expect(deed.calls).toEqual([]);
		expect(`${given.error?.message} ${given.error?.description}`).toContain(`"${one.field.displayName}"`);
		expect(`${given.error?.message} ${given.error?.description}`).toMatch(/Nothing was sent/);
		return;
	}
	if (verdict === 'left out') {
		const key = `${one.name} ${one.path} ${one.tool}`;
		without.set(key, without.get(key) ?? deedOf(await club.run(placed(one, parameters), more)));
		expect(deed).toEqual(without.get(key));
		return;
	}
	expect(`${given.error?.message}`).not.toMatch(/is (empty|missing)/);
});

describe('an option of a trigger that an expression leaves empty', () => {
	const VALUES: Readonly<Record<string, unknown>> = {
		undefined,
		null: null,
		'an empty text': '',
		blanks: ' ',
		'[]': [],
		'{}': {},
		NaN,
		'the word null': 'null',
	};
	const NUMBERS = pollOptions.options!.filter((option) => 'type' in option && option.type === 'number').map(({ name }) => name);

	const functionsOf = (parameters: IDataObject) =>
		({
			getNodeParameter: (name: string, fallback: unknown) => (name in parameters ? parameters[name] : fallback),
			getTimezone: () => 'Europe/Stockholm',
		}) as unknown as IPollFunctions & IHookFunctions;
	const polled = (options: IDataObject) => pollSettings(functionsOf({ events: ['Athlete.StageChanged', 'Badge.Awarded'], options }));
	const delivered = (options: IDataObject) => triggerSettings(functionsOf({ events: ['Badge.Awarded'], options }));

	test.each(Object.entries(VALUES))(
		'is the default of the panel if it is a number of the Club Poll Trigger and blank, here %s',
		(name, value) => {
			expect(NUMBERS.length).toBeGreaterThan(10);
			for (const option of NUMBERS) {
				if (BLANK.has(name) || name === '[]') expect(polled({ [option]: value as null })).toEqual(polled({}));
				else expect(() => polled({ [option]: value as null })).toThrow(/must be a whole number/);
			}
		},
	);

	test.each(Object.entries(VALUES))('does not start the workflow at each change of stage if a stage was named, here %s', (name, value) => {
		for (const [option, label] of [
			['stageFrom', 'Stage From'],
			['stageTo', 'Stage To'],
		]) {
			// The panel says that an empty list means any stage.
			if (name === '[]') expect(polled({ [option]: value as null })).toEqual(polled({}));
			else expect(() => polled({ [option]: value as null })).toThrow(`"${label}" must be one or more of Lead, Qualified`);
		}
		expect(() => polled({ milestones: value as null })).toThrow('"Visit Milestones" must be');
	});

	test('is a whole number within the bounds of the panel, and a milestone is one above 0', () => {
		const bounds: IDataObject = {};
		for (const { name, displayName, typeOptions } of fieldsIn(pollOptions).filter(({ type }) => type === 'number')) {
			const { minValue, maxValue } = typeOptions as { minValue: number; maxValue: number };
			bounds[name] = [displayName, minValue, maxValue];
			for (const bound of [minValue, maxValue]) expect(polled({ [name]: bound })).toMatchObject({ [name]: bound });
			for (const wrong of [minValue - 1, maxValue + 1, minValue + 0.5])
				expect(() => polled({ [name]: wrong })).toThrow(
					new InvalidInput(`"${displayName}" must be a whole number from ${minValue} to ${maxValue}`, ''),
				);
		}
		expect(bounds).toMatchObject({
			...{ lookBack: ['Look Back (Hours)', 1, 744], days: ['Days Without a Visit', 1, 366] },
			...{ maxItems: ['Max Items', 1, 100_000], fewParticipants: ['Few Participants', 0, 100_000] },
		});
		expect(polled({ milestones: '10, 1, 10' }).milestones).toEqual([1, 10]);
		for (const wrong of ['0, 10', '-1', '1.5', '10, ten'])
			expect(() => polled({ milestones: wrong })).toThrow('must be whole numbers above 0');
	});

	test.each(['', ' ', null, undefined, []])('watches the documented properties if Watched Fields is %j', (watchedFields) => {
		expect(polled({ watchedFields })).toEqual(polled({}));
	});

	const delivering = fieldsIn(triggerProperties.find(({ name }) => name === 'options')!);
	const published = (options: IDataObject) => settingsToPublish(functionsOf({ events: ['Badge.Awarded'], options }));
	/** What a poll reads of the options before its first call. */
	const pollOf = async (options: IDataObject) => {
		club.sandbox.requests.length = 0;
		const { error } = await new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], options }).start();
		return { error, calls: club.calls().length };
	};
	const SWITCHES = [...delivering, ...fieldsIn(pollOptions)].filter(({ type }) => type === 'boolean');

	test.each(Object.entries(VALUES))(
		'is the default of the panel if it is a switch, and is refused at publication if it is neither on, off nor empty, here %s',
		async (nothing, value) => {
			expect(new Set(SWITCHES.map(({ name }) => name)).size).toBe(7);
			for (const { name, displayName } of delivering.filter(({ type }) => type === 'boolean')) {
				const options = { [name]: value as null };
				expect(delivered(options)).toEqual(delivered({}));
				if (BLANK.has(nothing)) expect(published(options)).toEqual(published({}));
				else expect(() => published(options)).toThrow(`"${displayName}" must be true or false`);
			}
			for (const { name, displayName } of fieldsIn(pollOptions).filter(({ type }) => type === 'boolean')) {
				const { error, calls } = await pollOf({ [name]: value as null });
				if (BLANK.has(nothing)) expect(error).toBeUndefined();
				else expect([error?.message, calls]).toEqual([expect.stringContaining(`"${displayName}" must be true or false`), 0]);
			}
		},
	);

	test('is read as on or off if it is a switch and an expression gives the text', () => {
		expect(published({ deduplicate: 'False', resolveRecord: ' true ', onlyWhenAll: 'false', onlyWhenCase: 'TRUE' })).toMatchObject({
			deduplicate: false,
			resolveRecord: true,
			onlyWhen: { all: false, matchCase: true },
		});
		expect(delivered({ acknowledge: null })).toEqual(delivered({}));
	});

	test.each(Object.entries(VALUES))('is refused before the club is called if it is the list of events, here %s', async (name, events) => {
		const message = name === 'the word null' ? /There is no event "null"/ : /No event is chosen/;
		expect(() => settingsToPublish(functionsOf({ events: events as null }))).toThrow(name === 'NaN' ? 'No event is chosen' : message);
		expect(() => pollSettings(functionsOf({ events: events as null }))).toThrow(/No event is chosen|There is no event/);
	});

	test.each(Object.entries(VALUES))(
		'lets each event of the club start the workflow if it is the list of events while events arrive, here %s',
		(name, events) => {
			const { events: chosen } = triggerSettings(functionsOf({ events: events as null }));
			expect(chosen).toEqual(name === 'the word null' ? ['null'] : ['*']);
		},
	);

	test('is one event if it is the list of events and an expression gives its name', () => {
		expect(settingsToPublish(functionsOf({ events: 'Badge.Awarded' })).events).toEqual(['Badge.Awarded']);
	});

	const isOf = (is: string, value: unknown) => {
		const condition = [{ field: 'data.BadgeId', is, value }] as unknown as IDataObject[];
		return () =>
			assertFields(onlyWhenOf({ onlyWhen: { condition } }, 'utc'), deliveredItemTop({ resolveRecord: false, attachAthlete: false }));
	};

	test.each(['equals', 'notEquals', 'contains', 'oneOf', 'greater', 'smaller'])(
		'is refused if Only When has nothing to compare with, by the comparison %s',
		(is) => {
			for (const nothing of [undefined, null, ' ', [], NaN])
				expect(isOf(is, nothing)).toThrow(/The "Value" .* "data.BadgeId" with is empty/);
			// A text may be compared with an empty one.
			if (is === 'equals' || is === 'notEquals') expect(isOf(is, '')).not.toThrow();
			else expect(isOf(is, '')).toThrow(/is empty/);
		},
	);

	test('is refused before the club is called, when a poll begins, as a wrong number is', async () => {
		const onlyWhen = { condition: [{ field: 'record.BadgeId', is: 'equals', value: '={{ undefined }}' }] };
		for (const options of [{ stageTo: '={{ undefined }}' }, { onlyWhen }, { maxItems: 1.5 }]) {
			club.sandbox.requests.length = 0;
			const { error } = await new PollHost({
				sandbox: club.sandbox,
				events: ['Athlete.StageChanged'],
				options: options as IDataObject,
			}).start();
			expect(error?.message).toMatch(
				/"Stage To" must be|"Value" .* is empty|"Max Items" .* 100000\. Correct it in the options of the trigger\. Nothing was sent\.$/,
			);
			expect(club.calls()).toEqual([]);
		}
	});

	test.each(['exists', 'notExists'])('may be empty if nothing is compared: %s', (is) => {
		expect(isOf(is, undefined)).not.toThrow();
	});
});
