import type { IDataObject } from 'n8n-workflow';
import type { Deferred } from '../../../../nodes/ClubPollTrigger/scan/emission';
import { defer, isReEmission, itemOf } from '../../../../nodes/ClubPollTrigger/scan/emission';
import { chosenEvents } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import type { PolledName } from '../../../../nodes/shared/api/events';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const badge = (id: number, over: IDataObject = {}): IDataObject => ({
	id: `Badge.Awarded-${id}`,
	eventType: 'Badge.Awarded',
	subject: `Athletes/7/Badges/${id}`,
	eventTime: '2026-03-02T10:00:00.000Z',
	ids: { userId: 7, achievedBadgeId: id },
	record: { BadgeName: 'Ten' },
	polled: true,
	...over,
});

/** Polls at these times, the first of which finds badges. @returns when each event is emitted, in ms after the first poll */
function polled(found: IDataObject[], times: number[], looksTwice = true): Array<[number, IDataObject]> {
	let state: Deferred = {};
	return times.flatMap((now, poll) => {
		const { items, deferred } = defer(state, poll === 0 ? found : [], now, looksTwice);
		// As n8n stores it.
		state = JSON.parse(JSON.stringify(deferred)) as Deferred;
		return items.map((item): [number, IDataObject] => [now, item]);
	});
}

test('a found event waits two minutes for its delivery, then it is emitted whole', () => {
	const times = [0, 1, 2, 3].map((minute) => minute * MINUTE_MS);
	expect(polled([badge(1)], times)).toEqual([[2 * MINUTE_MS, badge(1)]]);
	expect(polled([badge(1)], [0, 118_999, 119_000])).toEqual([[119_000, badge(1)]]);
});

test('a found event is emitted by the next poll, if polls are more than two minutes apart', () => {
	expect(polled([badge(1)], [0, HOUR_MS])).toEqual([[HOUR_MS, badge(1)]]);
});

test('an emitted event is emitted again by name two hours later, once', () => {
	const times = [0, HOUR_MS, 3 * HOUR_MS - 1, 3 * HOUR_MS, 6 * HOUR_MS];
	const { record, ...name } = badge(1);
	expect(record).toBeDefined();
	expect(polled([badge(1)], times)).toEqual([
		[HOUR_MS, badge(1)],
		[3 * HOUR_MS, { ...name, isReEmitted: true }],
	]);
	expect([isReEmission({ ...name, isReEmitted: true }), isReEmission(name)]).toEqual([true, false]);
});

test('an event is not emitted again if n8n does not say what has succeeded', () => {
	expect(polled([badge(1)], [0, HOUR_MS, 9 * HOUR_MS], false)).toEqual([[HOUR_MS, badge(1)]]);
});

test('an event that may happen again to the same ID is emitted at once', () => {
	const changed = badge(1, { eventType: 'Athlete.Updated', subject: 'Athletes/7' });
	expect(polled([changed, badge(2)], [0, 9 * HOUR_MS])).toEqual([
		[0, changed],
		[9 * HOUR_MS, badge(2)],
	]);
});

test('at most 2,000 names of events are kept, the newest: n8n’s record forgets the older ones', () => {
	const found = Array.from({ length: 2_500 }, (_, id) => badge(id + 1));
	const again = polled(found, [0, HOUR_MS, 4 * HOUR_MS]).filter(([, item]) => isReEmission(item));
	expect(again).toHaveLength(2_000);
	expect(again[0][1].subject).toBe('Athletes/7/Badges/501');
});

test('an event that the Club Trigger does not get is emitted at once, also if it waits since before', () => {
	const { deferred } = defer({}, [badge(1)], 0, true);
	expect(defer(deferred, [badge(2)], 1, true, new Set()).items).toEqual([badge(1), badge(2)]);
});

test.each([true, false])('a first poll without events stores nothing, with or without re-emission: %j', (looksTwice) => {
	expect(defer({}, [], 0, looksTwice)).toEqual({ items: [], deferred: { found: [], emitted: [] } });
});

const idsOf = (name: PolledName, ids: number[], record: IDataObject | null) => itemOf(chosenEvents([name])[0], { ids, record }, 0).ids;

test('an item has the userId of its record, wherever the record has it', () => {
	expect(idsOf('Membership.EndsSoon', [5], { UserId: 7 })).toEqual({ userSubscriptionId: 5, userId: 7 });
	expect(idsOf('Training.Created', [5], { User: { UserId: 7 } })).toEqual({ trainingId: 5, userId: 7 });
	expect(idsOf('ClassParticipant.Created', [5, 7], {})).toEqual({ classId: 5, userId: 7 });
});

test('an item of a class has no userId, since that is the trainer’s', () => {
	expect(idsOf('Class.Updated', [5], { UserId: 7 })).toEqual({ classId: 5 });
});
