import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../dev/host/wait.mts';
import { Gate } from '../../support/waiting.mts';
import { useCrm, type AnyN8n } from './crm.mts';
import { pollTrigger } from './polling.mts';

/** More people than one page holds. */
export const ATHLETES = 1_100;
const PAGES = 2;
const LIST = 'GET /Athletes';

export const created = ({ UserId }: { UserId: number }) => `Athlete.Created Athletes/${UserId}`;

/** What must hold in each kind of n8n: an event comes once, whatever befalls n8n and the club. */
export function itTellsOnce(host: AnyN8n): void {
	const { crm, tellCrm, facts, active, crmReceives } = useCrm(host);

	/** What the CRM has received, once the list was read again. */
	const settled = async (count: number): Promise<string[]> => {
		await crmReceives(count);
		const reads = () => host.sandbox.requests.filter(({ route }) => route === LIST).length;
		const before = reads();
		await waitFor('The next read of the list', () => reads() > before + PAGES || undefined);
		return facts();
	};

	it('tells what happens at the next poll, and what happened while n8n was away, once', async () => {
		await active(await host.save([pollTrigger(['Athlete.Created', 'Athlete.StageChanged', 'Badge.Awarded']), tellCrm()]));
		const joined = host.sandbox.act.addAthlete({ ClientStage: 'Lead' });
		await crmReceives(1);
		expect(facts()).toEqual([created(joined)]);

		let award = 0;
		await host.restart('stop', () => {
			host.sandbox.act.setClientStage(joined.UserId, 'Client');
			award = host.sandbox.act.awardBadge(joined.UserId).AchievedBadgeId;
		});
		await crmReceives(3);
		expect(facts()).toEqual([
			created(joined),
			`Athlete.StageChanged Athletes/${joined.UserId}`,
			`Badge.Awarded Athletes/${joined.UserId}/Badges/${award}`,
		]);
		expect(crm.received.find(({ eventType }) => eventType === 'Athlete.StageChanged')).toMatchObject({
			previous: { ClientStage: 'Lead' },
			record: { ClientStage: 'Client' },
		});
	});

	it('loses and doubles nothing when n8n is killed between two pages of a poll', async () => {
		await active(await host.save([pollTrigger(['Athlete.Created', 'Athlete.Updated']), tellCrm()]));
		const early = [...host.sandbox.club.athletes.values()].find(({ IsDemo }) => !IsDemo);
		const page = new Gate();
		host.sandbox.inject({ kind: 'delay', until: page.pass, match: { route: LIST, nth: PAGES } });
		if (early) early.Phone = '+39 1';
		const joined = host.sandbox.act.addAthlete();
		await page.reached;
		await host.restart('kill9', page.open);
		expect(await settled(2)).toEqual([created(joined), `Athlete.Updated Athletes/${early?.UserId}`]);

		const later = host.sandbox.act.addAthlete();
		await crmReceives(3);
		expect(facts()).toContain(created(later));
	});

	it('loses and doubles nothing when the club fails between two pages, and when polls overlap', async () => {
		await active(await host.save([pollTrigger(['Athlete.Created']), tellCrm()]));
		host.sandbox.inject({ kind: 'drop', times: 10, match: { route: LIST, nth: PAGES } });
		const first = host.sandbox.act.addAthlete();
		expect(await settled(1)).toEqual([created(first)]);

		host.sandbox.clearFaults();
		host.sandbox.inject({ kind: 'delay', delayMs: 3_000, match: { route: LIST, every: true } });
		const second = host.sandbox.act.addAthlete();
		expect(await settled(2)).toEqual([first, second].map(created).sort());
	});

	it('loses and doubles nothing when the workflow is published again while a poll is under way', async () => {
		const id = await active(await host.save([pollTrigger(['Athlete.Created']), tellCrm()]));
		const page = new Gate();
		host.sandbox.inject({ kind: 'delay', until: page.pass, match: { route: LIST, nth: PAGES } });
		await page.reached;
		const athlete = host.sandbox.act.addAthlete();
		const { nodes, connections } = await host.rest.workflow(id);
		nodes[0].parameters.options = { ...(nodes[0].parameters.options as IDataObject), maxItems: 400 };
		await host.rest.updateWorkflow(id, { nodes, connections });
		await active(id);
		page.open();
		expect(await settled(1)).toEqual([created(athlete)]);
	});
}
