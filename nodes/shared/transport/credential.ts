import { ExpressionError } from 'n8n-workflow';
import { attempt, InvalidInput, messageOf } from './errors';
import type { ClubFunctions } from './process';

// The credential "Club API": its fields, and how it is read for an item.

export const CLUB_API = 'clubApi';

export interface ClubCredential {
	baseUrl: string;
	subscriptionKey: string;
	clubApiKey: string;
	secondarySubscriptionKey?: string;
	expectedClub?: string;
	/** Calls that each process may make with this key in any 24 hours; no limit when 0 or left out. */
	dailyCalls?: number;
	/** Whether other nodes, such as HTTP Request, may use it: `all`, `domains`, or any other value for no. */
	allowedHttpRequestDomains?: string;
}

const enteredText = (entered: unknown): string => String(entered ?? '').trim();

/** What people paste with a key: the name of its header, and `Bearer` (§5). */
const PASTED = /^(?:(?:X-Sub-Key|Authorization)\s*:\s*)?(?:Bearer\s+)?/i;

const unquoted = (text: string): string => /^["'“„‘](.*)["'”“’]$/s.exec(text)?.[1].trim() ?? text;

const enteredKey = (entered: unknown): string => unquoted(unquoted(enteredText(entered)).replace(PASTED, ''));

/** The credential without what comes from pasting. An expression may give a number instead of a text. */
export const trimmed = (entered: ClubCredential): ClubCredential => ({
	...entered,
	subscriptionKey: enteredKey(entered.subscriptionKey),
	clubApiKey: enteredKey(entered.clubApiKey),
	secondarySubscriptionKey: enteredKey(entered.secondarySubscriptionKey),
	expectedClub: enteredText(entered.expectedClub),
});

const FIELDS = {
	subscriptionKey: 'Subscription Key',
	clubApiKey: 'Club API Key',
	secondarySubscriptionKey: 'Secondary Subscription Key',
	expectedClub: 'Expected Club',
	dailyCalls: 'Daily Calls',
} as const;

type Field = keyof typeof FIELDS;

const WITHHELD = /access to env vars denied/;

const REQUIRED: readonly Field[] = ['subscriptionKey', 'clubApiKey'];

export const WITHHOLDS_ENV = 'n8n 2 also withholds $env, unless N8N_BLOCK_ENV_ACCESS_IN_NODE is false.';

const adviceWithoutItem = (functions: ClubFunctions): string =>
	`${
		'getCurrentNodeParameter' in functions
			? 'A drop-down has no item. Choose "By ID" instead of "From List".'
			: 'A trigger has no item. Create a credential and a trigger for each club.'
	} ${WITHHOLDS_ENV}`;

/** What is wrong with a field. An expression without a value must not pass for an empty field, which means no limit and no check. */
function faultIn(credential: ClubCredential, field: Field): string | undefined {
	const value: unknown = credential[field];
	if (value === undefined || value === null) return 'has no value';
	if (typeof value !== 'string' && typeof value !== 'number') return 'is not text';
	if (REQUIRED.includes(field) && String(value).trim() === '') return 'is empty';
	return field === 'dailyCalls' && !(Number(value) >= 0) ? 'is not a number of 0 or more' : undefined;
}

export function faultOf(credential: ClubCredential): string | undefined {
	for (const field of Object.keys(FIELDS) as Field[]) {
		const fault = faultIn(credential, field);
		if (fault !== undefined) return `"${FIELDS[field]}" of the credential ${fault}`;
	}
	return undefined;
}

/**
 * The credential with its expressions resolved for one item, because each item may belong to another club.
 * @param item index of the item; left out in triggers and drop-downs, which have none
 * @throws InvalidInput for a field without a valid value, before anything is sent
 */
export async function readCredential(functions: ClubFunctions, item?: number): Promise<ClubCredential> {
	const read = await attempt(functions.getCredentials<ClubCredential>(CLUB_API, item));
	if ('error' in read) {
		if (WITHHELD.test(messageOf(read.error))) {
			throw new InvalidInput(
				'The credential reads an environment variable, which this n8n withholds',
				'Set N8N_BLOCK_ENV_ACCESS_IN_NODE of n8n to false and restart n8n, or enter the value itself in the credential.',
			);
		}
		const needsItem = item === undefined && read.error instanceof ExpressionError;
		throw needsItem ? new InvalidInput('The credential takes its values from an item', adviceWithoutItem(functions)) : read.error;
	}
	const credential = read.value;
	const fault = faultOf(credential);
	if (fault !== undefined) {
		throw new InvalidInput(
			fault,
			item === undefined
				? `Enter a value in the credential. If the field has an expression: ${adviceWithoutItem(functions)}`
				: 'Nothing was sent for this item. Correct the credential, or the item that its expression reads.',
		);
	}
	return trimmed(credential);
}
