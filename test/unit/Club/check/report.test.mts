import fc from 'fast-check';
import { HIDDEN, propertyShapes } from '../../../../nodes/Club/check/report';

test('of several records, the check shows an undocumented name only if most of them have it at their top', () => {
	const records = fc.array(
		fc.dictionary(fc.constantFrom('anna@example.com', 'x1', 'x2', 'UserId', 'Email'), fc.constant({ x3: 1, UserId: 1 })),
		{
			minLength: 2,
			maxLength: 8,
		},
	);
	fc.assert(
		fc.property(records, (some) => {
			const shown = propertyShapes(some).map(({ name }) => name);
			const countOf = (name: string): number => some.filter((record) => name in record).length;
			for (const name of ['anna@example.com', 'x1', 'x2']) expect(shown.includes(name)).toBe(countOf(name) > some.length / 2);
			for (const name of ['UserId', 'Email']) expect(shown.includes(name)).toBe(countOf(name) > 0);
			for (const name of shown) expect(name.split('.').slice(1)).not.toContain('x3');
			if (shown.some((name) => name.includes('.'))) expect(shown.join()).toContain(`.${HIDDEN}`);
		}),
	);
});
