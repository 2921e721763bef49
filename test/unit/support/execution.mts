import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ProcessedRecord } from '../../../nodes/shared/events/handled';

export type Kind = 'clubTrigger' | 'clubPollTrigger';

type Emit = (functions: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A process of n8n: what each trigger emits in it. */
export type Process = Record<Kind, Emit>;

/** A process of n8n, with a memory of its own. It shares the clock with all others. */
export function newProcess(): Process {
	const process = {} as Process;
	const module = '../../../nodes/shared/transport/process';
	const { clock } = jest.requireActual<{ clock: object }>(module);
	const modules = ['n8n-workflow', 'luxon'].map((name) => [name, jest.requireActual<object>(name)] as const);
	jest.isolateModules(() => {
		for (const [name, shared] of modules) jest.doMock(name, () => shared);
		jest.doMock(module, () => ({ ...jest.requireActual<object>(module), clock }));
		const { ClubError } = jest.requireActual<{ ClubError: new (message: string, details: object) => Error }>(
			'../../../nodes/shared/transport/errors',
		);
		jest.doMock('../../../nodes/shared/transport/client', () => ({
			lazyRequest:
				({ status }: Setting) =>
				async () => {
					if (status !== 200) throw new ClubError('No record', { status, description: '' });
					return { UserId: 7 };
				},
		}));
		// Without a type argument, so that Jest sees which files these tests are about: mutation asks it.
		process.clubTrigger = (jest.requireActual('../../../nodes/ClubTrigger/emit') as { emitDelivered: Emit }).emitDelivered;
		process.clubPollTrigger = (jest.requireActual('../../../nodes/ClubPollTrigger/poll/emit') as { emitPolled: Emit }).emitPolled;
	});
	return process;
}

/** A badge as an item: of the club long ago, unless told otherwise. */
export const badge = (id: number, over: IDataObject = {}): IDataObject => ({
	id: `e-${id}`,
	eventType: 'Badge.Awarded',
	subject: `Athletes/7/Badges/${id}`,
	eventTime: '2020-01-01T00:00:00Z',
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
	/** Whether a node of the workflow can wait. */
	waits?: boolean;
	/** What the club answers when a record is read; without it, the call fails. */
	status?: number;
	workflow?: string;
	executionId?: string;
	mode?: string;
}

/** One execution of a trigger: what it emits of some events, and how it ends. */
export async function execution(process: Process, record: ProcessedRecord, kind: Kind, events: IDataObject[], setting: Setting = {}) {
	const { partner = {}, options = {}, tellsEnd = true, showsHints = true, waits = false, status, workflow = 'workflow' } = setting;
	const { executionId = String(Math.random()), mode = kind === 'clubTrigger' ? 'webhook' : 'trigger' } = setting;
	const warnings: string[] = [];
	const endings: Array<() => Promise<void>> = [];
	let isSuccess: boolean | undefined = true;
	const hints: string[] = [];
	const other = {
		name: 'Other',
		type: `n8n-nodes-club.${kind === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger'}`,
		disabled: false,
		parameters: {},
		...partner,
	};
	const functions = {
		status,
		getNode: () => ({ id: kind, name: 'This', type: `n8n-nodes-club.${kind}`, parameters: { options } }),
		getNodeParameter: () => ({ deduplicate: false, ...options }),
		getInputData: () => events.map((json) => ({ json })),
		getMode: () => mode,
		getTimezone: () => 'Europe/Stockholm',
		getChildNodes: () => [{ name: 'Next', type: waits ? 'n8n-nodes-base.wait' : 'n8n-nodes-base.emailSend' }],
		getParentNodes: (_name: string, { connectionType = 'main', includeNodeParameters = false } = {}) =>
			connectionType === 'main'
				? [{ name: 'This', type: kind }, ...(partner ? [{ ...other, ...(!includeNodeParameters && { parameters: undefined }) }] : [])]
				: [],
		getWorkflow: () => ({ id: workflow }),
		getExecutionId: () => executionId,
		getExecutionCancelSignal: () => undefined,
		getExecutionDataById: async () => {
			if (isSuccess === undefined) throw new Error('The database is gone');
			return { resultData: { error: isSuccess ? undefined : {}, lastNodeExecuted: 'This', runData: { This: [{}] } } };
		},
		...(showsHints && {
			addExecutionHints: ({ message, location, type }: Record<'message' | 'location' | 'type', string>) =>
				hints.push(location === 'outputPane' && type === 'warning' ? message : 'not where somebody sees it'),
		}),
		helpers: record,
		logger: { warn: (text: string) => warnings.push(text), debug: () => {} },
		...(tellsEnd && { onExecutionFinish: (ending: () => Promise<void>) => endings.push(ending) }),
	};
	const [items] = await process[kind](functions as never);
	/** @param success nothing when n8n cannot tell */
	const end = async (success?: boolean) => {
		isSuccess = success;
		for (const ending of endings) await ending();
	};
	return { taken: items.map(({ json }) => json.id), items: items.map(({ json }) => json), hints, warnings, end };
}
