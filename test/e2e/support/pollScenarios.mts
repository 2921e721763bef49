import type { IDataObject } from 'n8n-workflow';
import { Crm } from '../../../dev/demo/crm.mts';
import { waitFor } from '../../../dev/host/wait.mts';
import type { Fleet } from '../../queue/support/fleet.mts';
import { Gate } from '../../support/waiting.mts';
import type { Host } from './host.mts';
import { factsOf, tellTo } from './crm.mts';
import { calledAgain, pollTrigger } from './polling.mts';

/** More people than one page holds. */
export const ATHLETES = 1_100;
export const PAGES = 2;
export const LIST = 'GET /Athletes';

export const created = ({ UserId }: { UserId: number }) => `Athlete.Created Athletes/${UserId}`;

/** A CRM, and what the scenarios of polls do with an n8n of any kind. */
export function usePolls(host: Pick<Host | Fleet, 'sandbox' | 'rest'>) {
	const crm = new Crm();

	beforeAll(async () => await crm.start());
	afterAll(async () => await crm.close());

	beforeEach(() => {
		crm.received.length = 0;
		host.sandbox.clearFaults();
		host.sandbox.resetRecords();
	});

	afterEach(async () => {
		host.sandbox.clearFaults();
		await host.rest.deactivateAll();
		expect(host.sandbox.breaches).toEqual([]);
	});

	const active = async (id: string): Promise<string> => {
		expect(await host.rest.activate(id)).toMatchObject({ status: 'published' });
		return id;
	};

	const crmReceives = async (count: number): Promise<void> => {
		await waitFor(`Event ${count} at the CRM`, () => crm.received.length >= count || undefined);
	};

	/** What the CRM has received, once the list was read again. */
	const settled = async (count: number): Promise<string[]> => {
		await crmReceives(count);
		await calledAgain(host.sandbox, LIST, PAGES + 1);
		return factsOf(crm);
	};

	return { crm, active, crmReceives, settled };
}

/** What must hold in each kind of n8n: an event comes once, whatever befalls n8n and the club. */
export function itTellsOnce(
	host: Pick<Host | Fleet, 'sandbox' | 'rest' | 'save' | 'restart'>,
	{ crm, active, crmReceives, settled } = usePolls(host),
): void {
	it('tells what happens at the next poll, and what happened while n8n was away, once', async () => {
		await active(await host.save([pollTrigger(['Athlete.Created', 'Athlete.StageChanged', 'Badge.Awarded']), tellTo(crm)]));
		const joined = host.sandbox.act.addAthlete({ ClientStage: 'Lead' });
		await crmReceives(1);
		expect(factsOf(crm)).toEqual([created(joined)]);

		let award = 0;
		await host.restart('stop', () => {
			host.sandbox.act.setClientStage(joined.UserId, 'Client');
			award = host.sandbox.act.awardBadge(joined.UserId).AchievedBadgeId;
		});
		await crmReceives(3);
		expect(factsOf(crm)).toEqual([
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
		await active(await host.save([pollTrigger(['Athlete.Created', 'Athlete.Updated']), tellTo(crm)]));
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
		expect(factsOf(crm)).toContain(created(later));
	});

	it('loses and doubles nothing when the club fails between two pages, and when polls overlap', async () => {
		await active(await host.save([pollTrigger(['Athlete.Created']), tellTo(crm)]));
		host.sandbox.inject({ kind: 'drop', times: 10, match: { route: LIST, nth: PAGES } });
		const first = host.sandbox.act.addAthlete();
		expect(await settled(1)).toEqual([created(first)]);

		host.sandbox.clearFaults();
		host.sandbox.inject({ kind: 'delay', delayMs: 3_000, match: { route: LIST, every: true } });
		const second = host.sandbox.act.addAthlete();
		expect(await settled(2)).toEqual([first, second].map(created).sort());
	});

	it('loses and doubles nothing when the workflow is published again while a poll is under way', async () => {
		const id = await active(await host.save([pollTrigger(['Athlete.Created']), tellTo(crm)]));
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
