import type { IDataObject } from 'n8n-workflow';
import { itemOf } from '../../../nodes/ClubPollTrigger/scan/emission';
import type { PolledName } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { chosenEvents, POLLED_EVENTS } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { EVENT_NAMES, POLLED_NAMES } from '../../../nodes/shared/api/events';

const idsOf = (name: PolledName, ids: number[], record: IDataObject | null) => itemOf(chosenEvents([name])[0], { ids, record }, 0).ids;

test('an item names the person of its record, wherever the record has them', () => {
	expect(idsOf('Membership.EndsSoon', [5], { UserId: 7 })).toEqual({ userSubscriptionId: 5, userId: 7 });
	expect(idsOf('Training.Created', [5], { User: { UserId: 7 } })).toEqual({ trainingId: 5, userId: 7 });
	expect(idsOf('ClassParticipant.Created', [5, 7], {})).toEqual({ classId: 5, userId: 7 });
	expect(idsOf('UserSubscription.Deleted', [5], null)).toEqual({ userSubscriptionId: 5 });
});

test('an item of a class names nobody, whoever gives the class', () => {
	expect(idsOf('Class.Updated', [5], { UserId: 7 })).toEqual({ classId: 5 });
});

test('the events that the club does not send are those that only polls find', () => {
	const polled: string[] = POLLED_EVENTS.map(({ name }) => name);
	expect(polled.filter((name) => !EVENT_NAMES.includes(name)).sort()).toEqual([...POLLED_NAMES].sort());
});
