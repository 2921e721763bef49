import type { IDataObject } from 'n8n-workflow';
import type { Patience } from '../shared/transport/send';
import type { Field, Values } from './field';

/** Options of every operation: what to do when the calls of the key are used up (§8). */
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
			'The maximum time that a call may wait in the queue, e.g. 60. If not set, one hour, or 20 seconds if an AI agent uses the node as a tool.',
	},
	{
		displayName: 'When Calls Run Out',
		name: 'onRateLimit',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Fail immediately when the calls of this minute are used up' },
			{ name: 'Wait', value: 'wait', description: 'Wait until the club accepts calls again, then continue' },
		],
		default: 'wait',
		api: false,
		technical: true,
		description: 'What to do when the 50 calls per minute of the club key are used up',
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
	description: 'A comma-separated list of the properties to return, e.g. UserId, Email. Leave empty to return all properties.',
} as const satisfies Field;

/** The option of operations that write. */
export const dryRunOption = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	api: false,
	blank: 'refusedFromModels',
	leftOut: 'With true, the change is only shown. With false, or without the field, it is made.',
	description: 'Whether to return the change that would be sent, without sending it. The node reads and checks as usual.',
} as const satisfies Field;

/** Query parameters that the API's description does not show, for operations that read. */
export const additionalParameters = {
	displayName: 'Additional Parameters',
	name: 'additionalParameters',
	type: 'json',
	default: '{}',
	api: false,
	technical: true,
	description: 'Additional query parameters to send, as a JSON object, e.g. {"name": "value"}. The node sends them unchanged.',
} as const satisfies Field;

/** Options that every Get Many has in addition to its own. */
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
			'The cursor to start from, e.g. the NextCursor of a page or the nextCursor of a tool. It must come from an earlier run with the same filters, which also set the direction.',
	},
	{
		displayName: 'One Item for Each',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Page',
				value: 'pages',
				description: 'A page as the club returns it, with its cursors, so that a workflow can continue later',
			},
			{ name: 'Record', value: 'rows', description: 'One athlete, one booking, and so on' },
		],
		default: 'rows',
		api: false,
		technical: true,
		description: 'What each output item contains',
	},
	{
		displayName: 'Records per Call',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		api: false,
		technical: true,
		description:
			'The number of records to request per call, e.g. 100. If not set, the node uses the largest page size, which takes the fewest calls.',
	},
] as const satisfies readonly Field[];

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

/** Parameters that every Get Many has in addition to its filters. A tool returns fewer records, because a model has to read them all. */
export const listFields = [
	returnAll,
	{ ...limit, displayOptions: { show: { returnAll: [false], '@tool': [false] } } },
	{ ...limit, default: 10, displayOptions: { show: { returnAll: [false], '@tool': [true] } } },
] as const satisfies readonly Field[];

/** The options that operations share. Each operation has some of them. */
type SharedOptions = { onlyChanges?: boolean } & Values<typeof rateOptions> &
	Values<typeof listOptions> &
	Values<readonly [typeof additionalParameters, typeof dryRunOption, typeof fieldsOption, typeof simplifyOption]>;

/** The checked values of any operation. Only the values that operations share have a type here. */
export interface AnyValues extends Values<typeof listFields> {
	[name: string]: unknown;
	options: SharedOptions;
	filters?: { fromId?: number; toId?: number; additionalParameters?: IDataObject };
	additionalFields?: IDataObject;
	updateFields?: IDataObject;
}

/** The default of Max Wait, in seconds, when a model waits for the answer. */
const MODEL_WAIT = 20;

/** How long the calls of an item may wait. */
export function patienceOf({ onRateLimit, maxWait }: AnyValues['options'], isForModel: boolean): Patience {
	const seconds = maxWait ?? (isForModel ? MODEL_WAIT : rateOptions[0].default);
	return { maxWaitMs: onRateLimit === 'fail' ? 0 : seconds * 1000, hasOptions: true };
}
