import type { Fault } from '../../../../sandbox/index.mts';

/** What goes wrong at one call of a run, or from that call on. */
export interface Trouble {
	name: string;
	fault: Omit<Fault, 'match' | 'times'>;
	/**
	 * `passing`: the next try works, so that what is safe to repeat ends complete. `refusal`: the club says no, or something else as a whole.
	 * `harmless`: nothing is wrong. `staying`: every call from there on meets the same.
	 */
	kind: 'passing' | 'refusal' | 'harmless' | 'staying';
	/** How many calls in a row it strikes, where that is not one. */
	times?: number;
	/** The ErrorType that the club names. */
	errorType?: string;
	/** What the answer looks like to an operation that expects nothing else: no trouble at all. */
	looksLike?: 'nothing' | 'an array' | 'a value' | 'no content';
	/** Whether a gateway sends it, and not the club: then it says nothing about any record. */
	byGateway?: boolean;
}

const status = (code: number, more: Partial<Fault> = {}): Trouble['fault'] => ({ kind: 'status', status: code, ...more });
const typed = (ErrorType: string) => ({ ErrorType, Message: 'The club says why.' });

const troubleOf =
	(kind: Trouble['kind']) =>
	(name: string, fault: Trouble['fault'], more: Partial<Trouble> = {}): Trouble => ({ name, fault, kind, ...more });
const passing = troubleOf('passing');
const refusal = troubleOf('refusal');

const HTML = { body: '<html><body>Sign in to the network</body></html>', headers: { 'content-type': 'text/html' } };
const JSON_TEXT = { headers: { 'content-type': 'application/json' } };

/** The forms of a gateway's answers: a page, a text, and the errors of Azure API Management. */
const GATEWAY_FORMS = [
	() => HTML,
	() => ({ body: '404 page not found\n', headers: { 'content-type': 'text/plain' } }),
	(statusCode: number) => ({ body: { statusCode, message: 'Resource not found' }, headers: {} }),
];

/** What a gateway, a firewall or a proxy answers instead of the club. Its 404 to a read passes, such as while a service starts again. */
const BY_GATEWAY: Trouble[] = [200, 302, 401, 403, 404, 405, 407, 409, 410, 429, 500, 502, 503].map((code, at) => ({
	name: `${code} of a gateway`,
	fault: status(code, GATEWAY_FORMS[at % GATEWAY_FORMS.length](code)),
	kind: [200, 404, 429, 500, 502, 503].includes(code) ? 'passing' : 'refusal',
	byGateway: true,
}));

const ONCE: Trouble[] = [
	...BY_GATEWAY,
	passing('204', status(204), { looksLike: 'no content' }),
	passing('500 as a page', status(500, HTML)),
	passing('500 Internal', status(500, { body: typed('Internal') }), { errorType: 'Internal' }),
	passing('502', status(502)),
	passing('503', status(503)),
	passing('503 with Retry-After', status(503, { headers: { 'retry-after': '2' } })),
	passing('504', status(504)),
	passing('429', status(429)),
	passing('429 with Retry-After', status(429, { headers: { 'retry-after': '3' } })),
	passing('a drop', { kind: 'drop' }),
	passing('200 and a page', status(200, HTML)),
	passing('200 and nothing', status(200), { looksLike: 'nothing' }),
	refusal('200 and null', status(200, { ...JSON_TEXT, body: 'null' }), { looksLike: 'nothing' }),
	refusal('200 and a text', status(200, { ...JSON_TEXT, body: '"Welcome"' }), { looksLike: 'a value' }),
	refusal('200 and an array', status(200, { ...JSON_TEXT, body: '[]' }), { looksLike: 'an array' }),
	refusal('200 and an empty object', status(200, { ...JSON_TEXT, body: '{}' }), { looksLike: 'nothing' }),
	passing('an answer cut off', { kind: 'truncate' }),
	passing('500 after it was applied', { kind: 'appliedThenFailed' }, { errorType: 'Internal' }),
	passing('a drop after it was applied', { kind: 'appliedThenDropped' }),
	passing('a drop, applied late', { kind: 'appliedLate' }),
	passing('504, applied late', { kind: 'appliedLate', status: 504 }),
	passing('dropped three times', { kind: 'drop' }, { times: 3 }),
	refusal('302', status(302, { headers: { location: 'http://127.0.0.1:9/elsewhere' } })),
	refusal('400 with details', status(400, { body: { title: 'One or more values are not valid.', errors: { Email: ['Wrong.'] } } })),
	refusal('400 InvalidData', status(400, { body: typed('InvalidData') }), { errorType: 'InvalidData' }),
	refusal('401', status(401)),
	refusal('403', status(403)),
	refusal('403 LicenseResourceLimitExceeded', status(403, { body: typed('LicenseResourceLimitExceeded') }), {
		errorType: 'LicenseResourceLimitExceeded',
	}),
	refusal('404', status(404)),
	refusal('409 EmailAlreadyInUse', status(409, { body: typed('EmailAlreadyInUse') }), { errorType: 'EmailAlreadyInUse' }),
	refusal('422 as a text', status(422, { body: 'Not like this.' })),
	{ name: 'a late answer', fault: { kind: 'delay', delayMs: 5 }, kind: 'harmless' },
];

const STAYING = new Set([
	'404 of a gateway',
	'401',
	'429',
	'500 Internal',
	'503',
	'a drop',
	'an answer cut off',
	'200 and nothing',
	'200 and a page',
	'500 after it was applied',
	'a drop after it was applied',
]);

/** Everything that the sandbox can do to a call, once and, where it differs, for good. */
export const TROUBLES: readonly Trouble[] = [
	...ONCE,
	...ONCE.filter(({ name }) => STAYING.has(name)).map(
		(trouble): Trouble => ({ ...trouble, name: `${trouble.name}, for good`, kind: 'staying' }),
	),
];
