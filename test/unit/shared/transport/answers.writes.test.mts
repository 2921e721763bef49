import fc from 'fast-check';
import { isUnwritten, markNow, whileWriting } from '../../../../nodes/shared/transport/answers';
import { maxEntries } from '../../../../nodes/shared/transport/process';

let clubs = 0;

test('what was read before a write is never used after it, however many parts were written since, and what was read after it is', async () => {
	const size = maxEntries('writes');
	const sizes = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: size - 2, max: size + 50 }));
	await fc.assert(
		fc.asyncProperty(sizes, fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }), async (others, again) => {
			const club = `club ${++clubs}`;
			const person = (id: number) => `${club} person ${id}`;
			const write = async (...parts: string[]) => await whileWriting(parts, async () => undefined);
			const before = markNow();
			for (let id = 0; id <= others; id++) await write(person(id));
			for (const id of again) await write(person(id));
			for (const id of [0, Math.floor(others / 2), others]) {
				expect(isUnwritten(before, person(id))).toBe(false);
				expect(isUnwritten(markNow(), person(id), `${club} of nobody`)).toBe(true);
			}
		}),
		{ numRuns: 5, examples: [[size + 1, [1]]] },
	);
});
