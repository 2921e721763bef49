import { HOST_V1, n8nVersionOf } from '../../host/install.mts';
import { Badges, BADGES, PATIENCE_MS } from '../support/badges.mts';
import { itInTurn } from '../support/sample.mts';
import { SandboxClock } from '../support/sandboxClock.mts';
import { testedHost, useHost } from './support/host.mts';

describe('Badges, and none missed, in a real n8n', () => {
	const clock = new SandboxClock();
	const host = useHost({ sandbox: { athletes: 100, rate: false, redelivery: { attempts: 2, delayMs: 100 }, now: clock.now } });

	itInTurn(0)(
		'of badges of which 30 % are never delivered, 20 % twice, and a tenth while n8n is down for an hour, each is mailed once',
		async () => {
			const badges = new Badges(host);
			try {
				await badges.publish();
				await badges.awardAroundOutage(
					clock,
					async () => await host.n8n.stop(),
					async () => await host.restart(),
				);
				await badges.award(BADGES * 0.45);
				expect(await badges.outcome(testedHost === HOST_V1 ? 'v1' : 'e2e', n8nVersionOf(testedHost))).toMatchObject({
					badges: BADGES,
					failed: 0,
					missed: 0,
					twice: 0,
				});
			} finally {
				await badges.close();
			}
			for (const { id } of await host.rest.workflows()) await host.rest.deactivate(id);
			expect(host.sandbox.breaches).toEqual([]);
		},
		700_000 + 2 * PATIENCE_MS,
	);
});
