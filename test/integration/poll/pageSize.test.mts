import { calls } from '../../support/callsUnderWay.mts';
import { clock } from '../../../nodes/shared/transport/process';
import { testClub } from '../../support/club.mts';
import { Gate, until } from '../../support/waiting.mts';
import { pollsOf } from './support/pollHost.mts';
import { HOUR, MINUTE, useTime } from './support/time.mts';

const ATHLETES = 400;
const BUDGET_MS = 2_500;

const club = testClub({ athletes: ATHLETES });

const time = useTime();
const { started, next } = pollsOf(club, time);

const counts = () => club.sandbox.requests.filter(({ route }) => route === 'GET /Athletes').map(({ query }) => Number(query.count));

describe('a page that takes too long', () => {
	/** Holds up as many pages of athletes. @returns the gate, and how many have come to it */
	const holdUp = (times: number, first = () => {}) => {
		const gate = new Gate();
		const held = { open: gate.open, pages: 0 };
		const pass = async () => {
			if (held.pages++ === 0) first();
			await gate.pass();
		};
		club.sandbox.inject({ kind: 'delay', until: pass, match: { route: 'GET /Athletes' }, times });
		return held;
	};
	it('is requested again in the same poll with a fifth of its rows; no row is lost, and the log says it once', async () => {
		const polls = await started(['Athlete.Created'], {}, { budgetMs: BUDGET_MS });
		const joined = club.sandbox.act.addAthlete();
		time.ahead += HOUR;
		const held = holdUp(1);
		club.sandbox.resetRecords();
		expect(await polls.poll()).toMatchObject({ items: [{ eventType: 'Athlete.Created', ids: { userId: joined.UserId } }] });
		expect([held.pages, new Set(counts())]).toEqual([1, new Set([200])]);
		held.open();
		expect(polls.logs.filter((line) => line.includes('rows'))).toEqual([
			expect.stringMatching(/GET \/Athletes gave no page of 1000 rows in time\. This poll asks for 200 rows at once/),
		]);
		time.ahead += HOUR;
		club.sandbox.resetRecords();
		expect((await polls.poll()).error).toBeUndefined();
		expect(counts()[0]).toBe(1000);
	});

	it('is an error if a fifth of it takes too long too', async () => {
		const polls = await started(['Athlete.Created'], {}, { budgetMs: BUDGET_MS });
		time.ahead += HOUR;
		const held = holdUp(2);
		expect((await polls.poll()).error).toMatchObject({ message: 'The club did not answer' });
		expect(held.pages).toBe(2);
		held.open();
	});

	it('says nothing about the club if little time was left for the fifth, and the next poll finds what is new', async () => {
		const polls = await started(['Athlete.Created'], {}, { budgetMs: 3_000 });
		const { UserId } = club.sandbox.act.addAthlete();
		time.ahead += HOUR;
		const held = holdUp(2, () => (time.ahead += 800));
		expect((await polls.poll()).error).toBeUndefined();
		expect(held.pages).toBe(2);
		held.open();
		await until(() => calls.underWay === 0);
		expect(await next(polls)).toMatchObject({ items: [{ ids: { userId: UserId } }] });
	});
});

it('a poll that has ended does not repeat calls that the club did not answer', async () => {
	const host = await started(['Badge.Awarded'], {}, { budgetMs: BUDGET_MS });
	time.ahead += MINUTE;
	club.sandbox.resetRecords();
	const waits = jest.spyOn(clock, 'sleep');
	const gate = new Gate();
	club.sandbox.inject({ kind: 'delay', until: gate.pass, match: { every: true }, times: Infinity });
	expect((await host.poll()).error).toMatchObject({ message: 'The club did not answer' });
	gate.open();
	club.sandbox.clearFaults();
	await until(() => club.sandbox.requests.length > 0 && calls.underWay === 0);
	// A repeat would come after a wait.
	await Promise.allSettled(waits.mock.results.map(({ value }) => value as Promise<void>));
	await until(() => calls.underWay === 0);
	expect(club.sandbox.requests.map(({ route }) => route)).toEqual(['GET /BadgeAwards']);
});
