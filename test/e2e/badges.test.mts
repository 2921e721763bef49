import { HOST_V1, n8nVersionOf } from '../../dev/host/install.mts';
import { Badges, BADGES, DELAYS, PATIENCE_MS } from '../support/badges.mts';
import { describeWhole } from '../support/sample.mts';
import { SandboxClock } from '../support/sandboxClock.mts';
import { testedHost, useHost } from './support/host.mts';

/** n8n 1 tells no node how its execution has ended, so there is no second look: what a killed n8n had in hand is lost. */
const looksTwice = testedHost !== HOST_V1;

describe.each([
	['all executions', {}],
	['no execution that succeeds', { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' }],
] as const)('Never miss a badge, in a real n8n that keeps %s', (_kept, settings) => {
	const clock = new SandboxClock();
	const host = useHost({
		sandbox: { athletes: 100, rate: false, redelivery: { attempts: 2, delayMs: 100 }, now: clock.now },
		delays: DELAYS,
	});

	it(
		'of badges of which 30 % are never delivered, 20 % twice, and a tenth while n8n is down for an hour, each is mailed once, also where n8n is killed',
		async () => {
			const badges = new Badges(host);
			const kill = async () => await host.restart('kill9');
			try {
				await badges.publish(settings);
				await badges.award(BADGES * 0.4);
				await badges.awardInOutage(
					clock,
					async () => await host.n8n.stop(),
					async () => await host.restart(),
				);
				if (looksTwice) {
					await badges.awardAndKill(10, 4, false, kill);
					await badges.awardAndKill(10, 1, true, kill);
				}
				await badges.award(BADGES * 0.5 - (looksTwice ? 20 : 0));
				expect(await badges.outcome(testedHost === HOST_V1 ? 'v1' : 'e2e', n8nVersionOf(testedHost))).toMatchObject({
					badges: BADGES,
					missed: 0,
					twice: 0,
				});
			} finally {
				await badges.close();
			}
			await host.rest.deactivateAll();
			expect(host.sandbox.breaches).toEqual([]);
		},
		700_000 + 2 * PATIENCE_MS,
	);
});

describeWhole('Never miss a badge, from a club of 50 calls a minute', () => {
	const host = useHost({
		sandbox: { athletes: 100, redelivery: { attempts: 2, delayMs: 100 } },
		delays: { ...DELAYS, repeatAfterMs: 600_000 },
	});

	it('of badges of which 30 % are never delivered, each is mailed once, although executions wait for their calls', async () => {
		const badges = new Badges(host);
		try {
			await badges.publish();
			await badges.awardAsMailed(BADGES);
			expect(await badges.outcome('rate', n8nVersionOf(testedHost))).toMatchObject({ badges: BADGES, failed: 0, missed: 0, twice: 0 });
		} finally {
			await badges.close();
		}
		await host.rest.deactivateAll();
		expect(host.sandbox.breaches).toEqual([]);
	}, 7_200_000);
});
