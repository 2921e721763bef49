import { connect } from 'node:net';
import { Mailbox } from '../../../../dev/demo/mailbox.mts';

const mailbox = new Mailbox();

beforeAll(async () => await mailbox.start());
beforeEach(() => void (mailbox.mails.length = 0));
afterAll(async () => await mailbox.close());

/** Sends a message as a mail program does, all of it at once. */
async function send(...lines: string[]): Promise<void> {
	const socket = connect(mailbox.credential.port, '127.0.0.1');
	socket.end(
		['EHLO me', 'DATA', 'To: anna@example.com', 'Subject: =?UTF-8?Q?Bra_gjort=2C_=C3=85sa?=', ...lines, '.', 'QUIT', ''].join('\r\n'),
	);
	await new Promise((resolve) => socket.resume().once('close', resolve));
}

const about = { to: 'anna@example.com', subject: 'Bra gjort, Åsa' };

test('a text is a text', async () => {
	await send('Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', '', 'Hej =C3=85sa=', ', bra.');
	expect(mailbox.mails).toEqual([{ ...about, text: 'Hej Åsa, bra.' }]);
});

test('HTML alone has its words as text', async () => {
	await send(
		'Content-Type: text/html; charset=utf-8',
		'Content-Transfer-Encoding: base64',
		'',
		Buffer.from('<h1>Hej</h1>\r\n<p>Åsa</p>').toString('base64'),
	);
	expect(mailbox.mails).toEqual([{ ...about, text: 'Hej Åsa', html: '<h1>Hej</h1>\n<p>Åsa</p>' }]);
});

test('a text with HTML beside it is both', async () => {
	const part = (type: string, text: string) => ['--b1', `Content-Type: ${type}; charset=utf-8`, '', text];
	await send(
		'Content-Type: multipart/alternative; boundary="b1"',
		'',
		...part('text/plain', 'Hej'),
		...part('text/html', '<b>Hej</b>'),
		'--b1--',
	);
	expect(mailbox.mails).toEqual([{ ...about, text: 'Hej', html: '<b>Hej</b>' }]);
});
