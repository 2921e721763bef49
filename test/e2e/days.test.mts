import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../dev/host/commands.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { EVENTS_OF_LIFE, LifeLedger } from '../integration/poll/support/lifeLedger.mts';
import { useHost } from './support/host.mts';
import { factsOf, tellTo } from './support/crm.mts';
import { callsOf, pollTrigger } from './support/polling.mts';
import { usePolls } from './support/pollScenarios.mts';

const HOUR = 3_600_000;

/** Three days, some hours at a time. */
const DAYS = 3;
const STEP_HOURS = 3;
const STEPS = (DAYS * 24) / STEP_HOURS;

describe('Three days of a busy club in a real n8n', () => {
	const folder = mkdtempSync(join(tmpdir(), 'club-clock-'));
	const clock = join(folder, 'ahead');
	let ahead = 0;
	const goOn = (hours: number) => writeFileSync(clock, String((ahead += hours * HOUR)));
	goOn(0);
	afterAll(() => rmSync(folder, { recursive: true }));

	const host = useHost({
		sandbox: { athletes: 200, rate: false, seed: 15, now: () => new Date(Date.now() + ahead), dialect: { participation: 'status' } },
		env: { NODE_OPTIONS: `--require ${join(ROOT, 'dev/host/pollClock.cjs')}`, CLUB_POLL_CLOCK: clock },
	});
	const { crm, active } = usePolls(host);

	it('loses nothing and doubles nothing, over restarts, kills, refusals and publications', async () => {
		const refused = () => host.sandbox.requests.filter(({ status }) => status === 400).length;
		const ledger = new LifeLedger(host.sandbox, 15, 'Europe/Rome', () => Date.now() + ahead);
		const id = await active(await host.save([pollTrigger(EVENTS_OF_LIFE, { maxCalls: 200 }), tellTo(crm)]));
		await waitFor('The first look at each list', () => callsOf(host.sandbox, 'GET /Trainings') > 0 || undefined);
		const all: string[] = [];
		for (let step = 0; step < STEPS; step++) {
			const pass = () => {
				goOn(STEP_HOURS);
				ledger.live(6 * STEP_HOURS);
			};
			if (step % 8 === 3) await host.restart(step % 16 === 3 ? 'kill9' : 'stop', pass);
			else pass();
			if (step % 8 === 5) {
				const before = refused();
				host.sandbox.inject({ kind: 'status', status: 400, times: 4, match: { nth: 1 + (step % 5) } });
				await waitFor('The refusals', () => refused() === before + 4 || undefined, { timeout: 120_000 });
				// A list that was refused twice is left alone for as long as one that was read.
				goOn(1);
			}
			if (step % 8 === 6) {
				await host.rest.deactivate(id);
				await active(id);
			}
			const known = all.length;
			const expected = ledger.settle();
			await waitFor(`What happened in step ${step}`, () => crm.received.length >= known + expected.length || undefined, {
				timeout: 300_000,
			}).catch(() => undefined);
			all.push(...expected);
			// Polls that had the real time would not see what is to come.
			expect(crm.received.filter(({ eventTime }) => Date.parse(String(eventTime)) < Date.now())).toEqual([]);
			expect(factsOf(crm)).toEqual([...all].sort());
		}
		// One more look at everything.
		goOn(STEP_HOURS);
		all.push(...ledger.settle());
		await waitFor('The last look', () => crm.received.length >= all.length || undefined, { timeout: 120_000 }).catch(() => undefined);
		expect(factsOf(crm)).toEqual([...all].sort());
		expect(new Set(crm.ids).size).toBe(crm.ids.length);
		console.log(`${all.length} events in ${DAYS} days, each once; ${host.sandbox.requests.length} calls`);
	}, 1_800_000);
});
