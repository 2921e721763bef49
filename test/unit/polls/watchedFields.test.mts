import { PolledLists } from '../support/polledLists.mts';

describe('Watched Fields that a list does not have', () => {
	it('leaves it its own watched properties, from the poll on that has seen its records', async () => {
		const lists = new PolledLists(['Athlete.Updated', 'ClassParticipant.Updated'], { watchedFields: ['State'] });
		const Begin = new Date(lists.now + 50 * 3_600_000).toISOString();
		lists.athletes = [{ UserId: 7, Phone: '1', Note: 'a' }];
		lists.bookings = [{ ClassId: 1, UserId: 7, Begin, State: 'Queued', Seat: 1, Note: 'a' }];
		for (let poll = 0; poll < 2; poll++) expect(await lists.poll()).toEqual([]);
		lists.athletes = [{ UserId: 7, Phone: '2', Note: 'a' }];
		lists.bookings = [{ ClassId: 1, UserId: 7, Begin, State: 'Queued', Note: 'b' }];
		expect(await lists.poll()).toEqual(['Athlete.Updated Athletes/7']);
		lists.athletes = [{ UserId: 7, Phone: '2', Note: 'b' }];
		lists.bookings = [{ ClassId: 1, UserId: 7, Begin, State: 'Confirmed', Note: 'b' }];
		expect(await lists.poll()).toEqual(['ClassParticipant.Updated Classes/1/Participants/7']);

		// The athletes have none of the new fields either, so nothing of them is learned anew.
		lists.settings.watchedFields = ['Seat'];
		lists.athletes = [{ UserId: 7, Phone: '3', Note: 'b' }];
		expect(await lists.poll()).toEqual(['Athlete.Updated Athletes/7']);
		expect(lists.problem).toBeUndefined();
	});
});
