import { dataScrubber, isMasked, passwordsIn, scrubber, withoutPasswords, withoutTokens } from '../../../../nodes/shared/transport/secrets';

/** Keys that are hard to find: of digits, with signs that JSON, addresses or expressions write otherwise, and a long one. */
const KEYS = ['4711081512', 'a"b\\c"d\ne', '$&$1$$pay', '(.*)+[x]', 'sub/key+1 =ä', `k${'0123456789'.repeat(50)}`];

describe('secrets in an error', () => {
	const errors = scrubber([...KEYS, undefined, 'ab', ' four ']);

	test.each(KEYS)('%j is blotted out, however it is written', (key) => {
		const forms = [
			key,
			JSON.stringify(key),
			JSON.stringify(JSON.stringify(key)),
			encodeURIComponent(key),
			new URLSearchParams({ k: key }).toString().slice(2),
			encodeURIComponent(key).toLowerCase(),
		];
		for (const form of forms) {
			const written = errors.text(`Seen: ${form}, and ${form}.`);
			expect(written).toMatch(/^Seen: ["\\]*\*\*\*["\\]*, and ["\\]*\*\*\*["\\]*\.$/);
		}
	});

	test('are blotted out of a parsed body at any depth, of names and numbers too', () => {
		const body = { a: [{ b: `x ${KEYS[1]}` }, Number(KEYS[0])], [KEYS[2]]: null, n: 7, ok: true };
		expect(errors.value(body)).toEqual({ a: [{ b: 'x ***' }, '***'], '***': null, n: 7, ok: true });
	});

	test('are not ordinary words', () => {
		expect(errors.text('ab four fours')).toBe('ab *** ***s');
		expect(scrubber([]).text('nothing')).toBe('nothing');
	});

	test('leave nothing of a longer one that begins as another does', () => {
		for (const keys of [
			['abcd', 'abcdefgh'],
			['abcdefgh', 'abcd'],
		])
			expect(scrubber(keys).text('Seen: abcdefgh, abcd.')).toBe('Seen: ***, ***.');
	});

	test('are found inside a longer text that is written as JSON', () => {
		const [, quoted] = KEYS;
		expect(errors.text(JSON.stringify({ said: `The key ${quoted} is wrong` }))).toBe('{"said":"The key *** is wrong"}');
	});

	test('where there are none, leave every text as it is', () => {
		for (const text of ['nothing', 'undefined', '']) expect(scrubber([undefined, '']).text(text)).toBe(text);
	});

	test('are the tokens of addresses too', () => {
		expect(
			errors.text('No https://n8n.example/webhook/1?a=1&token=abc.DEF-_~%20x&b=2 and "?token=1" and 1%3Ftoken%3Dq and a_token=1'),
		).toBe('No https://n8n.example/webhook/1?a=1&token=***&b=2 and "?token=***" and 1%3Ftoken%3D*** and a_token=1');
		expect(errors.text('A token is missing')).toBe('A token is missing');
	});
});

describe('secrets in a success', () => {
	const data = dataScrubber([...KEYS, 'Northsi']);

	test('are the keys only: a short one may be a word of the club, a token is asked for', () => {
		const body = { Name: 'Northside', Url: 'https://n8n.example/?token=abc', UserId: 47110815, Phone: '4711081' };
		expect(data.value(body)).toBe(body);
		const zeros = { UserId: 12 };
		expect(dataScrubber(['00000012', '0x00000c']).value(zeros)).toBe(zeros);
		expect(dataScrubber(['12345678']).value(['12345678', '1234567', 12345678, 1234567])).toEqual(['***', '1234567', '***', 1234567]);
		expect(data.value({ ...body, Echo: [KEYS[0], Number(KEYS[0])] })).toEqual({ ...body, Echo: ['***', '***'] });
	});
});

test('the passwords of a request are those that its names call so', () => {
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

test('what a request carries is shown without its passwords, at any depth', () => {
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

describe('the token of an address', () => {
	const listed = [
		{ Id: 'ws_1', Url: 'https://n8n.example/webhook/1?a=1&token=abc' },
		{ Id: 'ws_2', Url: 'https://n8n.example/hook' },
	];

	test('is left out of what the club says of webhook subscriptions, which else stays as it is', () => {
		expect(withoutTokens(listed)).toEqual([{ Id: 'ws_1', Url: 'https://n8n.example/webhook/1?a=1&token=***' }, listed[1]]);
		expect(withoutTokens(listed[1])).toBe(listed[1]);
	});

	test('that was left out is known by it', () => {
		expect([...listed, ...withoutTokens(listed)].map(({ Url }) => isMasked(Url))).toEqual([false, false, true, false]);
		expect(isMasked('https://n8n.example/webhook/1?token=')).toBe(false);
	});
});
