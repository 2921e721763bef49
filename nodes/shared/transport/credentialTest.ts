import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isAnswerTo } from './http';
import { knownBudget } from './budget';
import { clock } from './process';
import type { ClubCredential, KeyName } from './credential';
import { credentialHeaders, currentKey, keepKey, normalizeBaseUrl, otherKey, trimmed } from './credential';
import { InvalidInput } from './errors';
import { foundInstead } from './guard';
import { readRate } from './ledger';
import { faultOf } from './readCredential';
import type { Spender } from './spending';

const TIMEOUT_MS = 15_000;

/** What the status of `GET /Profile` says about the keys and the address (§5, §7.2). */
const SENTENCES: Readonly<Record<number, string>> = {
	401: 'The club does not accept the keys. Check the Subscription Key and the Club API Key: one is wrong, was regenerated or revoked, or has expired.',
	403: 'The keys are right, but the Club API licence of this club is not active, or the key lacks the Read permission. Ask the club to activate it.',
	404: 'The address answers, but it is not that of the Club Integration API. Check the Base URL.',
	429: 'The calls of this club key are used up. The keys may be right: wait a minute, then try again.',
};

const SECONDARY_ONLY =
	'The club answers, but it accepts only the Secondary Subscription Key. Enter the new Subscription Key when the rotation is over.';

const WITHOUT_ITEM =
	'A value that comes from an item cannot be tested here, because items exist only in an execution. Save the credential, and run Club > Get with it.';

const unexpected = (status: number): string =>
	status >= 500
		? `The club is not available at the moment (HTTP ${status}). Try again later.`
		: `The address answers, but not like the Club Integration API (HTTP ${status}). Check the Base URL.`;

/** The name under which Call Budget counts the calls of tests. */
const TESTS: Spender = { workflowId: '', workflow: 'Credential tests', node: '' };

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** Tests the credential with `GET /Profile` (§1), and with the other subscription key if the club refuses the first one. */
export async function testClubApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const entered = (credential.data ?? {}) as unknown as ClubCredential;
	const data = trimmed(entered);
	let baseUrl: string;
	try {
		baseUrl = normalizeBaseUrl(data.baseUrl);
	} catch (error) {
		return failed(error instanceof InvalidInput ? `${error.message}. ${error.description}` : String(error));
	}
	const fault = faultOf(entered);
	if (fault !== undefined) return failed(`${fault}. ${WITHOUT_ITEM}`);
	const { helpers } = this;
	const budget = knownBudget(baseUrl, data.clubApiKey);
	const ask = async (key: KeyName) => {
		const lease = budget?.takeAtOnce(TESTS);
		const answer = await helpers
			.request({
				method: 'GET',
				uri: `${baseUrl}/Profile`,
				headers: credentialHeaders(data, key),
				json: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: TIMEOUT_MS,
			})
			.catch(() => undefined);
		const rate = answer && readRate(answer.statusCode, answer.headers ?? {}, clock.now(), answer.body);
		lease?.release(rate);
		return answer && { status: rate?.refused ? 429 : (answer.statusCode as number), body: answer.body as unknown };
	};
	let key = currentKey(data);
	let answer = await ask(key);
	// During a rotation only the other key works (§5 rule 5). A workflow would use it too.
	const other = answer?.status === 401 ? otherKey(data, key) : undefined;
	const second = other && (await ask(other));
	if (second && second.status !== 401) {
		keepKey(data, other);
		[key, answer] = [other, second];
	}
	if (!answer) return failed('There is no answer from the Base URL. Check the address, and that n8n can reach it.');
	if (answer.status !== 200) return failed(SENTENCES[answer.status] ?? unexpected(answer.status));
	if (!isAnswerTo('GET /Profile', answer.body)) return failed(unexpected(200));
	const found = foundInstead(answer.body, data.expectedClub);
	if (found !== undefined)
		return failed(
			`The keys work, but they do not belong to the expected club "${String(data.expectedClub).trim()}". ${found} Enter the keys of the expected club, or correct "Expected Club".`,
		);
	return { status: 'OK', message: key === 'primary' ? 'Both keys work. The club answers.' : SECONDARY_ONLY };
}
