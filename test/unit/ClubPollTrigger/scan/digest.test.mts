import fc from 'fast-check';
import { changedBetween, digestOf, formOf } from '../../../../nodes/ClubPollTrigger/scan/digest';

const WATCHED = ['Email', 'Phone', 'ClientStage'];
const FIELDS = Array.from({ length: 17 }, (_, index) => `F${index}`);
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
				// One letter a property: it cannot always show the property, but it names no other one.
				expect([undefined, name]).toContain(changedBetween(one, other, WATCHED)?.join());
			}),
		);
	});

	it('treats null like a missing property', () => {
		expect(digestOf({ Email: 'a@example.com', Phone: null }, WATCHED)).toBe(digestOf({ Email: 'a@example.com' }, WATCHED));
		expect(digestOf({ ClassId: 1, Note: null }, [])).toBe(digestOf({ ClassId: 1 }, []));
	});

	it('of a whole record differs with any property', () => {
		expect(digestOf({ ClassId: 1, State: 'Queued' }, [])).not.toBe(digestOf({ ClassId: 1, State: 'Confirmed' }, []));
	});

	it('has one length for the same properties, also for many properties', () => {
		const many = Array.from({ length: 20 }, (_, index) => `Field${index}`);
		for (const watched of [WATCHED, [], many]) {
			const lengths = [{}, { Email: 'a', Field7: 1 }, { Phone: 'x'.repeat(1000) }].map((row) => digestOf(row, watched).length);
			expect(new Set(lengths).size).toBe(1);
		}
		expect(digestOf({ Field19: 1 }, many)).not.toBe(digestOf({ Field19: 2 }, many));
	});

	it('treats null like a missing property at any depth, and ignores the order of nested properties', () => {
		const digestWith = (Class: object) => digestOf({ Class } as never, ['Class', 'Phone']);
		const given = digestWith({ Id: 3, Rooms: [{ Id: 1, Open: true }, null] });
		expect(digestWith({ Rooms: [{ Open: true, Id: 1, Note: null }, undefined], Note: undefined, Id: 3 })).toBe(given);
		expect(digestWith({ Id: 3, Rooms: [null, { Id: 1, Open: true }] })).not.toBe(given);
		expect(digestWith({ Id: 3, Rooms: [{ Id: 1, Open: false }, null] })).not.toBe(given);
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
		for (const watched of [['To'], []])
			for (const nest of [(To: string) => ({ To }), (To: string) => ({ To: { at: [To] } })])
				expect(digestOf(nest(one), watched) === digestOf(nest(other), watched)).toBe(isSame);
	});

	it('ignores the order of plain values in an array, but not of objects', () => {
		const digestWith = (Ids: unknown[]) => digestOf({ Ids } as never, ['Ids', 'Phone']);
		expect(digestWith([3, 11, null, 'b', 'a'])).toBe(digestWith(['a', 11, 'b', 3, null]));
		expect(digestWith([3, 11])).not.toBe(digestWith([3, 11, 11]));
		expect(digestWith([{ Id: 1 }, { Id: 2 }])).not.toBe(digestWith([{ Id: 2 }, { Id: 1 }]));
	});

	it('is compared only with digests of the same properties', () => {
		expect(formOf(['Email', 'Phone'])).not.toBe(formOf(['Phone', 'Email']));
	});
});

describe('changedBetween two digests', () => {
	it.each<[string, string[], string, string, string[]]>([
		['is the one property that is watched', ['Phone'], 'aaaa', 'bbab', ['Phone']],
		['is every property one of whose letters is another one', ['Email', 'ClientStage'], 'aa112233', 'bb132234', WATCHED],
		['are all properties where no letter differs', WATCHED, 'aa112233', 'bb112233', WATCHED],
		['are all of more properties than have letters of their own', FIELDS, 'aaaaaa', 'bbbbbb', FIELDS],
	])('%s', (_, changed, before, after, watched) => {
		expect(changedBetween(before, after, watched)).toEqual(changed);
	});
});
