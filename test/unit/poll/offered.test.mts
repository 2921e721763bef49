import type { IDataObject } from 'n8n-workflow';
import { offersOf } from '../../../nodes/ClubPollTrigger/offered';

const at = (ms: number, over: IDataObject = {}): IDataObject => ({
	id: 'Badge.Awarded-4',
	eventType: 'Badge.Awarded',
	subject: 'Athletes/7/Badges/4',
	eventTime: new Date(ms).toISOString(),
	ids: { userId: 7, achievedBadgeId: 4 },
	polled: true,
	...over,
});

test('what a poll gives is offered once more after two minutes, and then no more', () => {
	const { again, later } = offersOf([], [at(0, { record: { BadgeName: 'Ten' } })], 0);
	expect([again, later]).toEqual([[], [at(0)]]);
	expect(offersOf(later, [], 119_999)).toEqual({ again: [], later });
	expect(offersOf(later, [], 120_000)).toEqual({ again: [at(0, { offeredAgain: true })], later: [] });
});

test('what may happen again to the same ID is not', () => {
	expect(offersOf([], [at(0, { eventType: 'Athlete.Updated', subject: 'Athletes/7' })], 0)).toEqual({ again: [], later: [] });
});
