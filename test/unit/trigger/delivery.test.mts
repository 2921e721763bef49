import fc from 'fast-check';
import { readDelivery, selectEvents } from '../../../nodes/ClubTrigger/delivery';
import { EVENT_NAMES } from '../../../nodes/shared/api/events';

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

describe('what a delivery holds', () => {
	test('an array of events, all of them, with whatever else they carry', () => {
		const later = { ...badge, id: 'e-2', somethingNew: { deep: [1] } };
		expect(readDelivery([badge, later])).toEqual({ kind: 'events', events: [badge, later], subscriptionDeleted: false });
	});

	test('a single event outside an array', () => {
		expect(readDelivery(badge)).toEqual({ kind: 'events', events: [badge], subscriptionDeleted: false });
	});

	test('an event whose id is a number, since the spec does not say what ids are made of', () => {
		const numbered = { ...badge, id: 7 };
		expect(readDelivery([numbered])).toEqual({ kind: 'events', events: [numbered], subscriptionDeleted: false });
	});

	test('an event with only what routing needs', () => {
		expect(readDelivery([{ eventType: 'Training.Created', id: 'e-3', subject: null }])).toMatchObject({ kind: 'events' });
	});

	test.each(['Vendor', 'Microsoft', 'Acme_2'])('the validation code, whatever the vendor is called: %s', (vendor) => {
		const event = validation({ validationCode: 'c-1', validationUrl: 'https://x.example/v' }, `${vendor}.EventGrid.SubscriptionValidationEvent`);
		expect(readDelivery([event])).toEqual({ kind: 'handshake', validationCode: 'c-1', validationUrl: 'https://x.example/v' });
	});

	test('a validation without a link is answered too', () => {
		expect(readDelivery(validation({ validationCode: 'c-1' }))).toEqual({ kind: 'handshake', validationCode: 'c-1' });
	});

	test('the end of the subscription, apart from the events beside it', () => {
		const deleted = { ...badge, eventType: 'Vendor.EventGrid.SubscriptionDeletedEvent' };
		expect(readDelivery([deleted, badge])).toEqual({ kind: 'events', events: [badge], subscriptionDeleted: true });
	});

	test.each(['vendor.eventgrid.SubscriptionDeletedEvent', 'EventGrid.SubscriptionDeletedEvent', 'A.B.EventGrid.SubscriptionDeletedEvent'])(
		'%s is no system event',
		(eventType) => expect(readDelivery([{ ...badge, eventType }])).toMatchObject({ kind: 'events', subscriptionDeleted: false }),
	);

	test.each([
		[undefined],
		[null],
		[''],
		['text'],
		[5],
		[[]],
		[{}],
		[[badge, null]],
		[[[badge]]],
		[[{ ...badge, id: 7.5 }]],
		[[{ ...badge, id: null }]],
		[[{ ...badge, id: ' ' }]],
		[[{ ...badge, eventType: undefined }]],
		[[validation(null)]],
		[[validation({ validationCode: 5 })]],
		[[validation({ validationCode: 'c-1' }), badge]],
	])('malformed: %j', (body) => expect(readDelivery(body)).toMatchObject({ kind: 'malformed' }));
});

describe('which events start the workflow', () => {
	const events = ['Badge.Awarded', 'Athlete.Created', 'badge.awarded', 'Locker.Opened'].map((eventType) => ({ ...badge, eventType }));
	const selected = (selection: string[], emitUnknown: boolean) => selectEvents(events, selection, emitUnknown).map(({ eventType }) => eventType);

	test('exactly the selected names', () => expect(selected(['Badge.Awarded'], false)).toEqual(['Badge.Awarded']));

	test('all of the 25 known ones', () => {
		expect(selected(['*'], false)).toEqual(['Badge.Awarded', 'Athlete.Created']);
		const all = EVENT_NAMES.map((eventType) => ({ ...badge, eventType }));
		expect(selectEvents(all, ['*'], false)).toHaveLength(25);
	});

	test('unknown ones beside them where they are wanted', () =>
		expect(selected(['Badge.Awarded'], true)).toEqual(['Badge.Awarded', 'badge.awarded', 'Locker.Opened']));
});

describe('whatever is posted', () => {
	const eventType = fc.oneof(
		fc.constantFrom(...EVENT_NAMES, 'Vendor.EventGrid.SubscriptionValidationEvent', 'Vendor.EventGrid.SubscriptionDeletedEvent', '__proto__', 'constructor'),
		fc.string(),
	);
	const nearlyAnEvent = fc.record(
		{ id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)), eventType, subject: fc.anything(), data: fc.oneof(fc.object(), fc.constant(null)), topic: fc.string() },
		{ requiredKeys: [] },
	);
	const body = fc.oneof(fc.jsonValue(), nearlyAnEvent, fc.array(nearlyAnEvent, { maxLength: 4 }), fc.array(fc.anything(), { maxLength: 3 }), fc.anything());

	test('it is told apart without a throw, and only whole events come out', () => {
		fc.assert(
			fc.property(body, (posted) => {
				const delivery = readDelivery(posted);
				if (delivery.kind === 'handshake') expect(delivery.validationCode.trim()).not.toBe('');
				if (delivery.kind !== 'events') return;
				for (const event of selectEvents(delivery.events, ['*'], true)) {
					expect(String(event.id).trim()).not.toBe('');
					expect(event.eventType).not.toMatch(/EventGrid\.Subscription(Validation|Deleted)Event$/);
				}
			}),
			{ numRuns: 3000 },
		);
	});
});
