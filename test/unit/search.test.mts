import fc from 'fast-check';
import { fitOf, fold, isOneSlip, queryOf, search } from '../../nodes/shared/records/search';

const person = (UserId: number, FirstMidName: string, LastName: string, Email = `p${UserId}@example.com`, Phone = '') => ({
	UserId,
	FirstMidName,
	LastName,
	Email,
	Phone,
});
const PEOPLE = [
	person(1, 'Anna', 'Nyström', 'anna.ny@example.com', '+46 70 123 45 67'),
	person(2, 'Anna-Karin', 'Björk', 'ak@example.com', '0046701234599'),
	person(3, 'José', 'Muñoz'),
	person(4, 'Strauß', 'Øystein'),
	person(5, 'Annabel', 'Berg'),
	person(6, 'Johanna', 'Ek', 'anna@elsewhere.example'),
	person(7, 'Łukasz', 'Kowalski'),
];
const pagesOf = async function* (people: object[], size = 3) {
	for (let start = 0; start < people.length; start += size)
		yield { rows: people.slice(start, start + size) as never[], more: start + size < people.length };
};
const idsFor = async (text: string, people: object[] = PEOPLE) =>
	(await search(pagesOf(people), text, { limit: 10, maxCalls: 99 })).people.map(({ UserId }) => UserId);

describe('a search', () => {
	test.each([
		['anna', [1, 2, 5, 6]],
		['ANNA nystrom', [1]],
		['Nyström, Anna', [1]],
		['jose munoz', [3]],
		['strauss oystein', [4]],
		['lukasz', [7]],
		['karin', [2]],
		['anna.ny@example.com', [1]],
		['elsewhere', [6]],
		['070-123 45 67', [1]],
		['+46701234567', [1]],
		['4599', [2]],
		['kowalsky', [7]],
		['kowlaski', [7]],
		['nobody', []],
		['', []],
		['!?', []],
	])('for "%s" finds %j, the best first', async (text, ids) => {
		expect(await idsFor(text)).toEqual(ids);
	});

	test('takes one wrong letter only where nobody fits without', async () => {
		expect(await idsFor('berk', [person(1, 'A', 'Berg'), person(2, 'B', 'Berk')])).toEqual([2]);
		expect(await idsFor('berk', [person(1, 'A', 'Berg')])).toEqual([1]);
		expect(await idsFor('brg', [person(1, 'A', 'Ber')])).toEqual([]);
	});

	test('never misses somebody who is named as he is, wherever he stands, in any case and any order of words', async () => {
		const name = fc
			.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
			.filter((text) => /^[\p{L}\p{M}]+$/u.test(text) && fold(text) !== '');
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 20 }),
				fc.nat(),
				fc.boolean(),
				async (names, at, upper) => {
					const people = names.map(([first, last], index) => person(index, first, last));
					const wanted = people[at % people.length];
					const text = `${wanted.LastName} ${wanted.FirstMidName}`;
					const { people: found } = await search(pagesOf(people), upper ? text.toUpperCase() : text, { limit: 50, maxCalls: 99 });
					expect(found.map(({ UserId }) => UserId)).toContain(wanted.UserId);
				},
			),
			{ numRuns: 200 },
		);
	});

	test('stops when nobody could fit better, and says what it did not look at', async () => {
		let read = 0;
		const counted = async function* () {
			for await (const page of pagesOf([...PEOPLE, ...PEOPLE], 2)) {
				read++;
				yield page;
			}
		};
		expect(await search(counted(), 'anna', { limit: 1, maxCalls: 9 })).toMatchObject({ searched: 2, more: false });
		expect(read).toBe(1);
		expect(await search(counted(), 'nobody', { limit: 1, maxCalls: 3 })).toEqual({ people: [], searched: 6, more: true });
		expect(await search(pagesOf(PEOPLE), 'nobody', { limit: 1, maxCalls: 9 })).toEqual({ people: [], searched: 7, more: false });
	});

	test('one slip is another letter, one more, one less, or two exchanged', () => {
		const slips = ['anna', 'ana', 'annna', 'nana', 'ännx', 'anno'].map((word) => isOneSlip(fold('anna'), fold(word)));
		expect(slips).toEqual([false, true, true, true, true, true]);
		expect([isOneSlip('anna', 'anxy'), isOneSlip('abcd', 'badc'), isOneSlip('an', 'anna')]).toEqual([false, false, false]);
	});

	test('of a megabyte ends', () => {
		expect(fitOf(queryOf('a'.repeat(1_000_000)), person(1, 'a'.repeat(1_000_000), 'b'))).toBeDefined();
	});
});
