import type { Crm } from '../../../dev/demo/crm.mts';
import type { NodeSpec } from '../../../dev/host/workflow.mts';

/** The step that tells a CRM each event as it is. */
export const tellTo = ({ url }: Crm): NodeSpec => ({
	name: 'Tell the CRM',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}', options: {} },
});

/** The events that a CRM received, as `Type Subject`, in alphabetical order. */
export const factsOf = ({ received }: Crm): string[] =>
	received.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort();
