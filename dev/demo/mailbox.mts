import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail as it arrived. If it has HTML only, `text` has the words of that. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
	html?: string;
}

const bytes = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

const unquote = (text: string): string =>
	bytes(text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16))));

/** A header's value, folded lines joined and encoded words decoded (RFC 2047). */
function headerIn(head: string, name: string): string {
	const [, value = ''] = new RegExp(`^${name}: ((?:.*)(?:\\r\\n[ \\t].*)*)`, 'm').exec(head) ?? [];
	const joined = value.replace(/\r\n[ \t]+/g, ' ').replace(/\?= =\?/g, '?==?');
	return joined.replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_word, kind: string, text: string) =>
		kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString('utf8') : unquote(text.replace(/_/g, ' ')),
	);
}

/** The texts of a message or of a part of one, by their type. */
function textsIn(raw: string): Map<string, string> {
	const end = raw.indexOf('\r\n\r\n');
	const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
	const type = headerIn(head, 'Content-Type');
	const [, boundary] = /boundary="?([^";]+)/.exec(type) ?? [];
	if (boundary)
		return new Map(
			body
				.split(`--${boundary}`)
				.slice(1, -1)
				.flatMap((part) => [...textsIn(part.trimStart())]),
		);
	const encoding = headerIn(head, 'Content-Transfer-Encoding').toLowerCase();
	const text =
		encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : encoding === 'quoted-printable' ? unquote(body) : bytes(body);
	return new Map([[type.startsWith('text/html') ? 'html' : 'text', text.replace(/\r\n/g, '\n').trim()]]);
}

const wordsOf = (html: string): string =>
	html
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

function read(raw: string): Mail {
	const texts = textsIn(raw.replace(/^\.\./gm, '.'));
	const html = texts.get('html');
	const text = texts.get('text') ?? wordsOf(html ?? '');
	return { to: headerIn(raw, 'To'), subject: headerIn(raw, 'Subject'), text, ...(html !== undefined && { html }) };
}

const OK = '250 ok\r\n';

/** A mail server that accepts every mail and delivers none. */
export class Mailbox {
	readonly mails: Mail[] = [];
	private server?: Server;
	private readonly waiting = new Set<Socket>();
	private isHeld = false;
	/** What it says to a mail to this address that it does not take, such as `550 no such mailbox`. */
	refusal: (to: string) => string | undefined = () => undefined;
	/** How many connections it takes at a time. */
	connections: () => number = () => Infinity;
	/** How long it takes for a mail, in ms. */
	takes = 0;
	private open = 0;

	/** @param onMail called for each mail, once it is kept */
	constructor(private readonly onMail: (mail: Mail) => void = () => {}) {}

	/** @param port a free one when left out */
	async start(port = 0): Promise<void> {
		this.server = createServer((socket) => this.talk(socket));
		await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
	}

	/** The entries of an SMTP credential for it. */
	get credential() {
		const { port } = this.server?.address() as AddressInfo;
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
		for (const socket of this.waiting) socket.write(OK);
		this.waiting.clear();
	}

	async close(): Promise<void> {
		await new Promise((resolve) => this.server?.close(resolve));
	}

	private keep(mail: Mail): void {
		this.mails.push(mail);
		this.onMail(mail);
	}

	private talk(socket: Socket): void {
		socket.setEncoding('latin1');
		socket.on('error', () => socket.destroy());
		socket.on('close', () => {
			this.open--;
			this.waiting.delete(socket);
		});
		if (++this.open > this.connections()) return void socket.end('421 4.3.2 too many connections\r\n');
		socket.write('220 mailbox\r\n');
		let heard = '';
		let inMail = false;
		const next = (end: string): string | undefined => {
			const at = heard.indexOf(end);
			if (at < 0) return undefined;
			const part = heard.slice(0, at);
			heard = heard.slice(at + end.length);
			return part;
		};
		socket.on('data', (chunk) => {
			heard += String(chunk);
			for (let part = next(inMail ? '\r\n.\r\n' : '\r\n'); part !== undefined; part = next(inMail ? '\r\n.\r\n' : '\r\n')) {
				if (inMail) this.keep(read(part));
				const isQuit = !inMail && /^QUIT/i.test(part);
				inMail = !inMail && /^DATA/i.test(part);
				// Not before the greeting, because a sender waits only half a minute for that.
				const [, to] = (!inMail && /^RCPT TO:<(.*)>/i.exec(part)) || [];
				const refusal = to === undefined ? undefined : this.refusal(to);
				if (this.isHeld && /^MAIL/i.test(part)) this.waiting.add(socket);
				else if (refusal) socket.write(`${refusal}\r\n`);
				else if (this.takes > 0 && /^MAIL/i.test(part)) setTimeout(() => socket.write(OK), this.takes);
				else socket.write(inMail ? '354 go on\r\n' : isQuit ? '221 bye\r\n' : OK);
				if (isQuit) socket.end();
			}
		});
	}
}
