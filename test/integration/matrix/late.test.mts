import { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { skipWaits } from './support/time.mts';
import { Bench, idOf, subjects } from './support/bench.mts';
import { expectDone, expectNoBlindRepeat, undisturbedOn } from './support/oracle.mts';

/** The node waits a minute for an answer, and looks for another; here both are short, and the club takes longer than that. */
const MINUTE_MS = 150;
const LATE_MS = 1500;

const creates = subjects.filter(({ operation: { calls } }) => calls.some((call) => call.startsWith('POST ')));

let bench: Bench;

skipWaits();
afterEach(async () => await bench.close());
beforeAll(() => {
	const { setTimeout: real } = ClientRequest.prototype;
	jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (this: ClientRequest, ms, listener) {
		return real.call(this, ms === 60_000 ? MINUTE_MS : ms, listener);
	});
});

describe('a write that the club applies after the node has given up waiting', () => {
	test.each(creates.map((subject) => ({ name: idOf(subject), subject })))('$name: is never done twice', async ({ subject }) => {
		bench = await Bench.of(subject);
		const undisturbed = undisturbedOn(bench);
		const calm = await undisturbed([0]);
		const post = calm.calls.findIndex(({ method }) => method === 'POST') + 1;
		const trouble = { name: 'an answer too late', fault: { kind: 'delay', delayMs: LATE_MS }, kind: 'passing' } as const;
		const run = await bench.run({ only: [0], strike: { trouble, at: post } });
		await pause(LATE_MS);
		expect(run.error?.message).toBe('The club did not answer');
		expect(run.error?.description).toMatch(/may have been applied/);
		await expectDone({ ...run, records: bench.records() }, undisturbed, [0], []);
		expectNoBlindRepeat(run);
		expect(bench.sandbox.breaches).toEqual([]);
	});
});
