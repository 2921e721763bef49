import { testClub } from '../../support/club.mts';
import { PollHost } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

const MINUTE = 60_000;

const club = testClub({ athletes: 5 });
const time = useTime();

const options = { callsPerDay: 25_000 };

describe('beside a Club Trigger', () => {
	const found = async (beside: string[], more = {}) => {
		const host = new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], options: { ...options, ...more }, beside });
		await host.start();
		club.sandbox.act.awardBadge(club.athletes()[0].UserId);
		time.ahead += 10 * MINUTE;
		return { host, poll: await host.poll() };
	};

	it('an event waits for its delivery if the Club Trigger gets it', async () => {
		for (const beside of [['Badge.Awarded'], ['*']]) expect((await found(beside)).poll).toEqual({});
	});

	it('an event that the Club Trigger is never to get comes at once, and nothing says that it was missed', async () => {
		const { host, poll } = await found(['Athlete.Created']);
		expect(poll.items).toHaveLength(1);
		expect((await host.run(poll.items ?? [])).items).toHaveLength(1);
		expect([...host.hints, ...host.logs].filter((text) => text.includes('did not receive'))).toEqual([]);
	});

	it('an expression of Skip Handled counts by its value', async () => {
		expect((await found(['Badge.Awarded'], { skipHandled: '={{ 1 > 2 }}' })).poll.items).toHaveLength(1);
		expect((await found(['Badge.Awarded'], { skipHandled: '={{ 1 < 2 }}' })).poll).toEqual({});
	});
});

it('with a scheduler that gives a poll 400 seconds, only the first poll passes over a club that fails', async () => {
	const host = new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], options });
	expect((await host.start()).error).toBeUndefined();
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
