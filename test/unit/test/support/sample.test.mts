import fc from 'fast-check';
import { sample } from '../../../support/sample.mts';

interface Case {
	operation: string;
	fault: string;
	place: string;
}

const valuesOf = ({ operation, fault, place }: Case): string[] => [operation, fault, `${fault} ${place}`];

const covered = (cases: readonly Case[]): string[] =>
	[...new Set(cases.flatMap((one) => valuesOf(one).map((value, axis) => `${axis} ${value}`)))].sort();

const cases = fc.uniqueArray(
	fc.record({ operation: fc.string(), fault: fc.constantFrom('404', '429', 'drop'), place: fc.constantFrom('first', 'last') }),
	{ selector: (one) => JSON.stringify(one) },
);

test('a sample has every value of every axis, whatever the seed', () => {
	fc.assert(fc.property(fc.integer(), cases, (seed, all) => expect(covered(sample(seed, all, valuesOf))).toEqual(covered(all))));
});

test('it has no more cases than there are values, each once and in order', () => {
	fc.assert(
		fc.property(fc.integer(), cases, (seed, all) => {
			const chosen = sample(seed, all, valuesOf);
			expect(chosen.length).toBeLessThanOrEqual(covered(all).length);
			expect(chosen).toEqual(all.filter((one) => chosen.includes(one)));
		}),
	);
});

test('it is the same for the same seed, and rotates over the seeds until every case was had', () => {
	const all = ['a', 'b', 'c', 'd'].flatMap((operation) => ['404', 'drop'].map((fault): Case => ({ operation, fault, place: 'first' })));
	expect(sample(7, all, valuesOf)).toEqual(sample(7, all, valuesOf));
	const had = new Set(Array.from({ length: 50 }, (_, seed) => sample(seed, all, valuesOf)).flat());
	expect(had.size).toBe(all.length);
});
