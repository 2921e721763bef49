import fc from 'fast-check';

/** JSON of so many levels, as its text: `{"a":{"a":...}}`. */
export const deepText = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** What a name or a key may be that JavaScript knows already. */
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

/** JSON that would change every object of the process, were it merged carelessly. */
const POLLUTION = [
	'{"__proto__":{"polluted":true}}',
	'{"constructor":{"prototype":{"polluted":true}}}',
	'{"a":{"__proto__":{"polluted":true}},"__proto__":[]}',
	'[{"__proto__":{"polluted":true}}]',
];

const NUMBERS = [0, -0, -1, 0.5, 1e21, 1e-7, 2147483647, 2147483648, 4294967303, 2 ** 53, -1e308, Infinity, -Infinity, NaN];

const NUMBER_TEXTS = [
	'0',
	'-7',
	'7.5',
	'1e3',
	'0x7',
	'0b111',
	'7e-1',
	'+7',
	'007',
	'1_000',
	'1,000',
	'Infinity',
	'٧',
	'７',
	'2147483648',
	'9'.repeat(400),
];

/** Ways out of a segment of a path, and into a query or a header. */
const TRICKS = [
	'7/../../Webhooks/Subscriptions',
	'7/../8',
	'../Profile',
	'..',
	'.',
	'%2e%2e',
	'%2e%2e%2fProfile',
	'..%2fProfile',
	'7%2f..%2f8',
	'..\\Profile',
	'7\\..\\8',
	'7?x=1',
	'7&count=1',
	'7#',
	'7;a=b',
	'7//8',
	'/7',
	'//example.com/7',
	'https://example.com/7',
	'7@example.com',
	'7%00',
	'7%0d%0aX-Sub-Key:%20x',
	'％２ｅ％２ｅ',
	'7\u20448',
	'{userId}',
	':userId',
	'*',
];

/** Characters that end a line, a text or a header, that turn round, or that are half of one. */
const CHARACTERS = [
	'7\r\nX-Sub-Key: x',
	'a\nb',
	'a\u0000b',
	'\u0007\u001b[31m',
	'7\u2028',
	'\u202e7',
	'\ufeff7',
	'7\u200b',
	'\ud800',
	'a\udc00b',
	'😀',
	'e\u0301',
	' 7 ',
	'\t',
	'\u00a0',
];

const MARKUP = [
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	'<!--',
	'&lt;b&gt;',
	"'; DROP TABLE Athletes; --",
	'${7*7}',
	'{{ 7*7 }}',
	'$&',
	'%s%n',
	'$(id)',
];

const DATES = [
	'2026-02-30',
	'2026-13-01T00:00:00',
	'2026-11-21T25:00:00',
	'0000-00-00',
	'0000-01-01',
	'-000001-01-01',
	'9999-12-31T23:59:59',
	'+275760-09-13',
	'12026-01-01',
	'1764000000000',
	'20261121',
	'21/11/2026',
	'now',
	'Invalid DateTime',
	'2026-11-21T00:00:00+99:00',
	'1582-10-10',
	'2026-11-21<b>',
];

const ADDRESSES = [
	'a@b',
	'a@b c',
	'@',
	'a@@b.example',
	'Nathan <nathan@example.com>',
	'a@b.example,c@d.example',
	'a@b.example\r\nBcc: x@y.example',
	'ä@ö.example',
	'a+b&c=d#@b.example',
	'"a b"@b.example',
	`${'a'.repeat(250)}@b.example`,
];

const URLS = [
	'javascript:alert(1)',
	'file:///etc/passwd',
	'http://169.254.169.254/',
	'https://user:key@example.com/',
	'https://[::1]/',
	'https://example.com\\@127.0.0.1/',
	'https://',
	'ftp://example.com',
];

const WHOLES: readonly unknown[] = [
	null,
	true,
	false,
	undefined,
	[],
	{},
	[7],
	['7'],
	[[]],
	[null],
	[undefined],
	{ id: 7 },
	{ value: 7 },
	{ __rl: true, mode: 'id', value: '..' },
	{ mode: 'email', value: {} },
	{ __rl: true, mode: '__proto__', value: 7 },
	{ toString: 7 },
	{ toJSON: 7 },
	{ length: 3 },
	{ sensor: [null, 7, 'x', {}] },
	{ sensor: 'x' },
];

const SIZES = [
	'x'.repeat(1_000_000),
	deepText(1_000),
	`{"a":"${'x'.repeat(1_000_000)}"}`,
	JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)),
];

const parsed = (text: string): unknown => JSON.parse(text) as unknown;

/** Inputs that have broken other programs. Each parameter of each operation is given every one of them. */
export const KNOWN: readonly unknown[] = [
	...PROTOTYPE_KEYS,
	...POLLUTION,
	...POLLUTION.map(parsed),
	...NUMBERS,
	...NUMBER_TEXTS,
	...TRICKS,
	...CHARACTERS,
	...MARKUP,
	...DATES,
	...ADDRESSES,
	...URLS,
	...WHOLES,
	...SIZES,
	parsed(deepText(1_000)),
];

/** Expressions that a user may write by mistake, whose values are no JSON. */
export const EXPRESSIONS = [
	'={{ undefined }}',
	'={{ $json.nobody?.knows }}',
	'={{ $json }}',
	'={{ $input }}',
	'={{ $input.item }}',
	'={{ $now }}',
	'={{ $today.minus({ years: 9000 }) }}',
	"={{ DateTime.fromISO('nonsense') }}",
	"={{ new Date('nonsense') }}",
	'={{ new Date(8.64e15) }}',
	'={{ 10n }}',
	'={{ [10n, { a: 10n }] }}',
	'={{ { a: 10n } }}',
	'={{ Symbol.iterator }}',
	'={{ /7/ }}',
	'={{ new Map([[1, 2]]) }}',
	'={{ NaN }}',
	'={{ 1 / 0 }}',
	"={{ $json['__proto__'] }}",
	'={{ Object.create(null) }}',
	'={{ (() => { const ring = {}; ring.ring = ring; return ring; })() }}',
	'=Text and {{ $json.nobody }}',
] as const;

/** Pieces that do harm in the middle of other texts. */
const pieces = fc.constantFrom(...TRICKS, ...CHARACTERS, ...PROTOTYPE_KEYS, ...MARKUP);

/** Anything at all: known ones, texts made of harmful pieces, and what nobody has thought of. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 2, arbitrary: fc.constantFrom(...KNOWN) },
	{
		weight: 2,
		arbitrary: fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
	},
	{ weight: 1, arbitrary: fc.double() },
	{ weight: 1, arbitrary: fc.integer() },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
	{ weight: 1, arbitrary: fc.dictionary(fc.oneof(fc.constantFrom(...PROTOTYPE_KEYS), fc.string()), fc.jsonValue({ maxDepth: 2 })) },
	{ weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
);
