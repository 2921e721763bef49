import { sleep } from '../../../../nodes/shared/transport/process';

describe('A wait', () => {
	test('ends as soon as the run is cancelled', async () => {
		const run = new AbortController();
		const waiting = sleep(3_600_000, run.signal);
		run.abort();
		await expect(waiting).rejects.toThrow();
	});

	test('does not begin in a run that is cancelled already', async () => {
		await expect(sleep(3_600_000, AbortSignal.abort())).rejects.toThrow();
	});

	test('of no time ends', async () => await expect(sleep(0, new AbortController().signal)).resolves.toBeUndefined());
});
