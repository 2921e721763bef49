import type { IExecuteFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { fetchFile } from '../../nodes/Club/file';
import type { HttpRequest } from '../../nodes/shared/transport/http';
import { download, exchange } from '../../nodes/shared/transport/http';
import { clubThat, network } from './support/scriptedClub.mts';

const NODE: INode = { id: 'n', name: 'Club', type: 'n8n-nodes-club.club', typeVersion: 1, position: [0, 0], parameters: {} };
const PROFILE: HttpRequest = { method: 'GET', url: 'https://api.club.example/v1/Profile' };
const wrapped = (error: Error, depth: number): Error => (depth === 0 ? error : Object.assign(new Error('n8n'), { cause: wrapped(error, depth - 1) }));

describe('a request', () => {
	test('asks n8n for the answer as it is: any status, no redirect, a minute of patience', async () => {
		const club = clubThat([{ statusCode: 418, headers: { a: 'b' }, body: [1] }]);
		expect(await exchange.call(club.functions, { ...PROFILE, query: { count: 1 } })).toEqual({ status: 418, headers: { a: 'b' }, body: [1] });
		expect(club.asked).toMatchObject([
			{
				method: 'GET',
				url: PROFILE.url,
				qs: { count: 1 },
				body: undefined,
				key: 'primary-key',
				json: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 60_000,
			},
		]);
	});

	test('sends an object as it is, and an empty one as its text', async () => {
		const club = clubThat([{}]);
		await exchange.call(club.functions, { ...PROFILE, method: 'PUT', body: { a: 1 }, timeoutMs: 1000 });
		await exchange.call(club.functions, { ...PROFILE, method: 'PUT', body: {} });
		expect(club.asked[0]).toMatchObject({ body: { a: 1 }, timeout: 1000 });
		expect(club.asked[0].headers).toBeUndefined();
		expect(club.asked[1]).toMatchObject({ body: '{}', headers: { 'Content-Type': 'application/json' } });
	});

	test('has headers, also where n8n gives none', async () => {
		const club = clubThat([{ headers: undefined }]);
		expect(await exchange.call(club.functions, PROFILE)).toMatchObject({ status: 200, headers: {} });
	});
});

describe('a network that gives no answer', () => {
	const silence = async (error: unknown) => await exchange.call(clubThat([error as Error]).functions, PROFILE);

	test.each([
		'ENOTFOUND',
		'EAI_AGAIN',
		'ECONNREFUSED',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('%s: the request has not left', async (code) => expect(await silence(network(code))).toEqual({ code, sent: false }));

	test.each(['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ERR_BAD_RESPONSE', 'E2', 'XENOTFOUND', 'ENOTFOUNDX', 'NO_CERT_X', 'NOT_UNABLE_TO_X'])(
		'%s: it may have',
		async (code) => expect(await silence(network(code))).toEqual({ code, sent: true }),
	);

	test('has its code wherever it is wrapped, but not at any depth', async () => {
		expect(await silence(wrapped(network('ENOTFOUND'), 4))).toEqual({ code: 'ENOTFOUND', sent: false });
		expect(await silence(wrapped(network('ENOTFOUND'), 5))).toEqual({ code: 'no answer', sent: true });
		const circular: Error = new Error('again');
		circular.cause = circular;
		expect(await silence(circular)).toEqual({ code: 'no answer', sent: true });
	});

	test('has the code that n8n 1 keeps in its own error', async () => {
		const error = new NodeApiError(NODE, { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' });
		expect(error.cause).toBeUndefined();
		expect(await silence(error)).toEqual({ code: 'ECONNREFUSED', sent: false });
	});

	test.each(['', 'error', 'Some Text', 'a E_CODE', 'E_CODE b', 'E', 'BAD-CODE', 404, undefined])('%p is no code', async (code) => {
		const error = Object.assign(new Error('n8n'), { code, cause: network('ECONNREFUSED') });
		expect(await silence(error)).toEqual({ code: 'ECONNREFUSED', sent: false });
		expect(await silence(Object.assign(new Error('n8n'), { code }))).toEqual({ code: 'no answer', sent: true });
	});
});

describe('a file', () => {
	/** What n8n gives a node that fetches `answer`; the requests, and the files that were kept. */
	const host = (answer: unknown) => {
		const asked: IHttpRequestOptions[] = [];
		const functions = {
			helpers: {
				httpRequest: async (options: IHttpRequestOptions) => {
					asked.push(options);
					if (answer instanceof Error) throw answer;
					return answer;
				},
				prepareBinaryData: async (data: Buffer, fileName?: string, mimeType?: string) => ({ data: data.toString(), fileName, mimeType }),
			},
		} as unknown as IExecuteFunctions;
		return { functions, asked };
	};
	const picture = { statusCode: 200, headers: { 'content-type': ' image/png ; charset=x' }, body: Buffer.from('bytes') };
	const fetched = async (address: unknown, answer: unknown = picture) => await fetchFile(host(answer).functions, address, 'picture');

	test('is fetched without a key, as bytes, from wherever it is', async () => {
		const { functions, asked } = host(picture);
		expect(await download.call(functions, 'https://cdn.example/a.png')).toEqual({ status: 200, headers: picture.headers, body: Buffer.from('bytes') });
		expect(asked).toEqual([
			{ method: 'GET', url: 'https://cdn.example/a.png', encoding: 'arraybuffer', returnFullResponse: true, ignoreHttpStatusErrors: true, timeout: 60_000 },
		]);
	});

	test('has the name and the type that its address and its host give', async () => {
		expect(await fetched('https://cdn.example/b/gold%20badge.png?size=2')).toEqual({ data: 'bytes', fileName: 'gold badge.png', mimeType: 'image/png' });
		expect(await fetched('http://cdn.example/b/100%.png')).toMatchObject({ fileName: '100%.png' });
		expect(await fetched('https://cdn.example/', { ...picture, headers: undefined })).toEqual({ data: 'bytes', fileName: undefined, mimeType: undefined });
		expect(await fetched('https://cdn.example/x', { ...picture, headers: { 'content-type': ['image/gif'] } })).toMatchObject({ mimeType: 'image/gif' });
	});

	test.each([
		[undefined, 'The club gives null.'],
		['', 'The club gives .'],
		['badge.png', 'The club gives badge.png.'],
		['file:///etc/passwd', 'The club gives file:///etc/passwd.'],
		['xhttp://a', 'The club gives xhttp://a.'],
		['https2://a', 'The club gives https2://a.'],
		[{ a: 1 }, 'The club gives {"a":1}.'],
		[['https://cdn.example/a.png'], 'The club gives ["https://cdn.example/a.png"].'],
	])('%p is no address of one', async (address, sentence) => {
		await expect(fetched(address)).rejects.toMatchObject({
			message: 'The picture has no web address that could be fetched',
			description: `${sentence} Turn the download off to get the record without it.`,
		});
	});

	test.each([
		[{ ...picture, statusCode: 300 }, 'HTTP 300'],
		[{ ...picture, statusCode: 404 }, 'HTTP 404'],
		[{ ...picture, body: Buffer.alloc(0) }, 'an empty answer'],
		[network('ENOTFOUND'), 'ENOTFOUND'],
	])('that cannot be had is an error that names the host (%#)', async (answer, reason) => {
		await expect(fetched('https://cdn.example:8443/a.png', answer)).rejects.toMatchObject({
			message: 'The picture could not be fetched',
			description: `cdn.example:8443 gave ${reason}. Try again later, or turn the download off to get the record without it.`,
		});
	});

	test('whose host is silent tells whether the request may have left', async () => {
		expect(await download.call(host(network('ENOTFOUND')).functions, 'https://cdn.example')).toEqual({ code: 'ENOTFOUND', sent: false });
		expect(await download.call(host(network('ECONNRESET')).functions, 'https://cdn.example')).toEqual({ code: 'ECONNRESET', sent: true });
	});
});
