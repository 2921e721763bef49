import { HandledHere } from '../../../nodes/ClubTrigger/handledEvents';

/** A delivery whose answer the test gives when it likes. */
function delivery() {
	let answer: (handled: boolean) => void = () => {};
	const answered = new Promise<boolean>((resolve) => (answer = resolve));
	return { answered, answer };
}

test('of two that arrive together one is handled', async () => {
	const handledHere = new HandledHere();
	const [first, second] = [delivery(), delivery()];
	expect(await handledHere.admit(['a', 'b'], first.answered)).toEqual(new Set(['a', 'b']));
	const later = handledHere.admit(['b', 'c'], second.answered);
	first.answer(true);
	expect(await later).toEqual(new Set(['c']));
});

test('when the first was not handled, the second is', async () => {
	const handledHere = new HandledHere();
	const [first, second, third] = [delivery(), delivery(), delivery()];
	await handledHere.admit(['a'], first.answered);
	const later = Promise.all([handledHere.admit(['a'], second.answered), handledHere.admit(['a'], third.answered)]);
	first.answer(false);
	await first.answered;
	second.answer(true);
	third.answer(true);
	const [one, other] = await later;
	expect(one.size + other.size).toBe(1);
});

test('two batches that hold each other’s events do not wait for each other for ever', async () => {
	const handledHere = new HandledHere();
	const [first, second] = [delivery(), delivery()];
	const one = handledHere.admit(['a', 'b'], first.answered);
	const other = handledHere.admit(['b', 'a'], second.answered);
	first.answer(true);
	expect((await one).size).toBe(2);
	expect((await other).size).toBe(0);
});

test('it does not grow without bounds', async () => {
	const handledHere = new HandledHere();
	for (let event = 0; event < 12_000; event++) await handledHere.admit([`e-${event}`], Promise.resolve(true));
	expect((await handledHere.admit(['e-2000'], Promise.resolve(true))).size).toBe(0);
	expect((await handledHere.admit(['e-0'], Promise.resolve(true))).size).toBe(1);
	expect((await handledHere.admit(['e-11999'], Promise.resolve(true))).size).toBe(0);
});

test('a duplicate that waits leaves the process to others', async () => {
	const handledHere = new HandledHere();
	const first = delivery();
	await handledHere.admit(['a'], first.answered);
	setImmediate(() => first.answer(true));
	expect(await handledHere.admit(['a'], Promise.resolve(true))).toEqual(new Set());
});

test('what was forgotten before it failed is not taken from who has it now', async () => {
	const handledHere = new HandledHere();
	const [first, second] = [delivery(), delivery()];
	await handledHere.admit(['a'], first.answered);
	await handledHere.admit(
		Array.from({ length: 10_000 }, (_, event) => `e-${event}`),
		Promise.resolve(true),
	);
	expect(await handledHere.admit(['a'], second.answered)).toEqual(new Set(['a']));
	first.answer(false);
	await new Promise((resolve) => setImmediate(resolve));
	second.answer(true);
	expect(await handledHere.admit(['a'], Promise.resolve(true))).toEqual(new Set());
});
