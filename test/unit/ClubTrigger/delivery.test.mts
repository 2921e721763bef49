import fc from 'fast-check';
import { choiceOf, isUnknownEvent, readDelivery } from '../../../nodes/ClubTrigger/delivery';
import { EVENT_NAMES } from '../../../nodes/shared/api/eventSubjects';

const badge = {
	id: 'e-1',
	topic: '/streams/club-7-events',
	subject: 'Athletes/7/Badges/91',
	data: { AchievedBadgeId: 91 },
	eventType: 'Badge.Awarded',
	eventTime: '2026-03-29T18:30:00Z',
	dataVersion: '1.0',
	metadataVersion: null,
};

const validation = (data: unknown, eventType = 'Vendor.EventGrid.SubscriptionValidationEvent') => ({ ...badge, eventType, data });

describe('readDelivery reads', () => {
	test('a single event outside an array', () => {
		expect(readDelivery(badge)).toEqual({ kind: 'events', events: [badge], malformed: 0 });
	});

	test('an event whose id is a number, since the spec does not say what ids are made of', () => {
		const numbered = { ...badge, id: 7 };
		expect(readDelivery([numbered])).toEqual({ kind: 'events', events: [numbered], malformed: 0 });
	});

	test.each(['Vendor', 'Microsoft', 'Acme_2'])('the validation code, whatever the vendor is called: %s', (vendor) => {
		const event = validation(
			{ validationCode: 'c-1', validationUrl: 'https://x.example/v' },
			`${vendor}.EventGrid.SubscriptionValidationEvent`,
		);
		expect(readDelivery([event])).toEqual({ kind: 'handshake', validationCode: 'c-1', validationUrl: 'https://x.example/v' });
	});

	test('the deletion of the subscription, apart from the events beside it', () => {
		const deleted = { ...badge, eventType: 'Vendor.EventGrid.SubscriptionDeletedEvent' };
		expect(readDelivery([deleted, badge])).toEqual({ kind: 'dropped', subscriptionId: '', events: [badge], malformed: 0 });
		expect(readDelivery({ ...deleted, data: { eventSubscriptionId: 'ws-1' } })).toEqual({
			kind: 'dropped',
			subscriptionId: 'ws-1',
			events: [],
			malformed: 0,
		});
	});

	test.each([[[badge, null]], [[{ ...badge, id: undefined }, badge]], [[badge, 'text', [badge]].slice(0, 2)]])(
		'the valid entries, and counts the invalid ones: %j',
		(body) => {
			expect(readDelivery(body)).toEqual({ kind: 'events', events: [badge], malformed: 1 });
		},
	);

	test.each<[reason: string, bodies: unknown[]]>([
		['no event', [[]]],
		['no entry with an id and an eventType', [undefined, null, '', 'text', 5, {}, ['text'], [[badge]]]],
		[
			'no entry with an id and an eventType',
			[{ id: 7.5 }, { id: null }, { id: ' ' }, { eventType: undefined }].map((over) => [{ ...badge, ...over }]),
		],
		['a validation event without a code', [null, { validationCode: ' ' }, { validationCode: 5 }].map((data) => [validation(data)])],
		['a validation event among others', [badge, null].map((other) => [validation({ validationCode: 'c-1' }), other])],
	])('and refuses as %s: %j', (reason, bodies) => {
		for (const body of bodies) expect([body, readDelivery(body)]).toEqual([body, { kind: 'malformed', reason }]);
	});

	test('an event without its link or id, if they are no texts', () => {
		for (const validationUrl of [5, undefined])
			expect(readDelivery(validation({ validationCode: 'c-1', validationUrl }))).toEqual({ kind: 'handshake', validationCode: 'c-1' });
		const eventType = 'Vendor.EventGrid.SubscriptionDeletedEvent';
		for (const data of [null, [], 'text', { eventSubscriptionId: 5 }, { eventSubscriptionId: ' ' }])
			expect(readDelivery(validation(data, eventType))).toMatchObject({ kind: 'dropped', subscriptionId: '' });
	});

	test.each(['vendor.eventgrid.SubscriptionDeletedEvent', 'EventGrid.SubscriptionDeletedEvent', 'A.B.EventGrid.SubscriptionDeletedEvent'])(
		'%s as an ordinary event, not a system event',
		(eventType) => expect(readDelivery([{ ...badge, eventType }])).toMatchObject({ kind: 'events', malformed: 0 }),
	);
});

describe('choiceOf: which events start the workflow', () => {
	const events = ['Badge.Awarded', 'Athlete.Created', 'badge.awarded', 'Locker.Opened'].map((eventType) => ({ ...badge, eventType }));
	const choices = (selection: string[], emitUnknown: boolean) => events.map((event) => choiceOf(event, selection, emitUnknown));

	test('only the selected names', () => expect(choices(['Badge.Awarded'], false)).toEqual(['chosen', 'notChosen', 'unknown', 'unknown']));

	test('all of the 25 known ones', () => {
		for (const names of [['*'], ['Badge.Awarded', '*']]) expect(choices(names, false)).toEqual(['chosen', 'chosen', 'unknown', 'unknown']);
		expect(EVENT_NAMES.map((eventType) => choiceOf({ ...badge, eventType }, ['*'], false))).toEqual(
			Array.from({ length: 25 }, () => 'chosen'),
		);
	});

	test('unknown events too, if the user wants them', () =>
		expect(choices(['Badge.Awarded'], true)).toEqual(['chosen', 'notChosen', 'chosen', 'chosen']));

	test.each<[expected: boolean, versions: unknown[]]>([
		[false, ['1.0', '1', 1, '1.12', '1.0.0', 'v1', '01.0', '1.0-beta']],
		[false, ['', ' ', 'beta', undefined, null, { toString: 1 }]],
		[true, ['2.0', '10.0', '11', 'v2', '02.0', 2, '0.9']],
	])('isUnknownEvent: counts as unknown (%j) with the data versions %j', (expected, versions) => {
		for (const dataVersion of versions) {
			const event = { ...badge, dataVersion } as never;
			expect([dataVersion, isUnknownEvent(event)]).toEqual([dataVersion, expected]);
			expect(choiceOf(event, ['*'], false)).toBe(expected ? 'unknown' : 'chosen');
			expect(choiceOf(event, ['*'], true)).toBe('chosen');
			expect(choiceOf(event, ['Athlete.Created'], false)).toBe('notChosen');
		}
	});
});

describe('any body that is posted', () => {
	const eventType = fc.oneof(
		fc.constantFrom(
			...EVENT_NAMES,
			'Vendor.EventGrid.SubscriptionValidationEvent',
			'Vendor.EventGrid.SubscriptionDeletedEvent',
			'__proto__',
			'constructor',
		),
		fc.string(),
	);
	const nearlyAnEvent = fc.record(
		{
			id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
			eventType,
			subject: fc.anything(),
			data: fc.oneof(fc.object(), fc.constant(null)),
			topic: fc.string(),
		},
		{ requiredKeys: [] },
	);
	const body = fc.oneof(
		fc.jsonValue(),
		nearlyAnEvent,
		fc.array(nearlyAnEvent, { maxLength: 4 }),
		fc.array(fc.anything(), { maxLength: 3 }),
		fc.anything(),
	);

	test('is classified without an exception, and only complete events come out', () => {
		fc.assert(
			fc.property(body, (posted) => {
				const delivery = readDelivery(posted);
				if (delivery.kind === 'handshake') expect(delivery.validationCode.trim()).not.toBe('');
				if (delivery.kind !== 'events') return;
				for (const event of delivery.events) {
					expect(String(event.id).trim()).not.toBe('');
					expect(event.eventType).not.toMatch(/EventGrid\.Subscription(Validation|Deleted)Event$/);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
