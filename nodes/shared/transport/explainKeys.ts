import { ClubError } from './errors';
import { visibleText } from './explainNetwork';

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
