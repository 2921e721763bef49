import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Crm } from './crm.mts';
import { Mailbox } from './mailbox.mts';
import { keptSecret } from '../host/keptSecret.mts';
import type { N8nRest } from '../host/rest.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { enter, WATCHDOG_SCOPES, type Surroundings } from './templates.mts';

/** The key that the CRM sends to n8n. It is public, and works on loopback only. */
const CRM_KEY = { name: 'x-crm-key', value: 'key-of-the-crm' };

/** What opens the page of the club. It is as public. */
const PAGE_PASSWORD = { user: 'club', password: 'club' };

interface BesideOptions {
	/** The same at each start, because the imported workflows keep the address of the CRM. */
	crmPort: number;
	/** Where the token of the assistant is stored. */
	userFolder: string;
	say: (line: string) => void;
}

/**
 * Starts a mail server and a CRM for the example workflows, and makes their credentials. Both print what they receive, and
 * the page of the sandbox shows the mails.
 * @returns also the token that an assistant sends to n8n
 */
export async function startBeside(
	rest: N8nRest,
	sandbox: Sandbox,
	{ crmPort, userFolder, say }: BesideOptions,
): Promise<Surroundings & { token: string }> {
	const mails = (sandbox.mails = []) as NonNullable<Sandbox['mails']>;
	const mailbox = new Mailbox((mail) => {
		mails.push({ at: Date.now(), ...mail });
		say(`Email to ${mail.to}: ${mail.subject}`);
	});
	const records = new Map<string, unknown>();
	const crm = new Crm((request, body) => {
		if ('record' in body) crm.holds = [...records.set(request, body).values()];
		else say(`CRM   ${request} ${JSON.stringify(body)}`);
	});
	crm.holds = [];
	await Promise.all([crm.start(crmPort), mailbox.start()]);
	const smtp = await enter(rest, 'Mail of the club', mailbox.credential, 'smtp');
	const httpHeaderAuth = await enter(rest, 'Key of the CRM', CRM_KEY, 'httpHeaderAuth');
	const httpBasicAuth = await enter(rest, 'Password of the page (club, club)', PAGE_PASSWORD, 'httpBasicAuth');
	const n8nApi = await enter(rest, 'Key of n8n', await rest.apiKey('Watchdog', WATCHDOG_SCOPES), 'n8nApi');
	const token = keptSecret(join(userFolder, 'assistant-token'), () => randomBytes(18).toString('hex'));
	const httpBearerAuth = await enter(rest, 'Token of the assistant', { token }, 'httpBearerAuth');
	return { credentials: { smtp, httpHeaderAuth, httpBasicAuth, n8nApi, httpBearerAuth }, crm: crm.url.slice(0, -1), token };
}
