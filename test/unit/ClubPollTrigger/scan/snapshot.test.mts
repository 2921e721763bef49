import fc from 'fast-check';
import { marksIn, recordKey, storedMarks, type Mark } from '../../../../nodes/ClubPollTrigger/scan/snapshot';

const id = fc.integer({ min: 1, max: 2_147_483_647 });

const marks = (columns: number): fc.Arbitrary<Mark[]> =>
	fc.uniqueArray(
		fc
			.record(
				{
					ids: fc.array(id, { minLength: columns, maxLength: columns }),
					digest: fc.stringMatching(/^[A-Za-z0-9_-]{6}$/),
					values: fc.dictionary(fc.constantFrom('One', 'Other'), fc.constantFrom('"Lead"', '"Client"', '3', 'null'), { minKeys: 1 }),
					time: fc.integer({ min: 1, max: 4_000_000_000 }),
					met: fc.constant(true),
					ignored: fc.constant(true),
					owner: id,
					absent: fc.record({ absence: fc.constantFrom('missing', 'unresolved', 'unlisted', 'gone'), since: fc.nat(4_000_000_000) }),
				},
				{ requiredKeys: ['ids'] },
			)
			.map(({ absent, ...mark }) => ({ ...mark, ...absent }) as Mark),
		{ selector: ({ ids }) => recordKey(ids), maxLength: 60 },
	);

test.each([1, 2])('what is stored of marks gives the same marks back, with IDs of %i numbers and any property missing', (columns) => {
	fc.assert(
		fc.property(marks(columns), (given) => {
			const back = marksIn(JSON.parse(JSON.stringify(storedMarks(given))) as ReturnType<typeof storedMarks>);
			expect(Object.fromEntries(back)).toEqual(Object.fromEntries(given.map((mark) => [recordKey(mark.ids), { ...mark }])));
		}),
	);
});
