import { randomFrom } from '../../sandbox/random.mts';

/** Which sample the long suites take: that of test/seeds.json, unless `CLUB_TEST_SEED` chooses another. */
export const SEED = Number(process.env.CLUB_TEST_SEED);

/** Whether this run draws more than the gate does (`CLUB_TEST_ALL=1`): all cases, and not a sample. */
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

/** How much a law draws: in the gate, and in a whole run. */
export const drawn = (usual: number, whole: number): number => (IS_WHOLE ? whole : usual);
