import { methodOf, type FreeCall } from '../../../../nodes/shared/api/endpoints';
import { toNodeError } from '../../../../nodes/shared/transport/errors';
import { explain } from '../../../../nodes/shared/transport/explain';
import { exchange, outcomeOf, recordsIn } from '../../../../nodes/shared/transport/http';
import { clubThat } from '../../support/scriptedClub.mts';

const CREDENTIAL = { baseUrl: 'https://api.club.example/v1', subscriptionKey: 'primary-key', clubApiKey: 'club-key' };
const NODE = { id: '1', name: 'Club', type: 'n8n-nodes-club.club', typeVersion: 1, position: [0, 0], parameters: {} } as never;

/** The forms of an answer, and whether a gateway sends it whatever its status is. */
const FORMS: Readonly<Record<string, [text: string, gateway: boolean]>> = {
	'a text': ['404 page not found\n', true],
	'a page': ['<html><style>h1 {}</style><h1>Web App - Unavailable</h1></html>', true],
	'JSON that was cut off': ['{"Results":[', true],
	'the JSON of a gateway': ['{"statusCode":404,"message":"Resource not found"}', true],
	nothing: ['', false],
	blanks: [' \n', false],
	'an empty object': ['{}', false],
	'the error of the club': ['{"ErrorType":"Internal","Message":"It failed."}', false],
	'a message of the club': ['{"Message":"No."}', false],
	'an error with names of both': ['{"statusCode":404,"message":"No.","ErrorType":"Internal"}', false],
	details: ['{"title":"Not valid","errors":{"Email":["No."]}}', false],
	'a status without a message': ['{"statusCode":404}', false],
	'a list': ['[]', false],
	'a JSON text': ['"No."', false],
	'a number': ['7', false],
};

/** The ends of each class, and those that somebody treats in a way of their own. */
const STATUSES = [
	...[200, 201, 204, 205, 299, 300, 302, 304, 399, 400, 401, 403, 404, 405, 407, 408, 409, 410, 413, 422, 423, 425, 426, 428, 429],
	...[431, 451, 498, 499, 500, 501, 502, 503, 504, 511, 520, 522, 524, 525, 530, 598, 599],
];
const CALLS: FreeCall[] = [
	...(['GET /Athletes/{userId}', 'PUT /Athletes/{userId}', 'DELETE /Athletes/{userId}', 'POST /Athletes'] as const),
	'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension',
];

describe.each(Object.entries(FORMS))('%s', (_, [text, gateway]) => {
	test('is a gateway’s or the club’s, by the evidence alone, and a gateway’s answer never counts as one about a record', async () => {
		for (const status of STATUSES) {
			const body = (async function* () {
				yield Buffer.from(text);
			})();
			const answer = await exchange.call(clubThat([{ statusCode: status, body }]).functions, CREDENTIAL, {
				method: 'GET',
				url: `${CREDENTIAL.baseUrl}/Athletes/7`,
			});
			if (answer.status === undefined) throw new Error('It is an answer');
			const byGateway = gateway || status === 407;
			expect([status, answer.fromGateway]).toEqual([status, byGateway]);
			for (const call of CALLS) {
				const method = methodOf(call);
				const error = explain(call, { method, url: '' }, answer, []);
				const told = [error.message, error.description, String(toNodeError(NODE, error).description)].join(' ');
				expect(error.unclear).toBe(method !== 'GET' && (status < 300 || status >= 500 || [408, 425, 499].includes(status)));
				// A success with nothing in it was cut off; one with other JSON is whole.
				const isNoAnswerYet = status < 300 && (byGateway || text.trim() === '');
				const passes = byGateway && status === 404 && method === 'GET' && !call.endsWith('/ByEmail');
				expect(outcomeOf(answer, undefined, call).status).toBe(isNoAnswerYet ? undefined : passes ? 503 : status);
				if (byGateway || status >= 300) expect(recordsIn(call, answer)).toBeUndefined();
				if (!byGateway || status < 400 || status === 401) {
					expect(error.status).toBe(status);
					if (byGateway && status === 401)
						expect(told).toMatch(/^The gateway of the club does not accept the keys: [^<]+ One of the two keys/);
					continue;
				}
				expect(error).toMatchObject({ status: undefined, errorType: undefined });
				expect(error.message).toMatch(
					new RegExp(`^(A gateway or firewall|The proxy) between n8n and the club answered ${status}(: [^<]+)?$`),
				);
				expect(told).not.toMatch(/HTTP \d|no such record|licence|did not connect|‹/);
			}
		}
	});
});
