import type { IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../../sandbox/dialect.mts';
import { receiver, server } from './support/server.mts';

/** How records, answers and envelopes look in the readings of the spec, asked without the nodes. */

const club = server({ now: () => new Date('2026-11-21T12:00:00Z') });
const endpoint = receiver();
const read = async (path: string) => (await club.ask('GET', path)).body;
const first = async (path: string) => (await club.rows(path))[0];
const speak = (dialect: Partial<Dialect>) => Object.assign(club.sandbox.dialect, dialect);
const someClass = () => [...club.sandbox.club.classes.values()].find(({ Published, Begin }) => Published && Begin > '2026-11-22')!;

test.each<[Partial<Dialect>, string, object]>([
	[{ names: 'title' }, '/Subscriptions?fromId=12', { Title: 'Monthly' }],
	[{ names: 'title' }, '/Challenges', { Title: 'Autumn miles' }],
	[{ attendanceNames: 'windows' }, '/Athletes/AttendanceSummaries', { RollingCheckIns: undefined, CurrentWindowCount: expect.any(Number) }],
	[{ suspensionState: 'others' }, '/UserSubscriptions?fromId=5004', { SuspensionState: 'Active' }],
	[{ suspensionState: 'others' }, '/UserSubscriptions', { SuspensionState: 'NotSuspended' }],
	[{ suspensionState: 'nullWhenNone' }, '/UserSubscriptions', { SuspensionState: null }],
	[{ unlimitedActivities: 'none' }, '/UserSubscriptions?fromId=5004', { AvailableActivities: null }],
	[
		{ membershipDays: 'whole' },
		'/UserSubscriptions',
		{ From: expect.stringMatching(/T00:00:00\+/), To: expect.stringMatching(/T23:59:59\+/) },
	],
	[{ summaryPerson: 'nested' }, '/Athletes/MembershipSummaries', { UserId: undefined, Athlete: { UserId: expect.any(Number) } }],
	[{ contactStage: 'stage' }, '/Contacts', { ClientStage: undefined, Stage: expect.any(String) }],
	[{ participation: 'status' }, '/Classes/Bookings', { State: undefined, Status: expect.stringMatching(/Confirmed|Queued/) }],
	[{ participation: 'isQueued' }, '/Classes/Bookings', { State: undefined, IsQueued: expect.any(Boolean) }],
	[{ participation: 'absent' }, '/Classes/Participants/Recent', { State: undefined }],
])('%j at %s', async (dialect, path, shown) => {
	speak(dialect);
	const row = await first(path);
	for (const [name, value] of Object.entries(shown)) expect({ [name]: row[name] }).toEqual({ [name]: value });
});

test('a new record cannot be read in the first seconds after its event (§6.1)', async () => {
	const newProduct = async () => {
		const { ClassSubscriptionId: id } = club.sandbox.act.addProduct();
		const { length } = await club.rows(`/Subscriptions?fromId=${id}&toId=${id}`);
		club.sandbox.club.products.delete(id);
		return length;
	};
	expect(await newProduct()).toBe(1);
	speak({ readAfterEvent: 'absent' });
	expect(await newProduct()).toBe(0);
	const { AchievedBadgeId } = club.sandbox.act.awardBadge();
	expect((await club.ask('GET', `/BadgeAwards/${AchievedBadgeId}`)).status).toBe(404);
});

test('an email is stored in lowercase, and found only so (§2.1, §4.2)', async () => {
	speak({ emailCase: 'lowered', emailLookUp: 'exactCase' });
	const { body } = await club.ask('POST', '/Athletes', { Email: 'Ann.Capital@Example.com' });
	expect(body.User).toMatchObject({ Email: 'ann.capital@example.com' });
	expect((await club.ask('GET', '/Athletes/ByEmail?email=ann.capital@example.com')).status).toBe(200);
	expect((await club.ask('GET', '/Athletes/ByEmail?email=Ann.Capital@example.com')).status).toBe(404);
});

test('booking a booked athlete is refused or ignored; answers may be empty (§4.8)', async () => {
	const [{ UserId }] = await club.rows('/Athletes');
	const path = `/Classes/${someClass().ClassId}/Participants`;
	const add = async () => await club.ask('POST', path, { UserId });
	await add();
	expect((await add()).status).toBe(409);
	speak({ bookedTwice: 'unchanged' });
	expect((await add()).body).toMatchObject({ UserId });
	speak({ unshownAnswers: 'nothing' });
	expect(await add()).toMatchObject({ status: 200, text: '' });
	expect(await club.ask('DELETE', `${path}/${UserId as number}`)).toMatchObject({ status: 200, text: '' });
	const path2 = '/UserSubscriptions/5000/Suspension';
	expect([(await club.ask('POST', path2, {})).text, (await club.ask('DELETE', path2)).text]).toEqual(['', '']);
});

test('a suspension may have other property names (§4.6)', async () => {
	const [{ UserClassSubscriptionId }] = await club.rows('/UserSubscriptions?count=1');
	const path = `/UserSubscriptions/${UserClassSubscriptionId as number}/Suspension`;
	const begin = '2030-01-01T00:00:00.000Z';
	expect((await club.ask('POST', path, { SuspensionStartUTC: begin })).body.SuspensionStartUTC).toBe(begin);
	speak({ suspensionBody: 'others' });
	expect((await club.ask('POST', path, { SuspensionStartUTC: begin })).body.SuspensionStartUTC).toBe('2026-11-21T12:00:00.000Z');
	expect((await club.ask('POST', path, { Begin: begin })).body.SuspensionStartUTC).toBe(begin);
});

test('a full class has a waiting list, or refuses (§3.6, §4.8)', async () => {
	const { ClassId } = Object.assign(someClass(), { MaxLocalParticipants: 0 });
	const isFree = ({ UserId }: IDataObject) =>
		!club.sandbox.club.bookings.some((booking) => booking.ClassId === ClassId && booking.UserId === UserId);
	const athletes = (await club.rows('/Athletes?count=50')).filter(isFree);
	const add = async (fullClass: Dialect['fullClass']) => {
		speak({ fullClass });
		const { status, body } = await club.ask('POST', `/Classes/${ClassId}/Participants`, { UserId: athletes.pop()!.UserId });
		return [status, body.State];
	};
	expect([await add('queued'), await add('conflict'), await add('invalid')]).toEqual([
		[200, 'Queued'],
		[409, undefined],
		[400, undefined],
	]);
});

test('an update that changes nothing may be refused (§4.6)', async () => {
	const [{ UserClassSubscriptionId, From, To, MaxActivities, AvailableActivities }] = await club.rows('/UserSubscriptions?count=1');
	const put = async () =>
		(await club.ask('PUT', `/UserSubscriptions/${UserClassSubscriptionId as number}`, { From, To, MaxActivities, AvailableActivities }))
			.status;
	expect(await put()).toBe(200);
	speak({ equalState: 'refused' });
	expect(await put()).toBe(400);
});

test('a participant may be removed at another path (§4.8)', async () => {
	const { ClassId } = someClass();
	const { UserId } = club.sandbox.act.bookClass(undefined, ClassId);
	const remove = async () => (await club.ask('DELETE', `/Classes/${ClassId}/Participants/${UserId}`)).status;
	speak({ participantRemoval: 'elsewhere' });
	expect(await remove()).toBe(404);
	speak({ participantRemoval: 'refused' });
	expect(await remove()).toBe(405);
	speak({ participantRemoval: 'participant' });
	expect(await remove()).toBe(200);
});

test('a booking uses one of the activities left, until it is cancelled (§2.11)', async () => {
	const { act, dialect } = club.sandbox;
	const left = (bookedActivities: Dialect['bookedActivities']) => {
		dialect.bookedActivities = bookedActivities;
		const { UserId } = act.addAthlete();
		const membership = act.addSubscription(UserId, { MaxActivities: 10, AvailableActivities: 9 });
		const { ClassId } = act.bookClass(UserId);
		const booked = membership.AvailableActivities;
		act.cancelBooking(UserId, ClassId);
		return [booked, membership.AvailableActivities];
	};
	expect([left('kept'), left('counted')]).toEqual([
		[9, 9],
		[8, 9],
	]);
});

test('a calendar may come latest first, trainings by local time (§4.5, §4.8)', async () => {
	speak({ calendarOrder: 'descending', trainingBegin: 'local', localTimes: 'athlete' });
	const begins = (await club.rows('/Classes/Calendars/Club?from=2026-11-20T00:00:00Z&to=2026-11-30T00:00:00Z')).map(
		({ Begin }) => Begin as string,
	);
	expect(begins).toEqual([...begins].sort().reverse());
	const locals = (await club.rows('/Trainings?count=100')).map(({ BeginDateLocal }) => BeginDateLocal as string);
	expect(locals).toEqual([...locals].sort());
});

test('the last page may be empty with a repeated cursor (§2.9, §4.1)', async () => {
	const at = async (query: string) => await read(`/Subscriptions?${query}`);
	speak({ fullLastPage: 'ends', legacyIds: 'last', emptyPageCursors: 'repeated' });
	const page = await at('count=5');
	expect(page).toMatchObject({ Continue: false, NextId: 15, PrevId: 11 });
	const cursor = encodeURIComponent(page.NextCursor as string);
	expect(await at(`cursor=${cursor}`)).toMatchObject({ Results: [], NextCursor: page.NextCursor, PrevCursor: null });
	expect((await at('count=4')).Continue).toBe(true);
});

describe('webhook subscriptions', () => {
	const subscribe = async (Url = endpoint.address()) =>
		await club.ask('POST', '/Webhooks/Subscriptions', { Url, EventTypes: ['Class.Updated', 'Athlete.Updated'] });
	beforeEach(() => club.sandbox.club.webhookSubscriptions.clear());

	test('are answered after the handshake (§4.7)', async () => {
		speak({ webhookAnswer: 'afterHandshake' });
		expect((await subscribe()).body.ProvisioningState).toBe('Succeeded');
	});
});

describe('refusals', () => {
	test('list the details of fields, and name a missing permission (§7.2)', async () => {
		speak({ errorDetails: 'list', missingPermission: 'message' });
		const [{ UserId }] = await club.rows('/Athletes');
		expect((await club.ask('PUT', `/Athletes/${UserId as number}`, { Email: 'x' })).body.errors).toEqual([
			{ Field: 'Email', Message: expect.any(String) },
		]);
		const headers = { 'X-Sub-Key': club.sandbox.keys.subscriptionKey, Authorization: `Bearer ${club.sandbox.keys.readOnlyClubApiKey}` };
		const response = await fetch(`${club.sandbox.url}/Athletes/${UserId as number}`, { method: 'DELETE', headers });
		expect([response.status, await response.json()]).toEqual([403, { Message: expect.any(String) }]);
	});

	test('say when to come back, in seconds or as a date, without other headers (§8)', async () => {
		speak({ rateHeaders: 'absent', retryAfter: 'date' });
		club.sandbox.setRate({ limit: 1 });
		expect((await club.ask('GET', '/Profile')).headers.get('x-ratelimit-remaining')).toBeNull();
		expect((await club.ask('GET', '/Profile')).headers.get('retry-after')).toBe('Sat, 21 Nov 2026 12:01:00 GMT');
		speak({ retryAfter: 'seconds' });
		expect((await club.ask('GET', '/Profile')).headers.get('retry-after')).toBe('60');
		club.sandbox.setRate(false);
		club.sandbox.inject({ kind: 'status', status: 503 });
		expect((await club.ask('GET', '/Profile')).headers.get('retry-after')).toBe('1');
	});
});
