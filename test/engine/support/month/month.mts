import type { INode, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import type { Mail } from '../../../../dev/demo/mailbox.mts';
import { DOOR } from '../../../../dev/demo/templates.mts';
import type { WorkflowJson } from '../../../../dev/host/workflow.mts';
import { ENDING_PRODUCTS, LivingClub } from '../../../../sandbox/living/livingClub.mts';
import { Engine, ZONE } from '../engine.mts';
import { clock } from '../time.mts';
import { People } from './people.mts';
import type { Waiting } from './process.mts';
import { errorOf, type Published } from './published.mts';
import { nextTime, pollCrons, scheduledTimes } from './times.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const BEGIN = Date.parse('2026-01-01T00:00:00Z');

/** In this time the members of a living club join. */
const HALF_A_YEAR = 181 * DAY;

const POLL = 'n8n-nodes-club.clubPollTrigger';
const EVENT = 'n8n-nodes-club.clubTrigger';
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** A mail of a workflow, and when it was sent, in ms since the epoch. */
export interface SentMail extends Mail {
	at: number;
	file: string;
	/** The members with this address; of a mail with a link to stop, the one whom the link stands for; of a draft, whom it is for. */
	people: number[];
	/** What the link to stop says that it is about. */
	topic?: string;
	/** The lines of a list in it, and the members with the address in each. */
	lines: Array<{ text: string; people: number[] }>;
}

interface Due {
	at: number;
	/** Absent: once. */
	cron?: string;
	/** Whether it goes with the process of n8n. */
	isOfN8n?: boolean;
	run(): Promise<void>;
}

interface MonthOptions {
	files: readonly string[];
	members: number;
	days: number;
}

/** Some days of a living club with all these templates published, in n8n's engine. n8n is killed twice. */
export class Month {
	readonly engine = new Engine({}, BEGIN);
	readonly mails: SentMail[] = [];
	/** The calls of each template by route, those of its publication too. */
	readonly calls = new Map<string, Map<string, number>>();
	athletes = 0;
	living!: LivingClub;
	people!: People;
	/** When the workflows were published, in ms since the epoch. */
	since = 0;
	private readonly workflows = new Map<string, WorkflowJson>();
	private due: Due[] = [];
	private queue: Promise<unknown> = Promise.resolve();

	constructor(readonly options: MonthOptions) {}

	async live(): Promise<void> {
		const { engine, options } = this;
		engine.receive = async (workflow, node, items) =>
			await this.queued(workflow.id, async () => await this.start(workflow, node, items, 'webhook'));
		await engine.start();
		try {
			this.people = new People(engine.database, (at, file, run) =>
				this.plan({ at, run: async () => void (await this.queued(file, async () => await run(engine.process))) }),
			);
			this.living = new LivingClub(engine.sandbox, clock, { seed: 1, members: options.members });
			this.living.live(BEGIN + HALF_A_YEAR);
			this.since = clock.now;
			this.athletes = engine.sandbox.club.athletes.size;
			await this.startN8n();
			this.planKills();
			await this.passDays();
		} finally {
			await engine.close();
		}
	}

	private async passDays(): Promise<void> {
		const end = this.since + this.options.days * DAY;
		for (;;) {
			this.due.sort((a, b) => a.at - b.at);
			const [next] = this.due;
			if (!next || next.at > end) break;
			await this.passTo(next.at);
			if (next.cron) next.at = nextTime(next.cron, ZONE, next.at);
			else this.due.shift();
			await next.run();
			if (this.engine.process.isKilled) await this.startAgain(clock.now + HOUR / 3);
		}
		await this.passTo(end);
	}

	private plan(due: Due): void {
		this.due.push(due);
	}

	/** A kill while the door has just sent a mail that it has not noted yet, and one at night, until after the morning. */
	private planKills(): void {
		const { days } = this.options;
		const sends = { file: DOOR, node: 'Send the email', times: 3 };
		const first = this.since + Math.floor(days * 0.3) * DAY + 6.5 * HOUR;
		this.plan({ at: first, run: async () => void (this.engine.process.killAfter = sends) });
		const second = this.since + Math.floor(days * 0.6) * DAY + 20.7 * HOUR;
		const sleep = async () => {
			this.engine.process.kill();
			await this.startAgain(second + 9.7 * HOUR);
		};
		this.plan({ at: second, run: sleep });
	}

	/** Starts n8n again after it was killed. What it has not saved is gone. */
	private async startAgain(at: number): Promise<void> {
		await this.engine.process.killed;
		this.due = this.due.filter(({ isOfN8n }) => !isOfN8n);
		await this.passTo(at);
		await this.startN8n();
		for (const waiting of this.engine.database.waiting.values()) this.wait(waiting);
	}

	private async startN8n(): Promise<void> {
		const isNew = this.workflows.size === 0;
		this.engine.startProcess((waiting) => this.wait(waiting));
		const published = this.options.files.map((file) => this.engine.publish(file, this.jsonOf(file)));
		for (const [number, workflow] of published.entries()) await this.activate(workflow, number, isNew);
	}

	/** Plans what an execution waits for. */
	private wait({ id, file, origin, until }: Waiting): void {
		const run = async () => {
			const waiting = this.engine.database.waiting.get(id);
			if (waiting) await this.queued(file, async () => await this.engine.process.resume(waiting), origin);
		};
		this.plan({ at: until, isOfN8n: true, run });
	}

	/** Lets the club live up to a moment, and its deliveries arrive. */
	private async passTo(at: number): Promise<void> {
		if (at > clock.now) this.living.live(at);
		await this.engine.sandbox.delivery.idle();
		await this.queue;
	}

	/**
	 * Does some work when the work before it is done, until n8n is killed, and counts its calls for a template.
	 * @param origin the template whose mails it sends
	 */
	private async queued<T>(file: string, work: () => Promise<T>, origin = file): Promise<T | void> {
		const result = this.queue.then(async () => {
			const { engine } = this;
			const { requests } = engine.sandbox;
			const begun = clock.now;
			const lists: unknown[][] = [requests, engine.mailbox.mails, engine.runs, engine.written];
			for (const list of lists) list.length = 0;
			const all = async () => {
				const done = await work();
				await engine.process.idle();
				return done;
			};
			try {
				return await Promise.race([all(), engine.process.killed]);
			} finally {
				// In n8n, what is due at the same time begins together. Here it is done one after the other.
				clock.now = begun;
				const routes = this.calls.get(file) ?? new Map<string, number>();
				for (const { route } of requests) routes.set(route, (routes.get(route) ?? 0) + 1);
				this.calls.set(file, routes);
				for (const mail of engine.mailbox.mails) this.take(mail, origin);
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
		const sent = { ...mail, at: clock.now, file, people, lines, ...(topic && { topic: decodeURIComponent(topic) }) };
		this.mails.push(sent);
		this.people.read(sent, who || undefined);
	}

	private peopleAt = (address: string): number[] =>
		[...this.engine.sandbox.club.athletes.values()].filter(({ Email }) => Email === address).map(({ UserId }) => UserId);

	/** A template as its owner has set it up: nobody who pays month by month is offered a renewal. */
	private jsonOf(file: string): WorkflowJson {
		const known = this.workflows.get(file);
		if (known) return known;
		const json = this.engine.prepared(file);
		Object.assign(json.settings!, { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' });
		for (const { parameters } of json.nodes) if (parameters.products) Object.assign(parameters, { products: ENDING_PRODUCTS });
		this.workflows.set(file, json);
		return json;
	}

	/** @param isNew whether it is published, or started again with n8n */
	private async activate(workflow: Published, number: number, isNew: boolean): Promise<void> {
		const file = workflow.id;
		const { now } = clock;
		const plan = (cron: string, run: () => Promise<unknown>) =>
			this.plan({
				at: nextTime(cron, ZONE, now),
				cron,
				isOfN8n: true,
				run: async () => void (await this.queued(file, run)),
			});
		for (const node of workflow.startsWith(POLL)) {
			const poll = async () => {
				const items = await workflow.poll(node).catch((error: Error) => void this.engine.database.errors.push(`${file}: ${error.message}`));
				if (items) workflow.save();
				if (items && items.length > 0) await this.start(workflow, node, items, 'trigger');
			};
			for (const cron of pollCrons(node, number)) plan(cron, poll);
			await this.queued(file, poll);
		}
		for (const node of workflow.startsWith(EVENT))
			await this.queued(file, async () => {
				await this.engine.deliveries.register(workflow, node, isNew);
				workflow.save();
			});
		for (const node of workflow.startsWith(SCHEDULE))
			for (const { cron, fire } of await scheduledTimes(node, workflow.workflow, ZONE))
				plan(cron, async () => {
					const items = fire();
					if (items) await this.start(workflow, node, items, 'trigger');
				});
	}

	private async start(workflow: Published, node: INode, items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<boolean> {
		workflow.save();
		return !errorOf(await workflow.execute(node, items, mode));
	}
}
