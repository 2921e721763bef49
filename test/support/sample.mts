import { randomFrom } from '../../sandbox/random.mts';

/** Which sample the long suites take: that of test/seeds.json, unless `CLUB_TEST_SEED` chooses another. */
export const SEED = Number(process.env.CLUB_TEST_SEED);

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

/** What declares a test, or one for each row of a table. */
export interface DeclareTest {
	(name: string, run: jest.ProvidesCallback, timeout?: number): void;
	each: jest.Each;
}

/** Declares nothing: a test that never runs must not look like one that is skipped for once. */
const undeclared: DeclareTest = Object.assign(() => {}, { each: (() => () => {}) as unknown as jest.Each });

/** `it` for a test that belongs into this run if the condition is true. */
export const itWhere = (isHere: boolean): DeclareTest => (isHere ? it : undeclared);

/** `it` for a test that takes too long for the gate: `npm run test:all` has it. */
export const itWhole = itWhere(IS_WHOLE);

/** `describe` for such tests. */
export const describeWhole = (name: string, declare: () => void): void => (IS_WHOLE ? describe(name, declare) : undefined);

/** Nothing else runs the tests in the newest n8n, so it leaves none of them to another suite. */
const IS_ALONE = IS_WHOLE || process.env.CLUB_TEST_HOST === 'latest';

/**
 * `it` for a test that stands in several suites and takes long in each: the gate runs it in one of them, and a whole run in all.
 * @param isHere whether this suite is the one
 */
export const itHere = (isHere: boolean): DeclareTest => itWhere(isHere || IS_ALONE);

/** `npm test` runs a short share of the long suites, and `npm run test:n8n` the rest; a run that is told no share runs all. */
const SHARE = IS_WHOLE ? undefined : process.env.CLUB_TEST_SHARE;

/** `it` for a test of a long suite that is not shared: the short share has it. */
export const itOnce = itWhere(SHARE !== 'rest');

/** How much a law of a long suite draws: in the short share, in any other run, and in a whole run. */
export const drawn = (short: number, usual: number, whole: number): number => (IS_WHOLE ? whole : SHARE === 'short' ? short : usual);

/** One of so many cases is in the short share. */
const SHORT_OF = 8;

/** The cases of a long suite that belong to the share of this run. */
export function shared<T>(cases: readonly T[]): readonly T[] {
	const step = Math.min(SHORT_OF, cases.length);
	return SHARE === undefined ? cases : cases.filter((_one, index) => (index % step === 0) === (SHARE === 'short'));
}
