import { HOST, n8nVersionOf } from '../../host/install.mts';
import { waitFor } from '../../host/wait.mts';
import { Badges, BADGES, PATIENCE_MS } from '../support/badges.mts';
import { itInTurn } from '../support/sample.mts';
import { SandboxClock } from '../support/sandboxClock.mts';
import { useFleet } from './support/fleet.mts';

describe('Badges, and none missed, in queue mode', () => {
	const clock = new SandboxClock();
	const fleet = useFleet({ sandbox: { athletes: 100, rate: false, redelivery: { attempts: 2, delayMs: 100 }, now: clock.now } });

	itInTurn(1)(
		'of badges of which 30 % are never delivered, 20 % twice, a tenth while n8n is down for an hour, and some while a worker is killed, none is missed',
		async () => {
			const badges = new Badges(fleet);
			try {
				await badges.publish();
				await badges.awardAroundOutage(clock, fleet.stop, fleet.start);
				await badges.award(BADGES * 0.2);
				const before = badges.mailed;
				const later = badges.award(BADGES * 0.25);
				await waitFor('Mails of these', () => badges.mailed > before + 5 || undefined);
				await fleet.workers.pop()?.kill9();
				await fleet.addWorker();
				await later;
				const { twice, ...figures } = await badges.outcome('queue', n8nVersionOf(HOST));
				expect(figures).toMatchObject({ badges: BADGES, missed: 0 });
				// A mail comes twice where the killed worker had sent it and not ended: of a poll that can be many.
				expect(twice).toBeLessThan(BADGES / 10);
			} finally {
				await badges.close();
			}
			for (const { id } of await fleet.rest.workflows()) await fleet.rest.deactivate(id);
			expect(fleet.sandbox.breaches).toEqual([]);
		},
		700_000 + 2 * PATIENCE_MS,
	);
});
