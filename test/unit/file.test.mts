import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { fetchImage } from '../../nodes/Club/download';
import { filterThat, type Verdicts } from './support/egressFilter.mts';
import { network } from './support/scriptedClub.mts';

const CLUB = 'https://api.club.example';

interface Given {
	statusCode?: number;
	headers?: Record<string, unknown>;
	body?: Iterable<Buffer>;
}

/** What n8n gives a node that fetches: one answer after the other. Keeps what was asked, and tells what is still open. */
function host(answers: Array<Given | Error>, verdicts?: Verdicts) {
	const asked: IHttpRequestOptions[] = [];
	const functions = {
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				const answer = answers[asked.push(options) - 1];
				if (answer instanceof Error) throw answer;
				const body = Readable.from(answer.body ?? [Buffer.from('by'), Buffer.from('tes')]);
				return { statusCode: 200, headers: { 'content-type': ' image/png ; charset=x' }, ...answer, body };
			},
			prepareBinaryData: async (data: Buffer, fileName?: string, mimeType?: string) => ({
				data: data.toString().slice(0, 20),
				fileName,
				mimeType: mimeType ?? (fileName?.endsWith('.html') ? 'text/html' : 'image/webp'),
			}),
			...(verdicts && filterThat(verdicts)),
		},
	} as unknown as IExecuteFunctions;
	return { functions, asked, open: () => asked.filter(({ abortSignal }) => !(abortSignal as AbortSignal).aborted).length };
}

const moved = (location: unknown, statusCode = 302): Given => ({ statusCode, headers: { location } });
const fetched = async (address: unknown, answers: Array<Given | Error> = [{}], origin = CLUB) =>
	await fetchImage(host(answers).functions, address, 'picture', origin);

describe('a file', () => {
	test('is fetched without a key, piece by piece, from wherever it is', async () => {
		const { functions, asked, open } = host([{}]);
		expect(await fetchImage(functions, 'https://cdn.example/a.png', 'picture', CLUB)).toEqual({
			data: 'bytes',
			fileName: 'a.png',
			mimeType: 'image/png',
		});
		expect(asked).toMatchObject([
			{
				method: 'GET',
				url: 'https://cdn.example/a.png',
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				abortSignal: expect.any(AbortSignal),
			},
		]);
		expect(open()).toBe(0);
	});

	test('has the name and the type that its address and its host give', async () => {
		expect(await fetched('https://cdn.example/b/gold%20badge.png?size=2')).toEqual({
			data: 'bytes',
			fileName: 'gold badge.png',
			mimeType: 'image/png',
		});
		expect(await fetched('http://cdn.example/b/100%.png')).toMatchObject({ fileName: '100%.png' });
		expect(await fetched('https://cdn.example/x', [{ headers: { 'content-type': ['Image/GIF'] } }])).toMatchObject({
			mimeType: 'image/gif',
		});
	});

	test.each([
		['a%2Fb.png', 'b.png'],
		['..%2F..%2Fetc%2Fpasswd', 'passwd'],
		['C:%5Ctemp%5Cb.png', 'b.png'],
		['pass%0D%0AX%00.png', 'passX.png'],
		['gold%E2%80%AEgnp.exe', 'goldgnp.exe'],
		['a%2F', undefined],
		['%2E%2E%2F..', undefined],
		['%2e.', undefined],
		['', undefined],
	])('at /b/%s is called %s', async (path, fileName) => {
		expect(await fetched(`https://cdn.example/b/${path}`)).toMatchObject({ fileName });
	});

	test.each([undefined, 'application/octet-stream', 'binary/octet-stream; x=1'])(
		'of no type (%s) has the one that n8n finds',
		async (type) => {
			const headers = { 'content-type': type };
			expect(await fetched('https://cdn.example/', [{ headers }])).toEqual({ data: 'bytes', fileName: undefined, mimeType: 'image/webp' });
			await expect(fetched('https://cdn.example/a.html', [{ headers }])).rejects.toMatchObject({ message: 'The picture is not an image' });
		},
	);

	test.each(['text/html', 'text/html; charset=utf-8', 'application/json', 'image/', 'image/<b>', 'x-image/png'])(
		'of the type %s is no image',
		async (type) => {
			await expect(fetched('https://cdn.example/a.png', [{ headers: { 'content-type': type } }])).rejects.toMatchObject({
				message: 'The picture is not an image',
				description: `cdn.example returned a file of the type "${type.split(';')[0]}". Turn the download off to get the record without it.`,
			});
		},
	);

	test.each([
		[undefined, 'The club gives null.'],
		['', 'The club gives .'],
		['badge.png', 'The club gives badge.png.'],
		['file:///etc/passwd', 'The club gives file:///etc/passwd.'],
		['xhttp://a', 'The club gives xhttp://a.'],
		['https2://a', 'The club gives https2://a.'],
		[{ a: 1 }, 'The club gives {"a":1}.'],
		[['https://cdn.example/a.png'], 'The club gives ["https://cdn.example/a.png"].'],
		[`data:${'A'.repeat(5000)}`, `The club gives data:${'A'.repeat(495)}.`],
	])('%p is no address of one', async (address, sentence) => {
		await expect(fetched(address)).rejects.toMatchObject({
			message: 'The picture has no valid web address',
			description: `${sentence} Turn the download off to get the record without it.`,
		});
	});

	test.each([
		[{ statusCode: 300 }, 'HTTP 300'],
		[{ statusCode: 404 }, 'HTTP 404'],
		[moved('/elsewhere', 400), 'HTTP 400'],
		[{ body: [] }, 'an empty answer'],
		[network('ENOTFOUND'), 'ENOTFOUND'],
		[new Error('x'), 'no answer'],
	])('that cannot be had is an error that names the host (%#)', async (answer, reason) => {
		await expect(fetched('https://cdn.example:8443/a.png', [answer])).rejects.toMatchObject({
			message: 'The picture could not be fetched',
			description: `cdn.example:8443 gave ${reason}. Try again later, or turn the download off to get the record without it.`,
		});
	});

	test('whose answer breaks off is none', async () => {
		const broken = Readable.from(
			(function* () {
				yield Buffer.from('half');
				throw new Error('aborted');
			})(),
		);
		await expect(fetched('https://cdn.example/a.png', [{ body: broken as never }])).rejects.toMatchObject({
			description: expect.stringMatching(/^cdn.example gave an answer that was cut off or took too long\./) as string,
		});
	});

	test('of up to ten million bytes is taken; a larger one is left where it is, and not read to its end', async () => {
		const MB = Buffer.alloc(1_000_000);
		let read = 0;
		const pieces = function* (count: number) {
			for (; read < count; read++) yield MB;
		};
		await expect(fetched('https://cdn.example/a.png', [{ body: pieces(10) }])).resolves.toBeDefined();
		read = 0;
		const { functions, open } = host([{ body: pieces(60) }]);
		await expect(fetchImage(functions, 'https://cdn.example/a.png', 'picture', CLUB)).rejects.toMatchObject({
			message: 'The picture is larger than 10 MB',
			description: 'cdn.example returned a file of that size. Turn the download off to get the record without it.',
		});
		expect(open()).toBe(0);
		expect(read).toBeLessThan(30);
	});
});

describe('a file that has moved', () => {
	test('is followed three times, also by an address without a host', async () => {
		const { functions, asked, open } = host([moved('/b'), moved('https://other.example/c', 301), moved('d.png', 307), {}]);
		expect(await fetchImage(functions, 'https://cdn.example/a', 'picture', CLUB)).toMatchObject({ data: 'bytes', fileName: 'd.png' });
		expect(asked.map(({ url }) => url)).toEqual([
			'https://cdn.example/a',
			'https://cdn.example/b',
			'https://other.example/c',
			'https://other.example/d.png',
		]);
		expect(open()).toBe(0);
	});

	test('is not followed more often', async () => {
		const { functions, asked } = host([1, 2, 3, 4, 5].map((hop) => moved(`/${hop}`)));
		await expect(fetchImage(functions, 'https://cdn.example/a', 'picture', CLUB)).rejects.toMatchObject({
			description: expect.stringMatching(/^cdn.example gave more than 3 redirects\./) as string,
		});
		expect(asked).toHaveLength(4);
	});

	test.each([
		'http://127.0.0.1/x',
		'https://169.254.169.254/latest/meta-data',
		'https://[::1]/',
		'https://10.0.0.1',
		'https://[::ffff:10.0.0.1]/',
		'https://db.internal/',
		'//localhost/x',
		'https://168.63.129.16/',
	])('to %s is not followed', async (location) => {
		const { functions, asked } = host([moved(location), {}]);
		await expect(fetchImage(functions, 'https://cdn.example/a', 'picture', CLUB)).rejects.toMatchObject({
			message: 'The picture was not fetched, because its address is in a private network',
			description: 'Turn the download off to get the record without it.',
		});
		expect(asked).toHaveLength(1);
	});

	test('to something that is no web address is not followed', async () => {
		await expect(fetched('https://cdn.example/a', [moved('file:///etc/passwd')])).rejects.toMatchObject({
			description: 'The address at cdn.example leads to file:///etc/passwd. Turn the download off to get the record without it.',
		});
	});

	test('may lead to this machine beside a sandbox only', async () => {
		expect(await fetched('https://cdn.example/a', [moved('http://127.0.0.1:1/x'), {}], 'http://127.0.0.1:8787')).toMatchObject({
			data: 'bytes',
		});
	});
});

describe('the filter of an n8n that has one', () => {
	test('is asked for each address, and keeps what it finds private', async () => {
		const seen: string[] = [];
		const before: Verdicts['before'] = async ({ hostname }) => ({ ok: seen.push(hostname) < 2 });
		const { functions, asked } = host([moved('https://rebound.example/x'), {}], { before });
		await expect(fetchImage(functions, 'https://cdn.example/a', 'picture', CLUB)).rejects.toMatchObject({
			message: 'The picture was not fetched, because its address is in a private network',
		});
		expect(seen).toEqual(['cdn.example', 'rebound.example']);
		expect(asked).toHaveLength(1);
	});

	test.each([{}, moved('https://10.0.0.1/secret'), { statusCode: 500 }])(
		'is asked again once the host has answered, and nothing that it said is passed on (%#)',
		async (answer) => {
			const seen: string[] = [];
			const { functions, open } = host([answer], { before: async () => ({ ok: true }), after: (name) => seen.push(name) < 1 });
			await expect(fetchImage(functions, 'https://cdn.example/a', 'picture', CLUB)).rejects.toMatchObject({
				message: 'The picture was not fetched, because its address is in a private network',
				description: 'Turn the download off to get the record without it.',
			});
			expect(seen).toEqual(['cdn.example']);
			expect(open()).toBe(0);
		},
	);

	test('that cannot look a name up lets nothing be asked for', async () => {
		const { functions, asked } = host([{}], { before: async () => await Promise.reject(network('ESERVFAIL')) });
		await expect(fetchImage(functions, 'https://cdn.example/a', 'picture', CLUB)).rejects.toMatchObject({
			message: 'The picture could not be fetched',
			description: expect.stringMatching(/^cdn\.example gave ESERVFAIL\./) as string,
		});
		expect(asked).toEqual([]);
	});

	test('is not asked for a sandbox', async () => {
		const refusing = host([{}], { before: async () => ({ ok: false }), after: () => false });
		expect(await fetchImage(refusing.functions, 'http://127.0.0.1:1/a', 'picture', 'http://127.0.0.1:8787')).toMatchObject({
			data: 'bytes',
		});
	});
});
