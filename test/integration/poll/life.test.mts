import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { IS_WHOLE } from '../../support/sample.mts';
import { guardConsole } from '../../support/secrets.mts';
import { lastMemberships, LivingClub } from './support/livingClub.mts';
import { PollHost } from './support/pollHost.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** About 400 days; of these, the gate runs three weeks. */
const POLLS = IS_WHOLE ? 800 : 40;

guardConsole();

/** What holds at a moment, by the words of the contract and without memory. */
function holding(sandbox: Sandbox, now: number): string[] {
	const told: string[] = [];
	for (const { UserClassSubscriptionId, To, MaxActivities, AvailableActivities } of lastMemberships(sandbox)) {
		const to = Math.floor(Date.parse(To) / 1000) * 1000;
		const subject = `UserSubscriptions/${UserClassSubscriptionId}`;
		if (to >= now && to <= now + 14 * DAY) told.push(`Membership.EndsSoon ${subject}`);
		if (to < now) told.push(`Membership.Ended ${subject}`);
		if (to >= now && MaxActivities > 0 && AvailableActivities <= 1) told.push(`Membership.CreditsLow ${subject}`);
	}
	return told;
}

/** Classes in the calendar at a moment. */
const listed = ({ club }: Sandbox, now: number, until: number) =>
	[...club.classes.values()].filter(({ Published, Begin }) => Published && Date.parse(Begin) >= now && Date.parse(Begin) < until);

describe.each([
	['Europe/Rome', '2026-03-01T08:00:00Z', 11],
	['America/New_York', '2026-10-05T08:00:00Z', 12],
])('A club in %s that lives', (zone, start, seed) => {
	let time = Date.parse(start);
	let sandbox: Sandbox;

	beforeAll(async () => {
		jest.spyOn(Date, 'now').mockImplementation(() => time);
		sandbox = await startSandbox({
			rate: false,
			athletes: 50,
			seed,
			now: () => new Date(time),
			dialect: dialectOfRun({ participation: 'status' }),
		});
	});
	afterAll(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});

	it('has each thing that happens told once, over restarts, outages and polls that come late', async () => {
		const life = new LivingClub(sandbox, seed, zone, () => time);
		const events = [
			...['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted', 'Athlete.StageChanged', 'Badge.Awarded', 'Training.Created'],
			...[
				'UserSubscription.Created',
				'UserSubscription.Updated',
				'UserSubscription.Deleted',
				'Membership.EndsSoon',
				'Membership.Ended',
				'Membership.CreditsLow',
			],
			...[
				'ClassParticipant.Created',
				'ClassParticipant.Updated',
				'ClassParticipant.Deleted',
				'Class.Published',
				'Class.Updated',
				'Class.Unpublished',
				'Class.BeginsSoon',
			],
		];
		const host = new PollHost({ sandbox, events, options: { callsPerDay: 25_000, maxCalls: 200 } });
		await host.start();
		let held = new Set(holding(sandbox, time));
		const published = new Set(listed(sandbox, time, time + 14 * DAY).map(({ ClassId }) => ClassId));
		const announced = new Set(listed(sandbox, time, time + DAY).map(({ ClassId, Begin }) => `${ClassId} ${Date.parse(Begin)}`));
		let scheduled = time + 19 * DAY;
		let told = 0;
		for (let poll = 0; poll < POLLS; poll++) {
			// Between 4 and 20 hours: each class is seen in the 24 hours before it begins.
			const hours = 4 + ((poll * 7) % 17);
			time += hours * HOUR;
			life.live(hours);
			for (; scheduled < time + 19 * DAY; scheduled += DAY) life.schedule(scheduled);
			if (poll % 9 === 4) {
				sandbox.inject({ kind: 'status', status: 400, match: { every: true, nth: 1 + (poll % 7) } });
				expect((await host.poll()).error).toBeDefined();
				sandbox.clearFaults();
			}
			const known = host.items.length;
			const { error } = poll % 5 === 3 ? await host.start() : await host.poll();
			expect(error).toBeUndefined();
			// Where more than a fifth of a short list has vanished, the next poll looks again before it is told.
			expect((await host.poll()).error).toBeUndefined();

			const expected = life.settle();
			const holds = new Set(holding(sandbox, time));
			expected.push(...[...holds].filter((one) => !held.has(one)));
			held = holds;
			for (const { ClassId } of listed(sandbox, time, time + 14 * DAY))
				if (!published.has(ClassId)) expected.push(`Class.Published Classes/${ClassId}`);
			for (const { ClassId } of listed(sandbox, time, time + 14 * DAY)) published.add(ClassId);
			for (const { ClassId, Begin } of listed(sandbox, time, time + DAY + 1)) {
				if (!announced.has(`${ClassId} ${Date.parse(Begin)}`)) expected.push(`Class.BeginsSoon Classes/${ClassId}`);
				announced.add(`${ClassId} ${Date.parse(Begin)}`);
			}
			const given = host.items.slice(known).map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
			expect(given.sort()).toEqual(expected.sort());
			told += given.length;
		}
		expect(told).toBeGreaterThan(5 * POLLS);
		const { items } = host;
		expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
		expect(sandbox.breaches).toEqual([]);
	}, 600_000);
});
