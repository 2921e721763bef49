import { isAllowedByHost } from '../../nodes/shared/transport/egress';
import type { ClubFunctions } from '../../nodes/shared/transport/http';
import { filterThat, type Verdicts } from './support/egressFilter.mts';

const CLUB = 'https://api.club.example';
const SANDBOX = 'http://127.0.0.1:8787';
/** What n8n hands a node, with a filter that says `verdict`. */
const n8n = (before: Verdicts['before']) => ({ helpers: filterThat({ before }) }) as unknown as Pick<ClubFunctions, 'helpers'>;
const refusing = n8n(async () => ({ ok: false }));

describe("n8n's own filter of addresses", () => {
	test.each([
		['https://cdn.example/a.png', CLUB],
		['https://cdn.example/a.png', SANDBOX],
		['http://127.0.0.1:1/a.png', CLUB],
	])('has its say on %s, beside a club at %s', async (address, origin) => {
		expect(await isAllowedByHost(refusing, new URL(address), origin)).toBe(false);
		expect(
			await isAllowedByHost(
				n8n(async () => ({ ok: true })),
				new URL(address),
				origin,
			),
		).toBe(true);
	});

	test('has none on this machine beside a sandbox', async () => {
		expect(await isAllowedByHost(refusing, new URL('http://localhost:1/a.png'), SANDBOX)).toBe(true);
	});

	test('that cannot look a name up allows nothing, and one that is not there all', async () => {
		const failing = n8n(async () => await Promise.reject(new Error('ENOTFOUND')));
		await expect(isAllowedByHost(failing, new URL('https://cdn.example'), CLUB)).rejects.toThrow('ENOTFOUND');
		expect(await isAllowedByHost({ helpers: {} } as never, new URL('https://cdn.example'), CLUB)).toBe(true);
	});
});
