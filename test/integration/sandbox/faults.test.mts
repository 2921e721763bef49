import { Gate } from '../../support/waiting.mts';
import { server } from './support/server.mts';

/** What goes wrong on demand, asked without the nodes. */

let now = Date.UTC(2026, 10, 21, 12);
const club = server({ now: () => new Date(now) });

const assign = async () => {
	const UserId = [...club.sandbox.club.athletes.keys()][0];
	return await club.ask('POST', '/UserSubscriptions', {
		ClassSubscriptionId: 12,
		UserId,
		From: '2026-12-01T00:00:00Z',
		To: '2027-01-01T00:00:00Z',
		MaxActivities: 0,
	});
};
const held = async () => (await club.rows('/UserSubscriptions')).length;

test.each([504, 500])('a write that was answered with %i is applied seconds later', async (status) => {
	const before = await held();
	club.sandbox.inject({ kind: 'appliedLate', status, delayMs: 20_000, match: { method: 'POST' } });
	expect((await assign()).status).toBe(status);
	now += 19_999;
	expect(await held()).toBe(before);
	now += 1;
	expect(await held()).toBe(before + 1);
});

test.each(['in real time, too', 'when a test says so'])('a write whose connection dropped is applied %s', async (when) => {
	const before = club.sandbox.club.userSubscriptions.size;
	const gate = new Gate();
	const isHeld = when === 'when a test says so';
	club.sandbox.inject({ kind: 'appliedLate', ...(isHeld ? { until: gate.pass } : { delayMs: 30 }), match: { method: 'POST' } });
	await expect(assign()).rejects.toThrow();
	if (isHeld) expect(club.sandbox.club.userSubscriptions.size).toBe(before);
	gate.open();
	await club.sandbox.delivery.idle();
	expect(club.sandbox.club.userSubscriptions.size).toBe(before + 1);
	expect(club.sandbox.requests.at(-1)).toMatchObject({ method: 'POST', status: 0 });
});

test('a fault with times drops three connections', async () => {
	club.sandbox.inject({ kind: 'drop', times: 3 });
	for (let time = 1; time <= 3; time++) await expect(club.ask('GET', '/Profile')).rejects.toThrow();
	expect((await club.ask('GET', '/Profile')).status).toBe(200);
});
