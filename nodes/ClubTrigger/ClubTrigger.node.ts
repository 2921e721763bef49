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
import { EVENT_TYPES } from '../shared/api/eventSubjects';
import { titlesOf } from '../shared/events/panel';
import { subtitleOfEvents } from '../shared/panel';
import { testClubApi } from '../shared/transport/credentialTest';
import { triggerProperties, triggerPanel, webhook, searchTriggerFields } from './description';
import { emitDelivered } from './emit';
import { checkExists, create, remove } from './lifecycle';
import { receive } from './receive';

export class ClubTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gym and Fitness Club Trigger',
		name: 'clubTrigger',
		icon: { light: 'file:../Club/club.svg', dark: 'file:../Club/club.dark.svg' },
		group: ['trigger'],
		// For a trigger of version 1, n8n evaluates an expression of its own at each delivery, which takes three times as long.
		version: 1.1,
		subtitle: subtitleOfEvents({ '*': 'All Events', ...titlesOf(EVENT_TYPES) }),
		description: 'Starts the workflow when the athletes, bookings, badges or memberships of a fitness club change',
		builderHint: {
			searchHint:
				'The club sends its events to n8n at once, which costs no call. For events that the club does not send, or if it cannot reach n8n, use Club Poll Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-club.clubPollTrigger',
					relationHint: 'If the club cannot reach n8n, and for events that the club does not send, such as a membership that ends soon',
				},
			],
		},
		eventTriggerDescription: 'Waiting for the club to send one of the selected events',
		activationMessage: 'From now on, each of the selected events starts this workflow.',
		triggerPanel,
		defaults: { name: 'Club Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'clubApi', required: true, testedBy: 'testClubApi' }],
		webhooks: [webhook],
		properties: triggerProperties,
	};

	methods = { credentialTest: { testClubApi }, listSearch: { searchEventFields: searchTriggerFields } };

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
		return await emitDelivered(this);
	}
}
