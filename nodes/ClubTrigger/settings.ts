import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { EVENT_NAMES } from '../shared/api/events';
import type { EventTop } from '../shared/events/panel';
import { assertFields, onlyWhenOf } from '../shared/events/onlyWhen';
import { assertSwitches, isOn } from '../shared/events/panel';
import { InvalidInput } from '../shared/transport/errors';
import { ALL_EVENTS } from './delivery';

/** The saved options. One that is left out, or that an expression leaves empty, has its default. */
const withDefaults = (options: IDataObject, zone: string) => ({
	/** Whether the club gets its 200 only once the workflow has succeeded, and not as soon as n8n has stored the execution. */
	untilSuccess: options.acknowledge === 'lastNode',
	deduplicate: isOn(options, 'deduplicate'),
	resolveRecord: isOn(options, 'resolveRecord'),
	attachAthlete: isOn(options, 'attachAthlete'),
	recreateWhenDeleted: isOn(options, 'recreateWhenDeleted'),
	emitUnknown: isOn(options, 'emitUnknown'),
	/** Which events start the workflow. */
	onlyWhen: onlyWhenOf(options, zone),
});

/** The options of the trigger, complete with defaults. */
export type TriggerOptions = ReturnType<typeof withDefaults>;

/** The parameters of the trigger. */
export interface TriggerSettings extends TriggerOptions {
	events: string[];
}

const optionsIn = (functions: IHookFunctions | IWebhookFunctions): IDataObject => ({
	...(functions.getNodeParameter('options', {}) as IDataObject),
});

const chosenIn = (functions: IHookFunctions | IWebhookFunctions): string[] =>
	[functions.getNodeParameter('events', []) as unknown].flat().filter((name) => typeof name === 'string' && name.trim() !== '') as string[];

/** The settings while events arrive. The club sends what was chosen at publication, also if an expression chooses nothing now. */
export function triggerSettings(functions: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const events = chosenIn(functions);
	return { ...withDefaults(optionsIn(functions), functions.getTimezone()), events: events.length > 0 ? events : [ALL_EVENTS] };
}

/** The same, of a workflow that is published. @throws InvalidInput if no event can start it, or for an option that is not what it must be */
export function settingsToPublish(functions: IHookFunctions): TriggerSettings {
	const events = chosenIn(functions);
	if (events.length === 0) throw new InvalidInput('No event is chosen', 'Choose an event in "Trigger On".');
	const unknown = events.find((name) => !EVENT_NAMES.includes(name) && name !== ALL_EVENTS);
	if (unknown !== undefined) throw new InvalidInput(`There is no event "${unknown}"`, 'Choose an event in "Trigger On".');
	const options = optionsIn(functions);
	assertSwitches(options);
	const settings = { ...withDefaults(options, functions.getTimezone()), events };
	assertFields(settings.onlyWhen, deliveredItemTop(settings));
	return settings;
}

/** The options, as an execution reads them. */
export const optionsOf = (functions: IExecuteFunctions): TriggerOptions =>
	withDefaults(functions.getNodeParameter('options', 0, {}) as IDataObject, functions.getTimezone());

/** The properties of each event (§6.1), and the IDs in its subject. */
const NAMES = ['id', 'topic', 'subject', 'eventType', 'eventTime', 'data', 'dataVersion', 'metadataVersion', 'ids'];

/** The properties at the top level of each event, by the options of the panel. */
export const deliveredItemTop = ({ resolveRecord, attachAthlete }: Pick<TriggerOptions, 'resolveRecord' | 'attachAthlete'>): EventTop => ({
	names: NAMES,
	main: 'data',
	attached: [
		{ name: 'record', isOn: resolveRecord, option: 'Load Current Record' },
		{ name: 'athlete', isOn: attachAthlete, option: 'Attach Athlete' },
	],
});
