import { READINGS } from './readings.mts';
import { defaultDialect, readingsOf, switchNames, type Dialect, type SwitchName } from './dialect.mts';
import { randomFrom, type Random } from './random.mts';

/** A question with its answers. */
type Factor = readonly [name: string, readings: readonly string[]];

/** An answer to each question. */
export type Row = Record<string, string>;

/** The switches with readings that a real club can have today. */
const drawnNames = switchNames.filter((name) => !('undrawn' in READINGS[name]));

/** The last reading of every switch. */
export const oppositeDialect = (): Dialect =>
	({ ...defaultDialect(), ...Object.fromEntries(drawnNames.map((name) => [name, readingsOf(name).at(-1)])) }) as Dialect;

/** One dialect for each reading that is not the default. It differs from the default in this reading only. */
export const singleDialects = (): Dialect[] =>
	drawnNames.flatMap((name) =>
		readingsOf(name)
			.slice(1)
			.map((reading) => ({ ...defaultDialect(), [name]: reading }) as Dialect),
	);

/** Dialects that combine each reading of a switch with each reading of every other switch. */
export const pairwiseDialects = (): Dialect[] =>
	pairwise(drawnNames.map((name) => [name, readingsOf(name)])).map((row) => ({ ...defaultDialect(), ...row }) as Dialect);

/** The dialects to test in: the default, its opposite, and enough others to combine every pair of readings. */
export const testedDialects = (): Dialect[] => [defaultDialect(), oppositeDialect(), ...pairwiseDialects()];

/** Number of candidates for each row. */
const CANDIDATES = 12;

/**
 * Rows that combine every pair of answers to two questions at least once. The algorithm is greedy: of some candidates it takes the one
 * with the largest number of missing pairs.
 */
export function pairwise(factors: readonly Factor[]): Row[] {
	const missing = new Set<string>();
	for (const [index, [name, readings]] of factors.entries()) {
		for (const [other, others] of factors.slice(index + 1))
			for (const a of readings) for (const b of others) missing.add(pairOf(name, a, other, b));
	}
	const random = randomFrom(1);
	const rows: Row[] = [];
	while (missing.size > 0) {
		const candidates = Array.from({ length: CANDIDATES }, () => candidate(factors, missing, random));
		const gains = candidates.map((row) => pairsOf(row).filter((pair) => missing.has(pair)).length);
		const row = candidates[gains.indexOf(Math.max(...gains))];
		for (const pair of pairsOf(row)) missing.delete(pair);
		rows.push(row);
	}
	// A single question has no pairs, but each of its answers needs a row.
	return factors.length === 1 ? factors[0][1].map((reading) => ({ [factors[0][0]]: reading })) : rows;
}

const pairOf = (name: string, a: string, other: string, b: string): string => [`${name}=${a}`, `${other}=${b}`].sort().join(' ');

const pairsOf = (row: Row): string[] => {
	const entries = Object.entries(row);
	return entries.flatMap(([name, a], index) => entries.slice(index + 1).map(([other, b]) => pairOf(name, a, other, b)));
};

/** A row with a missing pair. For each other question it has an answer that adds as many missing pairs as possible. */
function candidate(factors: readonly Factor[], missing: Set<string>, random: Random): Row {
	const seed = [...missing][random.int(0, missing.size - 1)];
	const row: Row = Object.fromEntries(seed.split(' ').map((answer) => answer.split('=')));
	const rest = factors.filter(([name]) => !(name in row)).map((factor) => ({ factor, at: random.next() }));
	for (const {
		factor: [name, readings],
	} of rest.sort((a, b) => a.at - b.at)) {
		const gain = (reading: string) => Object.entries(row).filter(([other, b]) => missing.has(pairOf(name, reading, other, b))).length;
		const gains = readings.map(gain);
		const best = readings.filter((_reading, index) => gains[index] === Math.max(...gains));
		row[name] = random.pick(best);
	}
	return row;
}

/** The differences from the default as text, such as `idOrder=descending,nulls=missing`, or `default`. */
export function dialectText(dialect: Dialect): string {
	const defaults = defaultDialect();
	return (
		switchNames
			.filter((name) => dialect[name] !== defaults[name])
			.map((name) => `${name}=${dialect[name]}`)
			.join(',') || 'default'
	);
}

/** The dialect of a text: `default`, `opposite`, or the differences from the default. @throws Error for an unknown switch or reading */
export function dialectFrom(text: string): Dialect {
	if (text === 'opposite') return oppositeDialect();
	const dialect = defaultDialect();
	for (const part of text === 'default' ? [] : text.split(',')) {
		const [name, reading] = part.trim().split('=') as [SwitchName, string];
		if (!switchNames.includes(name)) throw new Error(`There is no switch ${name}. The switches: ${switchNames.join(', ')}`);
		if (!readingsOf(name).includes(reading))
			throw new Error(`${name} has no reading ${reading}. Its readings: ${readingsOf(name).join(', ')}`);
		Object.assign(dialect, { [name]: reading });
	}
	return dialect;
}
