import type { IDataObject } from 'n8n-workflow';
import { Crm } from '../../../dev/demo/crm.mts';
import { waitFor } from '../../../dev/host/wait.mts';
import type { NodeSpec } from '../../../dev/host/workflow.mts';
import type { Fleet } from '../../queue/support/fleet.mts';
import type { Host } from './host.mts';

/** An n8n of any kind. */
export type AnyN8n = Pick<Host | Fleet, 'sandbox' | 'rest' | 'save' | 'restart'>;

/** The step that tells a CRM each event as it is. */
const tellTo = ({ url }: Crm): NodeSpec => ({
	name: 'Tell the CRM',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}', options: {} },
});

/** A CRM that the workflows of a test file tell their events. It begins each test empty, and nothing stays published after one. */
export function useCrm(host: AnyN8n) {
	const crm = new Crm();

	beforeAll(async () => await crm.start());
	afterAll(async () => await crm.close());

	beforeEach(() => {
		crm.received.length = 0;
		host.sandbox.clearFaults();
		host.sandbox.resetRecords();
		Object.assign(host.sandbox.delivery, { duplicate: false, shuffle: false, batch: 1 });
	});

	afterEach(async () => {
		host.sandbox.clearFaults();
		await host.rest.deactivateAll();
		expect(subscriptions()).toEqual([]);
		expect(host.sandbox.breaches).toEqual([]);
	});

	const subscriptions = () => [...host.sandbox.club.webhookSubscriptions.values()];

	return {
		crm,
		subscriptions,
		tellCrm: () => tellTo(crm),
		async active(id: string): Promise<string> {
			expect(await host.rest.activate(id)).toMatchObject({ status: 'published' });
			return id;
		},
		async crmReceives(count: number): Promise<void> {
			await waitFor(`Event ${count} at the CRM`, () => crm.received.length >= count || undefined);
		},
		/** Lets the club send an event for each training with these numbers. */
		publish(from: number, to: number): void {
			for (let n = from; n <= to; n++) host.sandbox.act.publish('Training.Created', { subject: `Trainings/${n}`, data: { TrainingId: n } });
		},
		/** The trainings of the events that the CRM received, in their order. */
		trainings: () => crm.received.map(({ ids }) => Number((ids as IDataObject).trainingId)).sort((a, b) => a - b),
		/** The events that it received, as `Type Subject`, in alphabetical order. */
		facts: () => crm.received.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort(),
	};
}
