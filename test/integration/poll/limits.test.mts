import { testClub } from '../../support/club.mts';
import { facts, PollHost, pollsOf } from './support/pollHost.mts';
import { HOUR, MINUTE, useTime } from './support/time.mts';

/** More athletes than one page holds. */
const ATHLETES = 3200;
const club = testClub({ athletes: ATHLETES });

const time = useTime();
const { started, next } = pollsOf(club, time);

const routes = () => club.sandbox.requests.map(({ route }) => route);

describe('a scan that takes several polls', () => {
	it('emits additions and changes as it reads them, and removals when it is complete', async () => {
		const host = await started(['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted'], { maxCalls: 2 });
		for (let poll = 0; poll < 4; poll++) await next(host);
		const athletes = club.athletes();
		const [removed, early] = athletes;
		const late = athletes[athletes.length - 1];
		club.sandbox.club.athletes.delete(removed.UserId);
		early.Phone = '1';
		late.Phone = '2';
		const joined = club.sandbox.act.addAthlete();
		const polls: string[][] = [];
		for (let poll = 0; poll < 5; poll++) polls.push(facts((await next(host, 10 * MINUTE)).items));
		expect(polls.flat().sort()).toEqual(
			[
				`Athlete.Created Athletes/${joined.UserId}`,
				`Athlete.Deleted Athletes/${removed.UserId}`,
				`Athlete.Updated Athletes/${early.UserId}`,
				`Athlete.Updated Athletes/${late.UserId}`,
			].sort(),
		);
		const at = (subject: string) => polls.findIndex((emitted) => emitted.includes(subject));
		expect(at(`Athlete.Updated Athletes/${early.UserId}`)).toBe(0);
		// The fourth poll ends the second read of the list, and the fifth one reads what is missing.
		expect(at(`Athlete.Deleted Athletes/${removed.UserId}`)).toBe(4);
		club.sandbox.club.athletes.set(removed.UserId, removed);
	});

	it('is an error without learned records if the list starts at its end, also with one call in each poll', async () => {
		Object.assign(club.sandbox.dialect, { trainingOrder: 'descending', cursors: 'both' });
		const [athlete] = club.athletes();
		const BeginUTC = new Date(Date.now() - MINUTE).toISOString();
		for (let n = 0; n < 120; n++) club.sandbox.act.addTraining(athlete.UserId, { BeginUTC });
		const host = await started(['Training.Created'], { maxCalls: 1 });
		const messages: unknown[] = [];
		for (let poll = 0; poll < 6; poll++) messages.push((await next(host, MINUTE)).error?.message);
		expect(messages).toContain('The club gives this list from its end, so most of its rows are missing');
		club.sandbox.dialect.trainingOrder = 'ascending';
		for (let poll = 0; poll < 20; poll++) await next(host, MINUTE);
		expect(host.items).toEqual([]);
	});

	it('starts again if the club rejects the ID at which it would go on', async () => {
		const host = await started(['Athlete.Created', 'Athlete.Updated'], { maxCalls: 2 });
		for (let poll = 0; poll < 4; poll++) await next(host);
		const athletes = club.athletes();
		for (const athlete of [athletes[0], athletes[athletes.length - 1]]) athlete.Phone += '1';
		await next(host, MINUTE);
		club.sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Athletes' } });
		for (let poll = 0; poll < 5; poll++) expect((await next(host, MINUTE)).error).toBeUndefined();
		expect(facts(host.items)).toEqual(
			[athletes[0], athletes[athletes.length - 1]].map(({ UserId }) => `Athlete.Updated Athletes/${UserId}`),
		);
	});

	it('of a first poll emits no existing record, even if n8n restarts in between', async () => {
		const host = await started(['Athlete.Created'], { maxCalls: 2 });
		await next(host, MINUTE);
		await host.start();
		for (let poll = 0; poll < 3; poll++) await next(host, MINUTE);
		expect(host.items).toEqual([]);
		const athlete = club.sandbox.act.addAthlete();
		for (let poll = 0; poll < 3; poll++) await next(host);
		expect(facts(host.items)).toEqual([`Athlete.Created Athletes/${athlete.UserId}`]);
	});
});

describe('the calls of a day', () => {
	it('let eight hours of frequent polls of a new node cost less than half of their share of the month', async () => {
		const host = new PollHost({
			sandbox: club.sandbox,
			events: ['Athlete.Updated', 'Badge.Awarded', 'Membership.EndsSoon', 'Class.Updated'],
		});
		await host.start();
		club.sandbox.requests.length = 0;
		for (let minute = 0; minute < 8 * 60; minute += 15) await next(host, 15 * MINUTE);
		expect(club.sandbox.requests.length).toBeLessThanOrEqual(25_000 / 2 / 30 / 3);
		const badges = routes().filter((route) => route === 'GET /BadgeAwards').length;
		// The list that costs least is read most often, and the one that costs most is not forgotten.
		expect(badges).toBeGreaterThan(50 / 3);
		expect(routes().filter((route) => route === 'GET /Athletes').length).toBeGreaterThan(40 / 3);
	});

	it('are counted over restarts, including failed polls', async () => {
		const host = await started(['Badge.Awarded'], { callsPerDay: 3 });
		club.sandbox.inject({ kind: 'status', status: 400, match: { every: true } });
		expect((await next(host, 9 * HOUR)).error).toBeDefined();
		club.sandbox.clearFaults();
		club.sandbox.requests.length = 0;
		expect(await next(host, MINUTE)).toEqual({});
		expect(club.calls()).toEqual([]);
	});
});

describe('a change between two polls', () => {
	it('of the chosen events starts the new ones, and the others go on', async () => {
		const host = await started(['Athlete.Created']);
		const [athlete] = club.athletes();
		athlete.Phone = 'before';
		const joined = club.sandbox.act.addAthlete();
		host.parameters = { ...host.parameters, events: ['Athlete.Created', 'Athlete.Updated', 'Athlete.StageChanged', 'Badge.Awarded'] };
		time.ahead += HOUR;
		expect(facts((await host.start()).items)).toEqual([`Athlete.Created Athletes/${joined.UserId}`]);
		athlete.Phone = 'after';
		expect(facts((await next(host)).items)).toEqual([`Athlete.Updated Athletes/${athlete.UserId}`]);
	});
});
