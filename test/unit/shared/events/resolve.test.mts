import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import type { Request } from '../../../../nodes/shared/transport/callValues';
import { resolveSubject, athleteReader } from '../../../../nodes/shared/events/resolve';
import { lazyRequest } from '../../../../nodes/shared/transport/client';
import { clubThat } from '../../support/scriptedClub.mts';

/** A club that answers every call the same; an error is thrown. */
function clubOf(answer: unknown) {
	const calls: unknown[] = [];
	const send: Request = async (call, values) => {
		calls.push([call, values]);
		if (answer instanceof Error) throw answer;
		return answer as IDataObject;
	};
	return { send, calls };
}

const absent = () => new ClubError('None', { description: '', status: 404 });

describe('the record behind an event', () => {
	test('that is gone says what to do instead', async () => {
		for (const [club, subject] of [
			[clubOf(absent()), 'Trainings/8'],
			[clubOf({ Results: [] }), 'Subscriptions/8'],
		] as const) {
			const { record, advice, ids } = await resolveSubject(club.send, subject, 'Some.Updated');
			expect([record, Object.values(ids)]).toEqual([null, [8]]);
			expect(advice).toMatch(/gone|not in the catalogue/);
		}
	});

	test.each([
		['Trainings/8', 'Training.Deleted', 0],
		['UserSubscriptions/8', 'UserSubscription.Deleted', 0],
		['Subscriptions/8', 'Subscription.Deleted', 0],
		['Subscriptions/8', 'Subscription.Deleted.Not', 1],
		['Athletes/8', 'Athlete.Deleted', 1],
		['Contacts/8', 'Contact.Deleted', 1],
		['Classes/8/Participants/9', 'ClassParticipant.Deleted', 1],
	])('%s after %s takes %d calls', async (subject, eventType, calls) => {
		const club = clubOf(absent());
		expect(await resolveSubject(club.send, subject, eventType)).toMatchObject({ record: null, advice: expect.any(String) as string });
		expect(club.calls).toHaveLength(calls);
	});

	test('that cannot be read now is an error', async () => {
		const away = new ClubError('Away', { description: '', status: 503 });
		await expect(resolveSubject(clubOf(away).send, 'Trainings/8', 'Training.Created')).rejects.toBe(away);
	});
});

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
	return { read: athleteReader(send), send, asked };
}

const ANNA = { UserId: 7, FirstMidName: 'Anna' };

describe('athleteReader: the athlete of an event', () => {
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

	test.each<[whether: string, people: Record<string, IDataObject>, asked: string[]]>([
		['there', { '/Athletes/7': ANNA }, ['/Athletes/7']],
		['nowhere', {}, ['/Athletes/7', '/Contacts/7']],
	])('is asked for once for all events about somebody who is %s', async (_whether, people, once) => {
		const { read, asked } = clubWith(people);
		const athlete = people['/Athletes/7'] ?? null;
		for (let event = 0; event < 3; event++) expect(await read({ eventType: 'Badge.Awarded', ids: { userId: 7 } })).toEqual({ athlete });
		expect(asked).toEqual(once);
	});

	test('is looked for again by a newer event if an older one found nobody', async () => {
		const people: Record<string, IDataObject> = {};
		const { send, asked } = clubWith(people);
		const read = athleteReader(
			send,
			({ id }) =>
				async (look) =>
					(await look(send)) ?? (id === 'new' ? await look(send) : null),
		);
		expect(await read({ id: 'old', ids: { userId: 7 } })).toEqual({ athlete: null });
		people['/Athletes/7'] = ANNA;
		for (let event = 0; event < 2; event++) expect(await read({ id: 'new', ids: { userId: 7 } })).toEqual({ athlete: ANNA });
		expect(asked).toEqual(['/Athletes/7', '/Contacts/7', '/Athletes/7']);
	});

	test.each([[undefined], ['7'], [0], [-7], [7.5]])('is missing if the ID is %p', async (userId) => {
		const { read, asked } = clubWith({ '/Athletes/7': ANNA });
		expect(await read({ eventType: 'Class.Updated', ids: { userId } })).toEqual({});
		expect(asked).toEqual([]);
	});

	test.each([['Training.Created'], ['Locker.Opened']])('is an error if %s names no person', async (eventType) => {
		const { read, asked } = clubWith({});
		await expect(read({ eventType, ids: { trainingId: 8 }, data: { Contact: {} } })).rejects.toMatchObject({
			message: 'This event does not say who it is about',
			description: expect.stringContaining('Load Current Record') as string,
		});
		expect(asked).toEqual([]);
	});
});

test('lazyRequest reads the credential once, with the first call', async () => {
	const club = clubThat([{ body: ANNA }]);
	const credentials = jest.spyOn(club.functions, 'getCredentials');
	const send = lazyRequest(club.functions, { maxWaitMs: 0 });
	expect(credentials).not.toHaveBeenCalled();
	const [first, second] = await Promise.all([7, 8].map(async (userId) => await send('GET /Athletes/{userId}', { params: { userId } })));
	expect([first, second]).toEqual([ANNA, ANNA]);
	expect(club.calls()).toEqual(['GET /Athletes/7', 'GET /Athletes/8']);
	expect(credentials.mock.calls.filter(([type]) => type === 'clubApi')).toHaveLength(1);
});
