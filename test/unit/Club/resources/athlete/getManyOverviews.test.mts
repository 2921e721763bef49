import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { joinByUser } from '../../../../../nodes/Club/resources/athlete/getManyOverviews';

const row = (UserId: number, more: object = {}): IDataObject => ({ UserId, ...more });

/** A list by id in pages, which may change after each of them. */
const listOf =
	(ids: number[], size: number, name: string, opened: number[] = []) =>
	(from: number) => {
		opened.push(from);
		return (async function* () {
			const sorted = [...new Set(ids)].sort((a, b) => a - b).filter((id) => id >= from);
			for (let start = 0; start < sorted.length; start += size) yield sorted.slice(start, start + size).map((id) => row(id, { name }));
		})();
	};

async function* listOfPages(pages: IDataObject[][]) {
	yield* pages;
}

describe('joinByUser: people joined with rows of other lists', () => {
	const ids = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 50 });

	test('gives the same as single look-ups, for any lists and page ends', async () => {
		await fc.assert(
			fc.asyncProperty(
				ids,
				ids,
				ids,
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 1, max: 20 }),
				async (people, one, two, size, other) => {
					const join = joinByUser({ One: listOf(one, size, 'one'), Two: listOf(two, other, 'two') });
					const sorted = [...new Set(people)].sort((a, b) => a - b);
					const joined: IDataObject[] = [];
					for (let start = 0; start < sorted.length; start += 7)
						joined.push(...(await join(sorted.slice(start, start + 7).map((id) => row(id)))));
					expect(joined).toEqual(
						sorted.map((UserId) => ({
							UserId,
							One: one.includes(UserId) ? row(UserId, { name: 'one' }) : null,
							Two: two.includes(UserId) ? row(UserId, { name: 'two' }) : null,
						})),
					);
				},
			),
			{ numRuns: 300 },
		);
	});

	test('ignores rows without an ID and loses no other person', async () => {
		const join = joinByUser({ One: () => listOfPages([[row(1), { UserId: 'x', name: 'whose?' }, {}], [row(2)]]) });
		const people = [{ LastName: 'A' }, row(1), { LastName: 'B' }, { UserId: 'x' }, row(2)] as IDataObject[];
		expect((await join(people)).map(({ One }) => One)).toEqual([null, row(1), null, null, row(2)]);
	});

	test('opens another list at the first ID, ignoring rows without one', async () => {
		const opened: number[] = [];
		const join = joinByUser({ One: listOf([1, 2, 3], 2, 'one', opened) });
		expect((await join([{ LastName: 'A' }, row(2)])).map(({ One }) => One)).toEqual([null, row(2, { name: 'one' })]);
		expect(opened).toEqual([2]);
	});

	test('reads the other lists from the first person on, and not at all without people', async () => {
		const opened: number[] = [];
		const join = joinByUser({ One: listOf([1, 2, 3], 2, 'one', opened) });
		expect(await join([])).toEqual([]);
		expect(opened).toEqual([]);
		await join([row(3)]);
		expect(opened).toEqual([3]);
	});
});
