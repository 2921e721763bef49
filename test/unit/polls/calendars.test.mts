import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../nodes/shared/transport/errors';
import { inDays, lesson, PolledLists } from '../support/polledLists.mts';

const HOUR = 3_600_000;
const MINUTE = 1 / 60;
const EVENTS = ['Class.Published', 'Class.Updated', 'Class.Unpublished'];

const refusal = (status: number) => new ClubError('Not found', { description: 'Check the ID.', status });

/** A club with two classes in its calendar and one in that of personal trainings. */
class Studio extends PolledLists {
	constructor(events = EVENTS) {
		super(events);
		this.classes = [this.classAt(1, 100), this.classAt(2, 110)];
		this.otherClasses.PT = [this.classAt(3, 100)];
	}

	classAt(ClassId: number, hours: number): IDataObject {
		return { ClassId, Begin: new Date(this.now + hours * HOUR).toISOString().slice(0, 19), Name: 'Yoga' };
	}
}

it('each calendar is read from its beginning, also after one of several pages', async () => {
	const club = new Studio(['Class.Updated']);
	club.otherPageSize = 2;
	club.classes = [1, 2, 3, 4, 5].map((id) => club.classAt(id, 90 + id));
	club.otherClasses.PT = [11, 12, 13, 14, 15].map((id) => club.classAt(id, 80 + id));
	await club.begin();
	club.otherClasses.PT = club.otherClasses.PT.map((row) => ({ ...row, MaxLocalParticipants: 9 }));
	expect(await club.poll()).toEqual([11, 12, 13, 14, 15].map((id) => `Class.Updated Classes/${id}`));
});

describe('a calendar that the club refuses', () => {
	it.each([403, 404])('is left out if it never had a class, and the log says so once: HTTP %d', async (status) => {
		const club = new Studio();
		club.otherClasses.PT = [];
		club.failing.set('PT', refusal(status));
		await club.poll();
		expect(club.notes).toEqual(['The club refuses the calendar PT, so it is left out until the club gives it. Not found']);
		club.classes.push(club.classAt(4, 50));
		expect(await club.poll()).toEqual(['Class.Published Classes/4']);
		expect(club.notes).toEqual([]);
		// Its classes were there before the club gave it: they are no events. Those after them are.
		club.failing.clear();
		club.otherClasses.PT = [club.classAt(5, 50)];
		expect(await club.poll()).toEqual([]);
		club.otherClasses.PT.push(club.classAt(6, 50));
		expect(await club.poll()).toEqual(['Class.Published Classes/6']);
	});

	it('is an error once an hour if it had classes before; they stay, and the other calendars go on', async () => {
		const club = await new Studio().begin();
		club.failing.set('PT', refusal(404));
		club.otherClasses.PT = [];
		await expect(club.poll(0.25)).rejects.toThrow('The club refuses the calendar PT');
		club.classes.push(club.classAt(4, 50));
		expect(await club.polls(3, 0.25)).toEqual(['Class.Published Classes/4']);
		await expect(club.poll(1)).rejects.toThrow('The club refuses the calendar PT');
		const [gone] = club.classes.splice(0, 1);
		expect(await club.polls(3, 0.25)).toEqual([`Class.Unpublished Classes/${String(gone.ClassId)}`]);
		expect(club.calls.filter((call) => call === 'GET /Classes/{classId}')).toEqual([]);
		club.otherClasses.PT = [{ ...club.classAt(3, 100 - 3), Begin: inDays(100 / 24) }];
		club.failing.clear();
		expect(await club.polls(4, 0.25)).toEqual([]);
	});

	it('is left out once, however often the others have to be read', async () => {
		const club = new Studio(['Class.Updated']);
		club.otherPageSize = 1;
		for (const type of ['PT', 'Services']) club.failing.set(type, refusal(403));
		for (const row of club.classes) row.MaxLocalParticipants = 9;
		await club.begin();
		// That the first class has no bound any more is sure once another one has shown its bound.
		delete club.classes[0].MaxLocalParticipants;
		expect(await club.poll()).toEqual(['Class.Updated Classes/1']);
	});

	it('unpublishes no class that was missing before', async () => {
		const club = await new Studio().begin();
		club.unlisted = club.otherClasses.PT.splice(0);
		club.otherClasses.PT = [club.classAt(7, 60)];
		expect(await club.poll(0.1)).toEqual(['Class.Published Classes/7']);
		club.failing.set('PT', refusal(403));
		club.unlisted = [];
		await club.poll(0.1).catch(() => undefined);
		expect(await club.polls(3, 0.25)).toEqual([]);
	});

	it('is an error if all three are refused', async () => {
		const club = new Studio();
		for (const type of ['Club', 'PT', 'Services']) club.failing.set(type, refusal(403));
		await expect(club.poll()).rejects.toThrow('Not found');
	});
});

describe('an empty calendar', () => {
	it('frees no place in a class whose places no poll has read', async () => {
		const club = await new Studio(['Class.Published']).begin();
		club.settings = { ...club.settings, events: ['Class.Published', 'Class.PlaceFree', 'Class.HardlyBooked'] };
		const [only] = club.otherClasses.PT.splice(0);
		expect(await club.poll(0.25)).toEqual([]);
		club.otherClasses.PT = [only];
		expect(await club.polls(4, 0.25)).toEqual([]);
	});

	it('unpublishes no class for an hour, even if no class can be read; the log says so at once', async () => {
		const club = new Studio();
		const { classes, otherClasses } = club;
		const PT = otherClasses.PT;
		await club.poll();
		club.classes = [];
		club.otherClasses.PT = [];
		expect(await club.poll(0.25)).toEqual([]);
		expect(club.notes).toEqual([
			'There is no class left in the calendar Club. If that lasts for an hour, its classes count as taken out.',
			'There is no class left in the calendar PT. If that lasts for an hour, its classes count as taken out.',
		]);
		expect(await club.polls(3, 0.25)).toEqual([]);
		expect([club.notes, club.calls.length]).toEqual([[], 3]);
		Object.assign(club, { classes });
		club.otherClasses.PT = PT;
		expect(await club.polls(8, 0.25)).toEqual([]);
	});

	it.each([0, 2])('is believed after an hour, also if the clock was %d hours ahead when it was seen', async (ahead) => {
		const club = await new Studio().begin();
		club.otherClasses.PT = [];
		expect(await club.poll(0.25 + ahead)).toEqual([]);
		club.now -= ahead * HOUR;
		expect(await club.polls(3, 0.25)).toEqual([]);
		expect(await club.polls(ahead > 0 ? 2 : 1, 0.25)).toEqual(['Class.Unpublished Classes/3']);
		// It was empty for good, so the next class in it is a new one.
		club.otherClasses.PT = [club.classAt(8, 50)];
		expect(await club.poll()).toEqual(['Class.Published Classes/8']);
	});

	it('and is then refused is an error all the same', async () => {
		const club = await new Studio().begin();
		club.otherClasses.PT = [];
		await club.polls(3, 1);
		club.failing.set('PT', refusal(403));
		await expect(club.poll(1)).rejects.toThrow('The club refuses the calendar PT');
	});

	it('is believed at once if all its classes have begun, which are forgotten after weeks', async () => {
		const club = new Studio();
		club.otherClasses.PT = [club.classAt(3, 2)];
		await club.poll();
		club.otherClasses.PT = [];
		expect(await club.poll(3)).toEqual([]);
		expect(club.notes).toEqual([]);
		expect(await club.poll(20 * 24)).toEqual([]);
		expect(club.memory).not.toContain('rows');
	});
});

describe('those who join while a calendar', () => {
	const joined = (...ids: number[]) => ids.map((id) => `Athlete.Created Athletes/${id}`);

	it.each<[state: string, error: ClubError | undefined, told: string[][]]>([
		['is refused', refusal(403), [[], joined(1, 2), joined(3), joined(4), [], joined(5, 6)]],
		['is wholly empty', undefined, [1, 2, 3, 4, 5, 6].map((id) => [...joined(id), ...(id === 5 ? ['Class.Unpublished Classes/3'] : [])])],
	])('%s are told at the next poll, or at the one after the error, and no class costs a call within the hour', async (_, error, told) => {
		const club = await new Studio([...EVENTS, 'Athlete.Created']).begin();
		if (error) club.failing.set('PT', error);
		club.otherClasses.PT = [];
		for (const [index, facts] of told.entries()) {
			club.athletes.push({ UserId: index + 1 });
			expect(await club.poll(0.25).catch(() => [])).toEqual(facts);
			const alone = club.calls.filter((call) => call === 'GET /Classes/{classId}');
			expect(alone).toHaveLength(facts.includes('Class.Unpublished Classes/3') ? 1 : 0);
		}
	});
});

it('a class that is missing in the calendar is unpublished if it can still be read with its begin, 15 minutes after the first read that lacks it; published again, it is new', async () => {
	const club = await new Studio().begin({ classes: [1, 2, 4].map((id) => lesson(id, 5)) });
	const [missing, other] = club.classes.splice(0, 2);
	club.unlisted = [missing, { ...other, Begin: null }];
	const told: string[] = [];
	for (let minute = 5; minute <= 30; minute += 5) told.push(...(await club.poll(5 * MINUTE)).map((event) => `${event} ${minute}`));
	expect(told).toEqual(['Class.Unpublished Classes/1 20']);
	club.classes.unshift(missing);
	expect(await club.poll()).toEqual(['Class.Published Classes/1']);
});
