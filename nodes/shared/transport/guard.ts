import { InvalidInput } from './errors';

/** Keys whose club was found to be the expected one, in this process. */
const confirmed = new Set<string>();

/** Whether any text or number inside a value equals the expected text. */
function holds(value: unknown, expected: string): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => holds(inner, expected));
	return (typeof value === 'string' || typeof value === 'number') && String(value).trim() === expected;
}

/**
 * Makes sure, once in a process, that the key selects the club that the user expects (§1).
 * @param key names the base URL and the club key
 * @param readProfile reads `GET /Profile`
 * @throws InvalidInput when no property of the profile equals `expectedClub`; nothing has been changed then
 */
export async function assertExpectedClub(
	key: string,
	expectedClub: string | undefined,
	readProfile: () => Promise<unknown>,
): Promise<void> {
	const expected = expectedClub?.trim();
	if (!expected) return;
	const guard = JSON.stringify([key, expected]);
	if (confirmed.has(guard)) return;
	if (!holds(await readProfile(), expected)) {
		throw new InvalidInput(
			`The keys do not belong to the expected club "${expected}", so nothing was changed`,
			'Nothing in the profile of the club equals the "Expected Club" of the credential. Enter the keys of that club, or correct the name.',
		);
	}
	confirmed.add(guard);
}
