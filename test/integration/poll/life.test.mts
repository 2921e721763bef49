import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { IS_WHOLE } from '../../support/sample.mts';
import { guardConsole } from '../../support/secrets.mts';
import { EVENTS_OF_LIFE, LifeLedger } from './support/lifeLedger.mts';
import { PollHost } from './support/pollHost.mts';

const HOUR = 3_600_000;

/** About 400 days; of these, the gate runs three weeks. */
const POLLS = IS_WHOLE ? 800 : 40;

guardConsole();

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

	it('emits each event once, over restarts, outages and polls that come late', async () => {
		const ledger = new LifeLedger(sandbox, seed, zone, () => time);
		const host = new PollHost({ sandbox, events: EVENTS_OF_LIFE, options: { callsPerDay: 25_000, maxCalls: 200 } });
		await host.start();
		let emitted = 0;
		for (let poll = 0; poll < POLLS; poll++) {
			// Between 4 and 20 hours: each class is seen in the 24 hours before it begins.
			const hours = 4 + ((poll * 7) % 17);
			time += hours * HOUR;
			ledger.live(hours);
			if (poll % 9 === 4) {
				sandbox.inject({ kind: 'status', status: 400, match: { every: true, nth: 1 + (poll % 7) } });
				expect((await host.poll()).error).toBeDefined();
				sandbox.clearFaults();
			}
			const known = host.items.length;
			const { error } = poll % 5 === 3 ? await host.start() : await host.poll();
			expect(error).toBeUndefined();
			// Where the last membership of an athlete is gone, the next poll finds the one that is the last now.
			expect((await host.poll()).error).toBeUndefined();

			const given = host.items.slice(known).map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
			expect(given.sort()).toEqual(ledger.settle());
			emitted += given.length;
		}
		expect(emitted).toBeGreaterThan(5 * POLLS);
		const { items } = host;
		expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
		expect(sandbox.breaches).toEqual([]);
	}, 600_000);
});
