import fc from 'fast-check';
import { EVENT_NAMES } from '../../../nodes/shared/api/eventSubjects';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { sampled } from '../../support/sample.mts';
import { TriggerHost } from '../trigger/host.mts';
import { guardPrototypes } from './support/oracle.mts';
import { deepText, hostile, KNOWN } from './support/values.mts';

let sandbox: Sandbox;
let host: TriggerHost;
let expectPrototypes: () => void;

beforeAll(async () => {
	sandbox = await startSandbox({ athletes: 50, rate: false, dialect: dialectOfRun({ provisioningSeconds: '0' }) });
	host = await TriggerHost.start({ sandbox, events: ['Badge.Awarded'], options: { emitUnknown: true, resolveRecord: true } });
	await host.activate();
	expectPrototypes = guardPrototypes();
});

afterEach(async () => {
	await host.idle();
	expectPrototypes();
	expect(sandbox.breaches).toEqual([]);
	host.executions.length = 0;
});

afterAll(async () => {
	await host.close();
	await sandbox.close();
});

let events = 0;

const event = (over: object = {}): Record<string, unknown> => ({
	id: `e-${++events}`,
	topic: '/streams/club-1-events',
	subject: 'Locker',
	eventType: 'Locker.Opened',
	eventTime: '2026-03-29T18:30:00Z',
	data: {},
	...over,
});

const post = async (text: string): Promise<number> => (await host.post(text)).status;

const PROPERTIES = [
	'id',
	'topic',
	'subject',
	'eventType',
	'eventTime',
	'data',
	'dataVersion',
	'metadataVersion',
	'__proto__',
	'constructor',
	'toString',
	'ids',
	'record',
];

const VALUES: readonly unknown[] = [...KNOWN, ...fc.sample(hostile, { seed: 6, numRuns: 20 })];

const CASES = sampled(
	PROPERTIES.flatMap((property) => VALUES.map((value, index) => ({ property, value, index }))),
	({ property, index }) => [property, `${index}`],
);

describe('a delivery with the token', () => {
	test.each(PROPERTIES)('with any %s is accepted or refused, and every accepted event reaches the workflow unchanged', async (property) => {
		for (const { value } of CASES.filter((one) => one.property === property)) {
			// A text, since `__proto__` is no property of an object that JavaScript writes.
			const sent = event();
			delete sent[property];
			const text = `{${JSON.stringify(sent).slice(1, -1)},${JSON.stringify(property)}:${JSON.stringify(value) ?? 'null'}}`;
			const status = await post(`[${text}]`);
			expect([200, 400]).toContain(status);
			await host.idle();
			const [handled] = host.handled.splice(0);
			if (status === 400) expect(handled).toBeUndefined();
			if (handled && !['ids', 'record'].includes(property))
				expect(JSON.parse(JSON.stringify(handled))).toMatchObject(JSON.parse(text) as object);
			host.executions.length = 0;
		}
	});

	test.each(['__proto__', 'constructor', 'prototype'])('with data that names %s passes it through and changes no object', async (name) => {
		const text = `{"${name}":{"polluted":true},"AchievedBadgeId":91}`;
		expect(await post(`[${JSON.stringify(event()).replace('"data":{}', `"data":${text}`)}]`)).toBe(200);
		await host.idle();
		expect(JSON.stringify(host.handled[0].data)).toBe(text);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});

	test.each(EVENT_NAMES)('with the type %s and a line break or markup has another type, and one log line', async (eventType) => {
		for (const near of [`${eventType}\r\n`, `${eventType}\u0000`, `${eventType}<b>`, ` ${eventType}`, eventType.toLowerCase()]) {
			expect(await post(JSON.stringify([event({ eventType: near, subject: `Athletes/7\r\nX-Sub-Key: x` })]))).toBe(200);
			await host.idle();
			expect(host.handled.at(-1)).toMatchObject({ eventType: near, ids: {} });
		}
		expect(host.logs.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
	});

	test.each([
		'Athletes/7/../8',
		'Athletes/7?x=1',
		'Athletes/%37',
		'Athletes/7#',
		'Athletes\\7',
		'Athletes/٧',
		'Athletes/7/',
		'/Athletes/7',
		'Athletes/7\n',
		'Athletes/2147483648',
		'__proto__',
	])('with the subject %j makes no call', async (subject) => {
		sandbox.resetRecords();
		expect(await post(JSON.stringify([event({ eventType: 'Badge.Awarded', subject })]))).toBe(200);
		await host.idle();
		expect(host.handled).toMatchObject([{ subject, ids: {}, advice: expect.any(String) as string }]);
		expect(sandbox.requests).toEqual([]);
	});

	test('with deep, long or huge JSON breaks nothing', async () => {
		for (const levels of [1_000, 5_000]) {
			expect(await post(deepText(levels))).toBe(400);
			expect(await post(`${'['.repeat(levels)}${']'.repeat(levels)}`)).toBe(400);
		}
		expect(host.executions).toEqual([]);
		expect(await post(JSON.stringify([event({ data: { text: 'x'.repeat(5_000_000) } })]))).toBe(200);
		for (const [length, status] of [
			[1_000, 200],
			[1_001, 400],
		])
			expect(await post(JSON.stringify(Array.from({ length }, () => event())))).toBe(status);
		await host.idle();
		expect([host.executions.length, host.handled.length]).toEqual([2, 1_001]);
	});
});
