import { skipWaits } from '../matrix/support/time.mts';
import type { IDataObject } from 'n8n-workflow';
import { mayWrite } from '../../../nodes/Club/operation';
import { retrying } from '../../support/retrying.mts';
import { Bench, subjects, way, type Run } from '../matrix/support/bench.mts';
import { asText } from '../matrix/support/state.mts';

skipWaits();

/** Every operation that writes, sales that look first, new people whose stage is a second write, and what a hint is about. */
const writing = [
	...subjects.filter(({ operation }) => mayWrite(operation)),
	...['membership.create', 'membership.createFromPlan'].map((name) => way(name, 'with Skip Existing', { options: { skipExisting: true } })),
	way('athlete.upsert', 'of new clients', { additionalFields: { clientStage: 'Client' } }),
	way('membership.suspend', 'without an end', { suspensionEnd: 'none' }),
];

/** Without what a sandbox makes up for each new record. */
const steady = (text: string): string =>
	text
		.replace(/\b100\d{4}\b/g, '0')
		.replace(/"HomeTown":\{[^}]*\}/g, '')
		.replace(/"Password":"[^"]*"/g, '');

/** What a user sees of the whole run: the rows in their order, and what the run says it did. */
const seenOf = ({ output, hints }: Run): string =>
	steady(
		asText([
			output.flat().map(({ json, pairedItem }) => [json, pairedItem ?? null]),
			hints.map(({ message }) => message).filter((message) => !message.startsWith('Retry On Fail ran')),
		] as unknown as IDataObject),
	);

const answered = ({ calls }: Run): string[] =>
	calls
		.filter(({ method, status }) => method !== 'GET' && status < 300)
		.map((call) => steady(asText([call.method, call.path, call.body ?? null])));

test.each(writing)('$name with Retry On Fail gives, says and sends the same where a call is refused once', async (subject) => {
	const bench = await Bench.of(subject);
	const calm = await bench.run();
	expect(calm.error).toBeUndefined();
	const count = calm.calls.length;
	for (const at of new Set([1, 2, Math.ceil(count / 2), count - 1, count].filter((place) => place >= 1))) {
		const trouble = { name: 'refused', kind: 'refusal', fault: { kind: 'status', status: 400 } } as const;
		const run = await bench.run({ strike: { trouble: trouble as never, at }, more: retrying() });
		expect([at, run.error]).toEqual([at, undefined]);
		expect([at, seenOf(run)]).toEqual([at, seenOf(calm)]);
		expect([at, answered(run)]).toEqual([at, answered(calm)]);
		expect(bench.sandbox.breaches).toEqual([]);
	}
});
