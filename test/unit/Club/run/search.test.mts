import fc from 'fast-check';
import { isOneSlip, search } from '../../../../nodes/Club/run/search';
import { fold } from '../../../../nodes/shared/api/text';

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
		['4599', [2]],
		['599', [2]],
		['46', []],
		['anna 4599', []],
		['4599 anna', []],
		['bel', [5]],
		['karin@example.com', []],
		['kowalsky', [7]],
		['kowlaski', [7]],
		['nobody', []],
		['', []],
		['!?', []],
	])('for "%s" finds %j, the best first', async (text, ids) => {
		expect(await idsFor(text)).toEqual(ids);
	});

	test('accepts a typo only if nobody matches without one', async () => {
		expect(await idsFor('berk', [person(1, 'A', 'Berg'), person(2, 'B', 'Berk')])).toEqual([2]);
		expect(await idsFor('berk', [person(1, 'A', 'Berg')])).toEqual([1]);
		// A short word may have none.
		for (const [text, name] of ['bir Ber', 'brg Berg', 'bier Ber'].map((words) => words.split(' ')))
			expect([text, await idsFor(text, [person(1, 'A', name)])]).toEqual([text, []]);
	});

	test.each([
		['anna', [person(1, 'Hanna', 'A'), person(2, 'Annabel', 'B'), person(3, 'Anna', 'C')], [3, 2, 1]],
		['anna berg', [person(1, 'Annabel', 'Berger'), person(2, 'Annabel', 'Berg'), person(3, 'Anna', 'Berg')], [3, 2, 1]],
		// Whose worst word fits better goes before whose words together do.
		['anna maria berg', [person(1, 'Anna Maria', 'Kronberg'), person(2, 'Annabel Mariana', 'Berger')], [2, 1]],
	])('for "%s" lists better matches first, whatever the order of the club', async (text, people, ids) => {
		expect(await idsFor(text, people)).toEqual(ids);
		expect(await idsFor(text, [...people].reverse())).toEqual(ids);
	});

	test.each(['e', 'null', 'undefined', '123', 'a@b'])('for "%s" finds nobody without a name and address', async (text) => {
		expect(await idsFor(text, [{ UserId: 1 }, { UserId: 2, FirstMidName: null, LastName: null, Email: null, Phone: null }])).toEqual([]);
	});

	test('names the most similar people of all pages if nobody matches, and nobody who is not similar', async () => {
		const nearest = async (text: string) =>
			(await search(pagesOf(PEOPLE), text, { limit: 10, maxCalls: 99 })).nearest.map(({ UserId }) => UserId);
		expect([(await nearest('kowalewska'))[0], await nearest('xq')]).toEqual([7, []]);
	});

	test('looks at the first 254 characters of a text', async () => {
		const long = 'a'.repeat(254);
		expect(await idsFor(`${long}bcd`, [person(1, long, 'B')])).toEqual([1]);
		expect(await idsFor(`${long.slice(2)}bcd`, [person(1, long, 'B')])).toEqual([]);
	});

	test('never misses a person with the exact name, at any position, in any case and any order of words', async () => {
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

	test('stops when nobody can match better, and says how much it did not read', async () => {
		let read = 0;
		const counted = async function* () {
			for await (const page of pagesOf([...PEOPLE, ...PEOPLE], 2)) {
				read++;
				yield page;
			}
		};
		expect(await search(counted(), 'anna', { limit: 1, maxCalls: 9 })).toMatchObject({ searched: 2, isCut: false, more: true });
		expect(read).toBe(1);
		expect(await search(counted(), 'nobody', { limit: 1, maxCalls: 3 })).toMatchObject({
			people: [],
			searched: 6,
			isCut: true,
			more: true,
		});
		for (const people of [PEOPLE, []])
			expect(await search(pagesOf(people), 'nobody', { limit: 1, maxCalls: 9 })).toMatchObject({
				people: [],
				searched: people.length,
				isCut: false,
				more: false,
			});
	});

	test.each([
		['that match as well', ['Anna', 'Anna', 'Anna'], true],
		['only with a typing error beside exact matches', ['Anna', 'Anna', 'Anno'], false],
		['with a typing error too', ['Anno', 'Anno', 'Anno'], true],
		['nobody', ['Anna', 'Anna'], false],
	])('says whether the limit cut off others: %s', async (_, names, more) => {
		const people = names.map((name, index) => person(index, name, 'A'));
		expect(await search(pagesOf(people), 'anna', { limit: 2, maxCalls: 9 })).toMatchObject({ isCut: false, more });
	});

	test('reads on while somebody may match better', async () => {
		const people = [person(1, 'Annabel', 'A'), person(2, 'Hanna', 'B'), person(3, 'Anna', 'C')];
		expect((await search(pagesOf(people, 1), 'anna', { limit: 1, maxCalls: 9 })).people).toEqual([people[2]]);
		const others = [people[2], people[1], person(4, 'Anna', 'D')];
		expect((await search(pagesOf(others, 2), 'anna', { limit: 2, maxCalls: 9 })).people).toEqual([others[0], others[2]]);
	});

	test('reads on after a page without Continue', async () => {
		const silent = async function* () {
			yield { rows: [person(1, 'Berta', 'A')] };
		};
		expect(await search(silent(), 'anna', { limit: 1, maxCalls: 1 })).toMatchObject({ people: [], searched: 1, isCut: true, more: true });
	});

	test('isOneSlip: another letter, one more, one less, or two exchanged', () => {
		const slips = ['anna', 'ana', 'annna', 'nana', 'ännx', 'anno'].map((word) => isOneSlip(fold('anna'), fold(word)));
		expect(slips).toEqual([false, true, true, true, true, true]);
		expect([isOneSlip('anna', 'anxy'), isOneSlip('abcd', 'badc'), isOneSlip('an', 'anna')]).toEqual([false, false, false]);
		expect([isOneSlip('abcd', 'acxd'), isOneSlip('acxd', 'abcd')]).toEqual([false, false]);
		expect([isOneSlip('anna', 'ann'), isOneSlip('ann', 'anna'), isOneSlip('annika', 'anna')]).toEqual([true, true, false]);
	});

	test.each([
		['Bjørn Æsop', 'bjorn aesop'],
		['Cœur', 'coeur'],
		['Đorđe', 'dorde'],
		['Guðrún', 'gudrun'],
		['Ħamrun', 'hamrun'],
		['Þór', 'thor'],
		['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
		['ﬁne', 'fine'],
	])('fold: compares %s as %s, without accents and special letters', (text, folded) => {
		expect(fold(text)).toBe(folded);
	});
});
