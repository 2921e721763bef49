import { skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { Club } from '../../../nodes/Club/Club.node.ts';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import type { Fault } from '../../../sandbox/index.mts';
import { locator, parametersOf } from '../../support/node.mts';
import { choicesOf, search } from '../../support/picker.mts';

const club = skippedClub({ athletes: 3_000 }, { keepsPages: false });

const answer = (body: unknown, match: Fault['match']): Fault => ({
	kind: 'status',
	status: 200,
	body: JSON.stringify(body),
	headers: { 'content-type': 'application/json' },
	match: { every: true, ...match },
});
const refusal = (status: number, match: Fault['match']): Fault => ({ kind: 'status', status, match: { every: true, ...match } });
const isCalendar =
	(...types: string[]) =>
	({ url }: { url: string }) =>
		types.some((type) => url.includes(`/Calendars/${type}`));
const page = (...Results: IDataObject[]) => ({ Results, Continue: false });
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const day = tomorrow.slice(0, 10);
const yoga = (more: IDataObject = {}): IDataObject => ({ ClassId: 5, Name: 'Yoga', Begin: tomorrow, ...more });
const byName = (name: string) => ({ resource: 'class', operation: 'get', classId: locator('nameAndTime', name) });

test.each([
	[403, ['PT'], true],
	[404, ['PT', 'Services'], true],
	[404, ['Club', 'PT', 'Services'], false],
	[500, ['PT'], false],
	[403, [], true],
])('a club that does not have each calendar, and answers %d for %j: the drop-down of classes opens: %p', async (status, types, opens) => {
	club.sandbox.inject(refusal(status, { when: isCalendar(...types) }));
	const offered = search(club.sandbox, 'searchClasses');
	if (opens) expect((await offered).results.length).toBeGreaterThan(0);
	else await expect(offered).rejects.toThrow();
	const { error } = await club.run(byName(`Boxing, ${day}`));
	expect(error?.message).toMatch(opens ? /^No class with the name "Boxing"/ : /^The club (has no such record|is not available)/);
});

test('a calendar that one item was refused is asked for by the next', async () => {
	club.sandbox.inject(answer(page(), { when: isCalendar('Club', 'PT') }));
	club.sandbox.inject({ kind: 'status', status: 403, match: { when: isCalendar('Services') } });
	club.sandbox.inject(answer(page(yoga()), { when: isCalendar('Services') }));
	const { output } = await club.run(byName(`Yoga, ${day}`), { items: [{}, {}], onError: 'continueRegularOutput' });
	expect(output[0][0].json.error).toContain('No class with the name "Yoga" begins on that day');
	expect(String(output[0][1].json.error)).not.toContain('No class');
});

describe('one record that two lists have is one', () => {
	beforeEach(() => club.sandbox.inject(answer(page(yoga()), { when: isCalendar('Club', 'PT', 'Services') })));

	test('a class by its name and day', async () => {
		const { error } = await club.run(byName(`Yoga, ${day}`));
		expect(club.calls().at(-1)).toMatch(/\/Classes\/5/);
		expect(error?.message).not.toMatch(/classes with the name/);
	});

	test('a class in the drop-down', async () => {
		expect((await search(club.sandbox, 'searchClasses', { filter: 'yoga' })).results).toHaveLength(1);
	});
});

describe('the name of a record is its own', () => {
	test.each([
		[{ TrainerName: 'Anna', ClassName: 'Spin' }, 'Spin'],
		[{ RoomName: 'Hall', InstructorName: 'Anna' }, 'Class 6'],
		[{ LevelName: 'Advanced', ClassTitle: 'Spin' }, 'Spin'],
	])('a class %j is called %s', async (names, name) => {
		const row = { ClassId: 6, Begin: tomorrow, ...names };
		club.sandbox.inject(answer(page(row), { when: isCalendar('Club', 'PT', 'Services') }));
		const { error } = await club.run(byName(`Boxing, ${day}`));
		expect(error?.description).toContain(`The club has: ${name}, `);
	});

	test('a product has the same name in both nodes', async () => {
		const rows = Array.from({ length: 501 }, (_, index) => ({ ClassSubscriptionId: index + 1, SubscriptionName: `Gold ${index + 1}` }));
		club.sandbox.inject({
			...answer(page(...rows.slice(500)), { route: 'GET /Subscriptions', when: ({ url }) => /cursor=|fromId=5\d\d/.test(url) }),
		});
		club.sandbox.inject(answer({ Results: rows.slice(0, 500), Continue: true, NextCursor: 'c500' }, { route: 'GET /Subscriptions' }));
		const inClub = await search(club.sandbox, 'searchProducts', { filter: 'Gold 12', type: new Club() });
		const inPolls = await choicesOf(club.sandbox, new ClubPollTrigger(), 'getProducts');
		expect(inClub.results[0].name).toBe('Gold 12');
		const ofProducts = [12, 501].map((value) => ({ name: `Gold ${value} (${value})`, value }));
		expect(inPolls).toEqual(expect.arrayContaining([{ ...inPolls[0], value: 'all' }, ...ofProducts]));
		const names = inPolls.map(({ name }) => name);
		expect(names.slice(1)).toEqual(names.slice(1).sort((one, other) => one.localeCompare(other)));
	});

	test.each([
		[{ State: 'OnWaitingList' }, true],
		[{ Status: 'InQueue' }, true],
		[{ QueuePosition: 3 }, true],
		[{ IsQueued: true }, true],
		[{ QueuedAt: tomorrow, State: 'Confirmed', WaitingListEnabled: true, BookedFromWaitingList: true }, false],
		[{ State: 'Confirmed', QueuePosition: 0, IsQueued: false }, false],
		[{ BookActorName: 'Waite', MaxQueueSize: 5, WaitingListLimit: 4 }, false],
	])('a booking %j is queued: %p', async (booking, isQueued) => {
		const [{ UserId }] = club.athletes();
		const [classId] = club.sandbox.club.classes.keys();
		club.sandbox.inject(answer({ UserId, ClassId: classId, ...booking }, { method: 'POST' }));
		const { hints } = await club.run(parametersOf('booking.create', { classId: locator('id', classId), userId: locator('id', UserId) }));
		expect(hints.some(({ message }) => message.includes('queue'))).toBe(isQueued);
	});
});

describe('the words say what is so', () => {
	test('Create or Update says what it had stored before it failed', async () => {
		const [{ Email }] = club.athletes();
		club.sandbox.inject(refusal(400, { route: 'PUT /Athletes/{userId}/ClientStage' }));
		const additionalFields = { phone: '+46 40 999', clientStage: 'Qualified' };
		const options = { moveStageBack: true };
		const { error } = await club.run({ resource: 'athlete', operation: 'upsert', email: Email, additionalFields, options });
		expect(error?.description).toContain('Before that, the club stored Phone.');
	});

	test('Get Many Overviews says where the list of athletes goes on, and nothing of the other list', async () => {
		club.sandbox.dialect.cursors = 'both';
		const match = { route: 'GET /Athletes/AttendanceSummaries', nth: 4, every: false };
		club.sandbox.inject({ kind: 'status', status: 400, body: { ErrorType: 'OddFrom' }, match });
		const parameters = { resource: 'athlete', operation: 'getManyOverviews', returnAll: true, options: { include: ['attendance'] } };
		const { output } = await club.run(parameters, { onError: 'continueRegularOutput' });
		const { details, message } = output[0].at(-1)!.json as { details: { resume: { rows: number; cursor: string } }; message: string };
		expect(details).toMatchObject({ errorType: 'OddFrom', status: 400, resume: { rows: 1000 } });
		expect(message).toContain(`1000 rows were read. To continue, set "Start at Cursor" to ${details.resume.cursor}.`);
		const rest = { ...parameters, options: { ...parameters.options, cursor: details.resume.cursor } };
		expect((await club.run(rest)).rows).toHaveLength(club.athletes().length - 1000);
	});

	test.each([
		['Search', { resource: 'athlete', operation: 'search', query: 'nobody at all' }, 'GET /Athletes', undefined],
		['a list without IDs', { resource: 'membershipProduct', operation: 'getAll', returnAll: true }, 'GET /Subscriptions', undefined],
		[
			'Make API Call',
			{ resource: 'club', operation: 'call', method: 'GET', path: '/Athletes', returnAll: true },
			'GET /Athletes',
			/To continue, set "Query" to \{"(cursor|fromId)":/,
		],
	])('%s names no option that it does not have', async (_, parameters, route, place) => {
		club.sandbox.inject(
			answer(
				{ Results: club.athletes().slice(0, 3), Continue: true, NextId: 1004 },
				{ route, when: ({ url }) => !/cursor|fromId=1004/.test(url) },
			),
		);
		club.sandbox.inject(refusal(400, { route, when: ({ url }) => /cursor|fromId=1004/.test(url) }));
		const { error } = await club.run(parameters);
		expect(error).toBeDefined();
		expect(error?.description).not.toContain('Start at Cursor');
		if (place) expect(error?.description).toMatch(place);
		else expect(error?.description).not.toContain('To continue');
	});

	test.each([
		['as a number', { additionalProperties: '{"SetPasswordOnCreate": 87654321}' }, '87654321'],
		['as a list', { setPasswordOnCreate: ['Rowing-2026'] }, 'Rowing-2026'],
	])('a password %s is in no error', async (_, additionalFields, secret) => {
		club.sandbox.inject({ kind: 'status', status: 400, body: { Message: `${secret} is too easy` }, match: { method: 'POST' } });
		const { error } = await club.run({ resource: 'athlete', operation: 'create', email: 'secret@example.com', additionalFields });
		expect(error).toBeDefined();
		expect(JSON.stringify([error?.message, error?.description])).not.toContain(secret);
	});
});

describe('no call is made in vain', () => {
	test.each(['--', '@', ' . '])('a search for "%s" is refused, and a drop-down shows its list', async (query) => {
		const { error } = await club.run({ resource: 'athlete', operation: 'search', query });
		expect([error?.message, club.calls()]).toEqual(['"Query" has no letter and no digit', []]);
		expect((await search(club.sandbox, 'searchAthletes', { filter: query })).results.length).toBeGreaterThan(0);
		expect(club.calls()).toHaveLength(1);
	});

	test.each([{}, [], null, { Message: 'Welcome' }, 7, false])(
		'the whole answer %j in place of a page is not asked for again',
		async (body) => {
			club.sandbox.inject(answer(body, { route: 'GET /Athletes' }));
			const { error } = await club.run({ resource: 'athlete', operation: 'getAll' });
			expect([error?.message, club.calls().length]).toEqual(['The answer is not one that the Club API sends', 1]);
		},
	);
});

test.each(['GET', 'POST', 'PUT', 'DELETE'])('an array to a %s is an item for each entry', async (method) => {
	const entries = [{ Id: 1 }, { Id: 2 }, 'three'];
	club.sandbox.inject(answer(entries, { route: `${method} /Athletes/{userId}` }));
	club.sandbox.inject(answer(entries, { route: 'POST /Classes/{classId}/Participants' }));
	const path = method === 'POST' ? '/Classes/5/Participants' : '/Athletes/4711';
	const { rows } = await club.run({ resource: 'club', operation: 'call', method, path, body: '{"Email":"a@example.com"}' });
	expect(rows).toEqual([{ Id: 1 }, { Id: 2 }, { value: 'three' }]);
});
