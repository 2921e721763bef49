import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { destinationOf, signedAddress, hashOf, newToken } from '../../../nodes/ClubTrigger/token';
import { completeHandshake } from '../../../nodes/ClubTrigger/handshake';
import { clock } from '../../../nodes/shared/transport/process';
import type { Send } from '../../../nodes/shared/transport/callValues';
import { filterThat, type Verdicts } from '../support/egressFilter.mts';

const CLUB = 'https://api.club.example';
const ADDRESS = 'https://n8n.example/webhook/1/events';
const LINK = 'https://validate.example/confirm?code=1';

let triggers = 0;

/** Lets the clock go by the waits of the node alone. @returns the time since then, in ms */
function useOwnTime(): () => number {
	let now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => void (now += ms));
	return () => now;
}

const [token, another] = [newToken(ADDRESS, 'key'), newToken(ADDRESS, 'key')];
const row = (ProvisioningState: string, over: object = {}) => ({
	SubscriptionId: 'ws_1',
	Url: destinationOf(ADDRESS, token),
	EventTypes: [],
	ProvisioningState,
	...over,
});
const validation = (over: object = {}) => ({
	validationUrl: LINK,
	signed: signedAddress(ADDRESS, false),
	isTest: false,
	tokenHash: hashOf(token),
	...over,
});

type List = unknown[] | (() => Promise<unknown[]>);

/** A trigger whose club answers these lists one after the other, the last one again and again. */
function triggerOf(lists: List[], filter?: Verdicts) {
	let answer = async (): Promise<object> => ({ statusCode: 204 });
	const [opened, logged, looks]: [IHttpRequestOptions[], string[], number[]] = [[], [], []];
	const name = `trigger ${++triggers}`;
	const now = useOwnTime();
	const log = (line: string) => void logged.push(line);
	const functions = {
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => (opened.push(options), await answer()),
			...(filter && filterThat(filter)),
		},
		logger: { info: log, warn: log },
	} as unknown as IWebhookFunctions;
	const send = (async () => {
		looks.push(now());
		const list = lists.length > 1 ? lists.shift() : lists[0];
		return typeof list === 'function' ? await list() : list;
	}) as unknown as Send;
	const comes = async (asked = validation()) => await completeHandshake(functions, send, { name, baseUrl: CLUB, validation: asked });
	const answers = (by: typeof answer) => void (answer = by);
	return { comes, answers, opened, logged, looks };
}

const trigger = (...lists: List[]) => triggerOf(lists);

interface Scene {
	state?: string;
	link?: string;
	/** What n8n's own filter says of an address, where it has one. */
	filter?: Verdicts;
	statusCode?: number;
}

/** Lets a validation arrive while the club's list shows the subscription in a state. @returns what was opened and logged */
async function validated({ state = 'AwaitingManualAction', link = LINK, filter, statusCode = 200 }: Scene) {
	const { comes, answers, opened, logged } = triggerOf([[row(state)]], filter);
	answers(async () => ({ statusCode }));
	await comes(validation({ validationUrl: link }));
	return { opened, logged };
}

describe('a validation link', () => {
	test.each(['Succeeded', 'Failed', 'Canceled', 'Deleting'])('is not opened in the state %s', async (state) => {
		expect((await validated({ state })).opened).toEqual([]);
	});

	test.each([
		'http://validate.example/confirm',
		'https://127.0.0.1/',
		'https://2130706433/',
		'https://0x7f.1/',
		'https://169.254.169.254/latest/meta-data',
		'https://user:pass@10.0.0.1/',
		'https://validate.example@192.168.0.1/',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'//validate.example/',
		'validate.example',
		'',
	])('%j is not opened, and the log says so', async (link) => {
		const { opened, logged } = await validated({ link });
		expect(opened).toEqual([]);
		expect(logged).toEqual([
			expect.stringMatching(/^The club waits for a validation link to be opened, but the link is not a public https address/),
		]);
	});

	test('is not opened if its name resolves to a private network', async () => {
		const asked: string[] = [];
		const before: Verdicts['before'] = async (url) => ({ ok: asked.push(url.href) < 0 });
		expect((await validated({ filter: { before } })).opened).toEqual([]);
		expect(asked).toEqual([LINK]);
	});

	test('is not opened if its name cannot be resolved, and the log says so', async () => {
		const { opened, logged } = await validated({ filter: { before: async () => await Promise.reject(new Error('ENOTFOUND')) } });
		expect(opened).toEqual([]);
		expect(logged).toEqual(['The handshake of this Club Trigger could not be completed: ENOTFOUND']);
	});

	test.each([
		[500, /^The validation link at validate\.example answered 500/],
		[300, /answered 300, so the club may not send events$/],
		[299, /was confirmed through the validation link at validate\.example$/],
	])('that is answered with %d is logged, without its path', async (statusCode, line) => {
		const { logged } = await validated({ statusCode });
		expect(logged).toEqual([expect.stringMatching(line)]);
		expect(logged.join()).not.toContain('code=1');
	});
});

describe('the check whether the club waits for a validation', () => {
	test('is repeated while the club prepares the subscription, and the link is opened once it waits', async () => {
		const { comes, opened, looks } = trigger([row('Creating')], [row('Updating')], [row('AwaitingManualAction')]);
		await comes();
		expect(looks).toEqual([500, 2_000, 5_000]);
		expect(opened).toEqual([
			{
				method: 'GET',
				url: LINK,
				disableFollowRedirect: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				encoding: 'stream',
				abortSignal: expect.any(AbortSignal) as AbortSignal,
			},
		]);
	});

	test('ends after a minute', async () => {
		const { comes, opened, looks } = trigger([row('Creating')]);
		await comes();
		expect(looks).toEqual([500, 2_000, 5_000, 10_000, 25_000, 55_000]);
		expect(opened).toEqual([]);
	});

	test.each<[string, object]>([
		['at another address', { Url: destinationOf(`${ADDRESS}/2`, token) }],
		['with another token', { Url: destinationOf(ADDRESS, another) }],
	])('opens nothing if only a subscription %s waits', async (_, over) => {
		const { comes, opened, looks } = trigger([row('AwaitingManualAction', over)]);
		await comes();
		expect([opened, looks]).toEqual([[], [500]]);
	});

	test('finds a subscription without a token by its address, for a test by the end of the address', async () => {
		const hidden = trigger([row('AwaitingManualAction', { Url: ADDRESS })]);
		await hidden.comes();
		expect(hidden.opened).toHaveLength(1);
		const test = trigger([row('AwaitingManualAction', { Url: destinationOf('https://editor.example/webhook-test/1/events', token) })]);
		await test.comes(validation({ signed: signedAddress(ADDRESS, true), isTest: true }));
		expect(test.opened).toHaveLength(1);
	});

	test('runs only for the last of several validations, a minute after the one before', async () => {
		const { comes, opened, looks } = trigger([row('AwaitingManualAction')]);
		await Promise.all([
			comes(),
			comes(validation({ validationUrl: 'https://validate.example/2' })),
			comes(validation({ validationUrl: 'https://validate.example/3' })),
		]);
		expect(opened.map(({ url }) => url)).toEqual(['https://validate.example/3']);
		await comes();
		expect(looks).toEqual([500, 60_500]);
		expect(opened.map(({ url }) => url)).toEqual(['https://validate.example/3', LINK]);
	});

	test('gives up a link that does not end after five seconds, and handles the validation that came meanwhile', async () => {
		const limits: Array<[number, AbortController]> = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const limit = new AbortController();
			limits.push([ms, limit]);
			return limit.signal;
		});
		const { comes, answers, opened, logged } = trigger([row('AwaitingManualAction')]);
		answers(async () => {
			answers(async () => ({ statusCode: 204 }));
			await comes(validation({ validationUrl: 'https://validate.example/2' }));
			limits[0][1].abort();
			return await new Promise<never>(() => {});
		});
		await comes();
		expect(opened.map(({ url }) => url)).toEqual([LINK, 'https://validate.example/2']);
		expect(limits.map(([ms]) => ms)).toEqual([5_000, 5_000]);
		expect(opened[0].abortSignal).toMatchObject({ aborted: true });
		expect(logged).toEqual([
			'The handshake of this Club Trigger could not be completed: The answer takes too long',
			expect.stringMatching(/was confirmed/),
		]);
		jest.restoreAllMocks();
	});

	test.each([
		[new Error('Too many calls'), 'Too many calls'],
		['x', 'x'],
	])('logs a club that does not answer, and handles the next validation', async (reason, said) => {
		const { comes, opened, logged } = trigger(async () => await Promise.reject(reason as Error), [row('AwaitingManualAction')]);
		await comes();
		expect(logged).toEqual([`The handshake of this Club Trigger could not be completed: ${said}`]);
		await comes();
		expect(opened).toHaveLength(1);
	});
});
