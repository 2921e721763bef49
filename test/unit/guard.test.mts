import { InvalidInput } from '../../nodes/shared/transport/errors';
import { assertExpectedClub } from '../../nodes/shared/transport/guard';

let keys = 0;
/** Asks with a key that has not asked before, and tells how often the profile was read. */
const ask = async (profile: unknown, expectedClub?: string, key = `key ${++keys}`) => {
	let reads = 0;
	await assertExpectedClub(key, expectedClub, async () => (reads++, profile));
	return reads;
};

describe('the expected club of a credential', () => {
	test.each([
		[{ Name: 'Northside' }, 'Northside'],
		[{ Name: ' Northside ' }, ' Northside'],
		[{ ClubId: 12 }, '12'],
		[{ Club: { Names: ['a', 'Northside'] } }, 'Northside'],
		['Northside', 'Northside'],
	])('%j is %p', async (profile, expected) => expect(await ask(profile, expected)).toBe(1));

	test.each([{ Name: 'Northside Fitness' }, { Name: 'northside' }, { Northside: 'Name' }, { Name: null, Active: true }, {}, null, undefined])(
		'%j is another one',
		async (profile) => {
			const failure = await ask(profile, 'Northside').catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(InvalidInput);
			expect(failure).toMatchObject({
				message: 'The keys do not belong to the expected club "Northside", so nothing was changed',
				description: expect.stringContaining('Enter the keys of that club, or correct the name.') as string,
			});
		},
	);

	test.each(['true', 'null', '[object Object]', 'undefined'])('only texts and numbers name a club, not %p', async (expected) => {
		await expect(ask({ a: true, b: null, c: {}, d: undefined }, expected)).rejects.toBeInstanceOf(InvalidInput);
	});

	test.each([undefined, '', '  '])('%p expects nothing, and reads nothing', async (expected) => expect(await ask({}, expected)).toBe(0));

	test('is read once for a key, and again for another key or another name', async () => {
		expect(await ask({ Name: 'North', Id: 1 }, 'North', 'k')).toBe(1);
		expect(await ask({ Name: 'North', Id: 1 }, ' North ', 'k')).toBe(0);
		expect(await ask({ Name: 'North', Id: 1 }, '1', 'k')).toBe(1);
		expect(await ask({ Name: 'North', Id: 1 }, 'North', 'l')).toBe(1);
	});

	test('that was not found is looked for again', async () => {
		await expect(ask({ Name: 'South' }, 'West', 'm')).rejects.toBeInstanceOf(InvalidInput);
		expect(await ask({ Name: 'West' }, 'West', 'm')).toBe(1);
	});
});
