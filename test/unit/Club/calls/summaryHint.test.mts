import fc from 'fast-check';
import { Summary, type Note } from '../../../../nodes/Club/calls/summaryHint';

const NOTES: readonly Note[] = ['renamed', 'existing', 'queued', 'noEnd'];

test('a summary counts each item, names at most five of each note, and says how many more there are', () => {
	const noted = fc.dictionary(fc.constantFrom<string>(...NOTES), fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 12 }));
	fc.assert(
		fc.property(noted, fc.uniqueArray(fc.nat(30), { maxLength: 5 }), fc.nat(20), (notes, failed, changed) => {
			const summary = new Summary(31);
			for (const [note, items] of Object.entries(notes)) for (const item of items) summary.note(note as Note, item);
			for (const item of failed) summary.fail(item);
			for (let count = 0; count < changed; count++) summary.count('changed');
			const { text } = summary;
			for (const [note, items] of Object.entries(notes)) {
				// The error of an item says all of it.
				const named = items.filter((item) => !failed.includes(item)).sort((a, b) => a - b);
				const more = named.length > 5 ? ` and ${named.length - 5} more` : '';
				const places = ` (${named.length === 1 ? 'item' : 'items'} ${named.slice(0, 5).join(', ')}${more})`;
				if (named.length > 0)
					expect(text.split('. ').filter((part) => part.startsWith(`${named.length} `) && part.endsWith(places))).not.toEqual([]);
				else expect(text).not.toContain(`(item ${note}`);
			}
			expect(/31 items: (\d+) changed/.exec(text)?.[1] ?? '0').toBe(String(changed));
			if (changed > 0 && failed.length > 0) expect(text).toContain(`, ${failed.length} failed`);
		}),
	);
});
