import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../../support/club.mts';
import { Gate } from '../../support/waiting.mts';
import { facts, pollsOf, spentBy } from './support/pollHost.mts';
import { HOUR, MINUTE, useTime } from './support/time.mts';

const club = testClub({ athletes: 60 });
/** A club whose athletes take two pages. */
const large = testClub({ athletes: 1_010, rate: false });

const time = useTime();
const { pollFor, started, next } = pollsOf(club, time);

/** Somebody has trained so long ago. */
const train = (userId: number, agoMs = MINUTE) =>
	club.sandbox.act.addTraining(userId, { BeginUTC: new Date(Date.now() - agoMs).toISOString() });

describe('a list that cannot be read', () => {
	it('does not block other lists, reports once an hour, loses no event', async () => {
		const host = await started(['Athlete.Created', 'Badge.Awarded', 'Training.Created']);
		club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes', every: true } });
		const joined = club.sandbox.act.addAthlete();
		const emitted: string[] = [];
		let errors = 0;
		// Two hours, in which something else happens before every poll.
		for (let poll = 0; poll < 8; poll++) {
			const award = club.sandbox.act.awardBadge(joined.UserId);
			const { items, error } = await next(host, 15 * MINUTE);
			if (error) {
				errors++;
				expect(error.description).toContain('still arrive');
				// n8n would read the other lists later too.
				expect(error.failure?.cause).toBe('temporarily-unavailable');
				// The poll that says so has emitted nothing; the next one does.
				expect((await next(host, MINUTE)).error).toBeUndefined();
			}
			emitted.push(...facts(items));
			expect(facts(host.items)).toContain(`Badge.Awarded Athletes/${joined.UserId}/Badges/${award.AchievedBadgeId}`);
		}
		expect(errors).toBe(2);
		club.sandbox.clearFaults();
		await next(host, HOUR);
		expect(facts(host.items).filter((fact) => fact.startsWith('Athlete'))).toEqual([`Athlete.Created Athletes/${joined.UserId}`]);
		expect(new Set(facts(host.items)).size).toBe(9);
		expect(host.items).toHaveLength(9);
		club.sandbox.club.athletes.delete(joined.UserId);
	});

	it('is retried at the pace of any list, so that other lists keep their daily calls', async () => {
		const host = await started(['Athlete.Created', 'Badge.Awarded'], { callsPerDay: 400 });
		club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes', every: true } });
		club.sandbox.resetRecords();
		for (let poll = 0; poll < 20 * 60; poll++) await next(host, MINUTE);
		const award = club.sandbox.act.awardBadge();
		// One of the two may be the poll that says aloud what fails.
		for (let poll = 0; poll < 2; poll++) await next(host, 10 * MINUTE);
		expect(club.sandbox.requests.length).toBeLessThanOrEqual(400);
		expect(host.items).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
		club.sandbox.clearFaults();
	}, 120_000);

	it('that fails half-way tells a change of its first half once', async () => {
		const host = await pollsOf(large, time).started(['Athlete.StageChanged', 'Badge.Awarded']);
		const [{ UserId }] = large.athletes();
		large.sandbox.act.setClientStage(UserId, 'Prospect');
		for (let poll = 0; poll < 4; poll++) {
			large.sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Athletes', nth: 2 } });
			await next(host, 15 * MINUTE);
			large.sandbox.clearFaults();
		}
		await next(host, HOUR);
		expect(facts(host.items)).toEqual([`Athlete.StageChanged Athletes/${UserId}`]);
	});

	it('is an error at every try if it is the only list', async () => {
		const host = await started(['Badge.Awarded']);
		club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /BadgeAwards', every: true } });
		for (let poll = 0; poll < 3; poll++) expect((await next(host, MINUTE)).error).toMatchObject({ httpCode: '403' });
		club.sandbox.clearFaults();
	});

	it('after its first page loses and repeats no event', async () => {
		const host = await started(['Membership.Changed', 'Training.Created', 'Badge.Awarded']);
		const joined = club.sandbox.act.addAthlete();
		// Without cursors no club can give more of one second than fit on a page.
		for (let n = 0; n < 120; n++) train(joined.UserId, MINUTE + n * 1000);
		const trainings = () => facts(host.items).filter((fact) => fact.startsWith('Training')).length;
		for (let poll = 0; poll < 3; poll++) {
			club.sandbox.act.awardBadge(joined.UserId);
			club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Trainings', nth: 2 } });
			await next(host, HOUR / 2);
			club.sandbox.clearFaults();
			expect(trainings()).toBe(0);
		}
		await next(host, HOUR);
		expect(trainings()).toBe(120);
	});
});

describe('a publication', () => {
	const EVENTS = ['Athlete.Created', 'Membership.Changed', 'Badge.Awarded'];

	it.each([404, 403])('succeeds if the club answers one list with %i and others can be read', async (status) => {
		const host = pollFor(EVENTS);
		club.sandbox.inject({ kind: 'status', status, match: { route: 'GET /Athletes/MembershipSummaries', every: true } });
		expect((await host.start()).error).toBeUndefined();
		expect(host.logs.join()).toMatch(/^warn: The first poll could not read all lists: /);
		// What happens from now on is found, although the first of these polls says aloud what fails.
		const award = club.sandbox.act.awardBadge();
		const polls = [];
		for (let poll = 0; poll < 3; poll++) {
			polls.push(await next(host, MINUTE));
		}
		expect(polls.map(({ error }) => error?.httpCode)).toEqual([String(status), undefined, undefined]);
		expect(facts(host.items)).toEqual([`Badge.Awarded Athletes/${award.UserId}/Badges/${award.AchievedBadgeId}`]);
		// A restart remembers the polls without items.
		for (const pause of [HOUR, MINUTE, HOUR, MINUTE]) await next(host, pause);
		const spent = spentBy(host);
		await host.start();
		expect(spentBy(host)).toBeGreaterThanOrEqual(spent);
		club.sandbox.clearFaults();
	});

	it('fails if no list can be read or the keys are wrong; its message alone says what to do', async () => {
		const refused = async (credentials = {}) => (await pollFor(EVENTS, {}, { credentials }).start()).error;
		club.sandbox.inject({ kind: 'status', status: 404, match: { every: true } });
		expect(await refused()).toMatchObject({
			httpCode: '404',
			message: expect.stringMatching(
				/^The club of this key was not found\. The club that the Club API Key selects does not exist, or the Base URL/,
			),
		});
		club.sandbox.clearFaults();
		const wrong = await refused({ clubApiKey: 'wrong' });
		expect(wrong?.message).toMatch(/^[^.]+\. One of the two keys is wrong.* Enter both keys again in the credential\./);
		expect(wrong?.description).toBe(wrong?.message);
		const inactive = await refused({ clubApiKey: club.sandbox.keys.inactiveClubApiKey });
		expect(inactive?.message).toMatch(/\. The licence of the Club API is inactive, or the Club API Key lacks the Read permission\./);
	});

	it('fails without a call at the next tries of the same publication', async () => {
		const credentials = { clubApiKey: club.sandbox.keys.inactiveClubApiKey };
		const host = pollFor(EVENTS, {}, { credentials });
		const first = (await host.start()).error;
		const { length } = club.sandbox.requests;
		for (let n = 0; n < 4; n++) expect((await host.tryAgain()).error).toMatchObject({ message: first?.message });
		expect(club.sandbox.requests).toHaveLength(length);
		await host.start();
		expect(club.sandbox.requests.length).toBeGreaterThan(length);
	});

	it('succeeds if the calls are used up, even if that is a 403', async () => {
		Object.assign(club.sandbox.dialect, { usedUp: 'forbidden' });
		club.sandbox.setRate({ monthly: 0 });
		const credentials = { baseUrl: club.sandbox.url.replace('127.0.0.1', 'localhost') };
		const host = await started(EVENTS, {}, { credentials });
		expect((await next(host, MINUTE)).error).toMatchObject({
			message: 'The calls of this club key are used up',
			description: expect.stringMatching(/The next call is possible at .* UTC\./),
			failure: { cause: 'quota-exhausted' },
		});
		club.sandbox.setRate(false);
	});
});

describe('a club that does not answer', () => {
	it('delays a poll no longer than n8n allows, and loses no event', async () => {
		const host = await started(['Badge.Awarded']);
		const gate = new Gate();
		const award = club.sandbox.act.awardBadge();
		time.ahead += MINUTE;
		club.sandbox.resetRecords();
		club.sandbox.inject({ kind: 'delay', until: gate.pass, match: { every: true }, times: Infinity });
		host.budgetMs = 1_500;
		expect((await host.poll()).error).toMatchObject({ message: 'The club did not answer' });
		// The club has not answered yet, or the call would be on record.
		expect(club.calls()).toEqual([]);
		gate.open();
		club.sandbox.clearFaults();
		host.budgetMs = undefined;
		expect((await next(host, MINUTE)).items).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	});

	it.each([
		[9_000, 2],
		[undefined, 3],
		[400_000, 3],
	])('in less than 6 seconds is called in three quarters of the time of a poll: %p ms, at most 20 seconds', async (budgetMs, calls) => {
		const host = await started(['Athlete.Created', 'Badge.Awarded', 'Contact.Created', 'UserSubscription.Created'], {}, { budgetMs });
		const until = async () => void (time.ahead += 6_000);
		club.sandbox.inject({ kind: 'delay', until, match: { every: true }, times: Infinity });
		club.sandbox.resetRecords();
		await next(host);
		expect(club.calls()).toHaveLength(calls);
		club.sandbox.clearFaults();
	});

	it('with a scheduler that gives a poll 400 seconds, only the first poll passes over a club that fails', async () => {
		const host = await started(['Badge.Awarded']);
		// n8n's durable scheduler makes a context for each poll.
		host.budgetMs = 400_000;
		club.sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /BadgeAwards', every: true } });
		const polls = [];
		for (let poll = 0; poll < 3; poll++) {
			time.ahead += 10 * MINUTE;
			polls.push(await host.start());
		}
		expect(polls.some(({ error }) => error !== undefined)).toBe(true);
	});
});

it.each([
	['a cursor', 'both'],
	['a time', 'none'],
] as const)(
	'a cursor of an earlier poll that the club rejects is dropped, and the list is read from its beginning: %s; each training is emitted once',
	async (_, cursors) => {
		Object.assign(club.sandbox.dialect, { cursors });
		const host = pollFor(['Training.Created'], { maxCalls: 1 });
		for (let poll = 0; poll < 20; poll++) expect((await (poll === 0 ? host.start() : host.poll())).error).toBeUndefined();
		time.ahead += HOUR;
		const [athlete] = club.athletes();
		const trainings = Array.from({ length: 250 }, (_training, n) => train(athlete.UserId, (n + 1) * 1000));
		await host.poll();
		const known = host.items.length;
		expect(known).toBeLessThan(250);
		club.sandbox.inject({ kind: 'status', status: 400, body: { Message: 'Not valid any more.' }, match: { route: 'GET /Trainings' } });
		for (let poll = 0; poll < 20; poll++) {
			expect((await next(host, MINUTE)).error).toBeUndefined();
		}
		expect(host.items).toHaveLength(250);
		expect(new Set(host.items.map(({ id }) => id))).toEqual(new Set(trainings.map(({ TrainingId }) => `Training.Created-${TrainingId}`)));
	},
);

it.each(['later than', 'before'])(
	'a workflow that is published again while a poll is under way emits an event once, whether n8n takes the items of the old poll or drops them: it ends %s the new one',
	async (order) => {
		const host = await started(['Badge.Awarded']);
		const award = club.sandbox.act.awardBadge();
		time.ahead += MINUTE;
		// The first call of a minute goes alone.
		await club.run({ resource: 'club', operation: 'get' });
		const gates = [new Gate(), new Gate()];
		for (const { pass } of gates) club.sandbox.inject({ kind: 'delay', until: pass, match: { route: 'GET /BadgeAwards' } });
		const old = host.poll();
		await gates[0].reached;
		// The new poll does not wait for a page that was asked for so long ago, and asks by itself.
		time.ahead += 6 * MINUTE;
		const published = host.start();
		await gates[1].reached;
		const ends = [
			[gates[0], old],
			[gates[1], published],
		] as const;
		for (const [gate, ended] of order === 'before' ? ends : [...ends].reverse()) {
			gate.open();
			await ended;
		}
		expect(await old).toEqual({});
		await next(host, MINUTE);
		expect(host.items).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	},
);

describe('an activation that n8n leaves behind', () => {
	it('emits nothing beside the new one, before and after the new one polls', async () => {
		const host = await started(['Badge.Awarded']);
		const pollOld = host.leaveBehind();
		await host.start();
		for (const polls of [
			[pollOld, host.poll],
			[host.poll, pollOld],
		]) {
			const award = club.sandbox.act.awardBadge();
			const found: IDataObject[] = [];
			for (const poll of polls) {
				time.ahead += MINUTE;
				found.push(...((await poll.call(host)).items ?? []));
			}
			expect(found).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
		}
	});

	it('goes on if the new one is refused', async () => {
		const host = await started(['Badge.Awarded']);
		const pollOld = host.leaveBehind();
		time.ahead += MINUTE;
		club.sandbox.inject({ kind: 'status', status: 404, match: { every: true } });
		expect((await host.start()).error?.httpCode).toBe('404');
		club.sandbox.clearFaults();
		const award = club.sandbox.act.awardBadge();
		time.ahead += MINUTE;
		expect((await pollOld()).items).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	});
});

describe('an n8n that starts the next poll before it has stored the items of the last one', () => {
	it('gets no event twice, but lost events again', async () => {
		const host = await started(['Badge.Awarded']);
		const before = host.stored;
		const award = club.sandbox.act.awardBadge();
		expect((await next(host, MINUTE)).items).toHaveLength(1);
		host.stored = before;
		expect((await host.start()).items ?? []).toEqual([]);
		expect((await next(host, MINUTE)).items).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	});

	it('starts again at the next poll if n8n has lost the very first one', async () => {
		const host = await started(['Badge.Awarded']);
		const given = host.stored;
		club.sandbox.act.awardBadge();
		time.ahead += 10_000;
		host.stored = {};
		// It may still be on its way: another first poll would forget the award.
		expect(await host.start()).toEqual({});
		host.stored = given;
		expect((await host.start()).items).toHaveLength(1);

		host.stored = {};
		time.ahead += MINUTE;
		expect((await host.start()).items).toEqual([]);
		const award = club.sandbox.act.awardBadge();
		expect((await next(host, MINUTE)).items).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	});
});
