import type { INodeProperties, IWebhookDescription, TriggerPanelDefinition, IDataObject } from 'n8n-workflow';
import { fromParameter, webhookDescriptionFields } from 'n8n-workflow';
import type { EventName } from '../shared/api/events';
import { EVENT_TYPES } from '../shared/api/events';
import {
	ATTACH_ATHLETE,
	ONLY_WHEN,
	ONLY_WHEN_ALL,
	ONLY_WHEN_CASE,
	eventHintOf,
	eventOptionsOf,
	searchEventFields,
} from '../shared/panel/events';
import { SWITCH_HINT } from '../shared/panel/parts';
import { ALL_EVENTS, eventTypesOf } from './delivery';
import { newestRecord, sampleOf } from '../shared/records/eventSample';
import { deliveredItemTop } from './settings';

const LOAD_CURRENT_RECORD: INodeProperties = {
	displayName: 'Load Current Record',
	name: 'resolveRecord',
	type: 'boolean',
	default: true,
	builderHint: SWITCH_HINT,
	description:
		'Whether to attach the current record as "record" (null where it is gone), so that the order of the events does not matter. What the club does not show yet is read again after 2 and after 10 seconds.',
};

const SKIP_REPEATED: INodeProperties = {
	displayName: 'Skip Repeated Events',
	name: 'deduplicate',
	type: 'boolean',
	default: true,
	description: 'Whether to handle an event once, also when the club sends it again',
};

const CONFIRM: INodeProperties = {
	displayName: 'Confirm to the Club',
	name: 'acknowledge',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'When the Event Is Received',
			value: 'onReceived',
			description: 'Once n8n has stored the execution, whatever comes of the workflow',
		},
		{
			name: 'When the Workflow Has Succeeded',
			value: 'lastNode',
			description:
				'A delivery whose run fails or is killed is not confirmed, so that a club that repeats deliveries sends it again; the API does not promise it. For workflows of a few seconds.',
		},
	],
	default: 'onReceived',
	description: 'When the club is told that an event has arrived',
};

const REGISTER_AGAIN: INodeProperties = {
	displayName: 'Register Again When Dropped',
	name: 'recreateWhenDeleted',
	type: 'boolean',
	default: true,
	description: 'Whether to register again when the club drops the subscription of the active workflow',
};

const START_ON_UNKNOWN: INodeProperties = {
	displayName: 'Start on Unknown Events',
	name: 'emitUnknown',
	type: 'boolean',
	default: true,
	builderHint: SWITCH_HINT,
	description:
		'Whether to start the workflow for event types that this list does not hold yet. They are confirmed to the club in any case.',
};

/** The panel of the trigger. The options that people need first come first. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'The club sends events to the address of this n8n (WEBHOOK_URL), which it must be able to reach. For what sends no event, such as a membership that ends soon, few credits left or a long absence, take the <b>Club Poll Trigger</b>.',
		name: 'publicAddress',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'All Events',
				value: ALL_EVENTS,
				action: 'On any event',
				description: 'Whatever happens in the club, also what is added to this list later',
			},
			...eventOptionsOf(EVENT_TYPES),
		],
		default: [],
		builderHint: eventHintOf(EVENT_TYPES),
	},
	{
		displayName:
			'"Load Current Record" spends one call an event of the 50 a minute that the club key has, and up to two more for a record that the club does not show yet. Events of the same record in one delivery share it.',
		name: 'resolveCost',
		type: 'notice',
		displayOptions: { show: { '/options.resolveRecord': [true] } },
		default: '',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			ONLY_WHEN,
			ONLY_WHEN_ALL,
			ONLY_WHEN_CASE,
			ATTACH_ATHLETE,
			LOAD_CURRENT_RECORD,
			SKIP_REPEATED,
			CONFIRM,
			REGISTER_AGAIN,
			START_ON_UNKNOWN,
		],
	},
];

const SAMPLES = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/events.md';

const WHILE_YOU_BUILD =
	'<b>While you build</b>, press "Execute step", then do in the club what the workflow is about: award a badge, book a class. The event shows up here.<br /><br />';

const EACH_EVENT = 'each event of the club starts it, and shows up in the list of executions.';

/** What the trigger says in the editor before its first event. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Get the events of the club',
	executionsHelp: {
		inactive: `${WHILE_YOU_BUILD}<b>Once the workflow is live</b>, ${EACH_EVENT}`,
		active: `${WHILE_YOU_BUILD}<b>The workflow is live</b>: ${EACH_EVENT}`,
	},
	activationHint: `To build before the first event, paste a <a href="${SAMPLES}" target="_blank">sample of it</a> as mock data. Once the workflow is live, ${EACH_EVENT}`,
};

/** An older n8n does not resolve such a field by itself; the expression does the same there. */
const responseMode =
	typeof webhookDescriptionFields === 'function'
		? webhookDescriptionFields({ responseMode: fromParameter(['options', 'acknowledge'], 'onReceived') })
		: { responseMode: '={{$parameter["options"]["acknowledge"] || "onReceived"}}' };

/** Where the club posts its events; the answer has no body of the workflow's, whichever way it is given. */
export const webhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: 'events',
	responseData: 'noData',
	...responseMode,
};

/** The fields of the chosen events, of their records and athletes where the options attach them: a call a list. */
export const searchTriggerFields = searchEventFields((functions, request) => {
	const chosen = functions.getCurrentNodeParameter('events');
	const { resolveRecord, attachAthlete } = (functions.getCurrentNodeParameter('options') ?? {}) as IDataObject;
	const isOn = { resolveRecord: resolveRecord === true, attachAthlete: attachAthlete === true };
	const zone = functions.getTimezone();
	const sample = async (eventType: EventName): Promise<IDataObject | undefined> => {
		const record = await newestRecord(request, eventType, zone);
		const athlete = isOn.attachAthlete ? await newestRecord(request, 'Athlete.Updated', zone) : {};
		return record && { ...sampleOf(eventType, record), record, athlete };
	};
	return {
		top: deliveredItemTop(isOn),
		events: eventTypesOf(Array.isArray(chosen) ? (chosen as string[]) : []).map((name) => sample(name as EventName)),
	};
});
