import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. If it has HTML only, `text` has the words of that. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
	html?: string;
}

const refusalOf = (answer: string): Error => Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** A mail server that accepts every mail and delivers none. */
export class Mailbox {
	readonly mails: Mail[] = [];
	/** The senders that wait, by the session of each. */
	private readonly waiting = new Map<string, () => void>();
	private isHeld = false;
	/** What it says to a mail to this address that it does not take, such as `550 no such mailbox`. */
	refusal: (to: string) => string | undefined = () => undefined;
	/** How many connections it takes at a time. */
	connections: () => number = () => Infinity;
	/** How long it takes for a mail, in ms. */
	takes = 0;

	private readonly server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		disableReverseLookup: true,
		// A sender may be held for long.
		socketTimeout: 3_600_000,
		closeTimeout: 1,
		onConnect: (_session, next) => next(this.server.connections.size > this.connections() ? refusalOf('421 too many connections') : null),
		// Not before the greeting, because a sender waits only half a minute for that.
		onMailFrom: (_sender, { id }, next) => {
			if (this.isHeld) this.waiting.set(id, next);
			else if (this.takes > 0) setTimeout(next, this.takes);
			else next();
		},
		onRcptTo: ({ address }, _session, next) => {
			const refusal = this.refusal(address);
			next(refusal ? refusalOf(refusal) : null);
		},
		onData: (stream, _session, next) => void this.keep(stream).then(() => next(), next),
		onClose: ({ id }) => void this.waiting.delete(id),
	});

	/** @param onMail called for each mail, once it is kept */
	constructor(private readonly onMail: (mail: Mail) => void = () => {}) {
		// A sender that is killed resets its connection.
		this.server.on('error', () => {});
	}

	/** @param port a free one when left out */
	async start(port = 0): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
	}

	/** The entries of an SMTP credential for it. */
	get credential() {
		const { port } = this.server.server.address() as AddressInfo;
		return { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '' };
	}

	/** From now on, senders wait before they can send. */
	hold(): void {
		this.isHeld = true;
	}

	/** The number of senders that wait. */
	get held(): number {
		return this.waiting.size;
	}

	/** Lets the waiting senders continue. */
	release(): void {
		this.isHeld = false;
		for (const next of this.waiting.values()) next();
		this.waiting.clear();
	}

	async close(): Promise<void> {
		await new Promise<void>((resolve) => this.server.close(resolve));
	}

	private async keep(raw: Parameters<typeof simpleParser>[0]): Promise<void> {
		const { to, subject = '', text = '', html } = await simpleParser(raw);
		const mail = {
			to: [to ?? []]
				.flat()
				.map((one) => one.text)
				.join(', '),
			subject,
			text: text.trim(),
			...(html && { html: html.trim() }),
		};
		this.mails.push(mail);
		this.onMail(mail);
	}
}
