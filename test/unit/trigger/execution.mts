import type { IDataObject } from 'n8n-workflow';
import { skipHandledAcross } from '../../../nodes/shared/records/handledAcross';
import { HandledHere } from '../../../nodes/shared/records/handledHere';
import type { ProcessedRecord } from '../../../nodes/shared/records/handledRecord';
import { Gatherings } from '../../../nodes/shared/records/gathering';
import { Journals } from '../../../nodes/shared/records/journal';

export type Kind = 'clubTrigger' | 'clubPollTrigger';
export type Skip = typeof skipHandledAcross;

/** A process of n8n, with a memory of its own. */
export function newProcess(): Skip {
	const memory = { here: new HandledHere(), journals: new Journals(), ends: new Gatherings() };
	return async (functions, items, untilSuccess) => await skipHandledAcross(functions, items, untilSuccess, memory);
}

export const badge = (id: number, over: IDataObject = {}): IDataObject => ({
	id: `e-${id}`,
	eventType: 'Badge.Awarded',
	subject: `Athletes/7/Badges/${id}`,
	...over,
});

export interface Setting {
	/** The other trigger as the workflow has it; nothing when there is none. */
	partner?: IDataObject | null;
	/** The options of the trigger itself. */
	options?: IDataObject;
	/** Whether this n8n tells a node how its execution has ended. */
	tellsEnd?: boolean;
	/** Whether this n8n shows hints of an execution. */
	showsHints?: boolean;
	untilSuccess?: boolean;
	executionId?: string;
	workflow?: string;
}

/** One execution of a trigger: what it takes of some events, and how it ends. */
export async function execution(skip: Skip, record: ProcessedRecord, kind: Kind, events: IDataObject[], setting: Setting = {}) {
	const {
		partner = {},
		options = {},
		tellsEnd = true,
		showsHints = true,
		untilSuccess = false,
		executionId = String(Math.random()),
		workflow = 'workflow',
	} = setting;
	const warnings: string[] = [];
	const endings: Array<() => Promise<void>> = [];
	let isSuccess: boolean | undefined = true;
	const hints: string[] = [];
	const hintLooks: string[] = [];
	const other = {
		name: 'Other',
		type: `n8n-nodes-club.${kind === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger'}`,
		disabled: false,
		parameters: {},
		...partner,
	};
	const functions = {
		getNode: () => ({ name: 'This', type: `n8n-nodes-club.${kind}`, parameters: { options } }),
		getChildNodes: () => [{ name: 'Next' }, { name: 'After Next' }],
		getParentNodes(name: string, { depth = Infinity, includeNodeParameters = false } = {}) {
			const [own, further] = [
				{ name: 'This', type: kind },
				{ ...other, ...(!includeNodeParameters && { parameters: undefined }) },
			];
			const beforeNext = [own, ...(partner ? [further] : [])];
			if (name === 'Next') return beforeNext;
			return [{ name: 'Next', type: 'set' }, further, ...(depth > 1 ? beforeNext : [])];
		},
		getWorkflow: () => ({ id: workflow }),
		getExecutionId: () => executionId,
		getExecutionCancelSignal: () => undefined,
		getExecutionDataById: async () => {
			if (isSuccess === undefined) throw new Error('The database is gone');
			return { resultData: { error: isSuccess ? undefined : {}, lastNodeExecuted: 'This', runData: { This: [{}] } } };
		},
		...(showsHints && {
			addExecutionHints({ message, type, location }: { message: string; type: string; location: string }) {
				hints.push(message);
				hintLooks.push(`${type}, ${location}`);
			},
		}),
		helpers: record,
		logger: { warn: (text: string) => warnings.push(text), debug: () => {} },
		...(tellsEnd && { onExecutionFinish: (ending: () => Promise<void>) => endings.push(ending) }),
	};
	const items = await skip(
		functions as never,
		events.map((json) => ({ json })),
		untilSuccess,
	);
	/** @param success nothing when n8n cannot tell */
	const end = async (success?: boolean) => {
		isSuccess = success;
		for (const ending of endings) await ending();
	};
	return { taken: items.map(({ json }) => json.id), hints, hintLooks, warnings, end };
}
