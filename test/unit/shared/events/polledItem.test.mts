import type { IDataObject } from 'n8n-workflow';
import { itemOf } from '../../../../nodes/shared/events/polledItem';
import { chosenEvents } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import type { PolledName } from '../../../../nodes/shared/api/eventSubjects';

const idsOf = (name: PolledName, ids: number[], record: IDataObject | null) => itemOf(chosenEvents([name])[0], { ids, record }, 0).ids;

test('an item has the userId of its record, wherever the record has it; one of a class has none, since that is the trainer’s', () => {
	expect(idsOf('Membership.EndsSoon', [5], { UserId: 7 })).toEqual({ userSubscriptionId: 5, userId: 7 });
	expect(idsOf('Training.Created', [5], { User: { UserId: 7 } })).toEqual({ trainingId: 5, userId: 7 });
	expect(idsOf('ClassParticipant.Created', [5, 7], {})).toEqual({ classId: 5, userId: 7 });
	expect(idsOf('Class.Updated', [5], { UserId: 7 })).toEqual({ classId: 5 });
});
