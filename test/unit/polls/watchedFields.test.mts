import { booking, PolledLists } from '../support/polledLists.mts';

test('Watched Fields replace the own watched properties of a list once a poll has seen one of them, and lose no change', async () => {
	const lists = await new PolledLists(['Athlete.Updated', 'ClassParticipant.Updated'], { watchedFields: ['State'] }).begin({
		show: (rows, call) => (call === 'GET /Athletes' ? [...rows, { UserId: 8, Phone: '1' }] : rows),
		athletes: [{ UserId: 7, Phone: '1', Note: 'a' }],
		bookings: [booking(1, 7, 3, { Note: 'a' })],
	});
	lists.athletes = [{ UserId: 7, Phone: '2', Note: 'a' }];
	lists.bookings = [booking(1, 7, 3, { Note: 'b' })];
	expect(await lists.poll()).toEqual(['Athlete.Updated Athletes/7']);
	lists.athletes = [{ UserId: 7, Phone: '2', Note: 'b' }];
	lists.bookings = [booking(1, 7, 3, { Note: 'b', State: 'Queued' })];
	expect(await lists.poll()).toEqual(['ClassParticipant.Updated Classes/1/Participants/7']);

	// The athletes have none of the new fields either, so nothing of them is learned anew.
	lists.settings = { ...lists.settings, watchedFields: ['Seat'] };
	lists.athletes = [{ UserId: 7, Phone: '3', Note: 'b' }];
	expect(await lists.poll()).toEqual(['Athlete.Updated Athletes/7']);
	// The first athlete with one of the fields: from now on it is watched, and not the phone.
	lists.athletes = [{ UserId: 7, Phone: '3', Seat: 1 }];
	expect(await lists.poll()).toEqual(['Athlete.Updated Athletes/7']);
	lists.athletes = [{ UserId: 7, Phone: '4', Seat: 1 }];
	expect(await lists.poll()).toEqual([]);

	// Other fields are no change by themselves.
	lists.settings = { ...lists.settings, watchedFields: ['Phone'] };
	expect(await lists.poll()).toEqual([]);
	lists.athletes = [{ UserId: 7, Phone: '5', Seat: 1 }];
	expect(await lists.poll()).toEqual(['Athlete.Updated Athletes/7']);
	expect(lists.problem).toBeUndefined();
});
