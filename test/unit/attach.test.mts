import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ExpressionError } from 'n8n-workflow';
import { athleteReader, attached } from '../../nodes/shared/events/resolve';
import { ClubError } from '../../nodes/shared/transport/errors';
import { lazyRequest } from '../../nodes/shared/transport/client';
import type { Request } from '../../nodes/shared/transport/send';
import { clubThat } from './support/scriptedClub.mts';

/** A club with these people, by the path that they are read at; `refused` is a path that it refuses. */
function clubWith(people: Record<string, IDataObject>, refused?: string) {
	const asked: string[] = [];
	const send: Request = async (call, { params = {} } = {}) => {
		const path = call.replace('GET ', '').replace('{userId}', String(params.userId));
		asked.push(path);
		if (path === refused) throw new ClubError('Not allowed', { description: 'Ask the club.', status: 403 });
		if (!people[path]) throw new ClubError('None', { description: '', status: 404 });
		return people[path];
	};
	return { read: athleteReader(send), asked };
}

const ANNA = { UserId: 7, FirstMidName: 'Anna' };

describe('the athlete of an event', () => {
	test.each([
		['the ids of the subject', { ids: { userId: 7 }, record: { UserId: 8 }, data: { UserId: 9 } }],
		['the record', { ids: {}, record: { UserId: 7 }, data: { UserId: 9 } }],
		['the data', { record: null, data: { UserId: 7 } }],
		['the user in the record', { record: { User: { UserId: 7 } }, data: { UserId: 9 } }],
		['the contact in the data', { record: {}, data: { User: null, Contact: { UserId: 7 } } }],
	])('is named by %s', async (_where, event) => {
		const { read, asked } = clubWith({ '/Athletes/7': ANNA });
		expect(await read({ eventType: 'Badge.Awarded', ...event })).toEqual({ athlete: ANNA });
		expect(asked).toEqual(['/Athletes/7']);
	});

	test.each([[undefined], ['7'], [0], [-7], [7.5]])('is nobody where the id is %p', async (userId) => {
		const { read, asked } = clubWith({ '/Athletes/7': ANNA });
		expect(await read({ eventType: 'Class.Updated', ids: { userId } })).toEqual({});
		expect(asked).toEqual([]);
	});

	test.each([['Training.Created'], ['Locker.Opened']])('is an error where %s names nobody', async (eventType) => {
		const { read, asked } = clubWith({});
		await expect(read({ eventType, ids: { trainingId: 8 }, data: { Contact: {} } })).rejects.toMatchObject({
			message: 'This event does not name its person',
			description: expect.stringContaining('Load Current Record') as string,
		});
		expect(asked).toEqual([]);
	});

	test('is read once for any number of events', async () => {
		const { read, asked } = clubWith({ '/Athletes/7': ANNA });
		const events = [{ ids: { userId: 7 } }, { data: { UserId: 7 } }, { record: { UserId: 7 } }];
		expect(await Promise.all(events.map(read))).toEqual([{ athlete: ANNA }, { athlete: ANNA }, { athlete: ANNA }]);
		expect(asked).toEqual(['/Athletes/7']);
	});

	test('may be a contact, who is looked for first where the event is about one', async () => {
		const people = { '/Contacts/7': ANNA };
		const badge = clubWith(people);
		expect(await badge.read({ eventType: 'Badge.Awarded', ids: { userId: 7 } })).toEqual({ athlete: ANNA });
		expect(badge.asked).toEqual(['/Athletes/7', '/Contacts/7']);
		const contact = clubWith(people);
		expect(await contact.read({ eventType: 'Contact.Updated', ids: { userId: 7 } })).toEqual({ athlete: ANNA });
		expect(contact.asked).toEqual(['/Contacts/7']);
	});

	test('is null if they are neither an athlete nor a contact any more', async () => {
		const { read } = clubWith({});
		expect(await read({ eventType: 'Athlete.Deleted', ids: { userId: 7 } })).toEqual({ athlete: null });
	});

	test('is an error where the club refuses to say', async () => {
		const { read } = clubWith({}, '/Athletes/7');
		await expect(read({ ids: { userId: 7 } })).rejects.toThrow('Not allowed');
	});
});

describe('what is attached to an event', () => {
	const functions = { getNode: () => ({ name: 'Club Trigger', type: 'n8n-nodes-club.clubTrigger' }) } as unknown as IExecuteFunctions;

	test('is what was found', async () => {
		expect(await attached(functions, 'athlete', Promise.resolve({ athlete: ANNA }))).toEqual({ athlete: ANNA });
	});

	test('is the reason where it could not be read, under its name, so that the event is not lost', async () => {
		const error = new ClubError('Not allowed', { description: 'Ask the club.', status: 403 });
		expect(await attached(functions, 'athlete', Promise.reject(error))).toEqual({
			athleteError: { message: 'Not allowed', description: expect.stringContaining('Ask the club.') as string },
		});
		expect(await attached(functions, 'record', Promise.reject(error))).toHaveProperty('recordError.message', 'Not allowed');
		const own = new ExpressionError('No such value');
		expect(await attached(functions, 'record', Promise.reject(own))).toEqual({
			recordError: { message: 'No such value', description: '' },
		});
	});
});

test('a club that is opened late reads the credential with the first call, and once', async () => {
	const club = clubThat([{ body: ANNA }]);
	const credentials = jest.spyOn(club.functions, 'getCredentials');
	const send = lazyRequest(club.functions, { maxWaitMs: 0 });
	expect(credentials).not.toHaveBeenCalled();
	const [first, second] = await Promise.all([7, 8].map(async (userId) => await send('GET /Athletes/{userId}', { params: { userId } })));
	expect([first, second]).toEqual([ANNA, ANNA]);
	expect(club.calls()).toEqual(['GET /Athletes/7', 'GET /Athletes/8']);
	expect(credentials.mock.calls.filter(([type]) => type === 'clubApi')).toHaveLength(1);
});
