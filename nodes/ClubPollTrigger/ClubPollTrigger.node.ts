import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { titlesOf } from '../shared/events/panel';
import { subtitleOfEvents } from '../shared/panel';
import { testClubApi } from '../shared/transport/credentialTest';
import { pollProperties } from './description';
import { emitPolled } from './poll/emit';
import { fieldSearches, getProducts, searchPollFields } from './poll/dropDowns';
import { POLLED_EVENTS } from './causes/polledEvents';
import { runPoll } from './poll/pollNode';

export class ClubPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gym and Fitness Club Poll Trigger',
		name: 'clubPollTrigger',
		icon: { light: 'file:poll.svg', dark: 'file:poll.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOfEvents(titlesOf(POLLED_EVENTS)),
		description: 'Starts the workflow when something in a fitness club changes, even without an event, such as a membership that ends soon',
		builderHint: {
			searchHint:
				'n8n asks the club at poll times, which costs calls. If the club can send the event to n8n, use Club Trigger. There is no event for a birthday: the API gives no birth date.',
			relatedNodes: [{ nodeType: 'n8n-nodes-club.clubTrigger', relationHint: 'If the club can reach n8n and sends the event' }],
		},
		eventTriggerDescription: '',
		activationMessage: 'n8n now checks the club at the chosen poll times.',
		polling: true,
		defaults: { name: 'Club Poll Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'clubApi', required: true, testedBy: 'testClubApi' }],
		properties: pollProperties,
	};

	methods = {
		credentialTest: { testClubApi },
		loadOptions: { getProducts },
		listSearch: { ...fieldSearches, searchEventFields: searchPollFields },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await emitPolled(this);
	}
}
