import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/index.mts';
import { testClub } from '../../support/club.mts';
import { PollHost } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

const club = testClub({ athletes: 60 });

const time = useTime();

const EVENTS = [
	'Athlete.Created',
	'Athlete.Updated',
	'Badge.Awarded',
	'UserSubscription.Updated',
	'Membership.Changed',
	'Training.Created',
	'ClassParticipant.Created',
	'Class.Updated',
];

/** What is remembered but for the calls that were made, which count all the same. */
function remembered(host: PollHost): IDataObject {
	const [kept] = Object.values(JSON.parse(host.memory) as Record<string, { state: string }>);
	return { ...(JSON.parse(kept.state) as IDataObject), spent: null };
}

const FAULTS: Array<[string, Omit<Fault, 'match'>, boolean]> = [
	['a refusal', { kind: 'status', status: 403 }, true],
	['values that the club does not take', { kind: 'status', status: 400, body: { Message: 'No.' } }, true],
	['an answer that is broken off once', { kind: 'truncate' }, false],
	['a connection that drops once', { kind: 'drop' }, false],
];

/** Calls of a poll that reads all these lists: three calendars, and one each of the others. */
const CALLS = 9;

describe.each(FAULTS)('%s', (_name, fault, fails) => {
	it.each(Array.from({ length: CALLS }, (_, index) => [index + 1]))(
		'at call %i of a poll costs nothing that happened, and doubles nothing',
		async (nth) => {
			const host = new PollHost({ sandbox: club.sandbox, events: EVENTS, options: { callsPerDay: 25_000, lookAhead: 366 } });
			await host.start();
			const [athlete] = club.athletes();
			const joined = club.sandbox.act.addAthlete();
			athlete.Phone = String(Math.random());
			const award = club.sandbox.act.awardBadge(athlete.UserId);
			time.ahead += 3_600_000;
			const before = remembered(host);
			club.sandbox.inject({ ...fault, match: { nth } });
			const { error } = await host.poll();
			expect(error !== undefined).toBe(fails);
			if (error) {
				expect(remembered(host)).toEqual(before);
				expect(host.items).toEqual([]);
			}
			club.sandbox.clearFaults();
			expect((await host.poll()).error).toBeUndefined();
			expect(host.items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort()).toEqual(
				[
					`Athlete.Created Athletes/${joined.UserId}`,
					`Athlete.Updated Athletes/${athlete.UserId}`,
					`Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`,
				].sort(),
			);
			club.sandbox.club.athletes.delete(joined.UserId);
		},
	);
});

describe('a poll that may make no more calls', () => {
	it.each(Array.from({ length: CALLS }, (_, index) => [index + 1]))(
		'than %i gives what it has, and the next one goes on there',
		async (nth) => {
			const host = new PollHost({ sandbox: club.sandbox, events: EVENTS, options: { callsPerDay: 25_000, lookAhead: 366, maxCalls: nth } });
			expect((await host.start()).error).toBeUndefined();
			for (let poll = 0; poll < 2 * CALLS; poll++) expect((await host.poll()).error).toBeUndefined();
			const [athlete] = club.athletes();
			const award = club.sandbox.act.awardBadge(athlete.UserId);
			athlete.Phone = String(Math.random());
			time.ahead += 3_600_000;
			for (let poll = 0; poll < 2 * CALLS; poll++) expect((await host.poll()).error).toBeUndefined();
			expect(host.items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort()).toEqual(
				[`Athlete.Updated Athletes/${athlete.UserId}`, `Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`].sort(),
			);
		},
	);
});

describe('records that cannot be read', () => {
	it('hold up nobody, and are reported aloud, once, when they stay', async () => {
		const host = new PollHost({
			sandbox: club.sandbox,
			events: ['UserSubscription.Updated', 'Membership.EndsSoon'],
			options: { callsPerDay: 25_000 },
		});
		await host.start();
		const [broken, changed] = club.sandbox.club.userSubscriptions.values();
		const { To } = broken;
		broken.To = 'soon';
		const polls = [];
		for (let poll = 0; poll < 5; poll++) {
			time.ahead += 3_600_000;
			if (poll === 2) changed.AvailableActivities++;
			polls.push(await host.poll());
		}
		broken.To = To;
		expect(host.items.map(({ subject }) => subject)).toEqual(
			[broken, changed].map(({ UserClassSubscriptionId }) => `UserSubscriptions/${UserClassSubscriptionId}`),
		);
		expect(polls.map(({ error }) => error?.message)).toEqual([
			undefined,
			undefined,
			undefined,
			'A record of GET /UserSubscriptions cannot be read, since what names it is missing',
			undefined,
		]);
	});
});
