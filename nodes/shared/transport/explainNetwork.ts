import { shortened } from '../api/text';
import { methodOf, type FreeCall } from '../api/endpoints';
import { isObject } from '../api/json';
import { PROXY_CLOSED, type NoAnswer } from './connection';
import { asPlainText, ClubError, NOTHING_SENT } from './errors';
import type { HttpAnswer } from './http';
import { isUnclear } from './retry';

export const UNCLEAR = 'The change may have been applied. Look it up before you send it again.';

/** What to do about a status of a gateway or a firewall; about any other one, to try again later. */
const GATEWAY_ADVICE: Readonly<Partial<Record<number, string>>> = {
	403: 'A firewall may block the address of this n8n, or the service of the club may be stopped. Ask the people who run your network, then the platform.',
	404: 'The service of the club may be starting again: try again in a few minutes. If it stays like this, check the Base URL of the credential.',
	407: 'The proxy wants a user name and a password. Set HTTPS_PROXY of n8n to http://user:password@host:port, and restart n8n.',
};

const PROXY_ADVICE = 'The proxy of n8n did not connect. Check HTTPS_PROXY of n8n, and whether the proxy allows the Base URL.';

/** Characters of an answer in which its text is searched, and the longest text that a message repeats. */
const SEARCHED = 10_000;
const MAX_SAID = 150;

const textAfterTag = (part: string): string => (/^(?:script|style)\b/i.test(part) ? '' : part.slice(part.indexOf('>') + 1));

/** The text that a person sees in an answer of a gateway: without markup, scripts and styles, in one line and without a final full stop. */
export function visibleText(body: unknown): string {
	const text = isObject(body) ? body.message : body;
	const visible = (typeof text === 'string' ? text : '')
		.slice(0, SEARCHED)
		.split('<')
		.map((part, index) => (index > 0 ? textAfterTag(part) : part))
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim();
	return asPlainText(shortened(visible.replace(/\.$/, ''), MAX_SAID));
}

/**
 * The error for an answer of a gateway, a firewall or a proxy. It has no status of the club, so nothing takes it for an answer about a
 * record.
 */
export function explainGateway(call: FreeCall, { status, body, neverSent }: Omit<HttpAnswer, 'headers'>): ClubError {
	const text = visibleText(body);
	const isWrite = methodOf(call) !== 'GET';
	const unclear = isWrite && !neverSent && isUnclear(status);
	const isProxy = status === 407 || neverSent;
	const who = isProxy ? 'The proxy' : 'A gateway or firewall';
	const advice =
		(isProxy && status !== 407 ? PROXY_ADVICE : GATEWAY_ADVICE[status]) ??
		(unclear ? UNCLEAR : 'Try again later. If it stays like this, ask the people who run your network, then the platform.');
	return new ClubError(`${who} between n8n and the club answered ${status}${text && `: ${text}`}`, {
		description: isWrite && neverSent ? `${advice} ${NOTHING_SENT}` : advice,
		unclear,
		foreignStatus: status,
		failure: { cause: [403, 407].includes(status) ? 'configuration-invalid' : 'temporarily-unavailable' },
	});
}

const TIMED_OUT: ReadonlySet<string> = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

export const tookTooLong = ({ code, sent }: NoAnswer): boolean => sent && TIMED_OUT.has(code);

const UNREACHED: ReadonlyArray<readonly [code: RegExp, advice: string]> = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'The name in the Base URL is not known. Check the Base URL of the credential, and the DNS of n8n.'],
	[
		/CERT|SIGNED|^UNABLE_TO_/,
		'n8n does not trust the certificate at the Base URL. Check the Base URL. If your network has certificates of its own, set NODE_EXTRA_CA_CERTS of n8n to the file of its authority, and restart n8n.',
	],
	[
		/^(EPROTO$|ERR_SSL_)/,
		'No encrypted connection could be made. Check the Base URL of the credential, and whether a firewall or proxy stops it.',
	],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		'Nothing answers there. Check the Base URL of the credential and the network connection of n8n. If n8n needs a proxy, set HTTPS_PROXY, and restart n8n.',
	],
	[
		new RegExp(`^${PROXY_CLOSED}$`),
		'The proxy of n8n closed the connection. Check HTTPS_PROXY of n8n, and whether the proxy allows the Base URL.',
	],
	[/^ERR_INVALID_CHAR$/, 'A key contains a character that cannot be sent. Enter both keys again in the credential.'],
];

export function explainNoAnswer(call: FreeCall, code: string, sent: boolean): ClubError {
	const isWrite = methodOf(call) !== 'GET';
	const unclear = sent && isWrite;
	const unreached = UNREACHED.find(([codes]) => codes.test(code))?.[1];
	const after = unclear ? UNCLEAR : isWrite ? NOTHING_SENT : unreached ? '' : 'Try again later.';
	return new ClubError(unreached ? 'The club cannot be reached' : 'The club did not answer', {
		description: [unreached ?? 'The club may be busy, or the network may be down.', after, `(${code})`].filter(Boolean).join(' '),
		unclear,
		late: tookTooLong({ code, sent }),
	});
}

export const REFUSED_KEYS =
	'One of the two keys is wrong, was regenerated or revoked, or has expired, or the two are swapped. Enter both keys again in the credential.';

/** Which key a gateway refuses, by its text. The club's own texts do not say it, and nothing may depend on them (§7.1). */
const NAMED_KEYS: ReadonlyArray<readonly [text: RegExp, key: string]> = [
	[/subscription key/i, 'Subscription Key'],
	[/\b(access token|bearer|jwt)\b/i, 'Club API Key'],
];

/** The error for keys that the gateway of the club refuses (§5). It keeps its status. */
export function explainRefusedKeys(body: unknown): ClubError {
	const text = visibleText(body);
	const key = NAMED_KEYS.find(([pattern]) => pattern.test(text))?.[1];
	return new ClubError(`The gateway of the club does not accept the keys${text && `: ${text}`}`, {
		status: 401,
		description: key ? `The ${key} is wrong, was regenerated or revoked, or has expired. Enter it again in the credential.` : REFUSED_KEYS,
		failure: { cause: 'credential-invalid' },
	});
}
