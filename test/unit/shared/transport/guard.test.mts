import { InvalidInput } from '../../../../nodes/shared/transport/errors';
import { assertExpectedClub } from '../../../../nodes/shared/transport/guard';

let keys = 0;
/** Asks with a key that has not asked before, and tells how often the profile was read. */
const ask = async (profile: unknown, expectedClub: string, key = `key ${++keys}`) => {
	let reads = 0;
	await assertExpectedClub(key, expectedClub, async () => (reads++, profile));
	return reads;
};

describe('the expected club of a credential', () => {
	test.each([
		[{ Name: 'Northside' }, 'Northside'],
		[{ Name: ' Northside ' }, ' Northside'],
		[{ ClubId: 12 }, '12'],
		[{ ClubName: 'NORTHSIDE fitness' }, 'Northside Fitness'],
		[{ Title: 'Northside', Name: 'Club 7' }, 'Northside'],
		[{ ClubTitle: 'Northside', CityName: 'Lund' }, 'Northside'],
	])('%j matches %p', async (profile, expected) => expect(await ask(profile, expected)).toBe(1));

	test.each([
		[{ Name: 'Northside Fitness', ClubId: 7 }, 'They belong to "Northside Fitness" (Name), "7" (ClubId).'],
		[{ Name: 'southside' }, 'They belong to "southside" (Name).'],
		[{ Title: '<img src=x>' }, 'They belong to "‹img src=x>" (Title).'],
		[{ Club: { Name: 'Northside' }, City: 'Northside' }, 'The profile of the club shows neither an ID nor a name.'],
		[{ Name: ' ', ClubId: '' }, 'The profile of the club shows neither an ID nor a name.'],
		[{ NameOfDay: 'Northside', Identity: 'Northside' }, 'The profile of the club shows neither an ID nor a name.'],
		[{ Name: 'North'.repeat(50), ClubName: ' South ' }, `They belong to "${'North'.repeat(20)}" (Name), "South" (ClubName).`],
		[{ Names: ['Northside'], Description: 'Northside' }, 'The profile of the club shows neither an ID nor a name.'],
		[{ Northside: 'Name' }, 'The profile of the club shows neither an ID nor a name.'],
		[{ Name: null, Id: true }, 'The profile of the club shows neither an ID nor a name.'],
		[{}, 'The profile of the club shows neither an ID nor a name.'],
		[null, 'The profile of the club shows neither an ID nor a name.'],
		['Northside', 'The profile of the club shows neither an ID nor a name.'],
	])('%j does not match, and the error names the club', async (profile, found) => {
		const failure = await ask(profile, 'Northside').catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(InvalidInput);
		expect(failure).toMatchObject({
			message: 'The keys do not belong to the expected club "Northside", so nothing was read or changed',
			description: `${found} Enter the keys of the expected club in the credential, or correct its "Expected Club".`,
		});
	});

	test.each([
		'City',
		'Country',
		'Region',
		'Address',
		'Contact',
		'Owner',
		'Brand',
		'TimeZone',
		'Timezone',
		'Language',
		'Culture',
		'Currency',
		'Organization',
		'License',
		'Franchise',
	])('is not compared with the ID, name or title of its %s', async (thing) => {
		const profile = { Name: 'Northside', [`${thing}Id`]: 14, [`${thing}Name`]: 'Lund', [`${thing}Title`]: 'Lund' };
		for (const expected of ['Lund', '14'])
			await expect(ask(profile, expected)).rejects.toMatchObject({
				description: expect.stringMatching(/^They belong to "Northside" \(Name\)\. /) as string,
			});
	});

	test.each(['true', 'null', '[object Object]', 'undefined'])('is compared with texts and numbers only, not %p', async (expected) => {
		await expect(ask({ AName: true, BName: null, CName: {}, DName: undefined }, expected)).rejects.toBeInstanceOf(InvalidInput);
	});

	test('is checked once for a key, and again for another key or name', async () => {
		expect(await ask({ Name: 'North', Id: 1 }, 'North', 'k')).toBe(1);
		expect(await ask({ Name: 'North', Id: 1 }, 'North', 'k')).toBe(0);
		expect(await ask({ Name: 'North', Id: 1 }, '1', 'k')).toBe(1);
		expect(await ask({ Name: 'North', Id: 1 }, 'North', 'l')).toBe(1);
	});

	test('is checked again if it was not found', async () => {
		await expect(ask({ Name: 'South' }, 'West', 'm')).rejects.toBeInstanceOf(InvalidInput);
		expect(await ask({ Name: 'West' }, 'West', 'm')).toBe(1);
	});
});
