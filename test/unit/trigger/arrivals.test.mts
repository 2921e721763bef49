import { Arrivals } from '../../../nodes/ClubTrigger/arrivals';

/** A delivery whose answer the test gives when it likes. */
function delivery() {
	let answer: (handled: boolean) => void = () => {};
	const answered = new Promise<boolean>((resolve) => (answer = resolve));
	return { answered, answer };
}

test('of two that arrive together one is handled', async () => {
	const arrivals = new Arrivals();
	const [first, second] = [delivery(), delivery()];
	expect(await arrivals.admit(['a', 'b'], first.answered)).toEqual(new Set(['a', 'b']));
	const later = arrivals.admit(['b', 'c'], second.answered);
	first.answer(true);
	expect(await later).toEqual(new Set(['c']));
});

test('when the first was not handled, the second is', async () => {
	const arrivals = new Arrivals();
	const [first, second, third] = [delivery(), delivery(), delivery()];
	await arrivals.admit(['a'], first.answered);
	const later = Promise.all([arrivals.admit(['a'], second.answered), arrivals.admit(['a'], third.answered)]);
	first.answer(false);
	await first.answered;
	second.answer(true);
	third.answer(true);
	const [one, other] = await later;
	expect(one.size + other.size).toBe(1);
});

test('two batches that hold each other’s events do not wait for each other for ever', async () => {
	const arrivals = new Arrivals();
	const [first, second] = [delivery(), delivery()];
	const one = arrivals.admit(['a', 'b'], first.answered);
	const other = arrivals.admit(['b', 'a'], second.answered);
	first.answer(true);
	expect((await one).size).toBe(2);
	expect((await other).size).toBe(0);
});

test('it does not grow without bounds', async () => {
	const arrivals = new Arrivals();
	for (let event = 0; event < 12_000; event++) await arrivals.admit([`e-${event}`], Promise.resolve(true));
	expect((await arrivals.admit(['e-2000'], Promise.resolve(true))).size).toBe(0);
	expect((await arrivals.admit(['e-0'], Promise.resolve(true))).size).toBe(1);
	expect((await arrivals.admit(['e-11999'], Promise.resolve(true))).size).toBe(0);
});
