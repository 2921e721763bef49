import { parse, stringify } from 'flatted';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ExecuteWorkflowOptions,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { errorOf, type Host, type Published } from './published.mts';

const CALLED = 'n8n-nodes-base.executeWorkflowTrigger';

/** An execution that waits in the database of n8n. */
export interface Waiting {
	id: string;
	/** The workflow, and the one whose mail it sends. */
	file: string;
	origin: string;
	until: number;
	mode: WorkflowExecuteMode;
	/** As n8n stores it. */
	data: string;
}

/** A mail that a workflow gave to the door. */
export interface Asked {
	execution: string;
	at: number;
	file: string;
	who: number;
	topic: string;
	/** What nobody gets two mails about. */
	about: string;
}

/** What of an n8n outlives a process, besides the static data and the data tables. */
export class Database {
	readonly waiting = new Map<string, Waiting>();
	/** What the door was asked to send. */
	readonly asked: Asked[] = [];
	/** The executions that a killed process was running. */
	readonly lost: string[] = [];
	readonly errors: string[] = [];
	executions = 0;
	/** How many mails have waited for the morning. */
	waited = 0;

	constructor(readonly door: string) {}
}

const never = async () => await new Promise<never>(() => {});

/** A process of n8n: the workflows that it has published, and the executions that it is running. */
export class Process implements Host {
	readonly published = new Map<string, Published>();
	/** Settles once nothing of the process goes on. */
	readonly killed: Promise<void>;
	isKilled = false;
	/** Kills the process when a node of a workflow has run so many times. */
	killAfter?: { file: string; node: string; times: number };
	private settle!: () => void;
	/** How many nodes are at work. */
	private working = 0;
	private readonly running = new Map<string, Promise<IRun> | undefined>();
	private readonly data = new Map<string, IRun['data']>();

	/** @param waits called for an execution that goes to wait */
	constructor(
		private readonly database: Database,
		private readonly waits: (waiting: Waiting) => void,
	) {
		this.killed = new Promise((resolve) => {
			this.settle = resolve;
		});
	}

	newId = (): string => String(++this.database.executions);

	/** Nothing goes on but the nodes that are at work, and what they write is no part of an execution any more. */
	kill(): void {
		this.isKilled = true;
		this.database.lost.push(...this.running.keys());
		if (this.working === 0) this.settle();
	}

	/** Follows an execution, and stops it before its next node once the process is killed. */
	watch(hooks: ExecutionLifecycleHooks, file: string, id: string): void {
		if (!this.running.has(id)) this.running.set(id, undefined);
		hooks.addHandler('nodeExecuteBefore', async () => {
			if (this.isKilled) await never();
			this.working++;
		});
		hooks.addHandler('nodeExecuteAfter', async (node: string) => {
			this.working--;
			const { killAfter } = this;
			if (killAfter?.file === file && killAfter.node === node && --killAfter.times === 0) this.kill();
			if (this.isKilled && this.working === 0) this.settle();
			if (this.isKilled) await never();
		});
		hooks.addHandler('workflowExecuteAfter', ({ data }: IRun) => {
			const { settings } = this.published.get(file)!.json;
			if (data.resultData.error || settings?.saveDataSuccessExecution !== 'none') this.data.set(id, data);
		});
	}

	dataOf = (id: string): IRun['data'] | undefined => this.data.get(id);

	/** Keeps what n8n keeps of an execution that has ended or waits. */
	ended(file: string, id: string, run: IRun): void {
		const { database } = this;
		this.running.delete(id);
		this.data.delete(id);
		const error = errorOf(run);
		if (error) database.errors.push(`${new Date().toISOString()} ${file}: ${error}`);
		if (!run.waitTill) return;
		const origin = run.data.parentExecution?.workflowId ?? file;
		const waiting = { id, file, origin, until: new Date(run.waitTill).getTime(), mode: run.mode, data: stringify(run.data) };
		database.waiting.set(id, waiting);
		if (run.data.resultData.lastNodeExecuted === 'Wait until the morning') database.waited++;
		this.waits(waiting);
	}

	/** Goes on with an execution that waits: because its time has come, or with what somebody has answered. */
	async resume({ id, file, mode, data: stored }: Waiting, fields?: Record<string, string>): Promise<void> {
		const workflow = this.published.get(file)!;
		const data = parse(stored) as IRunExecutionData;
		if (fields) {
			const [next] = data.executionData!.nodeExecutionStack;
			next.data.main = await workflow.answer(workflow.workflow.getNode(next.node.name)!, data, fields);
			next.node.disabled = true;
			next.metadata = { ...next.metadata, forwardAllOutputs: true } as typeof next.metadata;
			data.waitTill = undefined;
			data.resultData.runData[data.resultData.lastNodeExecuted!].pop();
		}
		this.database.waiting.delete(id);
		await workflow.run(data, mode, id);
		await this.idle();
	}

	/** Resolves once no execution runs that another one has started. */
	async idle(): Promise<void> {
		for (;;) {
			const running = [...this.running.values()].filter((run) => run !== undefined);
			if (running.length === 0) return;
			await Promise.all(running);
		}
	}

	/** Starts a workflow for another one, as *Execute Workflow* asks for it. */
	executeWorkflow = async (
		{ id: file = '' }: IExecuteWorkflowInfo,
		_additionalData: IWorkflowExecuteAdditionalData,
		{ inputData = [], parentExecution, parentWorkflowId, doNotWaitToFinish }: ExecuteWorkflowOptions,
	) => {
		const workflow = this.published.get(file);
		if (!workflow) throw new Error(`No workflow ${file} is published`);
		const [node] = workflow.startsWith(CALLED);
		const executionId = this.newId();
		if (file === this.database.door) this.ask(executionId, parentWorkflowId ?? '', inputData);
		// As in n8n, it begins later, and with the same items: what the caller does to them meanwhile counts.
		const run = turn().then(async () => {
			const items = JSON.parse(JSON.stringify(inputData)) as INodeExecutionData[];
			return await workflow.execute(node, items, 'integrated', parentExecution, executionId);
		});
		this.running.set(executionId, run);
		if (doNotWaitToFinish) return { executionId, data: [null] };
		const { error, runData, lastNodeExecuted = '' } = (await run).data.resultData;
		if (error) throw error;
		return { executionId, data: runData[lastNodeExecuted].at(-1)?.data?.main ?? [null] };
	};

	private ask(execution: string, file: string, items: readonly INodeExecutionData[]): void {
		const [{ item, topic = '', about }] = items.map(({ json }) => json);
		const { ids, UserId } = item as { ids?: { userId: number }; UserId?: number };
		const who = Number(ids?.userId ?? UserId);
		this.database.asked.push({ execution, at: Date.now(), file, who, topic: String(topic), about: String(about) });
	}
}
