import type { INodeExecutionData } from 'n8n-workflow';
import type { SentMail } from './month.mts';
import type { Database, Process } from './process.mts';

const HOUR = 3_600_000;

/** Somebody who pressed a button of *Let members stop emails*. */
export interface Stop {
	who: number;
	/** Undefined: all. */
	topic?: string;
	at: number;
}

/** What people do with their mails: some stop them, some answer why they have left, and the coach decides on drafts. */
export class People {
	readonly stops: Stop[] = [];

	/** @param plan plans what somebody does with this n8n, for the costs of a workflow */
	constructor(
		private readonly database: Database,
		private readonly plan: (at: number, file: string, run: (n8n: Process) => Promise<void>) => void,
	) {}

	/** @param who the person, as the link in the mail names them */
	read({ at, html = '', file, to, topic, people: [about] }: SentMail, who: number | undefined): void {
		const linkTo = (path: string) => new RegExp(`href="([^"]*/${path}[^"]*)"`).exec(html)?.[1].replaceAll(/&(#38|amp);/g, '&');
		const draft = to.startsWith('coach@') && linkTo('webhook-waiting/');
		if (draft) this.decide(at, file, about, /webhook-waiting\/(\d+)/.exec(draft)![1]);
		if (who === undefined) return;
		const form = linkTo('form/');
		if (form && who % 3 === 0) this.answer(at + 5 * HOUR, file);
		const link = linkTo('webhook/club-stop-emails');
		if (link && who % 10 === 3 && !this.stops.some((stop) => stop.who === who)) this.stop(at + 3 * HOUR, who, topic, new URL(link));
	}

	private stop(at: number, who: number, topic: string | undefined, link: URL): void {
		const isOne = who % 20 === 3;
		const body = { ...Object.fromEntries(link.searchParams), stop: isOne ? 'topic' : 'all' };
		this.plan(at, 'stop-emails.json', async (n8n) => {
			this.stops.push({ who, at: Date.now(), ...(isOne && { topic }) });
			await enter(n8n, 'stop-emails.json', 'When somebody presses a button', { headers: {}, params: {}, query: {}, body });
		});
	}

	private answer(at: number, file: string): void {
		const words = { 'What was the main reason?': 'I moved', 'What could we have done better?': '' };
		this.plan(at, file, async (n8n) => await enter(n8n, file, 'Somebody answers', words));
	}

	/** The coach answers at once, at night or the day after; sometimes not at all. */
	private decide(at: number, file: string, who: number, execution: string): void {
		if (who % 10 === 0) return;
		const fields = { 'field-0': 'We would like to see you again. How are you?', 'field-1': who % 10 === 1 ? 'Do not send' : 'Send' };
		this.plan(at + [1.25, 12.25, 26.25][who % 3] * HOUR, file, async (n8n) => {
			const waiting = this.database.waiting.get(execution);
			if (waiting) await n8n.resume(waiting, fields);
		});
	}
}

async function enter(n8n: Process, file: string, name: string, json: INodeExecutionData['json']): Promise<void> {
	const workflow = n8n.published.get(file)!;
	await workflow.execute(workflow.workflow.getNode(name)!, [{ json }], 'webhook');
}
