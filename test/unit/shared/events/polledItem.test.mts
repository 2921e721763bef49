import type { IDataObject } from 'n8n-workflow';
import { itemOf } from '../../../../nodes/shared/events/polledItem';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import { chosenEvents, POLLED_EVENTS } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import type { PolledName } from '../../../../nodes/shared/api/eventSubjects';

const idsOf = (name: PolledName, ids: number[], record: IDataObject | null) => itemOf(chosenEvents([name])[0], { ids, record }, 0).ids;

test('an item has the userId of its record, wherever the record has it; one of a class has none, since that is the trainer’s', () => {
	expect(idsOf('Membership.EndsSoon', [5], { UserId: 7 })).toEqual({ userSubscriptionId: 5, userId: 7 });
	expect(idsOf('Training.Created', [5], { User: { UserId: 7 } })).toEqual({ trainingId: 5, userId: 7 });
	expect(idsOf('ClassParticipant.Created', [5, 7], {})).toEqual({ classId: 5, userId: 7 });
	expect(idsOf('Class.Updated', [5], { UserId: 7 })).toEqual({ classId: 5 });
});

test.each(POLLED_EVENTS.map((event) => [event.name, event] as const))('an item of %s names the IDs that its list shows', (_, event) => {
	const record = { UserId: 1, AchievedBadgeId: 2, ClassId: 3, TrainingId: 4, UserClassSubscriptionId: 5 };
	const shown = { userId: 1, achievedBadgeId: 2, classId: 3, trainingId: 4, userSubscriptionId: 5 };
	expect(shown).toMatchObject(itemOf(event, { ids: POLLED_LISTS[event.list].idsOf(record)!, record }, 0).ids as IDataObject);
});
