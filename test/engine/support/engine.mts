import { DateTime } from 'luxon';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { Mailbox } from '../../../dev/demo/mailbox.mts';
import { DOOR, fitted, template, withSettings } from '../../../dev/demo/templates.mts';
import { credentialFor } from '../../../dev/host/club.mts';
import type { WorkflowJson } from '../../../dev/host/workflow.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { listedAthletes } from '../../../sandbox/club.mts';
import type { Athlete } from '../../../sandbox/types.mts';
import { forgetProcessed } from '../../integration/trigger/processed.mts';
import { Deliveries } from './month/deliveries.mts';
import { NodesOfN8n } from './month/nodes.mts';
import { Database, Process, type Waiting } from './month/process.mts';
import { errorOf, Published, type Instance } from './month/published.mts';
import { Tables } from './month/tables.mts';
import { GoogleSheets } from './googleSheets.mts';
import { Hubspot } from './hubspot.mts';
import { Mailchimp } from './mailchimp.mts';
import { Twilio } from './twilio.mts';
import { StubModel } from '../../e2e/support/model.mts';
import { standIn } from './outside.mts';
import { time } from './time.mts';

export const ZONE = 'Europe/Stockholm';

/** What the links that stop emails are made from. */
const SECRET = 'a long text';

/** When each n8n begins. */
const NOON = DateTime.fromISO(String(process.env.CLUB_TEST_NOW), { zone: ZONE }).set({ hour: 12 }).toMillis();

const EVENT = 'n8n-nodes-club.clubTrigger';

/** n8n's nodes, of which one may break. */
class BreakableNodes extends NodesOfN8n {
	/** The node of a workflow that fails each time it runs. */
	broken?: { file: string; node: string };

	override getByNameAndVersion(type: string, version?: number): INodeType {
		const known = super.getByNameAndVersion(type, version);
		const { execute } = known;
		if (!execute) return known;
		const { broken } = this;
		return Object.assign(Object.create(known) as INodeType, {
			async execute(this: IExecuteFunctions, ...given: [IExecuteFunctions]) {
				// Some nodes get their context as an argument.
				const isHanded = given[0]?.getNode !== undefined;
				const context = isHanded ? given[0] : this;
				if (broken?.node === context.getNode().name && broken.file === String(context.getWorkflow().id))
					throw new Error('This node is broken');
				return await (execute as (...all: unknown[]) => Promise<unknown>).apply(isHanded ? known : this, given);
			},
		});
	}
}

const nodeTypes = new BreakableNodes();

/** An execution as the execution view shows it. */
export class Run {
	constructor(
		private readonly run: IRun,
		readonly workflow: Published,
	) {}

	get data(): IRun['data'] {
		return this.run.data;
	}

	get error(): { message: string } | undefined {
		return this.run.data.resultData.error;
	}

	runsOf = (node: string) => this.run.data.resultData.runData[node] ?? [];

	rowsOf = (node: string, output = 0): IDataObject[] => (this.runsOf(node).at(-1)?.data?.main[output] ?? []).map(({ json }) => json);
}

/** An n8n in this process with its own nodes, and the club, the mail server and the other systems that the example workflows talk to. */
export class Engine {
	readonly mailbox = new Mailbox();
	readonly model = new StubModel();
	readonly sheets = new GoogleSheets();
	readonly audience = new Mailchimp();
	readonly hubspot = new Hubspot();
	readonly twilio = new Twilio();
	readonly answers: unknown[] = [];
	/** Calls to the internet that nobody answered. */
	readonly lost: string[] = [];
	readonly written: string[] = [];
	/** Lets a node of a workflow fail each time it runs; left out: none. */
	break(broken?: { file: string; node: string }): void {
		nodeTypes.broken = broken;
	}

	tables = this.newTables();
	database = new Database(DOOR);
	readonly runs: Run[] = [];
	/** Executions that wait for a moment or a person. */
	readonly waiting: Waiting[] = [];
	sandbox!: Sandbox;
	process!: Process;
	deliveries!: Deliveries;
	/** Runs an execution that a delivery starts; it settles with whether the execution succeeded. */
	receive = async (workflow: Published, node: INode, items: INodeExecutionData[]): Promise<boolean | void> => {
		workflow.save();
		return !errorOf(await workflow.execute(node, items, 'webhook'));
	};
	private instance!: Instance;
	private athletes!: Array<[number, Athlete]>;

	/** @param begins when each n8n begins, in ms since the epoch */
	constructor(
		private readonly options: SandboxOptions = {},
		private readonly begins = NOON,
	) {}

	async start(): Promise<void> {
		time.set(this.begins);
		this.sandbox = await startSandbox({ rate: false, athletes: 50, now: () => new Date(), ...this.options });
		this.athletes = structuredClone([...this.sandbox.club.athletes]);
		await Promise.all([this.mailbox.start(), this.model.start()]);
		this.deliveries = new Deliveries(nodeTypes, async (...started) => await this.receive(...started));
		await this.deliveries.start();
		standIn([this.sheets, this.audience, this.hubspot, this.twilio], this.lost);
		this.reset();
	}

	private newTables(): Tables {
		return new Tables((about) => void this.written.push(about));
	}

	/** An n8n that has run nothing, with empty data tables, and a club with the people of its beginning. */
	reset(): void {
		time.set(this.begins);
		this.break();
		void forgetProcessed();
		Object.assign(this, { tables: this.newTables(), database: new Database(DOOR) });
		const { runs, waiting, lost, written, mailbox, audience, hubspot, twilio } = this;
		const lists = [runs, waiting, lost, written, mailbox.mails, audience.changes, hubspot.written, twilio.messages];
		for (const list of lists as unknown[][]) list.length = 0;
		Object.assign(mailbox, { refusal: () => undefined, connections: () => Infinity, takes: 0 });
		for (const product of [hubspot, audience]) Object.assign(product, { refuses: () => undefined });
		twilio.refuses = () => false;
		this.sheets.rows = [];
		for (const list of [audience.contacts, hubspot.contacts]) list.clear();
		const given = {
			clubApi: credentialFor(this.sandbox) as ICredentialDataDecryptedObject,
			smtp: this.mailbox.credential as ICredentialDataDecryptedObject,
			twilioApi: twilio.credential,
			openAiApi: { apiKey: 'none', url: this.model.url },
			googleApi: this.sheets.credential as ICredentialDataDecryptedObject,
			mailchimpApi: { ...audience.credential, name: 'Authorization', value: `apikey ${audience.credential.apiKey}` },
			hubspotAppToken: { ...hubspot.credential, name: 'Authorization', value: `Bearer ${hubspot.credential.appToken}` },
		};
		const webhookBaseUrl = this.deliveries.base;
		this.instance = { nodeTypes, tables: this.tables, zone: ZONE, credentials: given, webhookBaseUrl, saved: new Map() };
		this.startProcess();
		this.sandbox.resetRecords();
		this.sandbox.clearFaults();
		const { webhookSubscriptions, athletes } = this.sandbox.club;
		for (const records of [webhookSubscriptions, athletes]) records.clear();
		for (const [id, athlete] of structuredClone(this.athletes)) athletes.set(id, athlete);
		this.publish(DOOR);
	}

	/** Starts a process of n8n with what is in its database. @param waits takes the executions that go to wait */
	startProcess(waits: (waiting: Waiting) => void = (waiting) => void this.waiting.push(waiting)): void {
		const process = new Process(this.database, waits);
		this.process = process;
		this.deliveries.process = process;
		const watch = process.watch.bind(process);
		process.watch = (hooks, file, id) => {
			watch(hooks, file, id);
			hooks.addHandler('sendResponse', (answer) => void this.answers.push(answer.body));
		};
		const ended = process.ended.bind(process);
		process.ended = (file, id, run) => {
			ended(file, id, run);
			this.runs.push(new Run(run, process.published.get(file)!));
		};
	}

	async close(): Promise<void> {
		await this.sandbox.delivery.idle();
		await this.deliveries.close();
		await Promise.all([this.mailbox.close(), this.model.close(), this.sandbox.close()]);
	}

	/** @param now in ms since the epoch */
	setTime(now: number): void {
		time.set(now);
	}

	people = () => listedAthletes(this.sandbox.club);

	/** A template as a user has it after doing what its notes ask for. */
	prepared(name: string): WorkflowJson {
		const file = name.endsWith('.json') ? name : `${name}.json`;
		const credentials = Object.fromEntries(Object.keys(this.instance.credentials).map((type) => [type, { id: type, name: type }]));
		const json = withSettings(fitted(template(file), { credentials, door: DOOR }), { 'Link Secret': SECRET });
		for (const { type, parameters } of json.nodes) {
			if (type.endsWith('.mailchimp')) Object.assign(parameters, this.audience.chosen);
			if (type.endsWith('.googleSheets'))
				for (const [one, value] of Object.entries(this.sheets.chosen)) Object.assign(parameters[one] as object, { value });
		}
		return json;
	}

	/** Makes a workflow known to the others, under the name of its file. */
	publish(name: string, json = this.prepared(name)): Published {
		const file = name.endsWith('.json') ? name : `${name}.json`;
		const published = new Published(file, json, this.instance, this.process);
		this.process.published.set(file, published);
		return published;
	}

	async activate(name: string, json?: WorkflowJson): Promise<Published> {
		const workflow = this.publish(name, json);
		for (const node of workflow.startsWith(EVENT)) await this.deliveries.register(workflow, node, true);
		return workflow;
	}

	/**
	 * Runs a workflow from a trigger, and waits for it and all that it starts.
	 * @param items what the trigger gives; left out: what it gives itself when it is executed by hand
	 */
	async run(name: string, trigger: string, items?: object[], mode: WorkflowExecuteMode = 'trigger', json?: WorkflowJson): Promise<Run> {
		// Two runs are never at the same moment.
		time.set(Date.now() + 1_000);
		const workflow = this.publish(name, json);
		const node = workflow.workflow.getNode(trigger);
		if (!node) throw new Error(`${name} has no node ${trigger}`);
		const given = (items ?? [{ timestamp: new Date().toISOString() }]).map((one) => ({ json: one }) as INodeExecutionData);
		const start: IExecuteData = { node, data: { main: [given] }, source: null };
		const data = createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
		// What the trigger itself would make of items that it is given is tested elsewhere.
		if (items) data.resultData.pinData = { [trigger]: given };
		return await this.ended(workflow, await workflow.run(data, mode));
	}

	/** Goes on with the executions that wait, at their time. @param fields what somebody answers, if they wait for that */
	async resumeAll(fields?: Record<string, string>): Promise<void> {
		for (const waiting of this.waiting.splice(0).sort((a, b) => a.until - b.until)) {
			if (!fields) time.set(waiting.until);
			await this.process.resume(waiting, fields);
		}
	}

	/** Opens a page or sends a form. @returns what n8n answers */
	async visit(name: string, node: string, json: object): Promise<string> {
		this.answers.length = 0;
		await this.run(name, node, [json], 'webhook');
		return JSON.stringify(this.answers.at(-1) ?? '');
	}

	/** Runs a failed execution again, as *Retry* does: from the node that failed, with all its items. */
	async retry({ data, workflow }: Run): Promise<Run> {
		const again = structuredClone({ ...data, resultData: { ...data.resultData, error: undefined } });
		const { lastNodeExecuted = '' } = data.resultData;
		again.resultData.runData[lastNodeExecuted]?.pop();
		return await this.ended(workflow, await workflow.run(again, 'retry'));
	}

	get failed(): Run[] {
		return this.runs.filter(({ error }) => error);
	}

	get mails(): string[] {
		return this.mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`).sort();
	}

	private async ended(workflow: Published, run: IRun): Promise<Run> {
		await this.process.idle();
		await this.sandbox.delivery.idle();
		return new Run(run, workflow);
	}
}

/** An n8n for the tests of a file, new for each. None breaks a rule of the club's API, or asks a system that has no stand-in. */
export function useEngine(options?: SandboxOptions): Engine {
	const engine = new Engine(options);
	beforeAll(async () => await engine.start());
	beforeEach(() => engine.reset());
	afterEach(() => expect([engine.sandbox.breaches, engine.lost]).toEqual([[], []]));
	afterAll(async () => await engine.close());
	return engine;
}
