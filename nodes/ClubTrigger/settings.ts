import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { EventTop, OnlyWhen } from '../shared/records/onlyWhen';
import { onlyWhenOf } from '../shared/records/onlyWhen';

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

const DEFAULTS = {
	acknowledge: 'onReceived',
	deduplicate: true,
	resolveRecord: false,
	attachAthlete: false,
	recreateWhenDeleted: true,
	emitUnknown: false,
} as const;

/** The saved options, with defaults for those that are left out. */
const withDefaults = (options: IDataObject, zone: string): Omit<TriggerSettings, 'events'> => ({
	...DEFAULTS,
	...options,
	onlyWhen: onlyWhenOf(options, zone),
});

export const triggerSettings = (functions: IHookFunctions | IWebhookFunctions): TriggerSettings => ({
	...withDefaults(functions.getNodeParameter('options', {}) as IDataObject, functions.getTimezone()),
	events: functions.getNodeParameter('events', []) as string[],
});

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
