import fc from 'fast-check';
import { changedBetween, digestOf } from '../../../../nodes/ClubPollTrigger/scan/digest';

const WATCHED = ['Email', 'Phone', 'ClientStage'];
const record = fc.record({ Email: fc.string(), Phone: fc.option(fc.string()), ClientStage: fc.string(), Other: fc.jsonValue() });

describe('the digest of a record', () => {
	it('depends on the watched properties only, not on their order', () => {
		fc.assert(
			fc.property(record, fc.jsonValue(), ({ Other, ...watched }, other) => {
				const reversed = Object.fromEntries(Object.entries({ ...watched, Other: other }).reverse());
				expect(digestOf(reversed as never, WATCHED)).toBe(digestOf({ ...watched, Other } as never, WATCHED));
			}),
		);
	});

	it('differs with a watched property, and shows which one', () => {
		fc.assert(
			fc.property(record, fc.constantFrom(...WATCHED), fc.string(), (before, name, value) => {
				fc.pre((before as Record<string, unknown>)[name] !== value && !(value === 'null'));
				const [one, other] = [digestOf(before as never, WATCHED), digestOf({ ...before, [name]: value } as never, WATCHED)];
				expect(other).not.toBe(one);
				expect(changedBetween(one, other, WATCHED)).toEqual([name]);
			}),
		);
	});

	it('treats null like a missing property', () => {
		expect(digestOf({ Email: 'a@example.com', Phone: null }, WATCHED)).toBe(digestOf({ Email: 'a@example.com' }, WATCHED));
	});

	it('of a record without the properties that came up later is the same with them', () => {
		fc.assert(
			fc.property(record, fc.uniqueArray(fc.stringMatching(/^Later[A-Z]$/)), (row, later) => {
				expect(digestOf(row as never, [...WATCHED, ...later])).toBe(digestOf(row as never, WATCHED));
			}),
		);
	});

	it('keeps the letters of a property that counts as it was', () => {
		const [before, now] = [
			{ Email: 'a', Phone: '1', ClientStage: 'Lead' },
			{ Email: 'b', ClientStage: 'Client' },
		];
		const kept = digestOf(now, WATCHED, digestOf(before, WATCHED), (_name, _had, has) => !has);
		expect(kept).toBe(digestOf({ ...now, Phone: '1' }, WATCHED));
		expect(digestOf(now, WATCHED, digestOf(before, WATCHED), () => false)).toBe(digestOf(now, WATCHED));
	});

	it('treats null like a missing property at any depth, and ignores the order of nested properties', () => {
		const digestWith = (Class: object) => digestOf({ Class } as never, ['Class', 'Phone']);
		const given = digestWith({ Id: 3, Rooms: [{ Id: 1, Open: true }, null] });
		expect(digestWith({ Rooms: [{ Open: true, Id: 1, Note: null }, undefined], Note: undefined, Id: 3 })).toBe(given);
		expect(digestWith({ Id: 3, Rooms: [null, { Id: 1, Open: true }] })).not.toBe(given);
		expect(digestWith({ Id: 3, Rooms: [{ Id: 1, Open: false }, null] })).not.toBe(given);
		expect(digestWith({ Id: 3, Rooms: [{ Id: 1, Shut: true }, null] })).not.toBe(given);
	});

	it.each([
		['2026-05-01T10:00:00Z', '2026-05-01T12:00:00+02:00', true],
		['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00+00:00', true],
		['2026-05-01T10:00:00.500Z', '2026-05-01T10:00:00.5Z', true],
		['2026-05-01T10:00:00', '2026-05-01T10:00:00.000', true],
		['2026-05-01T10:00:00Z', '2026-05-01T10:00:01Z', false],
		['2026-05-01T10:00:00Z', '2026-05-01T10:00:00+02:00', false],
		['2026-05-01', '2026-05-02', false],
	])('takes %s and %s for the same moment: %j', (one, other, isSame) => {
		for (const nest of [(To: string) => ({ To }), (To: string) => ({ To: { at: [To] } })])
			expect(digestOf(nest(one), ['To']) === digestOf(nest(other), ['To'])).toBe(isSame);
	});

	it('ignores the order of plain values in an array, but not of objects', () => {
		const digestWith = (Ids: unknown[]) => digestOf({ Ids } as never, ['Ids', 'Phone']);
		expect(digestWith([3, 11, null, 'b', 'a'])).toBe(digestWith(['a', 11, 'b', 3, null]));
		expect(digestWith([3, 11])).not.toBe(digestWith([3, 11, 11]));
		expect(digestWith([{ Id: 1 }, { Id: 2 }])).not.toBe(digestWith([{ Id: 2 }, { Id: 1 }]));
	});
});
