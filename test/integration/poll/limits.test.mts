import type { IDataObject } from 'n8n-workflow';
import type { PollState } from '../../../nodes/ClubPollTrigger/scan/state';
import { testClub } from '../../support/club.mts';
import { PollHost } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

/** More athletes than one page holds. */
const ATHLETES = 3200;
const club = testClub({ athletes: ATHLETES });

const time = useTime();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const pollFor = (events: string[], options: IDataObject = {}) =>
	new PollHost({ sandbox: club.sandbox, events, options: { callsPerDay: 25_000, ...options } });

async function next(host: PollHost, ms = HOUR) {
	time.ahead += ms;
	return await host.poll();
}

const subjects = (items: IDataObject[] | undefined) =>
	(items ?? []).map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
const routes = () => club.sandbox.requests.map(({ route }) => route);

describe('a scan that takes several polls', () => {
	it('emits additions and changes as it reads them, and removals when it is complete', async () => {
		const host = pollFor(['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted'], { maxCalls: 2 });
		await host.start();
		for (let poll = 0; poll < 4; poll++) await next(host);
		const athletes = club.athletes();
		const [removed, early] = athletes;
		const late = athletes[athletes.length - 1];
		club.sandbox.club.athletes.delete(removed.UserId);
		early.Phone = '1';
		late.Phone = '2';
		const joined = club.sandbox.act.addAthlete();
		const polls: string[][] = [];
		for (let poll = 0; poll < 3; poll++) polls.push(subjects((await next(host, MINUTE)).items));
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
		// The second poll ends the list, and the third one reads what is missing.
		expect(at(`Athlete.Deleted Athletes/${removed.UserId}`)).toBe(2);
		club.sandbox.club.athletes.set(removed.UserId, removed);
	});

	it('is an error if the list starts at its end, also if each poll makes one call, and learns nothing', async () => {
		Object.assign(club.sandbox.dialect, { trainingOrder: 'descending', trainingBegin: 'instant', cursors: 'both' });
		const [athlete] = club.athletes();
		const BeginUTC = new Date(Date.now() - MINUTE).toISOString();
		for (let n = 0; n < 120; n++) club.sandbox.act.addTraining(athlete.UserId, { BeginUTC });
		const host = pollFor(['Training.Created'], { maxCalls: 1 });
		await host.start();
		const messages: unknown[] = [];
		for (let poll = 0; poll < 6; poll++) messages.push((await next(host, MINUTE)).error?.message);
		expect(messages).toContain('The club gives this list from its end, so most of its rows are missing');
		club.sandbox.dialect.trainingOrder = 'ascending';
		for (let poll = 0; poll < 20; poll++) await next(host, MINUTE);
		expect(host.items).toEqual([]);
	});

	it('is begun anew where the club does not take the ID that it would go on at', async () => {
		const host = pollFor(['Athlete.Created', 'Athlete.Updated'], { maxCalls: 2 });
		await host.start();
		for (let poll = 0; poll < 4; poll++) await next(host);
		const athletes = club.athletes();
		for (const athlete of [athletes[0], athletes[athletes.length - 1]]) athlete.Phone += '1';
		await next(host, MINUTE);
		club.sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Athletes' } });
		for (let poll = 0; poll < 5; poll++) expect((await next(host, MINUTE)).error).toBeUndefined();
		expect(subjects(host.items)).toEqual(
			[athletes[0], athletes[athletes.length - 1]].map(({ UserId }) => `Athlete.Updated Athletes/${UserId}`),
		);
	});

	it('of a first poll emits no existing record, even if n8n restarts in between', async () => {
		const host = pollFor(['Athlete.Created'], { maxCalls: 2 });
		await host.start();
		await next(host, MINUTE);
		await host.start();
		for (let poll = 0; poll < 3; poll++) await next(host, MINUTE);
		expect(host.items).toEqual([]);
		const athlete = club.sandbox.act.addAthlete();
		for (let poll = 0; poll < 3; poll++) await next(host);
		expect(subjects(host.items)).toEqual([`Athlete.Created Athletes/${athlete.UserId}`]);
	});
});

describe('more items than a poll may give', () => {
	it('come with the polls after it, each once', async () => {
		const host = pollFor(['Athlete.Updated', 'Badge.Awarded', 'Athlete.Deleted'], { maxItems: 20 });
		await host.start();
		const athletes = club.athletes();
		const changed = athletes.slice(100, 150);
		for (const athlete of changed) athlete.LastName += ' Jr';
		const removed = athletes.slice(0, 15);
		for (const { UserId } of removed) club.sandbox.club.athletes.delete(UserId);
		const awards = Array.from({ length: 30 }, () => club.sandbox.act.awardBadge(athletes[200].UserId));
		const sizes: number[] = [];
		for (let poll = 0; poll < 8; poll++) sizes.push((await next(host, MINUTE)).items?.length ?? 0);
		expect(Math.max(...sizes)).toBe(20);
		expect(subjects(host.items).sort()).toEqual(
			[
				...changed.map(({ UserId }) => `Athlete.Updated Athletes/${UserId}`),
				...removed.map(({ UserId }) => `Athlete.Deleted Athletes/${UserId}`),
				...awards.map(({ AchievedBadgeId }) => `Badge.Awarded Athletes/${athletes[200].UserId}/Badges/${AchievedBadgeId}`),
			].sort(),
		);
		for (const athlete of removed) club.sandbox.club.athletes.set(athlete.UserId, athlete);
	});
});

describe('the calls of a day', () => {
	it('bound what frequent polls spend, on a new node to less than half of the month', async () => {
		const host = new PollHost({
			sandbox: club.sandbox,
			events: ['Athlete.Updated', 'Badge.Awarded', 'Membership.EndsSoon', 'Class.Updated'],
		});
		await host.start();
		club.sandbox.requests.length = 0;
		for (let minute = 0; minute < 24 * 60; minute += 5) await next(host, 5 * MINUTE);
		expect(club.sandbox.requests.length).toBeLessThanOrEqual(25_000 / 2 / 30);
		const badges = routes().filter((route) => route === 'GET /BadgeAwards').length;
		// The list that costs least is read most often, and the one that costs most is not forgotten.
		expect(badges).toBeGreaterThan(50);
		expect(routes().filter((route) => route === 'GET /Athletes').length).toBeGreaterThan(40);
	}, 300_000);

	it('are counted over restarts, and also those of polls that fail', async () => {
		const host = pollFor(['Badge.Awarded'], { callsPerDay: 3 });
		await host.start();
		club.sandbox.inject({ kind: 'status', status: 400, match: { every: true } });
		expect((await next(host, 9 * HOUR)).error).toBeDefined();
		club.sandbox.clearFaults();
		club.sandbox.requests.length = 0;
		expect(await next(host, MINUTE)).toEqual({});
		expect(club.calls()).toEqual([]);
	});
});

describe('what is remembered belongs to its parameters', () => {
	it('a change of what a condition looks at emits nothing by itself', async () => {
		const host = pollFor(['Membership.EndsSoon', 'Training.Created'], { daysBefore: 3 });
		await host.start();
		host.parameters = { ...host.parameters, options: { callsPerDay: 25_000, daysBefore: 150, lookBack: 480 } };
		expect((await host.start()).items ?? []).toEqual([]);
		expect((await next(host)).items ?? []).toEqual([]);
	});

	it('digests of another version of the pack emit nothing, and later changes are emitted', async () => {
		const host = pollFor(['Athlete.Updated']);
		await host.start();
		const [kept] = Object.values(host.stored) as Array<{ state: string }>;
		const state = JSON.parse(kept.state) as PollState;
		const { athletes = { owner: '' } } = state.lists;
		const { marks = { count: 0 } } = athletes;
		expect(marks.count).toBe(club.athletes().length);
		Object.assign(athletes, { digests: '[0]', marks: { ...marks, digests: 'old'.repeat(marks.count) } });
		kept.state = JSON.stringify(state);
		time.ahead += HOUR;
		expect((await host.start()).items ?? []).toEqual([]);
		const [athlete] = club.athletes();
		athlete.Phone = 'of this version';
		expect(subjects((await next(host)).items)).toEqual([`Athlete.Updated Athletes/${athlete.UserId}`]);
	});

	it('an event that is chosen later begins then, and those that were chosen before go on', async () => {
		const host = pollFor(['Athlete.Created']);
		await host.start();
		const [athlete] = club.athletes();
		athlete.Phone = 'before';
		const joined = club.sandbox.act.addAthlete();
		host.parameters = { ...host.parameters, events: ['Athlete.Created', 'Athlete.Updated', 'Athlete.StageChanged', 'Badge.Awarded'] };
		time.ahead += HOUR;
		expect(subjects((await host.start()).items)).toEqual([`Athlete.Created Athletes/${joined.UserId}`]);
		athlete.Phone = 'after';
		expect(subjects((await next(host)).items)).toEqual([`Athlete.Updated Athletes/${athlete.UserId}`]);
	});
});
