import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { OnlyWhen } from '../shared/records/onlyWhen';
import { onlyWhenOf, rootOf } from '../shared/records/onlyWhen';
import { InvalidInput } from '../shared/transport/errors';

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
export const settingsOf = (functions: IHookFunctions | IWebhookFunctions): TriggerSettings => ({
	...withDefaults(functions.getNodeParameter('options', {}) as IDataObject, functions.getTimezone()),
	events: functions.getNodeParameter('events', []) as string[],
});

/** The options of the panel, as an execution reads them. */
export const optionsOf = (functions: IExecuteFunctions): Omit<TriggerSettings, 'events'> =>
	withDefaults(functions.getNodeParameter('options', 0, {}) as IDataObject, functions.getTimezone());

/**
 * Makes sure that what a condition looks into will be there.
 * @throws InvalidInput that names the option to switch on
 */
export function assertConditions({ onlyWhen, resolveRecord, attachAthlete }: TriggerSettings): void {
	const options = [
		{ root: 'record', isOn: resolveRecord, name: 'Resolve Record' },
		{ root: 'athlete', isOn: attachAthlete, name: 'Attach Athlete' },
	];
	for (const { root, isOn, name } of options) {
		const condition = onlyWhen.conditions.find((one) => rootOf(one) === root);
		if (!condition || isOn) continue;
		throw new InvalidInput(
			`"Only When" looks at "${condition.field}", which no event has without "${name}"`,
			`Switch on "${name}", or take another field.`,
		);
	}
}
