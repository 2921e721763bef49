import type { IDataObject } from 'n8n-workflow';
import { locator } from '../../support/node.mts';
import { otherClub, type Asked, type Said } from './support/otherClub.mts';

const club = otherClub();

/** A club of a few people, by address and by id, who have no phone number. */
function people(): (asked: Asked) => Said {
	const all = ['anna', 'bert', 'cora'].map((name, index) => ({
		UserId: index + 1,
		Email: `${name}@example.com`,
		FirstMidName: name,
		LastName: null,
		ClientStage: 'Lead',
	}));
	return ({ line, path, query, body }) => {
		const found = path.endsWith('/ByEmail')
			? all.find(({ Email }) => Email === query.get('email'))
			: all.find(({ UserId }) => path.split('/')[2] === String(UserId));
		if (/^GET \/(Athletes|Contacts)\?/.test(line)) {
			const Results = all.filter(({ UserId }) => UserId >= Number(query.get('fromId')) && UserId <= Number(query.get('toId')));
			return { body: { Results, Continue: false } };
		}
		if (!found) return { status: 404 };
		return { body: line.startsWith('PUT') ? Object.assign(found, body) : found };
	};
}

const setStage = (resource: string): IDataObject => ({
	resource,
	operation: 'setClientStage',
	userId: locator('email', '={{ $json.email }}'),
	clientStage: '={{ $json.stage }}',
	options: { onlyChanges: true },
});

describe.each(['athlete', 'contact'])('Only Changes of the stage of an %s by address', (resource) => {
	const list = resource === 'athlete' ? '/Athletes' : '/Contacts';

	test('costs the look-up, which holds the current stage already', async () => {
		club.answer(people());
		const { rows } = await club.run(setStage(resource), { items: [{ email: 'anna@example.com', stage: 'Lead' }] });
		expect(rows).toMatchObject([{ UserId: 1, ClientStage: 'Lead' }]);
		expect(club.lines()).toEqual([`GET ${list}/ByEmail?email=anna%40example.com`]);
	});

	test('an address that nobody has fails its own item only', async () => {
		club.answer(people());
		const items = ['anna', 'nobody', 'bert'].map((name) => ({ email: `${name}@example.com`, stage: 'Client' }));
		const { rows } = await club.run(setStage(resource), { items, onError: 'continueRegularOutput' });
		expect(rows).toMatchObject([
			{ UserId: 1, ClientStage: 'Client' },
			{ error: expect.anything() as unknown },
			{ UserId: 2, ClientStage: 'Client' },
		]);
	});

	test('without "On Error", what comes before that item is done, and what follows is not', async () => {
		club.answer(people());
		const items = ['anna', 'nobody', 'bert'].map((name) => ({ email: `${name}@example.com`, stage: 'Client' }));
		const { error } = await club.run(setStage(resource), { items });
		expect(error?.description).toContain('The first item was completed. Nothing was sent after this item.');
		expect(club.lines().filter((line) => line.startsWith('PUT'))).toEqual([`PUT ${list}/1/ClientStage`]);
	});
});

test('many addresses are found in the pages of the list', async () => {
	const all = Array.from({ length: 30 }, (_, index) => ({ UserId: index + 1, Email: `p${index + 1}@example.com` }));
	club.answer(({ path, query }) => {
		if (path !== '/Athletes') return { status: 404 };
		const cursor = query.get('cursor');
		const start = cursor === null ? 0 : Number(cursor);
		const Results = all.slice(start, start + 15);
		return { body: { Results, Continue: Results.length === 15, NextCursor: String(start + 15), PrevCursor: '999' } };
	});
	const { rows } = await club.run(
		{ resource: 'athlete', operation: 'get', userId: locator('email', '={{ $json.Email }}') },
		{ items: all },
	);
	expect(rows).toEqual(all);
	expect(club.asked).toHaveLength(2);
});

describe('Create or Update', () => {
	const upsert = (additionalFields: IDataObject, email = 'anna@example.com') => ({
		resource: 'athlete',
		operation: 'upsert',
		email,
		additionalFields,
	});

	test.each([
		[{ lastName: '' }],
		[{ phone: '' }],
		[{ additionalProperties: '{"Country": null, "LastName": null}' }],
		[{ firstMidName: 'anna', additionalProperties: '{"FirstMidName": null}' }],
	])('sends nothing for %j, since only values that are there are applied', async (fields) => {
		club.answer(people());
		const { rows } = await club.run(upsert(fields));
		expect(rows).toMatchObject([{ UserId: 1, Outcome: 'Unchanged' }]);
		expect(club.lines()).toHaveLength(1);
	});

	test('of somebody who is in the club, but is not found by the address, nothing is changed', async () => {
		club.answer(({ line }) => (line.startsWith('POST') ? { body: { Result: 'AlreadyInClub', User: null } } : { status: 404 }));
		const { rows } = await club.run(upsert({ firstMidName: 'Anna' }));
		expect(rows).toEqual([{ Email: 'anna@example.com', Outcome: 'Unchanged' }]);
	});

	test.each(['Invited', 'PendingInvitation'])('%s may come without a user', async (Result) => {
		club.answer(({ line }) => (line.startsWith('POST') ? { body: { Result } } : { status: 404 }));
		const { rows } = await club.run(upsert({ phone: '123' }));
		expect(rows).toEqual([{ Email: 'anna@example.com', Outcome: Result }]);
	});
});

test('the date of birth of a database is the day that it is in the timezone of the workflow, not the day before', async () => {
	club.answer(() => ({ body: { Result: 'Created', User: { UserId: 9 } } }));
	const born = async (birthDate: string) => {
		const { error } = await club.run({
			resource: 'athlete',
			operation: 'create',
			email: 'anna@example.com',
			additionalFields: { birthDate },
		});
		return error ?? (club.asked[0].body as IDataObject).BirthDate;
	};
	expect(await born('={{ "1990-05-20T22:00:00.000Z" }}')).toBe('1990-05-21');
	expect(await born('={{ new Date("1990-05-20T22:00:00.000Z") }}')).toBe('1990-05-21');
	expect(await born('1990-05-21T00:00:00')).toBe('1990-05-21');
});

test('who is no guest is found in a club that leaves out what is false', async () => {
	const rows = [{ UserId: 1 }, { UserId: 2, IsGuest: true }];
	club.answer(() => ({ body: { Results: rows, Continue: false } }));
	const guests = async (isGuest: boolean | string) =>
		(await club.run({ resource: 'athlete', operation: 'getAll', returnAll: true, filters: { isGuest } })).rows;
	expect(await guests(false)).toEqual([rows[0]]);
	expect(await guests(true)).toEqual([rows[1]]);
	// A model writes booleans in its own way.
	expect(await guests('={{ "False" }}')).toEqual([rows[0]]);
});

test('a key whose club is gone is told as such, not as an ID that is wrong', async () => {
	club.answer(() => ({ status: 404 }));
	const { error } = await club.run({ resource: 'athlete', operation: 'create', email: 'anna@example.com' });
	expect(error?.description).toMatch(/^The club that the Club API Key selects does not exist/);
});
