import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { subtitleOfActions } from '../shared/panel';
import { testClubApi } from '../shared/transport/credentialTest';
import { execute } from './run/execute';
import { actionsOf, nodeProperties } from './panel';
import { listSearchMethods } from './pickers';
import { operationOf, resources } from './resources';

export class Club implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gym and Fitness Club',
		name: 'club',
		icon: { light: 'file:club.svg', dark: 'file:club.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOfActions(actionsOf(resources)),
		description: 'Read and manage the athletes, classes, bookings and memberships of a fitness club',
		defaults: { name: 'Club' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'clubApi', required: true, testedBy: 'testClubApi' }],
		sensitiveOutputFields: ['Password'],
		builderHint: {
			searchHint:
				'Fitness club: athletes (members), contacts (leads), classes and bookings, memberships (user subscriptions), trainings, badges, challenges. 50 calls a minute: read lists with Get Many instead of one record an item, and use Only Changes or Create or Update instead of reading first.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-club.clubTrigger', relationHint: 'Starts a workflow when something happens in the club' },
				{
					nodeType: 'n8n-nodes-club.clubPollTrigger',
					relationHint: 'Does the same when the club cannot reach n8n, and for changes that send no event',
				},
			],
		},
		hints: [
			{
				message:
					'These items can take more than 50 calls. A club key has 50 calls a minute, so each 50 calls take a minute. Most operations make 1 call for an item, Create or Update about 2, and Get Overview up to 4',
				displayCondition: '={{ $input.all().length * ({ getOverview: 4, upsert: 2 }[$parameter.operation] ?? 1) > 50 }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
				type: 'info',
			},
		],
		properties: nodeProperties(resources),
	};

	methods = {
		credentialTest: { testClubApi },
		listSearch: listSearchMethods,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0) as string;
		const operation = this.getNodeParameter('operation', 0) as string;
		const chosen = operationOf(resource, operation);
		if (!chosen) {
			throw new NodeOperationError(this.getNode(), `The resource "${resource}" has no operation "${operation}"`, {
				description:
					'Choose "Resource" and "Operation" from the lists. For a call that is not in the lists, choose the resource "Club" and its operation "Make API Call".',
			});
		}
		return [await execute.call(this, chosen)];
	}
}
