import { dataScrubber, isMasked, passwordsIn, scrubber, withoutPasswords, withoutTokens } from '../../../../nodes/shared/transport/secrets';

/** Keys that are hard to find: of digits, with signs that JSON, addresses or expressions write otherwise, and a long one. */
const KEYS = ['4711081512', 'a"b\\c"d\ne', '$&$1$$pay', '(.*)+[x]', 'sub/key+1 =ä', `k${'0123456789'.repeat(50)}`];

describe('scrubber: secrets in an error', () => {
	const errors = scrubber([...KEYS, undefined, 'ab', ' four ']);

	test.each(KEYS)('%j is removed, however it is encoded', (key) => {
		const forms = [
			key,
			JSON.stringify(key),
			JSON.stringify(JSON.stringify(key)),
			encodeURIComponent(key),
			new URLSearchParams({ k: key }).toString().slice(2),
			encodeURIComponent(key).toLowerCase(),
		];
		for (const form of forms) {
			const written = errors(`Seen: ${form}, and ${form}.`);
			expect(written).toMatch(/^Seen: ["\\]*\*\*\*["\\]*, and ["\\]*\*\*\*["\\]*\.$/);
		}
	});

	test('are removed from a parsed body at any depth, also from names and numbers', () => {
		const body = { a: [{ b: `x ${KEYS[1]}` }, Number(KEYS[0])], [KEYS[2]]: null, n: 7, ok: true };
		expect(errors(body)).toEqual({ a: [{ b: 'x ***' }, '***'], '***': null, n: 7, ok: true });
	});

	test('are not ordinary words', () => {
		expect(errors('ab four fours')).toBe('ab *** ***s');
		expect(scrubber([])('nothing')).toBe('nothing');
	});

	test('are removed whole if one begins like another', () => {
		for (const keys of [
			['abcd', 'abcdefgh'],
			['abcdefgh', 'abcd'],
		])
			expect(scrubber(keys)('Seen: abcdefgh, abcd.')).toBe('Seen: ***, ***.');
	});

	test('are removed from a longer text in JSON', () => {
		const [, quoted] = KEYS;
		expect(errors(JSON.stringify({ said: `The key ${quoted} is wrong` }))).toBe('{"said":"The key *** is wrong"}');
	});

	test('leave every text unchanged if there are none', () => {
		for (const text of ['nothing', 'undefined', '']) expect(scrubber([undefined, ''])(text)).toBe(text);
	});

	test('include tokens in addresses', () => {
		expect(errors('No https://n8n.example/webhook/1?a=1&token=abc.DEF-_~%20x&b=2 and "?token=1" and 1%3Ftoken%3Dq and a_token=1')).toBe(
			'No https://n8n.example/webhook/1?a=1&token=***&b=2 and "?token=***" and 1%3Ftoken%3D*** and a_token=1',
		);
		expect(errors('A token is missing')).toBe('A token is missing');
	});
});

const data = dataScrubber([...KEYS, 'Northsi']);

test('dataScrubber: secrets in a success are only long keys: a short one may be a word of the club, a token is data', () => {
	const body = { Name: 'Northside', Url: 'https://n8n.example/?token=abc', UserId: 47110815, Phone: '4711081' };
	expect(data(body)).toEqual(body);
	const zeros = { UserId: 12 };
	expect(dataScrubber(['00000012', '0x00000c'])(zeros)).toEqual(zeros);
	expect(dataScrubber(['12345678'])(['12345678', '1234567', 12345678, 1234567])).toEqual(['***', '1234567', '***', 1234567]);
	expect(data({ ...body, Echo: [KEYS[0], Number(KEYS[0])] })).toEqual({ ...body, Echo: ['***', '***'] });
});

test('passwordsIn finds passwords by their property names', () => {
	expect(
		passwordsIn({
			SetPasswordOnCreate: 'pass-1234',
			ShowPasswordOnCreate: true,
			Sensors: [{ password: { now: 'other' } }],
			Email: 'a@b.example',
		}),
	).toEqual(['pass-1234', 'other']);
	expect(passwordsIn(undefined)).toEqual([]);
});

test('withoutPasswords removes passwords at any depth', () => {
	expect(
		withoutPasswords({
			SetPasswordOnCreate: 'pass-1234',
			ShowPasswordOnCreate: true,
			Sensors: [{ password: { now: 'other', pin: 1234, none: null } }, 'text', 7],
			Name: 'password',
		}),
	).toEqual({
		SetPasswordOnCreate: '***',
		ShowPasswordOnCreate: true,
		Sensors: [{ password: { now: '***', pin: '***', none: null } }, 'text', 7],
		Name: 'password',
	});
});

describe('withoutTokens: the token of an address', () => {
	const listed = [
		{ Id: 'ws_1', Url: 'https://n8n.example/webhook/1?a=1&token=abc' },
		{ Id: 'ws_2', Url: 'https://n8n.example/hook' },
	];

	test('is removed from webhook subscriptions, which otherwise stay unchanged', () => {
		expect(withoutTokens(listed)).toEqual([{ Id: 'ws_1', Url: 'https://n8n.example/webhook/1?a=1&token=***' }, listed[1]]);
		expect(withoutTokens(listed[1])).toEqual(listed[1]);
	});

	test('leaves a mark that isMasked recognises', () => {
		expect([...listed, ...withoutTokens(listed)].map(({ Url }) => isMasked(Url))).toEqual([false, false, true, false]);
		expect(isMasked('https://n8n.example/webhook/1?token=')).toEqual(false);
	});
});
