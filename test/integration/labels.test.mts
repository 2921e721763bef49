import { useTimeWithoutWaits } from './poll/support/waits.mts';
import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { testClub } from '../support/club.mts';
import { choicesOf } from '../support/picker.mts';

// Each look asks the club, since its answer is another one each time.
jest.mock('../../nodes/shared/lists/pages', () => ({
	...jest.requireActual<object>('../../nodes/shared/lists/pages'),
	cachedPage: async (_key: string, _what: unknown, read: () => Promise<unknown>) => await read(),
}));

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { n8n: { nodes: string[] } };

const types = manifest.n8n.nodes.map((path): INodeType => {
	const [name] = path.split('/').at(-1)!.split('.');
	const source = path.replace('dist/', '../../').replace(/\.js$/, '');
	const module = jest.requireActual<Record<string, new () => INodeType>>(source);
	return new module[name]();
});

/** Each drop-down of each node, those that n8n loads whole included. */
const pickers = types.flatMap((type) =>
	Object.entries({ ...type.methods?.listSearch, ...type.methods?.loadOptions }).map(
		([method]) => [`${type.description.displayName}: ${method}`, type, method] as const,
	),
);

/** What the drop-downs of the triggers depend on. */
const CHOSEN = { parameters: { events: ['Badge.Awarded'] } };

/** An answer of the club in which each text is another one, and which has a property of that name; ids as well where that is wanted. */
function rewritten(value: unknown, text: string, ids: boolean, name = ''): unknown {
	if (Array.isArray(value)) return value.map((entry) => rewritten(entry, text, ids, name));
	// What leads to the next page is no part of a record.
	if (/^(Next|Prev)/.test(name)) return value;
	if (typeof value === 'object' && value !== null)
		return {
			...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner, text, ids, key)])),
			[text]: 1,
		};
	if (/Id$/.test(name)) return ids ? text : value;
	return typeof value === 'string' ? text : value;
}

describe('Drop-downs', () => {
	const time = useTimeWithoutWaits();
	const club = testClub({ athletes: 50, now: () => new Date(Date.now()) });

	async function answersTo(type: INodeType, method: string): Promise<Map<string, unknown>> {
		const { url, keys, requests } = club.sandbox;
		await choicesOf(club.sandbox, type, method, CHOSEN);
		const headers = { 'X-Sub-Key': keys.subscriptionKey, Authorization: `Bearer ${keys.clubApiKey}` };
		const answers = new Map<string, unknown>();
		for (const { path, query, route } of [...requests]) {
			const search = new URLSearchParams(query as Record<string, string>).toString();
			answers.set(route, await (await fetch(`${url}${path}?${search}`, { headers })).json());
		}
		return answers;
	}

	beforeAll(() => {
		const subscription = { Url: 'https://n8n.example.com/webhook/club', EventTypes: [], ProvisioningState: 'Succeeded' as const };
		club.sandbox.club.webhookSubscriptions.set('ws_1', { SubscriptionId: 'ws_1', ...subscription });
	});

	it.each(pickers)('of %s have no label or value that n8n would run as an expression', async (_name, type, method) => {
		const answers = await answersTo(type, method);
		expect(answers.size).toBeGreaterThan(0);
		const choicesFor = async (text: string, ids: boolean) => {
			club.sandbox.clearFaults();
			// Each look has the calls of a new minute.
			time.ahead += 60_000;
			for (const [route, answer] of answers)
				club.sandbox.inject({ kind: 'status', status: 200, body: rewritten(answer, text, ids), match: { route, every: true } });
			return await choicesOf(club.sandbox, type, method, CHOSEN);
		};
		const law = fc.asyncProperty(fc.string({ unit: 'binary' }), fc.boolean(), async (rest, ids) => {
			const choices = await choicesFor(`=${rest}`, ids);
			if (!ids) expect(choices).not.toEqual([]);
			for (const { name, value } of choices) {
				expect(name).not.toMatch(/^=/);
				expect(String(value)).not.toMatch(/^=/);
			}
		});
		await fc.assert(law, {
			numRuns: 20,
			examples: [
				['{{ $env }}', false],
				['{{ $env }}', true],
			],
		});
	});
});
