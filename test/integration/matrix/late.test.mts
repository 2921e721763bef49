import { ClientRequest } from 'node:http';
import { Gate, until } from '../../support/waiting.mts';
import { skipWaits } from './support/time.mts';
import { Bench, subjects } from './support/bench.mts';
import { expectDone, expectNoBlindRepeat, undisturbedOn } from './support/oracle.mts';

/** The calls whose answer the node waits a minute for; here the minute of them all is over when a test says so. */
const waiting = new Set<ClientRequest>();
const endMinute = () => waiting.forEach((request) => request.emit('timeout'));

/** The same POST of an athlete makes nobody twice (§3.3), so it is sent again, and its answer tells what came of it. */
const creates = subjects.filter(
	({ operation: { calls } }) => calls.some((call) => call.startsWith('POST ')) && !calls.includes('POST /Athletes'),
);

let bench: Bench;

skipWaits();
beforeAll(() => {
	const { setTimeout: real } = ClientRequest.prototype;
	jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (this: ClientRequest, ms, listener) {
		if (ms !== 60_000 || !listener) return real.call(this, ms, listener);
		waiting.add(this);
		return this.once('timeout', listener).once('close', () => waiting.delete(this));
	});
});

test.each(creates)('$name that the club applies after the timeout of the node is never done twice', async (subject) => {
	bench = await Bench.of(subject);
	const undisturbed = undisturbedOn(bench);
	const calm = await undisturbed([0]);
	const post = calm.calls.findIndex(({ method }) => method === 'POST') + 1;
	const gate = new Gate();
	const trouble = { name: 'an answer too late', fault: { kind: 'delay', until: gate.pass }, kind: 'passing' } as const;
	const running = bench.run({ only: [0], strike: { trouble, at: post } });
	await gate.reached;
	endMinute();
	const run = await running;
	const before = bench.records().join();
	gate.open();
	await until(() => bench.records().join() !== before);
	expect(run.error?.message).toBe('The club did not answer');
	expect(run.error?.description).toMatch(/may have been applied/);
	await expectDone({ ...run, records: bench.records() }, undisturbed, [0], []);
	expectNoBlindRepeat(run);
	expect(bench.sandbox.breaches).toEqual([]);
});
