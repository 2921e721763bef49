import type { INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** A node of n8n by what n8n 2.41 itself says of it. Its parameters are n8n's business: a wish asks for the node alone. */
const node = (name: string, version: number, displayName: string, description: string, group = 'output'): INodeTypeDescription => ({
	name: `n8n-nodes-base.${name}`,
	displayName,
	description,
	version,
	group: [group as INodeTypeDescription['group'][number]],
	defaults: { name: displayName },
	inputs: group === 'trigger' ? [] : [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
});

/** The nodes of n8n that stand before and behind those of the pack in the wishes, and some that nobody wishes for. */
export const neighbours: readonly INodeTypeDescription[] = [
	node('dataTable', 1.1, 'Data table', 'Permanently save data across workflow executions in a table', 'input'),
	node('emailSend', 2.1, 'Send Email', 'Sends an email using SMTP protocol'),
	node('filter', 2.3, 'Filter', 'Keep only items matching a condition', 'transform'),
	node('formTrigger', 2.6, 'n8n Form Trigger', 'Generate webforms in n8n and pass their responses to the workflow', 'trigger'),
	node('gmail', 2.2, 'Gmail', 'Consume the Gmail API', 'transform'),
	node('googleSheets', 4.7, 'Google Sheets', 'Read, update and write data to Google Sheets', 'input'),
	node('httpRequest', 4.5, 'HTTP Request', 'Makes an HTTP request and returns the response data'),
	node('manualTrigger', 1, 'Manual Trigger', 'Runs the flow on clicking a button in n8n', 'trigger'),
	node('scheduleTrigger', 1.4, 'Schedule Trigger', 'Triggers the workflow on a given schedule', 'trigger'),
	node('slack', 2.7, 'Slack', 'Consume Slack API'),
	node('webhook', 2.1, 'Webhook', 'Starts the workflow when a webhook is called', 'trigger'),
];
