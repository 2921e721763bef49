import { ClubError } from '../../nodes/shared/transport/errors';
import { createOnce } from '../../nodes/shared/records/reconcile';
import { orAbsent } from '../../nodes/shared/transport/outcome';

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

describe('a create', () => {
	test('that is confirmed is looked up by nobody', async () => {
		const find = inTurn();
		expect(await createOnce(inTurn('new'), find)).toEqual({ record: 'new', found: false });
		expect(find).not.toHaveBeenCalled();
	});

	test('that ends unclear and is found has happened', async () => {
		const create = inTurn<string>(unclear());
		expect(await createOnce(create, inTurn('there'))).toEqual({ record: 'there', found: true });
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('that the club may still be at is not tried again', async () => {
		const create = inTurn<string>(new ClubError('No answer', { description: 'May be.', unclear: true, late: true }), 'twice');
		await expect(createOnce(create, inTurn(undefined))).rejects.toMatchObject({ description: 'May be. It was looked up afterwards and did not exist yet.' });
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('that ends unclear and is not found is tried once more, and no third time', async () => {
		const create = inTurn<string>(unclear(), 'new');
		expect(await createOnce(create, inTurn(undefined))).toEqual({ record: 'new', found: false });
		const again = inTurn<string>(unclear(), unclear(), 'never');
		await expect(createOnce(again, inTurn(undefined, undefined))).rejects.toMatchObject({
			message: 'No answer',
			description: 'May be. It was looked up afterwards and does not exist.',
		});
		expect(again).toHaveBeenCalledTimes(2);
	});

	test('that ends unclear and cannot be looked up may exist, and is not repeated', async () => {
		const create = inTurn<string>(unclear(), 'second');
		await expect(createOnce(create, inTurn<string>(new Error('away')))).rejects.toMatchObject({
			description: 'May be. It could not be looked up afterwards, so it may exist.',
		});
		expect(create).toHaveBeenCalledTimes(1);
	});

	test.each([refusal(), new Error('bug')])('that was refused (%s) was not made, and is not looked up', async (error) => {
		const find = inTurn();
		await expect(createOnce(inTurn<string>(error), find)).rejects.toBe(error);
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
