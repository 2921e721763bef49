import { calls } from '../../support/callsUnderWay.mts';
import { clock } from '../../../nodes/shared/transport/process';
import { testClub } from '../../support/club.mts';
import { Gate, until } from '../../support/waiting.mts';
import { PollHost } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

/** With five milliseconds a row they come in half the time of a poll only where they are asked for 125 or fewer at once. */
const ATHLETES = 400;
const BUDGET_MS = 1_200;

const club = testClub({ athletes: ATHLETES });

const time = useTime();

const MINUTE = 60_000;

const counts = () => club.sandbox.requests.map(({ query }) => Number(query.count));

describe('a list whose pages take longer than a poll', () => {
	it('is asked for smaller ones, which is remembered, until it can be read; then nothing is lost', async () => {
		Object.assign(club.sandbox.dialect, { pageTime: 'byRow' });
		const host = new PollHost({
			sandbox: club.sandbox,
			events: ['Athlete.Created'],
			options: { callsPerDay: 25_000 },
			budgetMs: BUDGET_MS,
		});
		const errors: string[] = [];
		for (let poll = 0; poll < 12; poll++) {
			const { error } = await host.poll();
			if (error) errors.push(`${error.message} ${error.description}`);
			time.ahead += MINUTE;
		}
		expect(errors).toEqual([500, 250, 125].map((next) => expect.stringContaining(`The next poll asks for ${next} rows`)));
		expect(errors[0]).toMatch(/^The club did not answer The club may be busy/);
		expect(host.memory).toContain('\\"pageSizes\\":{\\"GET /Athletes\\":125}');
		const joined = club.sandbox.act.addAthlete();
		for (let poll = 0; poll < 6 && host.items.length === 0; poll++) {
			expect((await host.poll()).error).toBeUndefined();
			time.ahead += 60 * MINUTE;
		}
		expect(host.items).toMatchObject([{ eventType: 'Athlete.Created', ids: { userId: joined.UserId } }]);
		expect(Math.min(...counts().filter((count) => count > 0))).toBe(125);
	});

	it('is asked for large ones again once they come quickly', async () => {
		Object.assign(club.sandbox.dialect, { pageTime: 'byRow' });
		const host = new PollHost({
			sandbox: club.sandbox,
			events: ['Athlete.Created'],
			options: { callsPerDay: 25_000 },
			budgetMs: BUDGET_MS,
		});
		for (let poll = 0; poll < 4; poll++) await host.poll();
		club.sandbox.resetDialect();
		host.budgetMs = undefined;
		for (let poll = 0; poll < 4; poll++) {
			time.ahead += 60 * MINUTE;
			club.sandbox.resetRecords();
			expect((await host.poll()).error).toBeUndefined();
		}
		// A page of 500 is not full, so that larger ones are not needed.
		expect(counts()).toEqual([500]);
	});
});

describe('a poll that has ended', () => {
	it('leaves no call behind it: what the club did not answer is not repeated', async () => {
		const host = new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], options: { callsPerDay: 25_000 }, budgetMs: BUDGET_MS });
		await host.start();
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
});
