import { Mailbox, type Mail } from '../../../../dev/demo/mailbox.mts';
import { Crm } from '../../../../dev/demo/crm.mts';
import { fitted, template } from '../../../../dev/demo/templates.mts';
import { credentialFor } from '../../../../dev/host/club.mts';
import { startSandbox, type Sandbox } from '../../../../sandbox/index.mts';
import { ENDING_PRODUCTS, LivingClub } from '../../../../sandbox/living/livingClub.mts';
import type { INode, INodeExecutionData, ICredentialDataDecryptedObject, WorkflowExecuteMode } from 'n8n-workflow';
import { Deliveries } from './deliveries.mts';
import { NodesOfN8n } from './nodes.mts';
import { errorOf, Published } from './published.mts';
import { Tables } from './tables.mts';
import { nextTime, pollCrons, scheduledTimes } from './times.mts';

const DAY = 86_400_000;

/** In this time the members of a living club join. */
const HALF_A_YEAR = 181 * DAY;

const POLL = 'n8n-nodes-club.clubPollTrigger';
const EVENT = 'n8n-nodes-club.clubTrigger';
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** A mail of a workflow, and when it was sent, in ms since the epoch. */
export interface SentMail extends Mail {
	at: number;
	file: string;
	/** The members with this address. */
	people: number[];
	/** The lines of a list in it, and the members with the address in each. */
	lines: Array<{ text: string; people: number[] }>;
}

interface Due {
	file: string;
	cron: string;
	at: number;
	run(): Promise<void>;
}

export interface MonthOptions {
	files: readonly string[];
	members: number;
	days: number;
	seed: number;
	zone: string;
	/** Sets the clock of the process. */
	setClock(now: number): void;
}

/** Some days of a living club with all these templates published, in n8n's engine. */
export class Month {
	readonly clock = { now: Date.parse('2026-01-01T00:00:00Z') };
	readonly mails: SentMail[] = [];
	readonly errors: string[] = [];
	/** The calls of each template by route, those of its publication too. */
	readonly calls = new Map<string, Map<string, number>>();
	athletes = 0;
	sandbox!: Sandbox;
	living!: LivingClub;
	/** When the workflows were published, in ms since the epoch. */
	since = 0;
	private readonly crm = new Crm();
	private readonly nodeTypes = new NodesOfN8n();
	private readonly mailbox = new Mailbox();
	private readonly due: Due[] = [];
	private queue: Promise<unknown> = Promise.resolve();

	constructor(readonly options: MonthOptions) {}

	/** @param onDay called at the end of each day */
	async run(onDay: (day: number) => void): Promise<void> {
		const { options, clock } = this;
		const { days, files } = options;
		options.setClock(clock.now);
		this.sandbox = await startSandbox({ rate: false, athletes: 50, now: () => new Date(clock.now) });
		await Promise.all([this.mailbox.start(), this.crm.start()]);
		this.living = new LivingClub(this.sandbox, clock, { seed: options.seed, members: options.members });
		this.living.live(clock.now + HALF_A_YEAR);
		this.since = clock.now;
		options.setClock(clock.now);
		this.athletes = this.sandbox.club.athletes.size;
		const end = clock.now + days * DAY;
		const deliveries = new Deliveries(
			this.nodeTypes,
			async (workflow, node, items) => await this.execute(workflow, node, items, 'webhook'),
		);
		await deliveries.start();
		try {
			const instance = this.instance(deliveries.base);
			for (const [number, file] of files.entries()) await this.publish(file, number, instance, deliveries);
			let day = 0;
			for (;;) {
				this.due.sort((a, b) => a.at - b.at);
				const [next] = this.due;
				if (!next || next.at > end) break;
				await this.passTo(next.at);
				await this.queued(next.file, next.run);
				next.at = nextTime(next.cron, options.zone, next.at);
				if (clock.now > this.since + (day + 1) * DAY) onDay(++day);
			}
			await this.passTo(end);
		} finally {
			await this.sandbox.delivery.idle();
			await deliveries.close();
			await Promise.all([this.mailbox.close(), this.crm.close(), this.sandbox.close()]);
		}
	}

	get callsInAll(): number {
		return [...this.calls.values()].flatMap((routes) => [...routes.values()]).reduce((sum, count) => sum + count, 0);
	}

	private instance(webhookBaseUrl: string) {
		const credentials = {
			clubApi: credentialFor(this.sandbox) as ICredentialDataDecryptedObject,
			httpHeaderAuth: { name: 'x-crm-key', value: 'key-of-the-crm' },
			smtp: this.mailbox.credential as ICredentialDataDecryptedObject,
		};
		return { nodeTypes: this.nodeTypes, tables: new Tables(), zone: this.options.zone, credentials, webhookBaseUrl };
	}

	/** Lets the club live up to a moment, and its deliveries arrive. */
	private async passTo(at: number): Promise<void> {
		this.living.live(at);
		this.options.setClock(this.clock.now);
		await this.sandbox.delivery.idle();
		await this.queue;
	}

	/** Does some work when the work before it is done, and counts its calls and mails for a template. */
	private async queued<T>(file: string, work: () => Promise<T>): Promise<T> {
		const result = this.queue.then(async () => {
			const { requests } = this.sandbox;
			requests.length = 0;
			const mailed = this.mailbox.mails.length;
			try {
				return await work();
			} finally {
				const routes = this.calls.get(file) ?? new Map<string, number>();
				for (const { route } of requests) routes.set(route, (routes.get(route) ?? 0) + 1);
				this.calls.set(file, routes);
				this.mails.push(...this.mailbox.mails.slice(mailed).map((mail) => this.sent(mail, file)));
			}
		});
		this.queue = result.catch(() => undefined);
		return await result;
	}

	private sent(mail: Mail, file: string): SentMail {
		const lines = [...(mail.html ?? '').matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => {
			const [, address = ''] = /, (\S+@[^\s:]+)/.exec(text) ?? [];
			return { text, people: this.peopleAt(address) };
		});
		return { ...mail, at: this.clock.now, file, people: this.peopleAt(mail.to), lines };
	}

	private peopleAt = (address: string): number[] =>
		[...this.sandbox.club.athletes.values()].filter(({ Email }) => Email === address).map(({ UserId }) => UserId);

	private async publish(file: string, number: number, instance: ReturnType<Month['instance']>, deliveries: Deliveries): Promise<void> {
		const references = Object.fromEntries(Object.keys(instance.credentials).map((type) => [type, { id: type, name: type }]));
		const json = fitted(template(file), { credentials: references, crm: this.crm.url.slice(0, -1), tables: instance.tables.ids });
		for (const node of json.nodes) chooseProducts(node);
		const workflow = new Published(file, json, instance);
		const { now } = this.clock;
		const { zone } = this.options;
		const plan = (cron: string, run: () => Promise<void>) => this.due.push({ file, cron, at: nextTime(cron, zone, now), run });
		for (const node of workflow.startsWith(POLL)) {
			const poll = async () => {
				const items = await workflow.poll(node).catch((error: Error) => void this.errors.push(`${file}: ${error.message}`));
				if (items && items.length > 0) await this.start(workflow, node, items, 'trigger');
			};
			for (const cron of pollCrons(node, number)) plan(cron, poll);
			await this.queued(file, poll);
		}
		for (const node of workflow.startsWith(EVENT)) await this.queued(file, async () => await deliveries.register(workflow, node));
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
		const error = errorOf(await workflow.execute(node, items, mode));
		if (error) this.errors.push(`${new Date(this.clock.now).toISOString()} ${workflow.id}: ${error}`);
		return !error;
	}

	private async execute(workflow: Published, node: INode, items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<boolean> {
		return await this.queued(workflow.id, async () => await this.start(workflow, node, items, mode));
	}
}

/** Chooses the products that end, as the club's owner does: nobody who pays month by month is offered a renewal. */
function chooseProducts({ parameters }: INode): void {
	const { events, options } = parameters as { events?: string[]; options?: { products?: readonly number[] } };
	if (events?.some((event) => /^Membership\.(EndsSoon|Ended|Renewed)$/.test(event)))
		Object.assign(options ?? {}, { products: ENDING_PRODUCTS });
}
