import { identitiesOf } from '../api/facts';
import { fold } from '../api/text';
import { asPlainText, InvalidInput } from './errors';
import { remembered } from './process';

const confirmed = remembered<true>('confirmedClubs');

const MAX_LENGTH = 100;

/**
 * What identifies the club of a profile if it is not the expected one (§1); undefined if it is, or if no club is expected.
 * @returns a sentence: `They belong to "Northside Fitness" (Name), "1" (ClubId).`
 */
export function foundInstead(profile: unknown, expected: string | undefined): string | undefined {
	const found = identitiesOf(profile);
	if (!expected || found.some(([, value]) => fold(value) === fold(expected))) return undefined;
	if (found.length === 0) return 'The profile of the club shows neither an ID nor a name.';
	return `They belong to ${found.map(([property, value]) => `"${asPlainText(value.slice(0, MAX_LENGTH))}" (${property})`).join(', ')}.`;
}

/**
 * Checks, once in a process, that the key selects the club that the user expects (§1).
 * @param key stands for the base URL and the club key
 * @param readProfile reads `GET /Profile`
 * @throws InvalidInput if it is another club; nothing else has been read, and nothing changed then
 */
export async function assertExpectedClub(key: string, club: string, readProfile: () => Promise<unknown>): Promise<void> {
	const guard = JSON.stringify([key, club]);
	if (confirmed.get(guard)) return;
	const found = foundInstead(await readProfile(), club);
	if (found !== undefined) {
		throw new InvalidInput(
			`The keys do not belong to the expected club "${club}", so nothing was read or changed`,
			`${found} Enter the keys of the expected club in the credential, or correct its "Expected Club".`,
		);
	}
	confirmed.set(guard, true);
}
