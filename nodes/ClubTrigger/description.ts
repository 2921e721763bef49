import type { IDataObject, INodeProperties, IWebhookDescription, TriggerPanelDefinition } from 'n8n-workflow';
import { fromParameter, webhookDescriptionFields } from 'n8n-workflow';
import { EVENT_NAMES, EVENT_TYPES, type EventName } from '../shared/api/eventSubjects';
import { assertFields } from '../shared/events/onlyWhen';
import type { EventTop, TriggerFunctions } from '../shared/events/panel';
import {
	ATTACH_ATHLETE,
	ONLY_WHEN,
	ONLY_WHEN_ALL,
	ONLY_WHEN_CASE,
	assertSwitches,
	eventHintOf,
	eventOptionsOf,
	isOn,
	onlyWhenOf,
	parameterOf,
	searchEventFields,
} from '../shared/events/panel';
import { SWITCH_HINT } from '../shared/panel';
import { newestRecord, sampleOf } from '../shared/events/sample';
import { InvalidInput } from '../shared/transport/errors';
import { ALL_EVENTS, eventTypesOf } from './delivery';

const OPTIONS: INodeProperties[] = [
	ONLY_WHEN,
	ONLY_WHEN_ALL,
	ONLY_WHEN_CASE,
	ATTACH_ATHLETE,
	{
		displayName: 'Load Current Record',
		name: 'resolveRecord',
		type: 'boolean',
		default: true,
		builderHint: SWITCH_HINT,
		description:
			'Whether to attach the current record as "record", or null if it is gone. If the club does not show it yet, it is read again after 2 and 10 seconds.',
	},
	{
		displayName: 'Skip Repeated Events',
		name: 'deduplicate',
		type: 'boolean',
		default: true,
		description: 'Whether to handle an event only once, even if the club sends it again',
	},
	{
		displayName: 'Confirm to the Club',
		name: 'acknowledge',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'When the Event Is Received',
				value: 'onReceived',
				description: 'As soon as n8n has saved the execution, whether or not the workflow succeeds',
			},
			{
				name: 'When the Workflow Has Succeeded',
				value: 'lastNode',
				description:
					'If the execution fails or is killed, a club that repeats deliveries sends the event again. The API does not promise it. Only for workflows of a few seconds.',
			},
		],
		default: 'onReceived',
		description: 'When to confirm to the club that an event has arrived',
	},
	{
		displayName: 'Register Again When Dropped',
		name: 'recreateWhenDeleted',
		type: 'boolean',
		default: true,
		description: 'Whether to register again if the club drops the webhook subscription',
	},
	{
		displayName: 'Start on Unknown Events',
		name: 'emitUnknown',
		type: 'boolean',
		default: true,
		builderHint: SWITCH_HINT,
		description: 'Whether to start the workflow for event types that are not in the list yet',
	},
];

/** What people look for in this list that only polls find, by the event whose entry says so. */
const ONLY_POLLED: Readonly<Partial<Record<EventName, string>>> = {
	'Athlete.Updated': 'Stage changed? Long absence?',
	'Contact.Updated': 'Stage changed?',
	'UserSubscription.Updated': 'Ends soon? Few credits left?',
	'ClassParticipant.Updated': 'Off the waiting list?',
	'Class.Updated': 'Full? Hardly booked?',
};

/** The entries of the list of events: these words are the only place where n8n's search of events shows another node. */
const EVENT_OPTIONS = eventOptionsOf(EVENT_TYPES).map((option) => {
	const question = ONLY_POLLED[option.value as EventName];
	const words = question && `${question} Use the Club Poll Trigger`;
	return words ? { ...option, action: `${option.action}. ${words}`, description: `${option.description}. ${words}` } : option;
});

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'The club must be able to reach this n8n at N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL). For events that the club does not send, such as a change of stage, a membership that ends soon, few credits left or a long absence, use the <b>Club Poll Trigger</b>.',
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
				description: 'Every event of the club, including event types that are added to this list later',
			},
			...EVENT_OPTIONS,
		],
		default: [],
		builderHint: eventHintOf(EVENT_TYPES),
	},
	{
		displayName:
			'"Load Current Record" costs one of the 50 calls of a minute for each event, and up to two more for a record that the club does not show yet.',
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
		options: OPTIONS,
	},
];

const SAMPLES = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/events.md';

const WHILE_YOU_BUILD =
	'<b>While you build</b>, click "Execute step", then cause an event in the club. For example, award a badge or book a class. The event appears here.<br /><br />';

const EACH_EVENT = 'each of the selected events starts it and appears in the list of executions.';

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Get the events of the club',
	executionsHelp: {
		inactive: `${WHILE_YOU_BUILD}<b>Once the workflow is live</b>, ${EACH_EVENT}`,
		active: `${WHILE_YOU_BUILD}<b>The workflow is live</b>: ${EACH_EVENT}`,
	},
	activationHint: `To build without waiting for an event, paste a <a href="${SAMPLES}" target="_blank">sample event</a> as mock data. Once the workflow is live, ${EACH_EVENT}`,
};

/** The webhook to which the club posts its events. The answer never contains data of the workflow. */
export const webhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: 'events',
	responseData: 'noData',
	// An older n8n does not resolve such a field itself; there the expression gives the same.
	...(typeof webhookDescriptionFields === 'function'
		? webhookDescriptionFields({ responseMode: fromParameter(['options', 'acknowledge'], 'onReceived') })
		: { responseMode: '={{$parameter["options"]["acknowledge"] || "onReceived"}}' }),
};

// What a user has set.

/** The options of the trigger. One that is left out, or that an expression leaves empty, has its default. */
export function optionsOf(functions: TriggerFunctions) {
	const options = parameterOf<IDataObject>(functions, 'options', {});
	return {
		/** Whether the club gets its 200 only once the workflow has succeeded, and not as soon as n8n has stored the execution. */
		untilSuccess: options.acknowledge === 'lastNode',
		deduplicate: isOn(options, 'deduplicate'),
		resolveRecord: isOn(options, 'resolveRecord'),
		attachAthlete: isOn(options, 'attachAthlete'),
		recreateWhenDeleted: isOn(options, 'recreateWhenDeleted'),
		emitUnknown: isOn(options, 'emitUnknown'),
		onlyWhen: onlyWhenOf(options, functions.getTimezone()),
	};
}

export type TriggerSettings = ReturnType<typeof optionsOf> & { events: string[] };

const chosenIn = (functions: TriggerFunctions): string[] =>
	[parameterOf<unknown>(functions, 'events', [])].flat().filter((name) => typeof name === 'string' && name.trim() !== '') as string[];

export function triggerSettings(functions: TriggerFunctions): TriggerSettings {
	const events = chosenIn(functions);
	return { ...optionsOf(functions), events: events.length > 0 ? events : [ALL_EVENTS] };
}

/** The same, of a workflow that is published. @throws InvalidInput if no event can start it, or for an option that is not what it must be */
export function settingsToPublish(functions: TriggerFunctions): TriggerSettings {
	const events = chosenIn(functions);
	if (events.length === 0) throw new InvalidInput('No event is chosen', 'Choose an event in "Trigger On".');
	const unknown = events.find((name) => !EVENT_NAMES.includes(name) && name !== ALL_EVENTS);
	if (unknown !== undefined) throw new InvalidInput(`There is no event "${unknown}"`, 'Choose an event in "Trigger On".');
	const options = parameterOf<IDataObject>(functions, 'options', {});
	assertSwitches(options, OPTIONS);
	const settings = { ...optionsOf(functions), events };
	assertFields(settings.onlyWhen, deliveredItemTop(options));
	return settings;
}

/** The properties at the top level of each event (§6.1), by the options of the panel, and the IDs in its subject. */
export const deliveredItemTop = (options: IDataObject): EventTop => ({
	names: ['id', 'topic', 'subject', 'eventType', 'eventTime', 'data', 'dataVersion', 'metadataVersion', 'ids'],
	main: 'data',
	attached: [
		{ name: 'record', isOn: isOn(options, 'resolveRecord'), option: 'Load Current Record' },
		{ name: 'athlete', isOn: isOn(options, 'attachAthlete'), option: 'Attach Athlete' },
	],
});

export const searchTriggerFields = searchEventFields((request, { events, options }) => {
	const sample = async (eventType: EventName): Promise<IDataObject | undefined> => {
		const record = await newestRecord(request, eventType);
		const athlete = isOn(options, 'attachAthlete') ? await newestRecord(request, 'Athlete.Updated') : {};
		return record && { ...sampleOf(eventType, record), record, athlete };
	};
	return { top: deliveredItemTop(options), events: eventTypesOf(events).map((name) => async () => await sample(name as EventName)) };
});
