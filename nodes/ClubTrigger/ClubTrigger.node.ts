import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { testClubApi } from '../shared/credentialTest';
import { properties, webhook } from './description';
import { emit } from './emit';
import { checkExists, create, remove } from './hooks';
import { receive } from './receive';

export class ClubTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Club Trigger',
		name: 'clubTrigger',
		icon: { light: 'file:../Club/club.svg', dark: 'file:../Club/club.dark.svg' },
		group: ['trigger'],
		// Of a trigger of version 1, n8n evaluates an expression of its own at each delivery; 1.1 differs in nothing else.
		version: [1, 1.1],
		subtitle: '={{ $parameter["events"].includes("*") ? "All events" : $parameter["events"].join(", ") }}',
		description: 'Start a workflow when something happens in a fitness club, such as a badge, a booking or a new member',
		eventTriggerDescription: 'Waiting for the club to send one of the chosen events',
		activationMessage: 'From now on, the chosen events of the club start this workflow.',
		triggerPanel: {
			header: 'Get the events of the club',
			executionsHelp: {
				inactive:
					'<b>While you build</b>, press "listen", then do in the club what the workflow is about: award a badge, book a class. The event shows up here.<br /><br /><b>When it works</b>, activate the workflow: each event of the club starts it, and shows up in the list of executions.',
				active:
					'<b>While you build</b>, press "listen", then do in the club what the workflow is about: award a badge, book a class. The event shows up here.<br /><br /><b>The workflow is active</b>: each event of the club starts it, and shows up in the list of executions.',
			},
			activationHint: 'Once it works, <a data-key="activate">activate</a> the workflow: then each event of the club starts it.',
		},
		defaults: { name: 'Club Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'clubApi', required: true, testedBy: 'testClubApi' }],
		webhooks: [webhook],
		properties,
	};

	methods = { credentialTest: { testClubApi } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await remove(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await emit(this);
	}
}
