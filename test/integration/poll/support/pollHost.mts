import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import { Workflow, type IDataObject, type INode, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import { ClubPollTrigger } from '../../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import type { PollState } from '../../../../nodes/ClubPollTrigger/scan/state';
import type { Sandbox } from '../../../../sandbox/index.mts';
import { additionalDataOf, onlyType } from '../../../support/node.mts';
import type { TestClub } from '../../../support/club.mts';
import { expectNoSecret, keys } from '../../../support/secrets.mts';
import { firstNode, keepLog } from '../../support/triggerNode.mts';
import { HOUR } from './time.mts';

const TYPE = 'n8n-nodes-club.clubPollTrigger';

export interface PollHostOptions {
	sandbox: Pick<Sandbox, 'url' | 'keys' | 'requests' | 'dialect'>;
	events: string[];
	options?: IDataObject;
	/** The parameters that name properties; those of the sandbox's dialect when left out. */
	fields?: IDataObject;
	firstPoll?: 'fromNow' | 'existing';
	/** All products when left out. */
	products?: readonly (number | string)[];
	credentials?: IDataObject;
	/** What n8n's scheduler gives a poll, in ms; `budgetMs` of the host, which a test may change. */
	budgetMs?: number;
}

/** The properties that a user of a club of this dialect chooses. */
function fieldsOf({ attendanceNames, attendanceShape, participation }: Sandbox['dialect']): IDataObject {
	const [absenceField, priorField] =
		attendanceShape === 'nested'
			? ['CurrentPeriod.CheckIns', 'PreviousPeriod.CheckIns']
			: attendanceNames === 'windows'
				? ['CurrentWindowCount', 'PreviousWindowCount']
				: ['RollingCheckIns', 'PriorCheckIns'];
	const queuedField = { state: 'State', status: 'Status', isQueued: 'IsQueued', absent: 'none' }[participation];
	return { absenceField, priorField, totalField: 'TotalCheckIns', queuedField };
}

/** What one poll came to. */
export interface Poll {
	/** The items; empty where n8n would make an execution without items, undefined where it would make none. */
	items?: IDataObject[];
	error?: Error & { description?: string; failure?: { cause: string }; httpCode?: string };
}

/** The calls that a trigger remembers to have made. */
export function spentBy(host: PollHost): number {
	const [{ state }] = Object.values(JSON.parse(host.memory) as Record<string, { state: string }>);
	return (JSON.parse(state) as PollState).spent.reduce((sum, [, calls]) => sum + calls, 0);
}

/** The event and the subject of each item. */
export const facts = (items: IDataObject[] = []): string[] =>
	items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);

/** A workflow as n8n has it since it was published, or since n8n was started. */
interface Active {
	workflow: Workflow;
	context: IPollFunctions;
}

/**
 * A workflow with the Club Poll Trigger, polled through n8n-core's own context. What n8n does with static data is done
 * here as n8n does it: kept in memory while the workflow is active, stored with each execution that a poll makes.
 */
export class PollHost {
	/** What n8n has stored: this, and nothing else, is there after a restart. */
	stored: IDataObject = {};
	parameters: IDataObject;
	budgetMs?: number;
	/** All items of all polls, in order. */
	readonly items: IDataObject[] = [];
	readonly logs: string[] = [];
	/** What the editor shows beside the output. */
	readonly hints: string[] = [];
	private readonly type = new ClubPollTrigger();
	private readonly id = randomUUID();
	private readonly workflowId = randomUUID();
	private active?: Active;

	constructor(private readonly options: PollHostOptions) {
		this.budgetMs = options.budgetMs;
		// As n8n does when it loads a polling node.
		this.type.description.properties = [...commonPollingParameters, ...this.type.description.properties];
		this.parameters = {
			events: options.events,
			firstPoll: options.firstPoll ?? 'fromNow',
			products: [...(options.products ?? ['all'])],
			...fieldsOf(options.sandbox.dialect),
			...options.fields,
			options: options.options ?? {},
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		};
	}

	/** Publishes the workflow, or starts n8n: a new context with what is stored, and a first poll. What was only in memory is gone. */
	async start(): Promise<Poll> {
		this.active = this.activate();
		const poll = await this.poll();
		// n8n stores the static data once the triggers stand.
		if (!poll.error) this.store(this.active);
		return poll;
	}

	/** Tries the same publication again after its first poll has failed, as n8n does. */
	async tryAgain(): Promise<Poll> {
		this.active = this.activate(this.active?.workflow);
		return await this.poll();
	}

	/** One poll, as n8n's schedule makes it. */
	async poll(active = (this.active ??= this.activate())): Promise<Poll> {
		try {
			const output = await this.type.poll.call(active.context);
			if (output === null) return {};
			const items = output[0].map(({ json }) => json);
			this.store(active);
			this.items.push(...items);
			expectNoSecret('The items of the poll', JSON.stringify(items), keys);
			return { items };
		} catch (error) {
			expectNoSecret('The error of the poll', JSON.stringify([error, String(error)]), keys);
			return { error: error as Poll['error'] };
		}
	}

	/** Polls the activation of now, also when another one has taken its place, as n8n does after an import into a running instance. */
	leaveBehind(): () => Promise<Poll> {
		const { active } = this;
		return async () => await this.poll(active);
	}

	/** What is in the memory of n8n for the node, as text. */
	get memory(): string {
		return JSON.stringify(this.active?.workflow.staticData ?? this.stored);
	}

	/** "Fetch test event": n8n calls `execute` alone, in manual mode. */
	async test(): Promise<Poll> {
		return await this.execute([{ json: {} }], 'manual');
	}

	/** What the first node of an execution makes of the items of a poll. */
	async run(items: IDataObject[]): Promise<Poll> {
		return await this.execute(
			items.map((json) => ({ json })),
			'trigger',
		);
	}

	private async execute(items: INodeExecutionData[], mode: 'manual' | 'trigger'): Promise<Poll> {
		const context = firstNode(this.workflow(), items, additionalDataOf(this.options.sandbox, this.options.credentials), mode);
		try {
			const [output] = await this.type.execute.call(context);
			this.hints.push(...context.hints.map(({ message }) => message));
			return { items: output.map(({ json }) => json) };
		} catch (error) {
			return { error: error as Poll['error'] };
		}
	}

	private store({ workflow }: Active): void {
		this.stored = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	}

	private workflow(): Workflow {
		const node: INode = {
			id: this.id,
			name: 'Club Poll Trigger',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters as INode['parameters'],
			credentials: { clubApi: { id: '1', name: 'Club' } },
		};
		return new Workflow({
			id: this.workflowId,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: onlyType(this.type),
			staticData: JSON.parse(JSON.stringify(this.stored)) as IDataObject,
			settings: { timezone: 'Europe/Rome' },
		});
	}

	private activate(workflow = this.workflow()): Active {
		const context = new PollContext(
			workflow,
			workflow.getNode('Club Poll Trigger') as INode,
			additionalDataOf(this.options.sandbox, this.options.credentials),
			'trigger',
			'activate',
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			// Nothing, as from an n8n that gives polls no limit, leaves it to the node.
			() => this.budgetMs as number,
		);
		keepLog(context, this.logs);
		return { workflow, context: context as unknown as IPollFunctions };
	}
}

/** The hosts of a file of tests: each may make as many calls a day as there are, unless others are the usual options. */
export function pollsOf(club: Pick<TestClub, 'sandbox'>, time: { ahead: number }, usual: IDataObject = { callsPerDay: 25_000 }) {
	const pollFor = (events: string[], options: IDataObject = {}, more: Partial<PollHostOptions> = {}) =>
		new PollHost({ sandbox: club.sandbox, events, options: { ...usual, ...options }, ...more });
	return {
		pollFor,
		/** A published workflow, whose first poll found no error. */
		async started(...given: Parameters<typeof pollFor>) {
			const host = pollFor(...given);
			expect((await host.start()).error).toBeUndefined();
			return host;
		},
		/** The poll after some time, an hour unless it is given. */
		async next(host: PollHost, ms = HOUR) {
			time.ahead += ms;
			return await host.poll();
		},
	};
}
