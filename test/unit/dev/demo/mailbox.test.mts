import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Mailbox } from '../../../../dev/demo/mailbox.mts';
import { until } from '../../../support/waiting.mts';

const mailbox = new Mailbox();

beforeAll(async () => await mailbox.start());
beforeEach(() => void (mailbox.mails.length = 0));
afterAll(async () => await mailbox.close());

/** Sends a message to somebody, line by line. @returns the codes that the server answered with */
async function send(...message: string[]): Promise<string> {
	const socket = connect(mailbox.credential.port, '127.0.0.1');
	const lines = ['HELO me', 'MAIL FROM:<club@example.com>', 'RCPT TO:<anna@example.com>', 'DATA', [...message, '.'].join('\r\n'), 'QUIT'];
	const codes: string[] = [];
	for await (const answer of createInterface(socket)) {
		codes.push(answer.slice(0, 3));
		const line = /^[23]/.test(answer) ? lines.shift() : 'QUIT';
		if (line) socket.write(`${line}\r\n`);
	}
	return codes.join(' ');
}

const head = ['To: anna@example.com', 'Subject: =?UTF-8?Q?Bra_gjort=2C_=C3=85sa?='];

test.each([
	['text alone shows the text', ['Content-Type: text/plain; charset=utf-8', '', 'Hej Åsa'], { text: 'Hej Åsa' }],
	['HTML alone has its words as text', ['Content-Type: text/html; charset=utf-8', '', '<p>Åsa</p>'], { text: 'Åsa', html: '<p>Åsa</p>' }],
])('a mail with %s', async (_name, message, texts) => {
	expect(await send(...head, ...message)).toBe('220 250 250 250 354 250 221');
	expect(mailbox.mails).toEqual([{ to: 'anna@example.com', subject: 'Bra gjort, Åsa', ...texts }]);
});

test.each([
	['an address', { refusal: () => '550 no such mailbox' }, '220 250 250 550 221'],
	['more connections than it takes', { connections: () => 0 }, '421'],
])('refuses %s', async (_name, settings, codes) => {
	const { refusal, connections } = mailbox;
	Object.assign(mailbox, settings);
	expect(await send(...head)).toBe(codes);
	expect(mailbox.mails).toEqual([]);
	Object.assign(mailbox, { refusal, connections });
});

test('lets a sender wait until it is released', async () => {
	mailbox.hold();
	const sent = send(...head, '', 'Hej');
	await until(() => mailbox.held === 1);
	expect(mailbox.mails).toEqual([]);
	mailbox.release();
	await sent;
	expect([mailbox.held, mailbox.mails.length]).toEqual([0, 1]);
});
