import { ClubError, orAbsent } from '../../../../nodes/shared/transport/errors';
import { createOnce, UncertainMatch } from '../../../../nodes/Club/calls/writes';

const unclear = () => new ClubError('No answer', { description: 'May be.', unclear: true });
const refusal = () => new ClubError('Refused', { description: 'Correct it.', status: 400 });

/** Gives or throws what is next of a list. */
const inTurn = <T,>(...outcomes: Array<T | Error>) => {
	const turn = jest.fn(async () => {
		const next = outcomes.shift();
		if (next instanceof Error) throw next;
		return next as T;
	});
	return turn;
};

/** Waits that take no time, and how long they were. */
const waiter = (ends = Infinity) => {
	const waits: number[] = [];
	const wait = async (ms: number) => {
		waits.push(ms);
		if (waits.length >= ends) throw new Error('cancelled');
	};
	return { wait, waits };
};

describe('createOnce', () => {
	test('looks for the record of an unclear create until it shows, and never sends it again', async () => {
		const create = inTurn<string>(unclear(), 'twice');
		const time = waiter();
		expect(await createOnce(time, create, inTurn<string | undefined>(undefined, undefined, undefined, 'there'))).toEqual({
			record: 'there',
			found: true,
		});
		expect(create).toHaveBeenCalledTimes(1);
		expect(time.waits).toEqual([2_000, 5_000, 10_000]);
	});

	test('fails if the record does not show within a minute, without a second create', async () => {
		const create = inTurn<string>(unclear(), 'twice');
		const find = inTurn(...Array.from({ length: 9 }, () => undefined));
		const time = waiter();
		await expect(createOnce(time, create, find)).rejects.toMatchObject({
			message: 'No answer',
			description: expect.stringMatching(/^May be\. The node looked for the new record for a minute and did not find it/) as string,
		});
		expect(create).toHaveBeenCalledTimes(1);
		expect(find).toHaveBeenCalledTimes(6);
		expect(time.waits.reduce((sum, ms) => sum + ms)).toBe(60_000);
	});

	test('sends an idempotent create once more after that minute', async () => {
		const nobody = () => inTurn(...Array.from({ length: 9 }, () => undefined));
		const create = inTurn<string>(unclear(), 'again', 'thrice');
		expect(await createOnce(waiter(), create, nobody(), true)).toEqual({ record: 'again', found: false });
		expect(create).toHaveBeenCalledTimes(2);
		for (const second of [unclear(), refusal()])
			await expect(createOnce(waiter(), inTurn<string>(unclear(), second, 'thrice'), nobody(), true)).rejects.toMatchObject({
				unclear: true,
				description: expect.stringMatching(/sent the request once more\. The record may still appear\./) as string,
			});
	});

	test('looks on after an uncertain match, and returns that match in the end', async () => {
		const doubts = (...after: unknown[]) => inTurn<unknown>(new UncertainMatch('Is it 7?'), new UncertainMatch('Is it 8?'), ...after);
		await expect(createOnce(waiter(), inTurn<unknown>(unclear()), doubts())).rejects.toMatchObject({ description: 'May be. Is it 8?' });
		expect(await createOnce(waiter(), inTurn<unknown>(unclear()), doubts('there'))).toEqual({ record: 'there', found: true });
	});

	test('says that the record may exist if the look-up fails', async () => {
		const create = inTurn<string>(unclear(), 'second');
		await expect(createOnce(waiter(), create, inTurn<string>(new Error('away')))).rejects.toMatchObject({
			description: 'May be. The new record could not be looked up, so it may exist.',
		});
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('stops when the execution ends', async () => {
		await expect(createOnce(waiter(1), inTurn<string>(unclear()), inTurn(undefined))).rejects.toThrow('cancelled');
		const ended = inTurn<string>(unclear(), new Error('cancelled'));
		await expect(createOnce(waiter(), ended, inTurn(...Array(6).fill(undefined)), true)).rejects.toThrow('cancelled');
	});
});

describe('orAbsent', () => {
	test('returns the record, or undefined if the club has none', async () => {
		expect(await orAbsent(Promise.resolve(1))).toBe(1);
		expect(await orAbsent(Promise.reject(new ClubError('None', { description: '', status: 404 })))).toBeUndefined();
	});

	test.each([refusal(), Object.assign(new Error('not ours'), { status: 404 })])('throws any other error (%s)', async (error) => {
		await expect(orAbsent(Promise.reject(error))).rejects.toBe(error);
	});
});
