import { Mailbox, type Mail } from '../../../../dev/demo/mailbox.mts';
import { DOOR, fitted, template, withSettings } from '../../../../dev/demo/templates.mts';
import { credentialFor } from '../../../../dev/host/club.mts';
import { startSandbox, type Sandbox } from '../../../../sandbox/index.mts';
import { LivingClub } from '../../../../sandbox/living/livingClub.mts';
import type { INode, INodeExecutionData, ICredentialDataDecryptedObject, WorkflowExecuteMode } from 'n8n-workflow';
import type { WorkflowJson } from '../../../../dev/host/workflow.mts';
import { StubModel } from '../model.mts';
import { Deliveries } from './deliveries.mts';
import type { SentMail } from './mails.mts';
import { NodesOfN8n } from './nodes.mts';
import { People } from './people.mts';
import { Database, Process, type Waiting } from './process.mts';
import { errorOf, Published, type Instance } from './published.mts';
import { setUp } from './setUp.mts';
import { Tables } from './tables.mts';
import { nextTime, pollCrons, scheduledTimes } from './times.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** In this time the members of a living club join. */
const HALF_A_YEAR = 181 * DAY;

const POLL = 'n8n-nodes-club.clubPollTrigger';
const EVENT = 'n8n-nodes-club.clubTrigger';
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

interface Due {
	at: number;
	/** Absent: once. */
	cron?: string;
	/** Whether it goes with the process of n8n. */
	isOfN8n?: boolean;
	run(): Promise<void>;
}

export interface MonthOptions {
	files: readonly string[];
	members: number;
	days: number;
	seed: number;
	zone: string;
	setClock(now: number): void;
}

/** Some days of a living club with all these templates published, in n8n's engine. n8n is killed twice. */
export class Month {
	readonly clock = { now: Date.parse('2026-01-01T00:00:00Z') };
	readonly mails: SentMail[] = [];
	/** The calls of each template by route, those of its publication too. */
	readonly calls = new Map<string, Map<string, number>>();
	readonly database = new Database(DOOR);
	readonly tables = new Tables();
	readonly people = new People(this.database, (at, file, run) =>
		this.plan({ at, run: async () => void (await this.queued(file, async () => await run(this.process))) }),
	);
	athletes = 0;
	sandbox!: Sandbox;
	living!: LivingClub;
	/** When the workflows were published, in ms since the epoch. */
	since = 0;
	private readonly model = new StubModel();
	private readonly nodeTypes = new NodesOfN8n(true);
	private readonly mailbox = new Mailbox();
	private readonly workflows = new Map<string, WorkflowJson>();
	private due: Due[] = [];
	private queue: Promise<unknown> = Promise.resolve();
	private deliveries!: Deliveries;
	private instance!: Instance;
	private process!: Process;

	constructor(readonly options: MonthOptions) {}

	/** @param onDay called at the end of each day */
	async run(onDay: (day: number) => void): Promise<void> {
		const { options, clock } = this;
		options.setClock(clock.now);
		this.sandbox = await startSandbox({ rate: false, athletes: 50, now: () => new Date(clock.now) });
		await Promise.all([this.mailbox.start(), this.model.start()]);
		this.living = new LivingClub(this.sandbox, clock, { seed: options.seed, members: options.members });
		this.living.live(clock.now + HALF_A_YEAR);
		this.since = clock.now;
		options.setClock(clock.now);
		this.athletes = this.sandbox.club.athletes.size;
		const end = clock.now + options.days * DAY;
		this.deliveries = new Deliveries(
			this.nodeTypes,
			async (workflow, node, items) => await this.queued(workflow.id, async () => await this.start(workflow, node, items, 'webhook')),
		);
		await this.deliveries.start();
		try {
			this.instance = this.newInstance();
			await this.startN8n();
			this.planKills();
			for (let day = 0; ; ) {
				this.due.sort((a, b) => a.at - b.at);
				const [next] = this.due;
				if (!next || next.at > end) break;
				await this.passTo(next.at);
				if (next.cron) next.at = nextTime(next.cron, options.zone, next.at);
				else this.due.shift();
				await next.run();
				if (this.process.isKilled) await this.startAgain(clock.now + HOUR / 3);
				if (clock.now > this.since + (day + 1) * DAY) onDay(++day);
			}
			await this.passTo(end);
		} finally {
			await this.sandbox.delivery.idle();
			await this.deliveries.close();
			await Promise.all([this.mailbox.close(), this.model.close(), this.sandbox.close()]);
		}
	}

	get callsInAll(): number {
		return [...this.calls.values()].flatMap((routes) => [...routes.values()]).reduce((sum, count) => sum + count, 0);
	}

	private newInstance(): Instance {
		const credentials = {
			clubApi: credentialFor(this.sandbox) as ICredentialDataDecryptedObject,
			smtp: this.mailbox.credential as ICredentialDataDecryptedObject,
			openAiApi: { apiKey: 'none', url: this.model.url },
		};
		const { nodeTypes, tables, deliveries, options } = this;
		return { nodeTypes, tables, zone: options.zone, credentials, webhookBaseUrl: deliveries.base, saved: new Map() };
	}

	private plan(due: Due): void {
		this.due.push(due);
	}

	/** A kill while the door has just sent a mail that it has not noted yet, and one at night, until after the morning. */
	private planKills(): void {
		const { days } = this.options;
		const sends = { file: DOOR, node: 'Send the email', times: 3 };
		const first = this.since + Math.floor(days * 0.3) * DAY + 6.5 * HOUR;
		this.plan({ at: first, run: async () => void (this.process.killAfter = sends) });
		const second = this.since + Math.floor(days * 0.6) * DAY + 20.7 * HOUR;
		const sleep = async () => {
			this.process.kill();
			await this.startAgain(second + 9.7 * HOUR);
		};
		this.plan({ at: second, run: sleep });
	}

	/** Starts n8n again after it was killed. What it has not saved is gone. */
	private async startAgain(at: number): Promise<void> {
		await this.process.killed;
		this.due = this.due.filter(({ isOfN8n }) => !isOfN8n);
		await this.passTo(at);
		await this.startN8n();
		for (const waiting of this.database.waiting.values()) this.wait(waiting);
	}

	private async startN8n(): Promise<void> {
		this.process = new Process(this.database, (waiting) => this.wait(waiting));
		this.deliveries.process = this.process;
		const { files } = this.options;
		const isNew = this.workflows.size === 0;
		for (const file of files) this.process.published.set(file, new Published(file, this.jsonOf(file), this.instance, this.process));
		for (const [number, file] of files.entries()) await this.activate(this.process.published.get(file)!, number, isNew);
	}

	/** Plans what an execution waits for. */
	private wait({ id, file, origin, until }: Waiting): void {
		const run = async () => {
			const waiting = this.database.waiting.get(id);
			if (waiting) await this.queued(file, async () => await this.process.resume(waiting), origin);
		};
		this.plan({ at: until, isOfN8n: true, run });
	}

	/** Lets the club live up to a moment, and its deliveries arrive. */
	private async passTo(at: number): Promise<void> {
		if (at > this.clock.now) this.living.live(at);
		this.options.setClock(this.clock.now);
		await this.sandbox.delivery.idle();
		await this.queue;
	}

	/**
	 * Does some work when the work before it is done, until n8n is killed, and counts its calls for a template.
	 * @param origin the template whose mails it sends
	 */
	private async queued<T>(file: string, work: () => Promise<T>, origin = file): Promise<T | void> {
		const result = this.queue.then(async () => {
			const { requests } = this.sandbox;
			requests.length = 0;
			const mailed = this.mailbox.mails.length;
			const all = async () => {
				const done = await work();
				await this.process.idle();
				return done;
			};
			try {
				return await Promise.race([all(), this.process.killed]);
			} finally {
				const routes = this.calls.get(file) ?? new Map<string, number>();
				for (const { route } of requests) routes.set(route, (routes.get(route) ?? 0) + 1);
				this.calls.set(file, routes);
				for (const mail of this.mailbox.mails.slice(mailed)) this.take(mail, origin);
			}
		});
		this.queue = result.catch(() => undefined);
		return await result;
	}

	private take(mail: Mail, file: string): void {
		const lines = [...(mail.html ?? '').matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => {
			const [, address = ''] = /, (\S+@[^\s:]+)/.exec(text) ?? [];
			return { text, people: this.peopleAt(address) };
		});
		const [, id, topic] = /club-stop-emails\?u=(\d+)&#38;topic=([^&"]+)&#38;t=[0-9a-f]{32}"/.exec(mail.html ?? '') ?? [];
		const who = Number(id);
		const [, about] = /^A draft for athlete (\d+)$/.exec(mail.subject) ?? [];
		const people = about ? [Number(about)] : this.peopleAt(mail.to).filter((one) => !topic || one === who);
		const sent = { ...mail, at: this.clock.now, file, people, lines, ...(topic && { topic: decodeURIComponent(topic) }) };
		this.mails.push(sent);
		this.people.read(sent, who || undefined);
	}

	private peopleAt = (address: string): number[] =>
		[...this.sandbox.club.athletes.values()].filter(({ Email }) => Email === address).map(({ UserId }) => UserId);

	/** A template as its owner has set it up. */
	private jsonOf(file: string): WorkflowJson {
		const known = this.workflows.get(file);
		if (known) return known;
		const credentials = Object.fromEntries(Object.keys(this.instance.credentials).map((type) => [type, { id: type, name: type }]));
		const json = withSettings(fitted(template(file), { credentials, door: DOOR }), { 'Link Secret': 'a long text' });
		setUp(json);
		this.workflows.set(file, json);
		return json;
	}

	/** @param isNew whether it is published, or started again with n8n */
	private async activate(workflow: Published, number: number, isNew: boolean): Promise<void> {
		const file = workflow.id;
		const { now } = this.clock;
		const { zone } = this.options;
		const plan = (cron: string, run: () => Promise<unknown>) =>
			this.plan({
				at: nextTime(cron, zone, now),
				cron,
				isOfN8n: true,
				run: async () => void (await this.queued(file, run)),
			});
		for (const node of workflow.startsWith(POLL)) {
			const poll = async () => {
				const items = await workflow.poll(node).catch((error: Error) => void this.database.errors.push(`${file}: ${error.message}`));
				if (items) workflow.save();
				if (items && items.length > 0) await this.start(workflow, node, items, 'trigger');
			};
			for (const cron of pollCrons(node, number)) plan(cron, poll);
			await this.queued(file, poll);
		}
		for (const node of workflow.startsWith(EVENT))
			await this.queued(file, async () => {
				await this.deliveries.register(workflow, node, isNew);
				workflow.save();
			});
		for (const node of workflow.startsWith(SCHEDULE)) {
			const type = this.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			for (const { cron, fire } of await scheduledTimes(type, node, workflow.workflow, zone))
				plan(cron, async () => {
					const items = fire();
					if (items) await this.start(workflow, node, items, 'trigger');
				});
		}
	}

	private async start(workflow: Published, node: INode, items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<boolean> {
		workflow.save();
		return !errorOf(await workflow.execute(node, items, mode));
	}
}
