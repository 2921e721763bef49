import type { CheckReader } from '../../nodes/Club/check/reads';
import { readClub } from '../../nodes/Club/check/reads';
import type { Reading } from '../../nodes/Club/check/readings';
import { adviceOf, findReadings } from '../../nodes/Club/check/readings';
import { resources } from '../../nodes/Club/resources';
import { POLLED_EVENTS } from '../../nodes/ClubPollTrigger/events/polledEvents';
import { EVENT_TYPES } from '../../nodes/shared/api/events';
import { READINGS } from '../../nodes/shared/api/readings';
import type { Question } from '../../nodes/shared/api/readings/question';
import { pathOf } from '../../nodes/shared/transport/send';
import { defaultDialect, readingsOf, switchNames, type Dialect } from '../../sandbox/dialect.mts';
import { dialectText, testedDialects } from '../../sandbox/dialects.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { itInRest, itOnce, shared } from '../support/sample.mts';

/** What makes the reads of a check with a key of a club. */
const readerOf = ({ url, keys }: Sandbox, clubApiKey: string): CheckReader => ({
	zone: 'Europe/Stockholm',
	readsLeft: { window: 50, day: 1000 },
	look: async (call, { params = {}, query = {} }) => {
		const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
		const headers = { 'X-Sub-Key': keys.subscriptionKey, Authorization: `Bearer ${clubApiKey}` };
		const response = await fetch(`${url}${pathOf(call, params)}?${String(search)}`, { headers });
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json') ?? false;
		const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
		return { answer: { status: response.status, headers: Object.fromEntries(response.headers), body }, milliseconds: 1 };
	},
});

/** What life leaves behind in a club: a new athlete who has never come, and assignments in several ways. */
function liveIn({ club, act }: Sandbox): void {
	Object.assign(act.addAthlete({ Email: 'Ny.Medlem@example.com' }), { EmailVerified: true });
	for (const { UserId } of club.athletes.listed.slice(0, 50)) {
		for (const Transaction of [{ Amount: 1 }, undefined]) act.addSubscription(UserId, { ...(Transaction && { Transaction }) });
	}
}

const checkOf = (name: keyof Dialect): string | undefined => (READINGS[name] as Question).check;

/**
 * The dialects in which readings are told: those of the tests, and each further reading alone. Of trainings the zones of athletes
 * tell more where all else is as usual.
 */
const dialects: readonly Dialect[] = [
	...testedDialects(),
	{ ...defaultDialect(), localTimes: 'athlete' },
	...switchNames
		.filter((name) => 'undrawn' in READINGS[name] && checkOf(name) !== undefined)
		.flatMap((name) =>
			readingsOf(name)
				.slice(1)
				.map((reading): Dialect => ({ ...defaultDialect(), [name]: reading })),
		),
];

/** The readings that nothing in this club shows: of each there is another that looks the same, or it takes a webhook subscription or another key. */
const NEVER_TOLD = [
	'localTimes=club',
	'emailCase=lowered',
	'sensors=absent',
	'assignmentDates=utcSeconds',
	'assignmentDates=clubSeconds',
	'assignmentDays=whole',
	'transaction=absent',
	'resultOrder=user',
	'resultOrder=rank',
	'recentBookings=begun',
	'webhookUrl=asGiven',
	'webhookUrl=withoutQuery',
	'eventTypesOrder=asGiven',
	'eventTypesOrder=sorted',
	'eventTypesShown=given',
	'eventTypesShown=none',
	'eventTypesShown=empty',
	'eventTypesShown=lowered',
	'eventTypesShown=more',
	'eventTypesShown=first',
	'subscriptionIds=plain',
	'subscriptionIds=awkward',
	'errorBodies=message',
	'errorBodies=messageAndDetails',
	'missingPermission=empty',
	'missingPermission=message',
	'webhookReads=read',
	'webhookReads=readWrite',
];

/** The questions of which no read tells anything. */
const UNTOLD = [
	'serialIds',
	'demoAthletes',
	'counts',
	'pageTime',
	'emptyWindow',
	'platformLevel',
	'resultUser',
	'unknownProperties',
	'confirmedInvitation',
	'otherConflicts',
	'bookedActivities',
	'suspensionBody',
	'participantRemoval',
	'equalState',
	'fullClass',
	'bookedTwice',
	'utcOffsets',
	'unshownAnswers',
	'provisioningSeconds',
	'webhookAnswer',
	'busyChanges',
	'sameUrl',
	'eventEnvelope',
	'eventData',
	'eventPerson',
	'metadataVersion',
	'dataVersion',
	'readAfterEvent',
	'updatingDelivers',
	'errorDetails',
	'cutOff',
	'usedUp',
	'retryAfterUnit',
	'retryAfter',
];

describe('the readings that a check tells', () => {
	let sandbox: Sandbox;
	/** What was told in each dialect, so that no club is read twice. */
	const told = new Map<Dialect, Reading[]>();
	const tell = async (dialect: Partial<Dialect>, clubApiKey = sandbox.keys.clubApiKey): Promise<Reading[]> => {
		Object.assign(sandbox.dialect, defaultDialect(), dialect);
		return findReadings(await readClub(readerOf(sandbox, clubApiKey), 100));
	};
	const toldIn = async (dialect: Dialect): Promise<Reading[]> => {
		const readings = told.get(dialect) ?? (await tell(dialect));
		told.set(dialect, readings);
		return readings;
	};

	beforeAll(async () => {
		sandbox = await startSandbox({ athletes: 50, rate: false });
		liveIn(sandbox);
	});
	afterAll(async () => {
		expect(sandbox.breaches).toEqual([]);
		await sandbox.close();
	});

	test.each(shared(dialects).map((dialect) => [dialectText(dialect), dialect] as const))(
		'are those of the club, or none: %s',
		async (_text, dialect) => {
			const wrong = (await toldIn(dialect)).filter(
				({ question, reading }) => reading !== null && reading !== dialect[question as keyof Dialect],
			);
			expect(wrong).toEqual([]);
		},
	);

	// This one needs every dialect.
	itInRest(
		'are as many as reads can tell',
		async () => {
			const seen = new Set<string>();
			for (const dialect of dialects) for (const { question, reading } of await toldIn(dialect)) seen.add(`${question}=${reading}`);
			const names = switchNames.filter((name) => checkOf(name) !== undefined);
			const all = names.flatMap((name) => readingsOf(name).map((reading) => `${name}=${reading}`));
			expect(all.filter((reading) => !seen.has(reading))).toEqual(NEVER_TOLD);
		},
		300_000,
	);

	itOnce('are none where reads cannot tell', async () => {
		const untold = switchNames.filter((name) => checkOf(name) === undefined);
		const readings = (await toldIn(dialects[0])).filter(({ question }) => untold.includes(question as keyof Dialect));
		expect(readings).toHaveLength(untold.length);
		for (const reading of readings) expect(reading).toMatchObject({ reading: null, words: 'Reads do not show this' });
		expect(untold).toEqual(UNTOLD);
	});

	itOnce('are none where nothing was read', () => {
		const readings = findReadings({ sights: [], zone: 'Europe/Stockholm', now: 0 });
		expect(readings.filter(({ reading }) => reading !== null)).toEqual([]);
	});

	itOnce('name nobody', async () => {
		const text = JSON.stringify(await toldIn(dialects[0]));
		const { athletes, contacts } = sandbox.club;
		const people = [...athletes.values(), ...contacts.values()];
		const personal = people.flatMap(({ Email, FirstMidName, LastName, Phone }) => [Email, FirstMidName, LastName, Phone]);
		const words = new Set(text.split(/[^\p{L}’]+/u));
		const isIn = (value: string) => (/^[\p{L}’]+$/u.test(value) ? words.has(value) : text.includes(value));
		expect(personal.filter((value) => typeof value === 'string' && isIn(value))).toEqual([]);
	});

	const ID = '8b5f64c2-58d5-4f4c-9d0a-3f0f5b6d1a11';
	itOnce.each<[Partial<Dialect>, Record<string, string | null>]>([
		[{}, { webhookUrl: 'asGiven', eventTypesOrder: 'asGiven', eventTypesShown: null, subscriptionIds: 'plain', webhookReads: null }],
		[{ webhookUrl: 'withoutQuery' }, { webhookUrl: null }],
		[{ eventTypesOrder: 'sorted' }, { eventTypesOrder: null }],
		[{ eventTypesShown: 'none' }, { eventTypesShown: 'none' }],
		[{ eventTypesShown: 'empty' }, { eventTypesShown: 'empty' }],
		[{ eventTypesShown: 'lowered' }, { eventTypesShown: 'lowered' }],
		[{ eventTypesShown: 'more' }, { eventTypesShown: 'more' }],
		[{ eventTypesShown: 'first' }, { eventTypesShown: null }],
		[{ subscriptionIds: 'awkward' }, { subscriptionIds: 'awkward' }],
	])('of webhook subscriptions are told where there is one: %j', async (dialect, expected) => {
		const SubscriptionId = dialect.subscriptionIds === 'awkward' ? `ws/${ID}+/=` : `ws_${ID}`;
		const { webhookSubscriptions } = sandbox.club;
		webhookSubscriptions.set(SubscriptionId, {
			SubscriptionId,
			Url: 'https://n8n.example/webhook/1?token=secret',
			EventTypes: ['Badge.Awarded', 'Athlete.Created'],
			ProvisioningState: 'Succeeded',
		});
		const readings = await tell(dialect);
		webhookSubscriptions.clear();
		expect(Object.fromEntries(readings.map(({ question, reading }) => [question, reading]))).toMatchObject(expected);
	});

	itOnce.each<[Partial<Dialect>, Record<string, string | null>]>([
		[{}, { webhookReads: null, missingPermission: null }],
		[{ webhookReads: 'readWrite' }, { webhookReads: 'readWrite', missingPermission: 'empty' }],
		[
			{ webhookReads: 'readWrite', missingPermission: 'message' },
			{ webhookReads: 'readWrite', missingPermission: 'message' },
		],
		[
			{ webhookReads: 'readWrite', errorBodies: 'empty' },
			{ webhookReads: 'readWrite', missingPermission: null },
		],
	])('of permissions are told with a key that may only read: %j', async (dialect, expected) => {
		const readings = await tell(dialect, sandbox.keys.readOnlyClubApiKey);
		expect(Object.fromEntries(readings.map(({ question, reading }) => [question, reading]))).toMatchObject(expected);
	});
});

describe('the advice of a check', () => {
	const everything = Object.entries<Question>(READINGS).flatMap(([question, { readings }]) =>
		Object.keys(readings).map((reading) => ({ question, reading })),
	);

	itOnce('is none where the pack handles what the club does', () => {
		expect(adviceOf(Object.entries(defaultDialect()).map(([question, reading]) => ({ question, reading })))).toEqual([]);
		expect(adviceOf(everything.map(({ question }) => ({ question, reading: null })))).toEqual([]);
	});

	itOnce('names operations and events that there are', () => {
		const advice = adviceOf(everything);
		expect(advice.length).toBeGreaterThan(10);
		const text = advice.join('\n');
		const operations = resources.flatMap(({ name, operations: own }) => own.map((operation) => `${name} → ${operation.name}`));
		const named = text.match(new RegExp(`(?:${operations.join('|')})(?! [A-Z])`, 'g')) ?? [];
		expect(named).toHaveLength(text.split(' → ').length - 1);
		const events = [...POLLED_EVENTS, ...EVENT_TYPES].map(({ name }): string => name);
		expect(
			[...text.matchAll(/\b[A-Z][A-Za-z]+\.[A-Z][A-Za-z]+\b/g)].map(([name]) => name).filter((name) => !events.includes(name)),
		).toEqual([]);
	});
});
