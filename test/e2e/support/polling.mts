import type { IDataObject } from 'n8n-workflow';
import type { Crm } from '../../../demo/crm.mts';
import { waitFor } from '../../../host/wait.mts';
import type { NodeSpec } from '../../../host/workflow.mts';
import type { Sandbox } from '../../../sandbox/index.mts';

const POLL_EVERY_S = 2;

/** n8n wants a minute at least between the times of one line, and takes any number of lines. */
const pollTimes: IDataObject = {
	item: Array.from({ length: 60 / POLL_EVERY_S }, (_, n) => ({ mode: 'custom', cronExpression: `${n * POLL_EVERY_S} * * * * *` })),
};

/** A poll trigger that asks the club as often as its calls allow. */
export const pollTrigger = (events: string[], options: IDataObject = {}): NodeSpec => ({
	name: 'Club Poll Trigger',
	type: 'n8n-nodes-club.clubPollTrigger',
	parameters: { events, firstPoll: 'fromNow', options: { callsPerDay: 25_000, ...options }, pollTimes },
});

/** The step that tells a CRM each event as it is. */
export const tellTo = ({ url }: Crm): NodeSpec => ({
	name: 'Tell the CRM',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}', options: {} },
});

/** What a CRM was told, as `Type Subject`, in alphabetical order. */
export const factsOf = ({ told }: Crm): string[] => told.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort();

/** Calls of a route of the API so far. */
export const callsOf = ({ requests }: Sandbox, route: string): number => requests.filter((request) => request.route === route).length;

/** Waits until a route was called so often, from now on. */
export async function calledAgain(sandbox: Sandbox, route: string, times: number): Promise<void> {
	const before = callsOf(sandbox, route);
	await waitFor(`${times} calls of ${route}`, () => callsOf(sandbox, route) >= before + times || undefined, { timeout: 120_000 });
}
