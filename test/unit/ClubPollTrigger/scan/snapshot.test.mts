import fc from 'fast-check';
import type { Mark } from '../../../../nodes/ClubPollTrigger/scan/snapshot';
import { recordKey, packMarks, packNumbers, unpackMarks, unpackNumbers } from '../../../../nodes/ClubPollTrigger/scan/snapshot';

const id = fc.integer({ min: 1, max: 2_147_483_647 });

const marks = (columns: number): fc.Arbitrary<Mark[]> =>
	fc.uniqueArray(
		fc
			.record(
				{
					ids: fc.array(id, { minLength: columns, maxLength: columns }),
					digest: fc.stringMatching(/^[A-Za-z0-9_-]{6}$/),
					values: fc.dictionary(fc.constantFrom('One', 'Other'), fc.constantFrom('"Lead"', '"Client"', '3', 'null'), { minKeys: 1 }),
					at: fc.integer({ min: 1, max: 4_000_000_000 }),
					met: fc.constant(true),
					older: fc.constant(true),
					absent: fc.record({ absence: fc.constantFrom('missing', 'doubted', 'unlisted', 'gone'), since: fc.nat(4_000_000_000) }),
				},
				{ requiredKeys: ['ids'] },
			)
			.map(({ absent, ...mark }) => ({ ...mark, ...absent }) as Mark),
		{ selector: ({ ids }) => recordKey(ids), maxLength: 60 },
	);

describe('packNumbers and unpackNumbers', () => {
	it('return the same numbers, whatever their order', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -(2 ** 50), max: 2 ** 50 })), (values) => {
				expect(unpackNumbers(packNumbers(values))).toEqual(values);
			}),
		);
	});

	// They are kept in n8n's database, so the next version of the pack must read them.
	it('give the same text in every version of the pack', () => {
		expect(packNumbers([0, 1, 5, -3, 2 ** 40, 15, 31, 47])).toBe('ACIPmgggggggCh_______BgBgB');
	});
});

describe('packMarks and unpackMarks', () => {
	it.each([1, 2])('return the same marks, with IDs of %i numbers and any property missing', (columns) => {
		fc.assert(
			fc.property(marks(columns), (given) => {
				const back = unpackMarks(JSON.parse(JSON.stringify(packMarks(given))) as ReturnType<typeof packMarks>);
				expect(Object.fromEntries(back)).toEqual(Object.fromEntries(given.map((mark) => [recordKey(mark.ids), { ...mark }])));
			}),
		);
	});

	it.each<[string, Mark[], ReturnType<typeof packMarks>]>([
		['none at all', [], { count: 0, ids: [] }],
		['ids alone', [{ ids: [2] }, { ids: [1] }], { count: 2, ids: ['CC'] }],
		[
			'all that there may be of a record',
			[
				{ ids: [20_001, 8], digest: 'bbbbbb', values: { Stage: '"Lead"' }, at: 1_800_000_000, met: true },
				{ ids: [7, 9], values: { Stage: '"Client"', Level: '3' }, absence: 'gone', since: 0 },
				{ ids: [7, 8], digest: 'aaaaaa', values: { Stage: '"Lead"' }, met: true },
				...[1, 2, 3, 4].map((one) => ({ ids: [one, 1] })),
				{ ids: [6, 1], met: true, values: { Stage: 'null' }, at: 1, older: true, absence: 'unlisted', since: 1_700_000_000 },
			],
			{
				count: 8,
				ids: ['CCCCECA0hnB', 'CAAAAOCB'],
				digests: '.....aaaaaa.bbbbbb',
				width: 6,
				values: { Level: { texts: ['3'], places: 'AAAAAACA' }, Stage: { texts: ['null', '"Lead"', '"Client"'], places: 'AAAACEGE' } },
				at: 'AAAACBAggpnprD',
				met: 'wC',
				older: 'QA',
				absences: { unlisted: { at: 'I', since: 'gw4vqlD' }, gone: { at: 'M', since: 'A' } },
			},
		],
	])('give the same texts in every version of the pack, in any order: %s', (_, given, packed) => {
		expect(packMarks(given)).toStrictEqual(packed);
		expect(packMarks([...given].reverse())).toStrictEqual(packed);
		const back = unpackMarks(packed);
		expect(back.size).toBe(given.length);
		for (const mark of given) expect(back.get(recordKey(mark.ids))).toStrictEqual(mark);
	});
});
