import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { EventTop, OnlyWhen } from '../shared/records/onlyWhen';
import { assertFields, onlyWhenOf } from '../shared/records/onlyWhen';
import { InvalidInput } from '../shared/transport/errors';

/** The parameters of the trigger, complete with defaults. */
export interface TriggerSettings {
	events: string[];
	/** When the club gets its 200: once n8n has stored the execution, or once the workflow has succeeded. */
	acknowledge: 'onReceived' | 'lastNode';
	deduplicate: boolean;
	resolveRecord: boolean;
	attachAthlete: boolean;
	recreateWhenDeleted: boolean;
	emitUnknown: boolean;
	/** Which events start the workflow. */
	onlyWhen: OnlyWhen;
}

const isOn = (value: unknown): boolean => String(value) === 'true';
const isOff = (value: unknown): boolean => String(value) === 'false';

/** The saved options. One that is left out, or that an expression leaves empty, has its default. */
const withDefaults = (options: IDataObject, zone: string): Omit<TriggerSettings, 'events'> => ({
	acknowledge: options.acknowledge === 'lastNode' ? 'lastNode' : 'onReceived',
	deduplicate: !isOff(options.deduplicate),
	resolveRecord: isOn(options.resolveRecord),
	attachAthlete: isOn(options.attachAthlete),
	recreateWhenDeleted: !isOff(options.recreateWhenDeleted),
	emitUnknown: isOn(options.emitUnknown),
	onlyWhen: onlyWhenOf(options, zone),
});

export const triggerSettings = (functions: IHookFunctions | IWebhookFunctions): TriggerSettings => ({
	...withDefaults(functions.getNodeParameter('options', {}) as IDataObject, functions.getTimezone()),
	events: functions.getNodeParameter('events', []) as string[],
});

/** The same, of a workflow that is published. @throws InvalidInput if no event can start it */
export function settingsToPublish(functions: IHookFunctions): TriggerSettings {
	const settings = triggerSettings(functions);
	const { events } = settings;
	if (!Array.isArray(events) || events.length === 0) throw new InvalidInput('No event is chosen', 'Choose an event in "Trigger On".');
	assertFields(settings.onlyWhen, deliveredItemTop(settings));
	return settings;
}

/** The options, as an execution reads them. */
export const optionsOf = (functions: IExecuteFunctions): Omit<TriggerSettings, 'events'> =>
	withDefaults(functions.getNodeParameter('options', 0, {}) as IDataObject, functions.getTimezone());

/** The properties of each event (§6.1), and the IDs in its subject. */
const NAMES = ['id', 'topic', 'subject', 'eventType', 'eventTime', 'data', 'dataVersion', 'metadataVersion', 'ids'];

/** The properties at the top level of each event, by the options of the panel. */
export const deliveredItemTop = ({ resolveRecord, attachAthlete }: Pick<TriggerSettings, 'resolveRecord' | 'attachAthlete'>): EventTop => ({
	names: NAMES,
	main: 'data',
	attached: [
		{ name: 'record', isOn: resolveRecord, option: 'Load Current Record' },
		{ name: 'athlete', isOn: attachAthlete, option: 'Attach Athlete' },
	],
});
