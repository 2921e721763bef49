import type { IDataObject } from 'n8n-workflow';
import type { Patience } from '../shared/transport/send';
import { codeFrom } from './confirmation';
import type { Field, Values } from './field';

/** Options of every operation: what happens when the calls of the key are used up (§8). */
export const rateOptions = [
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 3600,
		displayOptions: { hide: { onRateLimit: ['fail'] } },
		api: false,
		technical: true,
		description:
			'Longest time that a call may wait for its turn, e.g. 60. Left out, an hour; 20 seconds where an agent uses the node as a tool.',
	},
	{
		displayName: 'When Calls Run Out',
		name: 'onRateLimit',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Stop at once when the calls of this minute are used up' },
			{ name: 'Wait', value: 'wait', description: 'Wait until the club takes calls again, then go on' },
		],
		default: 'wait',
		api: false,
		technical: true,
		description: 'What to do when the 50 calls a minute of the club key are used up',
	},
] as const satisfies readonly Field[];

/** The option of operations whose records have many properties. */
export const simplifyOption = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	api: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

/** The option of operations that read records. */
export const fieldsOption = {
	displayName: 'Fields',
	name: 'fields',
	type: 'string',
	default: '',
	placeholder: 'e.g. UserId, Email',
	api: false,
	description: 'The properties to keep of each record, separated by commas, e.g. UserId, Email. Empty: all.',
} as const satisfies Field;

/** The option of operations that write. */
export const dryRunOption = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	api: false,
	description: 'Whether to read and check as usual, but to send no change: the output is what would be sent',
} as const satisfies Field;

/** The option of operations that write, by which they are made in two runs. */
export const showFirstOption = {
	displayName: 'Show Before Changing',
	name: 'showFirst',
	type: 'boolean',
	default: true,
	api: false,
	description:
		'Whether to show the change in words with a confirmation code first, and to make it in a second run that gives this code. Both runs together take at most three calls more than the change.',
} as const satisfies Field;

/** The code with which a change that was shown is made; it is taken no notice of without that option. */
export const confirmationCode = {
	displayName: 'Confirmation Code',
	name: 'confirmationCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. K7Q2F9',
	// n8n looks into no group when it decides which parameters a node has: this one is there as soon as some option is.
	displayOptions: { hide: { '/options': [{ _cnd: { eq: {} as unknown as string } }] } },
	api: false,
	check: codeFrom,
	description:
		'The code of a change that was shown (Show Before Changing). Left empty, the change is shown with a code; with the code and the same parameters, it is made. A code is good for 10 to 20 minutes, once.',
} as const satisfies Field;

/** Query parameters that the spec lists as not shown, for operations that read. */
export const additionalParameters = {
	displayName: 'Additional Parameters',
	name: 'additionalParameters',
	type: 'json',
	default: '{}',
	api: false,
	technical: true,
	description: 'Further query parameters of the API as a JSON object, sent as they are, e.g. {"name": "value"}',
} as const satisfies Field;

/** Options that every Get Many has, besides its own. */
export const listOptions = [
	{
		displayName: 'Start at Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.NextCursor }}',
		api: false,
		technical: true,
		description:
			'Where to start: a cursor of an earlier run with the same filters, e.g. the NextCursor of a page, or the nextCursor that a tool gives',
	},
	{
		displayName: 'One Item for Each',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Page', value: 'pages', description: 'As the club gives them, with their cursors, so that a workflow can go on later' },
			{ name: 'Record', value: 'rows', description: 'One athlete, one booking, and so on' },
		],
		default: 'rows',
		api: false,
		technical: true,
		description: 'What each item of the output holds',
	},
	{
		displayName: 'Records per Call',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		api: false,
		technical: true,
		description: 'The size of a page, e.g. 100. Left out, the node takes the largest page and so the fewest calls.',
	},
] as const satisfies readonly Field[];

/** How many results a list gives. */
export const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	api: false,
	description: 'Max number of results to return',
} as const satisfies Field;

export const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	api: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies Field;

/** Parameters that every Get Many has, besides its filters. A tool gives less, since a model reads all of it. */
export const listFields = [
	returnAll,
	{ ...limit, displayOptions: { show: { returnAll: [false], '@tool': [false] } } },
	{ ...limit, default: 10, displayOptions: { show: { returnAll: [false], '@tool': [true] } } },
] as const satisfies readonly Field[];

/** The options that operations share; which of them there are depends on the operation. */
type SharedOptions = { onlyChanges?: boolean } & Values<typeof rateOptions> &
	Values<typeof listOptions> &
	Values<readonly [typeof additionalParameters, typeof dryRunOption, typeof showFirstOption, typeof fieldsOption, typeof simplifyOption]>;

/** The checked values of any operation: those that operations share by their type, the others as they are. */
export interface AnyValues extends Values<typeof listFields> {
	[name: string]: unknown;
	options: SharedOptions;
	confirmationCode?: string;
	filters?: { fromId?: number; toId?: number; additionalParameters?: IDataObject };
	additionalFields?: IDataObject;
	updateFields?: IDataObject;
}

/** Seconds that a call may wait where a model waits for it and nobody says how long. */
const MODEL_WAIT = 20;

/** How long the calls of an item may wait. */
export function patienceOf({ onRateLimit, maxWait }: AnyValues['options'], isForModel: boolean): Patience {
	const seconds = maxWait ?? (isForModel ? MODEL_WAIT : rateOptions[0].default);
	return { maxWaitMs: onRateLimit === 'fail' ? 0 : seconds * 1000, hasOptions: true };
}
