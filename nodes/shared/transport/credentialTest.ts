import type { ICredentialsDecrypted, ICredentialTestFunctions, IDataObject, INode, INodeCredentialTestResult } from 'n8n-workflow';
import { noAnswerOf, type NoAnswer } from './connection';
import { answerOf, rateIn, recordsIn, type HttpAnswer } from './http';
import { knownBudget } from './budget';
import { clock } from './process';
import { trimmed, faultOf, WITHHOLDS_ENV, type ClubCredential } from './credential';
import { credentialHeaders, currentKey, keepKey, normalizeBaseUrl, otherKey, type KeyName } from './signing';
import type { Spender } from './spending';
import { inOneText, toNodeError } from './errors';
import { explain, explainRefusal } from './explain';
import { foundInstead } from './guard';
import type { RateReport } from './ledger';

const PROFILE = 'GET /Profile';

const TIMEOUT_MS = 15_000;

const SECONDARY_ONLY =
	'The club answers, but it accepts only the Secondary Subscription Key. Enter the new Subscription Key when the rotation is over.';

const WITHOUT_ITEM = `A value that comes from an item cannot be tested here, because items exist only in an execution. Save the credential, and run Club > Get with it. ${WITHHOLDS_ENV}`;

const TESTS: Spender = { workflowId: '', workflow: 'Credential tests' };

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** Stands for the node of an error. A credential test has none. */
const TESTED: INode = { id: '', name: TESTS.workflow, type: '', typeVersion: 1, position: [0, 0], parameters: {} };

const explained = (error: unknown): INodeCredentialTestResult => failed(inOneText(toNodeError(TESTED, error)).message);

/** Tests the credential with `GET /Profile` (§1), and with the other subscription key if the club refuses the first one. */
export async function testClubApi(this: ICredentialTestFunctions, credential: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const entered = (credential.data ?? {}) as unknown as ClubCredential;
	const data = trimmed(entered);
	let baseUrl: string;
	try {
		baseUrl = normalizeBaseUrl(data.baseUrl);
	} catch (error) {
		return explained(error);
	}
	const fault = faultOf(entered);
	if (fault !== undefined) return failed(`${fault}. ${WITHOUT_ITEM}`);
	const { helpers } = this;
	const budget = knownBudget(baseUrl, data.clubApiKey);
	const keys = [data.subscriptionKey, data.secondarySubscriptionKey, data.clubApiKey];
	const url = `${baseUrl}/Profile`;
	const ask = async (key: KeyName): Promise<{ answer: HttpAnswer | NoAnswer; rate?: RateReport }> => {
		const lease = budget?.takeAtOnce(TESTS);
		const sent = helpers.request({
			method: 'GET',
			uri: url,
			headers: { Accept: 'application/json', ...credentialHeaders(data, key) },
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: TIMEOUT_MS,
		}) as Promise<{ statusCode: number; headers?: IDataObject; body?: unknown }>;
		const answer = await sent.then(
			async ({ statusCode: status, headers = {}, body }) => await answerOf({ status, headers, body }),
			noAnswerOf,
		);
		const rate = rateIn(answer, clock.now());
		lease?.release(rate);
		return { answer, rate };
	};
	let key = currentKey(data);
	let asked = await ask(key);
	// During a rotation only the other key works (§5 rule 5). A workflow would use it too.
	const other = asked.answer.status === 401 ? otherKey(data, key) : undefined;
	const second = other && (await ask(other));
	if (second && second.answer.status !== undefined && second.answer.status !== 401) {
		if (!second.answer.fromGateway) keepKey(data, other);
		[key, asked] = [other, second];
	}
	const { answer, rate } = asked;
	if (rate?.refused) return explained(explainRefusal(rate, clock.now()));
	const profile = recordsIn(PROFILE, answer);
	if (!profile) return explained(explain(PROFILE, { method: 'GET', url }, answer, keys));
	const found = foundInstead(profile, data.expectedClub);
	if (found !== undefined)
		return failed(
			`The keys work, but they do not belong to the expected club "${data.expectedClub}". ${found} Enter the keys of the expected club, or correct "Expected Club".`,
		);
	return { status: 'OK', message: key === 'primary' ? 'Both keys work. The club answers.' : SECONDARY_ONLY };
}
