import { useTimeWithoutWaits } from './support/waits.mts';
import type { IDataObject } from 'n8n-workflow';
import type { Membership } from '../../../sandbox/types.mts';
import { testClub } from '../../support/club.mts';
import { sampled } from '../../support/sample.mts';
import { TROUBLES, type Trouble } from '../matrix/support/faults.mts';
import { facts, pollsOf, spentBy, type Poll, type PollHost } from './support/pollHost.mts';
import { HOUR, MINUTE } from './support/time.mts';

const time = useTimeWithoutWaits();

const club = testClub({ athletes: 60 });
const { pollFor, started, next } = pollsOf(club, time);

/** The last membership of each athlete that is neither disabled nor used up. */
function lastMemberships(): Membership[] {
	const last = new Map<number, Membership>();
	for (const membership of club.sandbox.club.userSubscriptions.values()) {
		const { UserId, To, Disabled, MaxActivities, AvailableActivities } = membership;
		const isUsedUp = MaxActivities > 0 && AvailableActivities === 0;
		if (!Disabled && !isUsedUp && Date.parse(To) >= Date.parse(last.get(UserId)?.To ?? To)) last.set(UserId, membership);
	}
	return [...last.values()];
}

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

/** Calls of a poll that reads all these lists: three calendars, and one each of the others. */
const CALLS = 9;

// The matrix has the other forms of a gateway's answers.
const TROUBLES_OF_POLLS = TROUBLES.filter(({ byGateway, fault }) => !byGateway || [200, 403, 404].includes(fault.status ?? 0));

const cells = sampled(
	TROUBLES_OF_POLLS.flatMap((trouble) => Array.from({ length: CALLS }, (_, index) => ({ trouble, nth: index + 1 }))),
	({ trouble, nth }) => [trouble.name, String(nth)],
);

/** What a poll must not do, whatever troubles it: fail without a reason for n8n, and give something or forget something when it fails. */
function expectFailure({ error, items }: Poll, host: PollHost, before: IDataObject): void {
	if (!error) return;
	expect(error.failure?.cause).toEqual(expect.any(String));
	expect(items).toBeUndefined();
	expect(remembered(host)).toEqual(before);
}

/** Whether the poll itself must get over it: what passes is tried again within its 20 seconds. */
const mustFail = ({ kind, fault }: Trouble): boolean | undefined =>
	kind === 'refusal' ? true : kind === 'harmless' || (kind === 'passing' && fault.status !== 429) ? false : undefined;

describe.each([...new Set(cells.map(({ trouble }) => trouble))])('$name', (trouble) => {
	it.each(cells.filter((cell) => cell.trouble === trouble))('at call $nth of a poll loses and repeats no event', async ({ nth }) => {
		const host = await started(EVENTS, { lookAhead: 366 });
		const [athlete] = club.athletes();
		const joined = club.sandbox.act.addAthlete();
		athlete.Phone = String(Math.random());
		const award = club.sandbox.act.awardBadge(athlete.UserId);
		const happened = [
			`Athlete.Created Athletes/${joined.UserId}`,
			`Athlete.Updated Athletes/${athlete.UserId}`,
			`Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`,
		].sort();

		const { fault, kind, times = 1 } = trouble;
		club.sandbox.inject({ ...fault, match: { nth }, times: kind === 'staying' ? Infinity : times });
		for (let poll = 0; poll < (kind === 'staying' ? 3 : 1); poll++) {
			time.ahead += HOUR;
			const [before, spent] = [remembered(host), spentBy(host)];
			club.sandbox.resetRecords();
			const polled = await host.poll();
			expectFailure(polled, host, before);
			expect(spentBy(host) - spent).toBe(club.calls().length);
			if (poll === 0 && mustFail(trouble) !== undefined) expect(polled.error !== undefined).toBe(mustFail(trouble));
		}
		club.sandbox.clearFaults();
		for (let poll = 0; poll < 2; poll++) {
			expect((await next(host)).error).toBeUndefined();
		}
		expect(facts(host.items).sort()).toEqual(happened);
		club.sandbox.club.athletes.delete(joined.UserId);
	});
});

it.each([[1], [4], [8]])('a poll with a limit of %i calls emits what it has, and the next poll goes on there', async (nth) => {
	const host = await started(EVENTS, { lookAhead: 366, maxCalls: nth });
	for (let poll = 0; poll < 2 * CALLS; poll++) expect((await host.poll()).error).toBeUndefined();
	const [athlete] = club.athletes();
	const award = club.sandbox.act.awardBadge(athlete.UserId);
	athlete.Phone = String(Math.random());
	time.ahead += HOUR;
	for (let poll = 0; poll < 2 * CALLS; poll++) expect((await host.poll()).error).toBeUndefined();
	expect(facts(host.items).sort()).toEqual(
		[`Athlete.Updated Athletes/${athlete.UserId}`, `Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`].sort(),
	);
});

it.each([
	[undefined, 20_000],
	[9_000, 9_000],
])(
	'the rate limit in a poll is waited for no longer than n8n allows (%p), at most 20 seconds; the next polls go on',
	async (budgetMs, most) => {
		const host = await started(EVENTS, { lookAhead: 366 }, { budgetMs });
		const [athlete] = club.athletes();
		athlete.Phone = String(Math.random());
		const award = club.sandbox.act.awardBadge(athlete.UserId);
		time.ahead += HOUR;
		club.sandbox.setRate({ limit: 4, windowSeconds: 60 });
		club.sandbox.resetRecords();
		for (let poll = 0; poll < 4; poll++) {
			const before = time.ahead;
			expect((await host.poll()).error).toBeUndefined();
			expect(time.ahead - before).toBeLessThanOrEqual(most);
			expect(club.calls().length).toBeLessThanOrEqual(5 * (poll + 1));
			time.ahead += 2 * MINUTE;
		}
		club.sandbox.setRate(false);
		expect(facts(host.items).sort()).toEqual(
			[`Athlete.Updated Athletes/${athlete.UserId}`, `Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`].sort(),
		);
	},
);

describe('unreadable records', () => {
	it('are read again, and emitted once they are readable', async () => {
		const host = pollFor(['Membership.EndsSoon']);
		const [broken] = lastMemberships();
		const { To } = broken;
		broken.To = new Date(Date.now() + 365 * 24 * HOUR).toISOString();
		await host.start();
		broken.To = 'soon';
		for (let poll = 0; poll < 2; poll++) {
			expect((await next(host)).items ?? []).toEqual([]);
		}
		broken.To = new Date(Date.now() + 5 * 24 * HOUR).toISOString();
		expect((await next(host)).items).toMatchObject([{ subject: `UserSubscriptions/${broken.UserClassSubscriptionId}` }]);
		broken.To = To;
	});

	it('do not block others, and are reported once if they stay', async () => {
		const host = await started(['UserSubscription.Updated', 'Membership.EndsSoon']);
		const [broken, changed] = club.sandbox.club.userSubscriptions.values();
		const { To } = broken;
		broken.To = 'soon';
		const polls = [];
		for (let poll = 0; poll < 5; poll++) {
			time.ahead += HOUR;
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
			'A record of GET /UserSubscriptions cannot be read because its ID or its time is missing or not valid',
			undefined,
		]);
	});

	it('do not include a membership without an end, which is compared once it has one', async () => {
		const host = pollFor(['Membership.EndsSoon']);
		const [recurring] = lastMemberships();
		const { To } = recurring;
		Object.assign(recurring, { To: null });
		await host.start();
		for (let poll = 0; poll < 5; poll++) {
			expect((await next(host)).error).toBeUndefined();
		}
		recurring.To = new Date(Date.now() + 5 * 24 * HOUR).toISOString();
		await next(host);
		expect(host.items).toMatchObject([{ subject: `UserSubscriptions/${recurring.UserClassSubscriptionId}` }]);
		recurring.To = To;
	});

	it('of a growing list are found again after any number of new records, and are reported if they stay', async () => {
		const host = await started(['Badge.Awarded']);
		const [mended, broken] = [club.sandbox.act.awardBadge(), club.sandbox.act.awardBadge()];
		const { UserId } = mended;
		// No id is 0 (§4.1), but the list has it.
		const { athletes } = club.sandbox.club;
		athletes.set(0, athletes.get(UserId)!);
		mended.UserId = broken.UserId = 0;
		const others = [];
		for (let poll = 0; poll < 2; poll++) {
			// More than the overlap of two reads.
			others.push(...Array.from({ length: 120 }, () => club.sandbox.act.awardBadge()));
			expect((await next(host)).error).toBeUndefined();
		}
		mended.UserId = UserId;
		const errors = [];
		for (let poll = 0; poll < 4; poll++) {
			errors.push((await next(host)).error?.message);
		}
		broken.UserId = UserId;
		athletes.delete(0);
		expect(host.items.map(({ id }) => id)).toEqual([...others, mended].map(({ AchievedBadgeId }) => `Badge.Awarded-${AchievedBadgeId}`));
		expect(errors).toEqual([
			undefined,
			'A record of GET /BadgeAwards cannot be read because its ID or its time is missing or not valid',
			undefined,
			undefined,
		]);
	});

	it('of a growing list cost no further calls once they are known, and are reported when a poll has room', async () => {
		const host = await started(['Badge.Awarded']);
		const broken = club.sandbox.act.awardBadge();
		const { UserId } = broken;
		const { athletes } = club.sandbox.club;
		athletes.set(0, athletes.get(UserId)!);
		broken.UserId = 0;
		for (let poll = 0; poll < 5; poll++) {
			for (let award = 0; award < 400; award++) club.sandbox.act.awardBadge(UserId);
			time.ahead += HOUR;
			club.sandbox.resetRecords();
			expect((await host.poll()).error).toBeUndefined();
			// 1,000 awards are one page.
			if (poll === 4) expect(club.calls()).toHaveLength(1);
		}
		expect((await next(host)).error?.message).toMatch(/^A record of GET .BadgeAwards cannot be read/);
		expect(host.items).toHaveLength(2000);
		broken.UserId = UserId;
		athletes.delete(0);
	});

	it('do not prevent the other records from being saved', async () => {
		const host = await started(['Membership.EndsSoon']);
		const { userSubscriptions } = club.sandbox.club;
		const [broken] = userSubscriptions.values();
		const { To } = broken;
		broken.To = 'soon';
		for (let poll = 0; poll < 3; poll++) {
			time.ahead += HOUR;
			// A new membership is no event here, but it must be known.
			if (poll === 2) userSubscriptions.set(-1, { ...broken, To, UserClassSubscriptionId: club.sandbox.club.nextId() });
			expect((await host.poll()).error === undefined).toBe(poll < 2);
		}
		expect(await next(host, MINUTE)).toEqual({ items: [] });
		broken.To = To;
		userSubscriptions.delete(-1);
	});
});
