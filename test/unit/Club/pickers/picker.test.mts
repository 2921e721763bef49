import fc from 'fast-check';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { matchesSearch } from '../../../../nodes/Club/pickers/listSearch';
import { byId, chosenId, distinct, fromList } from '../../../../nodes/Club/pickers/picker';

const read = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim();

describe('the entries of a drop-down', () => {
	test('show their IDs if their names are equal, and only then', () => {
		const entries = [
			{ name: 'Anna', value: 1 },
			{ name: 'Berit', value: 2 },
			{ name: 'Anna ', value: 3 },
		];
		expect(distinct(entries).map(({ name }) => name)).toEqual(['Anna, ID 1', 'Berit', 'Anna , ID 3']);
	});

	test('are all different, whatever the records are called', () => {
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

test('a text of up to ten digits is looked up as an ID', () => {
	const found = (...texts: string[]) => texts.map((text) => byId(text, 'GET /Classes/{classId}', 'classId')?.params?.classId);
	expect(found('4711', '2147483647', '', 'x4711', '4711x', '12345678901')).toEqual(['4711', '2147483647', ...Array(4).fill(undefined)]);
});

test('an ID counts as chosen in the panel if it is one', () => {
	const chosen = (classId: unknown) =>
		chosenId({ getCurrentNodeParameter: (name: string) => ({ classId })[name] } as unknown as ILoadOptionsFunctions, 'classId');
	expect([{ value: 7 }, { value: '2147483647' }].map(chosen)).toEqual(['7', '2147483647']);
	expect([undefined, {}, { value: '' }, { value: '07' }, { value: '={{ 7 }}' }, { value: '7x' }].map(chosen)).toEqual(
		Array(6).fill(undefined),
	);
});

test('a list that may load slowly says what is faster', () => {
	const optionsOf = (tip?: string) => fromList('searchClasses', 'Select a class...', tip).typeOptions;
	const options = { searchListMethod: 'searchClasses', searchable: true };
	expect(optionsOf()).toEqual(options);
	const slowLoadNotice = { message: 'A large club takes a while. Type its ID.', timeout: 3000 };
	expect(optionsOf('Type its ID.')).toEqual({ ...options, slowLoadNotice });
});

test.each([
	['6pm', true],
	['pilates 6 PM', true],
	['6:30pm', false],
	['6am', false],
	['7 am', true],
])('a search finds a class by its time as people write it: %s', (search, isFound) => {
	const evening = 'Pilates, Thu 26 Nov 18:00';
	const morning = '7 AM Bootcamp, Thu 26 Nov 06:30';
	expect([evening, morning].some((label) => matchesSearch(label, search))).toBe(isFound);
});
