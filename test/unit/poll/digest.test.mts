import fc from 'fast-check';
import { changedBetween, digestOf, formOf } from '../../../nodes/shared/records/digest';

const WATCHED = ['Email', 'Phone', 'ClientStage'];
const record = fc.record({ Email: fc.string(), Phone: fc.option(fc.string()), ClientStage: fc.string(), Other: fc.jsonValue() });

describe('the digest of a record', () => {
	it('is the same for the same watched properties, whatever their order and whatever else there is', () => {
		fc.assert(
			fc.property(record, fc.jsonValue(), ({ Other, ...watched }, other) => {
				const reversed = Object.fromEntries(Object.entries({ ...watched, Other: other }).reverse());
				expect(digestOf(reversed as never, WATCHED)).toBe(digestOf({ ...watched, Other } as never, WATCHED));
			}),
		);
	});

	it('differs with a watched property, and tells which', () => {
		fc.assert(
			fc.property(record, fc.constantFrom(...WATCHED), fc.string(), (before, name, value) => {
				fc.pre((before as Record<string, unknown>)[name] !== value && !(value === 'null'));
				const [one, other] = [digestOf(before as never, WATCHED), digestOf({ ...before, [name]: value } as never, WATCHED)];
				expect(other).not.toBe(one);
				// One letter a property: it cannot always tell, but it names no other one.
				expect([undefined, name]).toContain(changedBetween(one, other, WATCHED)?.join());
			}),
		);
	});

	it('takes what is null for what is left out', () => {
		expect(digestOf({ Email: 'a@example.com', Phone: null }, WATCHED)).toBe(digestOf({ Email: 'a@example.com' }, WATCHED));
		expect(digestOf({ ClassId: 1, Note: null }, [])).toBe(digestOf({ ClassId: 1 }, []));
	});

	it('of a whole record differs with any property', () => {
		expect(digestOf({ ClassId: 1, State: 'Queued' }, [])).not.toBe(digestOf({ ClassId: 1, State: 'Confirmed' }, []));
	});

	it('has one length for the same properties, also for more of them than can have a letter each', () => {
		const many = Array.from({ length: 20 }, (_, index) => `Field${index}`);
		for (const watched of [WATCHED, [], many]) {
			const lengths = [{}, { Email: 'a', Field7: 1 }, { Phone: 'x'.repeat(1000) }].map((row) => digestOf(row, watched).length);
			expect(new Set(lengths).size).toBe(1);
		}
		expect(digestOf({ Field19: 1 }, many)).not.toBe(digestOf({ Field19: 2 }, many));
	});

	it('is compared with those of the same properties only', () => {
		expect(formOf(['Email', 'Phone'])).not.toBe(formOf(['Phone', 'Email']));
	});

	it('names the one property that is watched', () => {
		expect(changedBetween('aaaaa', 'bbbba', ['Phone'])).toEqual(['Phone']);
	});
});
