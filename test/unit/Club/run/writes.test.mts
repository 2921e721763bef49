import { ClubError, orAbsent } from '../../../../nodes/shared/transport/errors';
import { createOnce, UncertainMatch } from '../../../../nodes/Club/run/writes';

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

describe('a create', () => {
	test('that is confirmed is looked up by nobody', async () => {
		const find = inTurn();
		expect(await createOnce(waiter(), inTurn('new'), find)).toEqual({ record: 'new', found: false });
		expect(find).not.toHaveBeenCalled();
	});

	test('that ends unclear and is found has happened', async () => {
		const create = inTurn<string>(unclear());
		const time = waiter();
		expect(await createOnce(time, create, inTurn('there'))).toEqual({ record: 'there', found: true });
		expect(create).toHaveBeenCalledTimes(1);
		expect(time.waits).toEqual([]);
	});

	test('that ends unclear is looked for until it shows, and never sent again', async () => {
		const create = inTurn<string>(unclear(), 'twice');
		const time = waiter();
		expect(await createOnce(time, create, inTurn<string | undefined>(undefined, undefined, undefined, 'there'))).toEqual({
			record: 'there',
			found: true,
		});
		expect(create).toHaveBeenCalledTimes(1);
		expect(time.waits).toEqual([2_000, 5_000, 10_000]);
	});

	test('that does not show within a minute is an error that says so, and no second create', async () => {
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

	test('that makes nothing twice is made once more after that minute', async () => {
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

	test('that may be one which cannot be told from another is looked for on, and that one is shown', async () => {
		const doubts = (...after: unknown[]) => inTurn<unknown>(new UncertainMatch('Is it 7?'), new UncertainMatch('Is it 8?'), ...after);
		await expect(createOnce(waiter(), inTurn<unknown>(unclear()), doubts())).rejects.toMatchObject({ description: 'May be. Is it 8?' });
		expect(await createOnce(waiter(), inTurn<unknown>(unclear()), doubts('there'))).toEqual({ record: 'there', found: true });
	});

	test('that ends unclear and cannot be looked up may exist', async () => {
		const create = inTurn<string>(unclear(), 'second');
		await expect(createOnce(waiter(), create, inTurn<string>(new Error('away')))).rejects.toMatchObject({
			description: 'May be. The new record could not be looked up, so it may exist.',
		});
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('is given up as soon as the execution ends', async () => {
		await expect(createOnce(waiter(1), inTurn<string>(unclear()), inTurn(undefined))).rejects.toThrow('cancelled');
	});

	test.each([refusal(), new Error('bug')])('that was refused (%s) was not made, and is not looked up', async (error) => {
		const find = inTurn();
		await expect(createOnce(waiter(), inTurn<string>(error), find)).rejects.toBe(error);
		expect(find).not.toHaveBeenCalled();
	});
});

describe('a read that may find nothing', () => {
	test('gives the record, or nothing where the club has none', async () => {
		expect(await orAbsent(Promise.resolve(1))).toBe(1);
		expect(await orAbsent(Promise.reject(new ClubError('None', { description: '', status: 404 })))).toBeUndefined();
	});

	test.each([refusal(), Object.assign(new Error('not ours'), { status: 404 })])('hides no other error (%s)', async (error) => {
		await expect(orAbsent(Promise.reject(error))).rejects.toBe(error);
	});
});
