import type { IDataObject } from 'n8n-workflow';
import { itemOf } from '../../../nodes/ClubPollTrigger/scan/emission';
import { chosenEvents } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import type { PolledName } from '../../../nodes/shared/api/events';

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
