import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../../support/club.mts';
import { locator } from '../../support/node.mts';
import { keys } from '../../support/secrets.mts';
import { facts, PollHost, spentBy } from './support/pollHost.mts';
import { HOUR, MINUTE, useTime } from './support/time.mts';

const time = useTime();
const club = testClub({ athletes: 60, chain: 1, now: () => new Date(Date.now()) });

beforeAll(() => {
	for (const { clubApiKey } of club.sandbox.chain) keys.add('the key of a club of the chain', clubApiKey);
});

/** The events of ten workflows about members. */
const ABOUT_MEMBERS = [
	['Athlete.Created'],
	['Athlete.StageChanged'],
	['Athlete.Updated', 'Athlete.Deleted'],
	['Membership.EndsSoon'],
	['Membership.Ended', 'Membership.Renewed'],
	['Membership.CreditsLow'],
	['Membership.Suspended', 'Membership.Resumed'],
	['Athlete.VisitMilestone'],
	['Athlete.Absent', 'Athlete.CameBack'],
	['ClassParticipant.Created', 'Class.Full', 'Class.PlaceFree'],
];

async function started(events: string[], credentials: IDataObject = {}): Promise<PollHost> {
	const host = new PollHost({ sandbox: club.sandbox, events, credentials });
	expect((await host.start()).error).toBeUndefined();
	return host;
}

/** What these polls cost the club, by its own log. */
async function callsOf(polls: () => Promise<unknown>): Promise<number> {
	club.sandbox.requests.length = 0;
	await polls();
	return club.sandbox.requests.length;
}

describe('ten poll triggers about the members of one club', () => {
	it('cost as much as one with all their events, one after another or at once; each counts its own calls', async () => {
		const hosts: PollHost[] = [];
		for (const events of ABOUT_MEMBERS) hosts.push(await started(events));
		const one = await started(ABOUT_MEMBERS.flat(), { clubApiKey: club.sandbox.chain[0].clubApiKey });
		for (let hour = 0; hour < 3; hour++) {
			time.ahead += HOUR;
			const before = hosts.map(spentBy);
			const calls = await callsOf(async () => {
				if (hour === 0) await Promise.all(hosts.map(async (host) => await host.poll()));
				else for (const host of hosts) await host.poll();
			});
			const counted = hosts.map((host, index) => spentBy(host) - before[index]);
			expect(counted.reduce((sum, count) => sum + count, 0)).toBe(calls);
			if (hour > 0) expect(counted.filter((count) => count > 0)).toHaveLength(4);
			expect(await callsOf(async () => await one.poll())).toBe(calls);
		}
	});

	it('cost nothing more for one that polls less often, at the same minutes', async () => {
		time.ahead += HOUR - (Date.now() % HOUR);
		const often = await started(['Class.PlaceFree']);
		const seldom = await started(['Class.HardlyBooked', 'ClassParticipant.OffWaitingList']);
		for (let hour = 0; hour < 3; hour++) {
			for (const minutes of [30, 30]) {
				time.ahead += minutes * MINUTE;
				await often.poll();
			}
			expect(await callsOf(async () => await seldom.poll())).toBe(0);
		}
		// A restart forgets no poll that made no call and told nothing, nor one within an hour of the last that n8n saved.
		for (const ms of [HOUR - 10_000, 20_000]) {
			time.ahead += ms;
			for (const host of [often, seldom]) await host.poll();
		}
		time.ahead += 5 * MINUTE;
		expect(await callsOf(async () => await seldom.start())).toBe(0);
	});

	it('attach an athlete whom one of them has just read in its list; the execution reads the others', async () => {
		const list = await started(['Athlete.Updated']);
		// Its pages are of athletes too, but not of their records.
		const visits = await started(['Athlete.CameBack']);
		const badges = new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], options: { attachAthlete: true } });
		await badges.start();
		const [, athlete] = club.athletes();
		const found = async () => {
			club.sandbox.act.awardBadge(athlete.UserId);
			const { items = [] } = await badges.poll();
			const calls = await callsOf(async () =>
				expect((await badges.run(items)).items).toMatchObject([{ athlete: { Email: athlete.Email } }]),
			);
			return { wasAttached: items.map(({ athlete: known }) => known !== undefined), calls };
		};
		time.ahead += HOUR;
		await list.poll();
		await visits.poll();
		time.ahead += 4 * MINUTE;
		expect(await found()).toEqual({ wasAttached: [true], calls: 0 });
		time.ahead += 4 * MINUTE;
		expect(await found()).toEqual({ wasAttached: [false], calls: 1 });
		time.ahead += HOUR;
		await list.poll();
		await club.run({ resource: 'athlete', operation: 'setGuest', userId: locator('id', athlete.UserId), isGuest: true });
		// What this n8n has changed since is not attached as it was.
		expect(await found()).toEqual({ wasAttached: [false], calls: 1 });
	});

	it('read a missing record once, and each emit its removal', async () => {
		const hosts = [await started(['Athlete.Deleted']), await started(['Athlete.Deleted'])];
		const gone = club.athletes().slice(0, 3);
		for (const { UserId } of gone) club.sandbox.club.athletes.delete(UserId);
		time.ahead += HOUR;
		for (const host of hosts) await host.poll();
		time.ahead += HOUR;
		for (const [index, calls] of [1 + gone.length, 0].entries()) {
			const told = gone.map(({ UserId }) => `Athlete.Deleted Athletes/${UserId}`);
			const poll = async () => expect(facts((await hosts[index].poll()).items).sort()).toEqual(told.sort());
			expect(await callsOf(poll)).toBe(calls);
		}
		for (const athlete of gone) club.sandbox.club.athletes.set(athlete.UserId, athlete);
	});
});

describe('poll triggers do not share', () => {
	it.each<[what: string, credentials: () => IDataObject]>([
		['with another club', () => ({ clubApiKey: club.sandbox.chain[0].clubApiKey })],
		['with another subscription key', () => ({ subscriptionKey: club.sandbox.keys.secondarySubscriptionKey })],
		['with another Base URL', () => ({ baseUrl: club.sandbox.url.replace('127.0.0.1', 'localhost') })],
	])('%s', async (_what, credentials) => {
		const [one, other] = [await started(['Athlete.Created']), await started(['Athlete.Created'], credentials())];
		time.ahead += HOUR;
		await one.poll();
		expect(await callsOf(async () => await other.poll())).toBe(1);
	});

	it('the reads of test runs, which are current', async () => {
		const host = await started(['Athlete.Created']);
		time.ahead += HOUR;
		await host.poll();
		const joined = club.sandbox.act.addAthlete();
		expect(
			await callsOf(async () => expect((await host.test()).items).toMatchObject([{ ids: { userId: joined.UserId } }])),
		).toBeGreaterThan(0);
	});
});
