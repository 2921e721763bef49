import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { EventTop, OnlyWhen } from '../shared/records/onlyWhen';
import { onlyWhenOf } from '../shared/records/onlyWhen';

/** The parameters of the trigger, with their defaults. */
export interface TriggerSettings {
	events: string[];
	/** 200 once n8n has stored the execution, or once the workflow has succeeded. */
	acknowledge: 'onReceived' | 'lastNode';
	deduplicate: boolean;
	resolveRecord: boolean;
	attachAthlete: boolean;
	recreateWhenDeleted: boolean;
	emitUnknown: boolean;
	/** Which events start the workflow. */
	onlyWhen: OnlyWhen;
}

const DEFAULTS = {
	acknowledge: 'onReceived',
	deduplicate: true,
	resolveRecord: false,
	attachAthlete: false,
	recreateWhenDeleted: true,
	emitUnknown: false,
} as const;

/** The collection of options as it is saved, with what is left out. */
const withDefaults = (options: IDataObject, zone: string): Omit<TriggerSettings, 'events'> => ({
	...DEFAULTS,
	...options,
	onlyWhen: onlyWhenOf(options, zone),
});

/** What the user has chosen in the panel. */
export const triggerSettings = (functions: IHookFunctions | IWebhookFunctions): TriggerSettings => ({
	...withDefaults(functions.getNodeParameter('options', {}) as IDataObject, functions.getTimezone()),
	events: functions.getNodeParameter('events', []) as string[],
});

/** The options of the panel, as an execution reads them. */
export const optionsOf = (functions: IExecuteFunctions): Omit<TriggerSettings, 'events'> =>
	withDefaults(functions.getNodeParameter('options', 0, {}) as IDataObject, functions.getTimezone());

/** What each event has (§6.1), and its numbers. @reading eventEnvelope */
const NAMES = ['id', 'topic', 'subject', 'eventType', 'eventTime', 'data', 'dataVersion', 'metadataVersion', 'ids'];

/** What stands at the top of the events, by the options of the panel. */
export const deliveredItemTop = ({ resolveRecord, attachAthlete }: Pick<TriggerSettings, 'resolveRecord' | 'attachAthlete'>): EventTop => ({
	names: NAMES,
	main: 'data',
	attached: [
		{ name: 'record', isOn: resolveRecord, option: 'Load Current Record' },
		{ name: 'athlete', isOn: attachAthlete, option: 'Attach Athlete' },
	],
});
