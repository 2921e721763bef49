import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { joinByUser } from '../../../../../nodes/Club/resources/athlete/getManyOverviews';

const row = (UserId: number, more: object = {}): IDataObject => ({ UserId, ...more });

/** A list by id, of which each read gives the page that begins at an ID. */
const listOf =
	(ids: number[], size: number, name: string, reads: number[] = []) =>
	async (from: number) => {
		reads.push(from);
		const sorted = [...new Set(ids)].sort((a, b) => a - b).filter((id) => id >= from);
		return { rows: sorted.slice(0, size).map((id) => row(id, { name })), more: sorted.length > size };
	};

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
		const pages = [[row(1), { UserId: 'x', name: 'whose?' }, {}], [row(2)]] as IDataObject[][];
		const join = joinByUser({ One: async () => ({ rows: pages.shift()!, more: pages.length > 0 }) });
		const people = [{ LastName: 'A' }, row(1), { LastName: 'B' }, { UserId: 'x' }, row(2)] as IDataObject[];
		expect((await join(people)).map(({ One }) => One)).toEqual([null, row(1), null, null, row(2)]);
	});

	test.each([
		['the first person with an ID', [[NaN, 2]], [2]],
		['nobody, if there are no people', [[]], []],
		[
			'each person that the last page does not have',
			[
				[1, 2],
				[3, 50],
				[51, 60],
			],
			[1, 3, 50, 60],
		],
		['nobody after the end of the list', [[60], [61], [70]], [60]],
	])('reads the other lists from %s', async (_, pages, expected) => {
		const reads: number[] = [];
		const ids = [1, 2, ...Array.from({ length: 58 }, (__, index) => index + 3)];
		const join = joinByUser({ One: listOf(ids, 2, 'one', reads) });
		for (const people of pages) await join(people.map((id) => (Number.isNaN(id) ? { LastName: 'A' } : row(id))));
		expect(reads).toEqual(expected);
	});
});
