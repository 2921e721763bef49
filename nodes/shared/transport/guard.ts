import { asPlainText, InvalidInput } from './errors';
import { remembered } from './process';

/** Keys whose club was found to be the expected one, in this process. */
const confirmed = remembered<true>('confirmedClubs');

/** A property that names what it stands for; the profile's own names are not shown by the API's description (§4.8). @reading profileNames */
const IDENTITY = /(Id|Name|Title)$/;

/** What a profile names besides the club. */
const SOMETHING_ELSE = /^(city|country|region|address|contact|owner|brand|time_?zone|language|culture|currency)/i;

/** Longest name of a club that a user is shown. */
const LONGEST = 100;

/** What a profile says of who the club is: the properties that name it, with their values. */
export const identitiesOf = (profile: unknown): Array<[property: string, value: string]> =>
	Object.entries(profile ?? {}).flatMap(([property, value]: [string, unknown]) => {
		const isText = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
		return isText && IDENTITY.test(property) && !SOMETHING_ELSE.test(property) ? [[property, String(value).trim()]] : [];
	});

/**
 * What the profile of a club names, where that is not the club that the user expects (§1); undefined where it is, or where he expects none.
 * @returns a sentence: `They belong to "Northside Fitness" (Name), "1" (ClubId).`
 */
export function foundInstead(profile: unknown, expectedClub: unknown): string | undefined {
	const expected = String(expectedClub ?? '').trim();
	const found = identitiesOf(profile);
	if (!expected || found.some(([, value]) => value === expected)) return undefined;
	if (found.length === 0) return 'The profile of the club shows neither an ID nor a name.';
	return `They belong to ${found.map(([property, value]) => `"${asPlainText(value.slice(0, LONGEST))}" (${property.slice(0, LONGEST)})`).join(', ')}.`;
}

/**
 * Makes sure, once in a process, that the key selects the club that the user expects (§1).
 * @param key names the base URL and the club key
 * @param readProfile reads `GET /Profile`
 * @throws InvalidInput when it is another one; nothing has been changed then
 */
export async function assertExpectedClub(
	key: string,
	expectedClub: string | undefined,
	readProfile: () => Promise<unknown>,
): Promise<void> {
	const expected = expectedClub?.trim();
	if (!expected) return;
	const guard = JSON.stringify([key, expected]);
	if (confirmed.get(guard)) return;
	const found = foundInstead(await readProfile(), expected);
	if (found !== undefined) {
		throw new InvalidInput(
			`The keys do not belong to the expected club "${expected}", so nothing was changed`,
			`${found} Enter the keys of the expected club in the credential, or correct its "Expected Club".`,
		);
	}
	confirmed.set(guard, true);
}
