import { randomFrom } from '../../sandbox/random.mts';

/** Which sample the long suites take; `npm test` prints it, and `CLUB_TEST_SEED` chooses it. */
export const SEED = Number(process.env.CLUB_TEST_SEED ?? 1);

/** Whether the long suites run whole (`npm run test:all`), and not as a sample. */
export const IS_WHOLE = process.env.CLUB_TEST_ALL === '1';

function shuffled<T>(seed: number, all: readonly T[]): T[] {
	const { int } = randomFrom(seed);
	const rest = [...all];
	for (let last = rest.length - 1; last > 0; last--) {
		const other = int(0, last);
		[rest[last], rest[other]] = [rest[other], rest[last]];
	}
	return rest;
}

/**
 * Few cases that have every value of every axis of all of them, in their order; another seed gives others. There are
 * never more than there are values, so a new operation or fault adds as many runs as it has values, not products.
 * @param valuesOf the value of a case on each axis
 */
export function sample<T>(seed: number, cases: readonly T[], valuesOf: (one: T) => readonly string[]): T[] {
	const seen = new Set<string>();
	const chosen = new Set<T>();
	for (const one of shuffled(seed, cases)) {
		const values = valuesOf(one).map((value, axis) => `${axis}: ${value}`);
		if (values.every((value) => seen.has(value))) continue;
		values.forEach((value) => seen.add(value));
		chosen.add(one);
	}
	return cases.filter((one) => chosen.has(one));
}

/** What a long suite runs of its cases: a sample, or all of them. */
export const sampled = <T,>(cases: readonly T[], valuesOf: (one: T) => readonly string[]): readonly T[] =>
	IS_WHOLE ? cases : sample(SEED, cases, valuesOf);

/** `npm test` runs a short share of the long suites, and `npm run test:n8n` the rest; a run that is told no share runs all. */
const SHARE = IS_WHOLE ? undefined : process.env.CLUB_TEST_SHARE;

export const IS_SHORT = SHARE === 'short';

/** `it` for a test of a long suite that is not shared: the short share has it. */
export const itOnce = SHARE === 'rest' ? it.skip : it;

/** One of so many cases is in the short share. */
const SHORT_OF = 8;

/** The cases of a long suite that belong to the share of this run. */
export function shared<T>(cases: readonly T[]): readonly T[] {
	const step = Math.min(SHORT_OF, cases.length);
	return SHARE === undefined ? cases : cases.filter((_one, index) => ((index + SEED) % step === 0) === IS_SHORT);
}

/** Nothing else runs the tests in the newest n8n, so none of them has its turn elsewhere. */
const IS_ALONE = IS_WHOLE || process.env.CLUB_TEST_HOST === 'latest';

/** What declares a test, or one for each row of a table. */
export interface DeclareTest {
	(name: string, run: () => Promise<void>, timeout?: number): void;
	each: jest.Each;
}

/**
 * `it` for cases that stand in several suites and take long in each: a run takes a case in one of them, another seed
 * in another one, and a whole run in all of them.
 * @param suite which of them this is, from 0 on
 */
export function itInTurn(suite: number, suites = 2): DeclareTest {
	let cases = 0;
	const next = () => (IS_ALONE || (SEED + cases++) % suites === suite ? it : it.skip);
	const each = ((...table: Parameters<jest.Each>) => next().each(...table)) as jest.Each;
	return Object.assign((...test: Parameters<DeclareTest>) => next()(...test), { each });
}
