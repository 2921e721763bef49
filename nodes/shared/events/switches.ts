import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../transport/errors';

/** The switches in the options of both triggers: the label, and whether one is on if nobody added it. */
const SWITCHES = {
	attachAthlete: { label: 'Attach Athlete', isOnAtFirst: false },
	deduplicate: { label: 'Skip Repeated Events', isOnAtFirst: true },
	emitUnknown: { label: 'Start on Unknown Events', isOnAtFirst: false },
	onlyWhenAll: { label: 'Only When All Match', isOnAtFirst: true },
	onlyWhenCase: { label: 'Only When Case Matches', isOnAtFirst: false },
	recreateWhenDeleted: { label: 'Register Again When Dropped', isOnAtFirst: true },
	resolveRecord: { label: 'Load Current Record', isOnAtFirst: false },
	skipHandled: { label: 'Skip Handled', isOnAtFirst: true },
} as const;

type SwitchName = keyof typeof SWITCHES;

const wordOf = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** Whether a switch is on. One that an expression leaves empty is as if nobody had added it: a delivery must not be lost for it. */
export const isOn = (options: IDataObject, name: SwitchName): boolean =>
	SWITCHES[name].isOnAtFirst ? wordOf(options[name]) !== 'false' : wordOf(options[name]) === 'true';

/** Checks the switches before a workflow is published, and before a poll. @throws InvalidInput for a value that is neither on, off nor empty */
export function assertSwitches(options: IDataObject): void {
	for (const [name, { label }] of Object.entries(SWITCHES)) {
		const value = options[name];
		// An empty list has an empty text.
		if (!Array.isArray(value) && ['', 'true', 'false'].includes(wordOf(value))) continue;
		throw new InvalidInput(`"${label}" must be true or false`, 'Correct it in the options of the trigger. Nothing was sent.');
	}
}
