import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { exchange, outcomeOf, type HttpRequest } from '../../../../nodes/shared/transport/http';
import { clubThat, network } from '../../support/scriptedClub.mts';

const CREDENTIAL = { baseUrl: 'https://api.club.example/v1', subscriptionKey: 'primary-key', clubApiKey: 'club-key' };
const PROFILE: HttpRequest = { method: 'GET', url: 'https://api.club.example/v1/Profile' };
const wrapped = (error: Error, depth: number): Error =>
	depth === 0 ? error : Object.assign(new Error('n8n'), { cause: wrapped(error, depth - 1) });

describe('a request', () => {
	test('takes any status, follows no redirect and ends after a minute', async () => {
		const club = clubThat([{ statusCode: 418, headers: { a: 'b' }, body: [1] }]);
		expect(await exchange.call(club.functions, CREDENTIAL, { ...PROFILE, query: { count: 1 } })).toEqual({
			status: 418,
			headers: { a: 'b' },
			body: [1],
			fromGateway: false,
		});
		expect(club.asked).toMatchObject([
			{
				method: 'GET',
				url: PROFILE.url,
				qs: { count: 1 },
				body: undefined,
				key: 'primary-key',
				json: true,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: { ignore: true, except: expect.arrayContaining([403, 407, 503]) as unknown },
				disableFollowRedirect: true,
				timeout: 60_000,
			},
		]);
	});

	test('sends an object unchanged, and an empty one as text', async () => {
		const club = clubThat([{}]);
		await exchange.call(club.functions, CREDENTIAL, { ...PROFILE, method: 'PUT', body: { a: 1 }, timeoutMs: 1000 });
		await exchange.call(club.functions, CREDENTIAL, { ...PROFILE, method: 'PUT', body: {} });
		expect(club.asked[0]).toMatchObject({ body: { a: 1 }, timeout: 1000 });
		expect(club.asked[0].headers).toBeUndefined();
		expect(club.asked[1]).toMatchObject({ body: '{}', headers: { 'Content-Type': 'application/json' } });
	});

	test('gives headers, even if n8n has none', async () => {
		const club = clubThat([{ headers: undefined }]);
		expect(await exchange.call(club.functions, CREDENTIAL, PROFILE)).toMatchObject({ status: 200, headers: {} });
	});
});

describe('a streamed body', () => {
	const answered = async (...pieces: Array<string | Buffer>) =>
		await exchange.call(
			clubThat([{ statusCode: 203, body: Readable.from(pieces.map((piece) => Buffer.from(piece))) }]).functions,
			CREDENTIAL,
			PROFILE,
		);

	test.each<[string, Array<string | Buffer>, unknown]>([
		['JSON', ['{"UserId"', ':7}'], { UserId: 7 }],
		['JSON behind a byte order mark', ['\ufeff[1]'], [1]],
		['a letter that is cut in two', [Buffer.from([34, 195]), Buffer.from([165, 34])], 'å'],
		['a text', ['Yes, ', 'done'], 'Yes, done'],
		['JSON that was cut off', ['{"UserId":'], '{"UserId":'],
		['nothing', [], ''],
		['blanks', [' '], ''],
	])('is %s', async (_what, pieces, body) => {
		expect(await answered(...pieces)).toMatchObject({ status: 203, headers: {}, body });
	});

	test('of 50 MB is read, and a longer one is not', async () => {
		const half = Buffer.alloc(25_000_000, ' ');
		expect(await answered(half, half)).toEqual({ status: 203, headers: {}, body: expect.any(String) as string, fromGateway: false });
		let read = 0;
		const body = Readable.from(
			(function* () {
				for (; read < 60; read++) yield Buffer.alloc(1_000_000, ' ');
			})(),
		);
		expect(await exchange.call(clubThat([{ body }]).functions, CREDENTIAL, PROFILE)).toEqual({
			status: 200,
			headers: {},
			body: undefined,
			fromGateway: false,
			unreadable: 'is larger than 50 MB',
		});
		expect(body.destroyed).toBe(true);
	});

	test('that breaks off is no answer', async () => {
		const body = Readable.from(
			(function* () {
				yield Buffer.from('{');
				throw network('ECONNRESET');
			})(),
		);
		expect(await exchange.call(clubThat([{ body }]).functions, CREDENTIAL, PROFILE)).toEqual({ code: 'ECONNRESET', sent: true });
	});
});

describe('outcomeOf: the outcome that decides on a repeat', () => {
	const answer = { headers: {}, body: undefined, fromGateway: false };

	test('has no status if a success is unreadable, since it may be cut off', () => {
		expect(outcomeOf({ ...answer, status: 200 }, undefined, 'GET /Athletes')).toEqual({ sent: true });
	});
});

describe('a network error', () => {
	const silence = async (error: unknown) => await exchange.call(clubThat([error as Error]).functions, CREDENTIAL, PROFILE);

	test.each([
		'ENOTFOUND',
		'EAI_AGAIN',
		'ECONNREFUSED',
		'ERR_INVALID_CHAR',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('%s: the request has not left', async (code) => expect(await silence(network(code))).toEqual({ code, sent: false }));

	test.each([
		'ECONNRESET',
		'ETIMEDOUT',
		'EPIPE',
		'EPROTO',
		'EHOSTUNREACH',
		'ERR_SSL_BAD_RECORD',
		'ERR_TLS_RENEGOTIATION_DISABLED',
		'ERR_BAD_RESPONSE',
		'E2',
		'XENOTFOUND',
		'ENOTFOUNDX',
		'NO_CERT_X',
		'NOT_UNABLE_TO_X',
	])('%s: the request may have left', async (code) => expect(await silence(network(code))).toEqual({ code, sent: true }));

	test.each<[string, object, boolean]>([
		['of a connection that is not made', { syscall: 'connect' }, false],
		['of a name that is looked up', { syscall: 'getaddrinfo' }, false],
		['of a request without a connection', { request: { socket: null } }, false],
		['of a handshake', { request: { socket: { secureConnecting: true } } }, false],
		['of a read', { syscall: 'read', request: { socket: { secureConnecting: false } } }, true],
		['of a request that n8n does not show', { request: {} }, true],
	])('%s: the place of the error decides, not its name', async (_, place, sent) => {
		for (const depth of [0, 2])
			expect(await silence(wrapped(Object.assign(network('ECONNRESET'), place), depth))).toEqual({ code: 'ECONNRESET', sent });
	});

	test('of a proxy that closed the connection has a code of its own', async () => {
		const error = Object.assign(new Error('n8n'), { cause: new Error('Proxy connection ended before receiving CONNECT response') });
		expect(await silence(error)).toEqual({ code: 'PROXY_CLOSED', sent: true });
	});

	test('has its code from nested causes, up to some depth', async () => {
		expect(await silence(wrapped(network('ENOTFOUND'), 4))).toEqual({ code: 'ENOTFOUND', sent: false });
		expect(await silence(wrapped(network('ENOTFOUND'), 5))).toEqual({ code: 'no answer', sent: true });
		const circular: Error = new Error('again');
		circular.cause = circular;
		expect(await silence(circular)).toEqual({ code: 'no answer', sent: true });
	});

	test.each(['', 'error', 'Some Text', 'a E_CODE', 'E_CODE b', 'E', 'BAD-CODE', 404, ['E_CODE'], undefined])(
		'has no code if it is %p',
		async (code) => {
			const error = Object.assign(new Error('n8n'), { code, cause: network('ECONNREFUSED') });
			expect(await silence(error)).toEqual({ code: 'ECONNREFUSED', sent: false });
			expect(await silence(Object.assign(new Error('n8n'), { code }))).toEqual({ code: 'no answer', sent: true });
		},
	);
});

describe('an answer that does not end', () => {
	const endless = new Promise<never>(() => {});

	test('is given up after its timeout, and the request is cancelled', async () => {
		const club = clubThat([endless], {}, new AbortController().signal);
		const { httpRequestWithAuthentication } = club.functions.helpers;
		let cancelled: AbortSignal | undefined;
		club.functions.helpers.httpRequestWithAuthentication = async function (this: never, ...args: never[]) {
			cancelled = (this as { getExecutionCancelSignal(): AbortSignal }).getExecutionCancelSignal();
			return await (httpRequestWithAuthentication as (...all: never[]) => Promise<unknown>)(...args);
		} as never;
		expect(await exchange.call(club.functions, CREDENTIAL, { ...PROFILE, timeoutMs: 20 })).toEqual({ code: 'ETIMEDOUT', sent: true });
		expect(cancelled?.aborted).toBe(true);
	});

	test('keeps no listener after it has ended', async () => {
		const limit = new AbortController().signal;
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit);
		for (const answer of [{}, network('ECONNRESET')]) await exchange.call(clubThat([answer]).functions, CREDENTIAL, PROFILE);
		timeout.mockRestore();
		expect(getEventListeners(limit, 'abort')).toEqual([]);
	});

	test('is cancelled with the execution', async () => {
		const stop = new AbortController();
		const club = clubThat([new Error('x')], {}, stop.signal);
		let cancelled: AbortSignal | undefined;
		club.functions.helpers.httpRequestWithAuthentication = async function (this: never) {
			cancelled = (this as { getExecutionCancelSignal(): AbortSignal }).getExecutionCancelSignal();
			return { statusCode: 200, headers: {}, body: {} };
		} as never;
		await exchange.call(club.functions, CREDENTIAL, PROFILE);
		expect(cancelled?.aborted).toBe(false);
		stop.abort();
		expect(cancelled?.aborted).toBe(true);
	});
});
