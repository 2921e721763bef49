import { useAttackedClub } from './support/attackedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../support/node.mts';
import { sampled } from '../../support/sample.mts';
import { operations, type NamedOperation } from '../support/operations.mts';
import { expectPlain, guardPrototypes } from './support/oracle.mts';
import { deepText } from './support/values.mts';

const LONG = 3_000_000;
const MARKUP = '<a href="https://evil.example">Log in</a><img src="https://evil.example/pixel.png"><script>alert(1)</script>';

/** What a server may say of a request that it refuses; `sent` has the keys and the token that came with it. */
const REFUSALS: Readonly<Record<string, (sent: string) => unknown>> = {
	'a message of 3 MB': () => ({ ErrorType: 'x'.repeat(LONG), Message: 'y'.repeat(LONG) }),
	'a text of 3 MB': () => 'z'.repeat(LONG),
	'fields of 3 MB': () => ({ Message: 'No.', Details: { Email: ['f'.repeat(LONG)] } }),
	'markup in a message': () => ({ ErrorType: MARKUP, Message: MARKUP }),
	'a page of markup': () => `<!doctype html><html>${MARKUP}</html>`,
	'markup in fields': () => ({ [MARKUP]: [MARKUP] }),
	'a name that every object has': () => ({ ErrorType: 'constructor', Message: 'No.' }),
	'the name of a prototype': () => JSON.parse('{"ErrorType":"__proto__","__proto__":{"polluted":true},"Message":"No."}') as unknown,
	'what was sent': (sent) => ({ ErrorType: sent, Message: `You sent ${sent}`, Details: { [sent]: [sent, { deep: sent }] } }),
	'what was sent as a text': (sent) => `You sent ${sent}`,
	'what was sent, encoded': (sent) => ({ Message: encodeURIComponent(sent), Details: new URLSearchParams({ sent }).toString() }),
	'no text where one is expected': () => ({ ErrorType: { a: 1 }, Message: ['No.'] }),
	'lines and characters that turn round': () => ({ Message: 'No.\r\nX: y\u0000\u001b[31m\u202e' }),
	'a list': () => [null, 1, 'No.'],
	nothing: () => '',
	'a depth of a thousand': () => JSON.parse(deepText(1_000)) as unknown,
};

/** What a server may give for a record or a list without any error. */
const SUCCESSES: Readonly<Record<string, unknown>> = {
	'a text of 3 MB': 'z'.repeat(LONG),
	'a page of markup': `<!doctype html><html>${MARKUP}</html>`,
	'null for all': null,
	'a list of what is no record': [null, 1, 'x', [], { UserId: null }],
	'a page whose rows are none': { Items: [null, 7, 'x'], NextCursor: {}, PrevCursor: 5 },
	'a name of every object': { constructor: 1, toString: 2, Items: { length: 3 } },
	'a prototype': JSON.parse('[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"UserId":7}]') as unknown,
	'a depth of a thousand': JSON.parse(deepText(1_000)) as unknown,
};

const casesOf = (names: string[]) =>
	sampled(
		operations.filter(({ operation }) => !operation.isFree).flatMap((target) => names.map((name) => ({ target, name }))),
		({ target, name }) => [target.resource.value, name],
	).map(({ target, name }) => [target.name, name, target] as const);

const { club, exampleFor } = useAttackedClub();

/** Runs an operation for its first item while each call is answered so. */
async function answered(target: NamedOperation, status: number, body: unknown) {
	const { parameters, items } = exampleFor(target);
	const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'text/html' } : {};
	club().inject({ kind: 'status', status, body, headers, match: { every: true } });
	const expectPrototypes = guardPrototypes();
	const outcome = await runNode({ sandbox: club(), parameters, items: items.slice(0, 1) });
	expectPrototypes();
	return { ...outcome, calls: club().requests.length };
}

function expectReadable({ message, description = '', context }: Error & { description?: string; context: IDataObject }): void {
	expectPlain(message, description, '');
	expect(context.itemIndex).toBe(0);
	expect(message.length + description.length).toBeLessThan(2_000);
	expect(`${message}${description}`).not.toMatch(/<|[^\P{Cc}\n]|[\u202a-\u202e]/u);
}

test.each(casesOf(Object.keys(REFUSALS)))(
	'any refusal of the club gives a readable error without a key: %s, %s',
	async (_operation, name, target) => {
		const { clubApiKey, subscriptionKey } = club().keys;
		const sent = `Bearer ${clubApiKey} ${subscriptionKey} https://n8n.example/webhook/1?token=${'t'.repeat(43)}`;
		const { error } = await answered(target, 400, REFUSALS[name](sent));
		if (!error) return;
		expectReadable(error);
		expect(`${error.message}${error.description}`).not.toContain('t'.repeat(43));
	},
);

test.each(casesOf(Object.keys(SUCCESSES)))(
	'any success of the club gives rows or a readable error: %s, %s',
	async (_operation, name, target) => {
		const { error, output } = await answered(target, 200, SUCCESSES[name]);
		if (error) expectReadable(error);
		else for (const { json } of output[0] ?? []) expect(typeof json).toBe('object');
	},
);

const record = {
	UserId: 7,
	json: { a: 1 },
	binary: { picture: { id: 'filesystem-v2:workflows/1/executions/2/binary_data/3', mimeType: 'image/png' } },
};

it.each([
	['Get', { resource: 'athlete', operation: 'get', userId: 7 }, record],
	['Get Many', { resource: 'athlete', operation: 'getAll', limit: 5 }, { Results: [record], Continue: false }],
	['Call', { resource: 'club', operation: 'call', path: '/Athletes/7' }, record],
	['Badge Award > Get', { resource: 'badgeAward', operation: 'get', achievedBadgeId: 7 }, record],
])('a record that looks like an item of n8n stays a record: %s', async (_operation, parameters, body) => {
	club().clearFaults();
	club().inject({ kind: 'status', status: 200, body, match: { every: true } });
	const { output } = await runNode({ sandbox: club(), parameters });
	expect(output[0]).toEqual([{ json: record, pairedItem: { item: 0 } }]);
});
