import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { Mailbox } from '../../dev/demo/mailbox.mts';
import { fitted, template } from '../../dev/demo/templates.mts';
import { ROOT } from '../../dev/host/commands.mts';
import type { N8nRest } from '../../dev/host/rest.mts';
import { waitFor } from '../../dev/host/wait.mts';
import type { CredentialReference, WorkflowJson } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { awardOf } from '../../sandbox/data/activities.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import type { BadgeFigures } from '../../dev/checks/reliabilityPage.mts';
import { IS_WHOLE } from './sample.mts';
import type { SandboxClock } from './sandboxClock.mts';

/** How many badges are awarded: as many as the page of reliability tells of, or few. */
export const BADGES = IS_WHOLE ? 2_000 : 200;

/** How long all of them may take, on a busy machine too. */
export const PATIENCE_MS = IS_WHOLE ? 900_000 : 400_000;

/** Instead of two minutes and two hours. The second look comes when no execution waits for a call any more. */
export const DELAYS = { waitForDeliveryMs: 20_000, repeatAfterMs: IS_WHOLE ? 300_000 : 90_000 };

/** A poll four times a minute: n8n takes no shorter interval than a minute, but several. */
const POLL_TIMES = { item: [0, 15, 30, 45].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })) };

/** The n8n that the example workflow runs in. */
export interface BadgesHost {
	sandbox: Sandbox;
	rest: N8nRest;
	credential: CredentialReference;
}

/** A badge that was mailed several times. */
export interface RepeatedBadge {
	badge: number;
	/** Whether a killed process had it in hand. */
	wasInHand: boolean;
	/** Mode `webhook` is the Club Trigger, and `trigger` the poll. */
	executions: string[];
}

/**
 * The example workflow "Congratulate a member on a badge" in a real n8n, and a club whose deliveries do not all arrive: three of
 * ten are never sent, and two of ten are sent twice.
 */
export class Badges {
	private readonly mailbox = new Mailbox();
	private awarded = 0;
	/** The number of each badge, by the ID of its award. */
	private readonly numbers = new Map<string, number>();
	private workflow = '';
	private readonly startedAt = Date.now();
	/** Badges that a killed process had in hand. */
	private readonly inHand = new Set<number>();
	private readonly counts = { dropped: 0, doubled: 0, whileDown: 0 };

	constructor(private readonly host: BadgesHost) {}

	/**
	 * Publishes the workflow with a mail server of its own.
	 * @param settings which executions n8n keeps; all by default
	 */
	async publish(settings: WorkflowJson['settings'] = {}): Promise<void> {
		const { rest, credential } = this.host;
		await this.mailbox.start();
		const smtp = await rest.createCredential('Mail of the badges', this.mailbox.credential, 'smtp');
		const workflow = fitted(template('badge-congratulation.json'), { credentials: { clubApi: credential, smtp }, crm: '' });
		for (const { type, parameters } of workflow.nodes)
			if (type === 'n8n-nodes-club.clubPollTrigger')
				Object.assign(parameters, { pollTimes: POLL_TIMES, options: { ...(parameters.options as IDataObject), callsPerDay: 25_000 } });
		this.workflow = (await rest.createWorkflow({ ...workflow, settings: { ...workflow.settings, ...settings } })).id;
		const { message } = await rest.activate(this.workflow);
		if (message) throw new Error(message);
	}

	/** Awards so many badges, twenty at a time. @param isDown whether no delivery can arrive */
	async award(count: number, isDown = false): Promise<void> {
		const { delivery } = this.host.sandbox;
		for (let n = 1; n <= count; n++) {
			this.awardOne();
			if (n % 20 === 0) await delivery.idle();
		}
		await delivery.idle();
		if (isDown) this.counts.whileDown += count;
	}

	/** Awards so many badges, twenty at a time, as fast as they are mailed: a club of 50 calls a minute falls never far behind. */
	async awardAsMailed(count: number): Promise<void> {
		for (let n = 0; n < count; n += 20) {
			await this.award(20);
			await waitFor('Mails of these', () => this.awarded - this.mailed <= 40 || undefined, { timeout: PATIENCE_MS, every: 500 });
		}
	}

	/** Awards a tenth of them while n8n is down for an hour. The club delivers these again once the poll has emitted them. */
	async awardInOutage(clock: SandboxClock, stop: () => Promise<void>, start: () => Promise<void>): Promise<void> {
		await stop();
		clock.forward(-3_600_000);
		await this.award(BADGES * 0.1, true);
		clock.forward(3_600_000);
		await start();
		await waitFor('The mails of what happened while n8n was down', () => this.mailed === this.awarded || undefined, {
			timeout: PATIENCE_MS,
		});
		await this.host.sandbox.delivery.repeat();
	}

	/** Kills what has at least so many executions in hand, each before its first mail. @param isDropped whether no delivery brings them */
	async awardAndKill(count: number, inHand: number, isDropped: boolean, kill: () => Promise<void>): Promise<void> {
		this.mailbox.hold();
		for (let n = 0; n < count; n++) this.awardOne(isDropped);
		await this.host.sandbox.delivery.idle();
		await waitFor(`${inHand} executions in hand`, () => this.mailbox.held >= inHand || undefined, { timeout: PATIENCE_MS, every: 100 });
		await kill();
		this.mailbox.release();
	}

	private awardOne(dropped?: boolean): void {
		const { club, act, delivery } = this.host.sandbox;
		const people = listedAthletes(club);
		const number = this.awarded++;
		const athlete = people[number % people.length];
		const award = { ...awardOf(club.nextId(), athlete, new Date().toISOString(), ''), BadgeName: `Badge ${number}` };
		club.awards.set(award.AchievedBadgeId, award);
		this.numbers.set(String(award.AchievedBadgeId), number);
		const isDropped = dropped ?? number % 10 < 3;
		const isDoubled = number % 5 === 4;
		this.counts.dropped += Number(isDropped);
		this.counts.doubled += Number(isDoubled);
		if (isDropped) return;
		delivery.duplicate = isDoubled;
		act.publish('Badge.Awarded', { subject: `Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`, data: award });
		delivery.duplicate = false;
	}

	/** Notes the badges of executions that a killed process had in hand. n8n soon drops the data of such executions. */
	async noteInHand(executions: readonly string[]): Promise<void> {
		const mails = this.mails();
		for (const id of executions) {
			const { data } = await this.host.rest.execution(id);
			const input = (data.executionData?.nodeExecutionStack ?? []).flatMap((step) => step.data.main.flatMap((items) => items ?? []));
			for (const { json } of input)
				for (const badge of this.badgesIn(json)) {
					// A poll also emits what deliveries have brought. Its execution leaves that out.
					if (json.polled !== true || mails[badge] === 0) this.inHand.add(badge);
				}
		}
	}

	/** Waits for a mail of each badge that no killed process had in hand. */
	async othersMailed(): Promise<void> {
		await waitFor('The mails of what no killed process had in hand', () => this.mailed >= this.awarded - this.inHand.size || undefined, {
			timeout: PATIENCE_MS,
		});
	}

	/** The badges that some data names. */
	private badgesIn(data: object): Set<number> {
		const ids = JSON.stringify(data).matchAll(/Athletes\/\d+\/Badges\/(\d+)/g);
		return new Set([...ids].map(([, id]) => this.numbers.get(id) ?? NaN));
	}

	/** How many mails there are of each badge. */
	private mails(): number[] {
		const counts = new Array<number>(this.awarded).fill(0);
		for (const { subject } of this.mailbox.mails) counts[Number(/ Badge (\d+) badge$/.exec(subject)?.[1])]++;
		return counts;
	}

	get mailed(): number {
		return this.mails().filter((count) => count > 0).length;
	}

	/** All executions of the workflow, once nothing runs any more. */
	private async ended(): Promise<Array<{ status: string }>> {
		let underWay: string[] = [];
		return await waitFor(
			() => `The end of ${underWay.join(', ')}`,
			async () => {
				const found = await this.host.rest.executions(this.workflow);
				underWay = found
					.filter(({ status }) => ['new', 'running', 'waiting'].includes(status))
					.map(({ id, status, mode }) => `execution ${id} (${mode}, ${status})`);
				return underWay.length > 0 ? undefined : found;
			},
			{ timeout: PATIENCE_MS, every: 2_000 },
		);
	}

	/** Waits until every badge was mailed and nothing runs any more. What came of it is written down for the page of reliability. */
	async outcome(suite: BadgeFigures['suite'], n8n: string): Promise<BadgeFigures> {
		await waitFor('A mail for each badge', () => this.mailed === this.awarded || undefined, { timeout: PATIENCE_MS, every: 500 }).catch(
			() => undefined,
		);
		const executions = await this.ended();
		const mails = this.mails();
		const figures: BadgeFigures = {
			suite,
			n8n,
			date: new Date().toISOString().slice(0, 10),
			seconds: Math.round((Date.now() - this.startedAt) / 1000),
			badges: this.awarded,
			...this.counts,
			failed: executions.filter(({ status }) => status !== 'success').length,
			missed: mails.filter((count) => count === 0).length,
			twice: mails.filter((count) => count > 1).length,
		};
		mkdirSync(join(ROOT, '.cache'), { recursive: true });
		writeFileSync(join(ROOT, '.cache', `badges-${suite}.json`), JSON.stringify(figures));
		return figures;
	}

	/**
	 * The badges with several mails, and how many a killed process had in hand.
	 * @param workerOf the process that ran an execution
	 */
	async repeated(workerOf: (execution: string) => string): Promise<{ inHand: number; twice: RepeatedBadge[] }> {
		const numbers = this.mails().flatMap((count, number) => (count > 1 ? [number] : []));
		const by = new Map(numbers.map((number) => [number, [] as string[]]));
		for (const { id } of by.size > 0 ? await this.host.rest.executions(this.workflow) : []) {
			const execution = await this.host.rest.execution(id);
			const { mode, status, startedAt, stoppedAt } = execution;
			for (const number of this.badgesIn(execution.data))
				by.get(number)?.push(`execution ${id} (${mode}, ${status}, ${workerOf(id)}, ${startedAt} to ${stoppedAt})`);
		}
		return {
			inHand: this.inHand.size,
			twice: [...by].map(([number, executions]) => ({ badge: number, wasInHand: this.inHand.has(number), executions })),
		};
	}

	async close(): Promise<void> {
		await this.mailbox.close();
	}
}
