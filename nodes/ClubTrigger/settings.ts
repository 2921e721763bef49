import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The parameters of the trigger, with their defaults. */
export interface TriggerSettings {
	events: string[];
	/** 200 once n8n has stored the execution, or once the workflow has succeeded. */
	acknowledge: 'onReceived' | 'lastNode';
	deduplicate: boolean;
	resolveRecord: boolean;
	recreateWhenDeleted: boolean;
	emitUnknown: boolean;
}

const DEFAULTS = {
	acknowledge: 'onReceived',
	deduplicate: true,
	resolveRecord: false,
	recreateWhenDeleted: true,
	emitUnknown: false,
} as const;

/** What the user has chosen in the panel. */
export function settingsOf(functions: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const events = functions.getNodeParameter('events', []) as string[];
	return { ...DEFAULTS, ...(functions.getNodeParameter('options', {}) as IDataObject), events };
}

/** The options of the panel, as an execution reads them. */
export const optionsOf = (functions: IExecuteFunctions): Omit<TriggerSettings, 'events'> => ({
	...DEFAULTS,
	...(functions.getNodeParameter('options', 0, {}) as IDataObject),
});
