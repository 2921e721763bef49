import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../../support/club.mts';
import { keys } from '../../support/secrets.mts';
import { facts, PollHost } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

const time = useTime();
const club = testClub({ athletes: 60, chain: 1, now: () => new Date(Date.now()) });

beforeAll(() => {
	for (const { clubApiKey } of club.sandbox.chain) keys.add('the key of a club of the chain', clubApiKey);
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

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

describe('poll triggers of one club', () => {
	it('say nothing of the places of a class that was published after the other one read the bookings', async () => {
		time.ahead += HOUR - (Date.now() % HOUR);
		const { act, club: records } = club.sandbox;
		const scheduled = act.unpublishClass();
		const [before, kept] = [{ ...scheduled }, [...records.bookings]];
		records.bookings.splice(0, Infinity, ...kept.filter(({ ClassId }) => ClassId !== scheduled.ClassId));
		Object.assign(scheduled, { Begin: new Date(Date.now() + 20 * HOUR).toISOString() });
		const bookings = await started(['ClassParticipant.Created']);
		const places = await started(['Class.HardlyBooked']);
		time.ahead += HOUR;
		await bookings.poll();
		act.publishClass(scheduled.ClassId);
		for (const { UserId } of club.athletes().slice(0, 5)) act.bookClass(UserId, scheduled.ClassId);
		for (const ms of [MINUTE, HOUR]) {
			time.ahead += ms;
			expect(facts((await places.poll()).items)).not.toContain(`Class.HardlyBooked Classes/${scheduled.ClassId}`);
		}
		Object.assign(scheduled, before, { Published: true });
		records.bookings.splice(0, Infinity, ...kept);
	});

	it('attach an athlete whom one of them has just read in its list; the execution reads the others', async () => {
		const list = await started(['Athlete.Updated']);
		const badges = new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], options: { attachAthlete: true } });
		await badges.start();
		const [athlete] = club.athletes();
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
		time.ahead += 4 * MINUTE;
		expect(await found()).toEqual({ wasAttached: [true], calls: 0 });
		time.ahead += 4 * MINUTE;
		expect(await found()).toEqual({ wasAttached: [false], calls: 1 });
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
