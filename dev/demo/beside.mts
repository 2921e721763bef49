import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Mailbox } from './mailbox.mts';
import { keptSecret } from '../host/keptSecret.mts';
import type { N8nRest } from '../host/rest.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { API_KEY_SCOPES, enter, type Surroundings } from './templates.mts';

/** What opens the page of the club. It is public, and works on loopback only. */
const PAGE_PASSWORD = { user: 'club', password: 'club' };

interface BesideOptions {
	/** Where the token of the assistant is stored. */
	userFolder: string;
	say: (line: string) => void;
}

/**
 * Starts a mail server for the example workflows, and makes their credentials. It prints what it receives, and the page of the
 * sandbox shows the mails.
 * @returns also the token that an assistant sends to n8n
 */
export async function startBeside(
	rest: N8nRest,
	sandbox: Sandbox,
	{ userFolder, say }: BesideOptions,
): Promise<Surroundings & { token: string }> {
	const mails = (sandbox.mails = []) as NonNullable<Sandbox['mails']>;
	const mailbox = new Mailbox((mail) => {
		mails.push({ at: Date.now(), ...mail });
		say(`Email to ${mail.to}: ${mail.subject}`);
	});
	await mailbox.start();
	const smtp = await enter(rest, 'Mail of the club', mailbox.credential, 'smtp');
	const httpBasicAuth = await enter(rest, 'Password of the page (club, club)', PAGE_PASSWORD, 'httpBasicAuth');
	const n8nApi = await enter(rest, 'Key of n8n', await rest.apiKey('Is all well', API_KEY_SCOPES), 'n8nApi');
	const token = keptSecret(join(userFolder, 'assistant-token'), () => randomBytes(18).toString('hex'));
	const httpBearerAuth = await enter(rest, 'Token of the assistant', { token }, 'httpBearerAuth');
	return { credentials: { smtp, httpBasicAuth, n8nApi, httpBearerAuth }, token };
}
