import fc from 'fast-check';
import { distinct } from '../../../../nodes/Club/pickers/picker';

const read = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim();

describe('the entries of a drop-down', () => {
	test('have their ids behind them where they read alike, and only there', () => {
		const entries = [
			{ name: 'Anna', value: 1 },
			{ name: 'Berit', value: 2 },
			{ name: 'Anna ', value: 3 },
		];
		expect(distinct(entries).map(({ name }) => name)).toEqual(['Anna, ID 1', 'Berit', 'Anna , ID 3']);
	});

	test('never read alike, whatever the records are called', () => {
		const name = fc.oneof(fc.constantFrom('Anna', 'Anna, ID 2', 'Anna, ID 2, ID 3', '', ' '), fc.string({ unit: 'binary' }));
		const entries = fc.uniqueArray(fc.record({ name, value: fc.integer({ min: 1, max: 9 }) }), { selector: ({ value }) => value });
		fc.assert(
			fc.property(entries, (given) => {
				const named = distinct(given);
				expect(named.map(({ value }) => value)).toEqual(given.map(({ value }) => value));
				expect(new Set(named.map((item) => read(item.name))).size).toBe(given.length);
			}),
		);
	});
});
