import { skippedClub } from './support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import type { Booking, ClubClass } from '../../sandbox/types.mts';
import { locator } from '../support/node.mts';
import { search } from '../support/picker.mts';
import { bookingsIn } from '../support/shown.mts';

const club = skippedClub();
const run = (operation: string, parameters: IDataObject = {}, more = {}) =>
	club.run({ resource: operation === 'getParticipants' ? 'class' : 'booking', operation, ...parameters }, more);
const of = (ClassId: number): Booking[] => club.sandbox.club.bookings.filter((booking) => booking.ClassId === ClassId);
const answered = (records: Booking[]) => bookingsIn(club.sandbox, records);
const busy = (): ClubClass =>
	[...club.sandbox.club.classes.values()].find(({ ClassId, Published }) => Published && of(ClassId).length > 2)!;

/** An athlete who does not take part in a class. */
const free = (ClassId: number) => club.athletes().find(({ UserId }) => !of(ClassId).some((booking) => booking.UserId === UserId))!;

describe('the drop-down of participants', () => {
	const offered = async (classId: string | number, filter?: string) =>
		(await search(club.sandbox, 'searchParticipants', { filter, parameters: { classId: locator('list', classId) } })).results;

	test('shows the participants of the chosen class, by name', async () => {
		const { ClassId } = busy();
		const results = await offered(ClassId);
		const [{ UserId }] = of(ClassId);
		const { FirstMidName, LastName, Email } = club.sandbox.club.athletes.get(UserId)!;
		expect(results).toContainEqual({ name: `${FirstMidName} ${LastName} (${Email})`, value: UserId });
		expect((await offered(ClassId, Email.split('@')[0])).map(({ value }) => value)).toEqual([UserId]);
	});

	test.each(['', '={{ $json.ClassId }}'])('shows all athletes if the class is not known yet (%s)', async (classId) => {
		expect(await offered(classId)).toHaveLength(club.athletes().length);
	});
});

describe('booking: create', () => {
	test('books each item once, also by email, and sends undocumented properties', async () => {
		const { ClassId } = busy();
		const athlete = free(ClassId);
		const { rows } = await run('create', {
			classId: locator('id', ClassId),
			userId: locator('email', athlete.Email),
			additionalFields: { additionalProperties: '{"Remote": true}' },
		});
		const booked = answered(of(ClassId).filter(({ UserId }) => UserId === athlete.UserId));
		expect(rows).toEqual(club.sandbox.dialect.unshownAnswers === 'record' ? booked : [{}]);
		expect(club.calls()[1]).toBe(`POST /Classes/${ClassId}/Participants {"UserId":${athlete.UserId},"Remote":true}`);
	});

	test('an athlete who is already booked keeps the booking, if the club answers with it', async () => {
		Object.assign(club.sandbox.dialect, { bookedTwice: 'unchanged', unshownAnswers: 'record' });
		const { ClassId, UserId } = of(busy().ClassId)[0];
		const { rows } = await run('create', { classId: locator('id', ClassId), userId: locator('id', UserId) });
		expect(rows).toMatchObject([{ ClassId, UserId }]);
		expect(of(ClassId).filter((booking) => booking.UserId === UserId)).toHaveLength(1);
	});

	describe.each(['state', 'status', 'isQueued', 'absent'] as const)(
		'to a class that is full, of a club that tells (by) %s who queues',
		(participation) => {
			const full = () => Object.assign(busy(), { MaxLocalParticipants: 0 });
			const addTo = async ({ ClassId }: { ClassId: number }) =>
				await run('create', { classId: locator('id', ClassId), userId: locator('id', free(ClassId).UserId) });
			beforeEach(() => Object.assign(club.sandbox.dialect, { participation, unshownAnswers: 'record' }));

			test('a hint says that it is the waiting list, if the club says so', async () => {
				const { MaxLocalParticipants, ClassId } = busy();
				const hintsOf = async () => (await addTo({ ClassId })).hints.map(({ message }) => message);
				expect(await hintsOf()).toEqual([]);
				full();
				const said = participation === 'absent' ? [] : ['1 athlete has only a place in the queue, since the class is full'];
				expect(await hintsOf()).toEqual(said);
				club.sandbox.inject({ kind: 'appliedThenFailed', match: { method: 'POST' } });
				expect(await hintsOf()).toEqual(said);
				Object.assign(busy(), { MaxLocalParticipants });
			});

			test.each([
				['conflict', '409'],
				['invalid', '400'],
			] as const)('an error (%s) names what may be the reason', async (fullClass, httpCode) => {
				Object.assign(club.sandbox.dialect, { fullClass });
				const { MaxLocalParticipants } = busy();
				const { error } = await addTo(full());
				expect(error).toMatchObject({
					httpCode,
					description: expect.stringMatching(/^Check whether the athlete is in the class already/),
				});
				Object.assign(busy(), { MaxLocalParticipants });
			});
		},
	);
});

describe('class participant: read', () => {
	test('one, with undocumented properties', async () => {
		const [booking] = of(busy().ClassId);
		const { rows } = await run('get', { classId: locator('id', booking.ClassId), userId: locator('id', booking.UserId) });
		expect(rows).toEqual(answered([booking]));
		expect(rows[0]).toHaveProperty('ClassName');
	});

	test('one who does not take part is a clear error', async () => {
		const { ClassId } = busy();
		const { error } = await run('get', { classId: locator('id', ClassId), userId: locator('id', free(ClassId).UserId) });
		expect(error?.description).toMatch(/is not in this class/);
	});
});

describe('class participant: remove', () => {
	test('returns the removed participant', async () => {
		const [booking] = of(busy().ClassId);
		const { rows } = await run('delete', { classId: locator('id', booking.ClassId), userId: locator('id', booking.UserId) });
		expect(rows).toEqual([{ ...(club.sandbox.dialect.unshownAnswers === 'record' && answered([booking])[0]), deleted: true }]);
		expect(club.sandbox.club.bookings).not.toContain(booking);
		expect(club.calls()).toEqual([`DELETE /Classes/${booking.ClassId}/Participants/${booking.UserId}`]);
	});

	test('whose answer is lost is counted, and looked for', async () => {
		const [{ ClassId }] = of(busy().ClassId);
		const items = of(ClassId).slice(0, 2);
		club.sandbox.inject({ kind: 'appliedThenFailed', match: { method: 'DELETE', nth: 2 } });
		const parameters = { classId: locator('id', ClassId), userId: locator('id', '={{ $json.UserId }}') };
		const { rows, hints } = await run('delete', parameters, { items });
		expect([rows[1], hints.map(({ message }) => message)]).toEqual([{ deleted: true }, ['2 items: 2 deleted']]);
	});

	test.each([
		['elsewhere', '404', ['DELETE', 'GET']],
		['elsewhere', '404', ['DELETE', 'DELETE', 'GET']],
		['refused', '405', ['DELETE', 'GET']],
	] as const)('names another path if somebody stays and the path is %s (%s): %j', async (participantRemoval, httpCode, made) => {
		Object.assign(club.sandbox.dialect, { participantRemoval });
		if (made.length > 2) club.sandbox.inject({ kind: 'status', status: 503, match: { method: 'DELETE' } });
		const [booking] = of(busy().ClassId);
		const named = { classId: locator('id', booking.ClassId), userId: locator('id', booking.UserId) };
		const { error } = await run('delete', named);
		expect(error).toMatchObject({ message: 'This club uses another path to remove participants', httpCode });
		expect(error?.description).toMatch(/still takes part.*use the operation Make API Call/);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(made);
		const { ClassId } = booking;
		const other = await run('delete', { ...named, userId: locator('id', free(ClassId).UserId) });
		expect(other.error).toMatchObject({ httpCode, description: expect.stringMatching(/is not in this class/) });
	});
});
