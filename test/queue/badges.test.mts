import { HOST, n8nVersionOf } from '../../dev/host/install.mts';
import { Badges, BADGES, DELAYS, PATIENCE_MS } from '../support/badges.mts';
import { SandboxClock } from '../support/sandboxClock.mts';
import { executionsOf, useFleet } from './support/fleet.mts';

describe('Never miss a badge, in queue mode', () => {
	const clock = new SandboxClock();
	const fleet = useFleet({
		sandbox: { athletes: 100, rate: false, redelivery: { attempts: 2, delayMs: 100 }, now: clock.now },
		delays: DELAYS,
		// If no worker has an execution any more, n8n ends it within a minute instead of three hours.
		env: { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' },
	});

	/** Kills workers, all of them or one, and starts as many. */
	const replace = async (workers: number, badges: Badges): Promise<void> => {
		const killed = fleet.workers.splice(0, workers);
		await Promise.all(killed.map(async (worker) => await worker.kill9()));
		await badges.noteInHand(killed.flatMap((worker) => executionsOf(worker).inHand));
		for (let n = 0; n < workers; n++) await fleet.addWorker();
	};

	const workerOf = (execution: string): string =>
		`worker ${fleet.allWorkers.findIndex((worker) => executionsOf(worker).begun.includes(execution))}`;

	it(
		'of badges of which 30 % are never delivered, 20 % twice, a tenth while n8n is down for an hour, and some while workers are killed, none is missed',
		async () => {
			const badges = new Badges(fleet);
			try {
				await badges.publish();
				await badges.award(BADGES * 0.4);
				await badges.awardInOutage(clock, fleet.stop, fleet.start);
				// Two workers of five each: with nine in hand, each has four.
				await badges.awardAndKill(15, 9, false, async () => await replace(1, badges));
				// So that the next workers are killed with what the poll brings, and not with the rest of these.
				await badges.othersMailed();
				await badges.awardAndKill(10, 1, true, async () => await replace(2, badges));
				await badges.award(BADGES * 0.5 - 25);
				expect(await badges.outcome('queue', n8nVersionOf(HOST))).toMatchObject({ badges: BADGES, missed: 0 });
				const { inHand, twice } = await badges.repeated(workerOf);
				expect(inHand).toBeGreaterThanOrEqual(4 + 1);
				// n8n's record has no lock, so workers can lose an entry.
				const lost = twice.filter(({ wasInHand }) => !wasInHand);
				expect(lost.length > BADGES / 100 ? lost : []).toEqual([]);
			} finally {
				await badges.close();
			}
			await fleet.rest.deactivateAll();
			expect(fleet.sandbox.breaches).toEqual([]);
		},
		700_000 + 2 * PATIENCE_MS,
	);
});
