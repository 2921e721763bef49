import fc from 'fast-check';
import { READINGS } from '../../../sandbox/readings.mts';
import { defaultDialect, readingsOf, switchNames } from '../../../sandbox/dialect.mts';
import {
	dialectFrom,
	dialectText,
	drawnDialect,
	oppositeDialect,
	pairwise,
	pairwiseDialects,
	singleDialects,
} from '../../../sandbox/dialects.mts';

const factors = fc
	.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 })
	.map((sizes) => sizes.map((size, index) => [`q${index}`, Array.from({ length: size }, (_, reading) => `r${reading}`)] as const));

test('pairwise covers each pair of answers to two questions, and answers each question', () => {
	fc.assert(
		fc.property(factors, (questions) => {
			const rows = pairwise(questions);
			for (const [name, readings] of questions) {
				for (const row of rows) expect(readings).toContain(row[name]);
				for (const reading of readings) {
					const having = rows.filter((row) => row[name] === reading);
					expect(having.length).toBeGreaterThan(0);
					for (const [other, others] of questions)
						if (other !== name) expect(new Set(having.map((row) => row[other]))).toEqual(new Set(others));
				}
			}
		}),
	);
});

test('pairwise gives few rows, always the same', () => {
	const dialects = pairwiseDialects();
	expect(dialects.length).toBeLessThan(30);
	expect(pairwiseDialects()).toEqual(dialects);
	expect(new Set(dialects.map(({ dataVersion }) => dataVersion))).toEqual(new Set(['1.0']));
});

test('drawnDialect depends on its seed, and some seed draws each reading', () => {
	expect(drawnDialect(7)).toEqual(drawnDialect(7));
	const drawn = Array.from({ length: 100 }, (_, seed) => drawnDialect(seed));
	for (const name of switchNames) {
		const readings = 'undrawn' in READINGS[name] ? readingsOf(name).slice(0, 1) : readingsOf(name);
		expect([...new Set(drawn.map((dialect) => dialect[name]))].sort()).toEqual([...readings].sort());
	}
});

test('dialectText and dialectFrom write and read a dialect', () => {
	for (const dialect of [defaultDialect(), oppositeDialect(), drawnDialect(3), ...singleDialects()])
		expect(dialectFrom(dialectText(dialect))).toEqual(dialect);
	expect(dialectFrom('opposite')).toEqual(oppositeDialect());
	expect(() => dialectFrom('idOrder=sideways')).toThrow('Its readings: ascending, descending');
	expect(() => dialectFrom('order=descending')).toThrow('There is no switch order');
});
