import type { IDataObject } from 'n8n-workflow';
import { club, lineOf, withCredential, type CredentialReference, type NodeSpec, type WorkflowJson } from '../host/workflow.mts';

/** A webhook that starts a workflow and answers with the first item of the last node. */
const start = (path: string): NodeSpec => ({
	name: 'Start',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', responseData: 'firstEntryJson', options: {} },
});

const firstItem: NodeSpec = { name: 'One', type: 'n8n-nodes-base.limit', typeVersion: 1, parameters: { maxItems: 1 } };

const rows = (items: IDataObject[]): NodeSpec[] => [
	{
		name: 'Rows',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows: items }), options: {} },
	},
	split('rows'),
];

const split = (fieldToSplitOut: string): NodeSpec => ({
	name: 'Split',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut, options: {} },
});

const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** n8n's HTTP Request node with the credential of the pack. */
const request = (parameters: IDataObject): NodeSpec => ({
	name: 'Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { authentication: 'predefinedCredentialType', nodeCredentialType: 'clubApi', ...parameters },
});

/** Who does the work: this pack, or the HTTP Request node in its best configuration. */
export type Side = 'club' | 'http';

export const listing = (side: Side, baseUrl: string, toId: number): NodeSpec[] =>
	side === 'club'
		? [club('List', { resource: 'athlete', operation: 'getAll', returnAll: true, filters: { fromId: 1, toId } })]
		: [
				request({
					url: `${baseUrl}/Athletes`,
					sendQuery: true,
					queryParameters: {
						parameters: [
							{ name: 'fromId', value: '1' },
							{ name: 'toId', value: String(toId) },
							{ name: 'count', value: '1000' },
						],
					},
					options: {
						pagination: {
							pagination: {
								paginationMode: 'updateAParameterInEachRequest',
								parameters: { parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.NextCursor }}' }] },
								paginationCompleteWhen: 'other',
								completeExpression: '={{ $response.body.Continue === false }}',
							},
						},
					},
				}),
				split('Results'),
			];

export const stageChanges = (side: Side, baseUrl: string, ids: number[]): NodeSpec[] => [
	...rows(ids.map((id) => ({ id }))),
	side === 'club'
		? club('Set', {
				resource: 'athlete',
				operation: 'setClientStage',
				userId: locator('={{ $json.id }}'),
				clientStage: 'Client',
				options: { onlyChanges: true },
			})
		: request({
				method: 'PUT',
				url: `=${baseUrl}/Athletes/{{ $json.id }}/ClientStage`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '{"ClientStage":"Client"}',
				options: {},
			}),
];

/** A workflow that a webhook starts, and whose successful executions are not saved. */
export function onWebhook(path: string, specs: NodeSpec[], credential: CredentialReference): WorkflowJson {
	const workflow = withCredential(lineOf(path, [start(path), ...specs, firstItem], { saveDataSuccessExecution: 'none' }), credential);
	for (const node of workflow.nodes) if (node.type.endsWith('.httpRequest')) node.credentials = { clubApi: credential };
	return workflow;
}

/** A workflow that receives events with the Club Trigger or n8n's Webhook node. */
export function receiver(side: Side, credential: CredentialReference): WorkflowJson {
	const trigger: NodeSpec =
		side === 'club'
			? {
					name: 'Trigger',
					type: 'n8n-nodes-club.clubTrigger',
					webhookId: 'bench-club',
					parameters: { events: ['Badge.Awarded'] },
				}
			: {
					name: 'Trigger',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: 'bench-http',
					parameters: { path: 'bench-http', httpMethod: 'POST', options: {} },
				};
	return withCredential(
		lineOf(`receiver-${side}`, [trigger, { name: 'Nothing', type: 'n8n-nodes-base.noOp' }], { saveDataSuccessExecution: 'none' }),
		credential,
	);
}
