import { PageSizes } from '../../../nodes/ClubPollTrigger/readPages';
import { ClubError } from '../../../nodes/shared/transport/errors';

const ATHLETES = 'GET /Athletes' as const;
const late = new ClubError('The club did not answer', { description: 'It is busy.', late: true });
const rows = (count: number) => ({ Results: Array.from({ length: count }, () => ({})) });

/** One poll of 16 seconds, in which pages take so long, each with as many rows as are given; none where the club does not answer. */
async function polled(learned: object, pages: Array<{ count?: number; ms: number; given?: number; error?: Error }>) {
	let now = 0;
	const sizes = new PageSizes(learned, 16_000, () => now);
	const errors: unknown[] = [];
	for (const { ms, count = sizes.sizeOf(ATHLETES), given = count, error } of pages) {
		const page = async () => {
			now += ms;
			if (error) throw error;
			return rows(given);
		};
		await sizes.read(ATHLETES, count, page).catch((thrown: unknown) => errors.push(thrown));
	}
	return { next: sizes.next, hasLearned: sizes.hasLearned, errors };
}

describe('the pages of a list', () => {
	test('are as large as the API allows, until the club does not give one in time', async () => {
		expect(new PageSizes({}, 1, () => 0).sizeOf(ATHLETES)).toBe(1000);
		expect(await polled({}, [{ ms: 15_000 }])).toEqual({ next: {}, hasLearned: false, errors: [] });
		const { next, hasLearned, errors } = await polled({}, [{ ms: 16_000, error: late }]);
		expect({ next, hasLearned }).toEqual({ next: { [ATHLETES]: 500 }, hasLearned: true });
		expect(errors).toMatchObject([{ description: 'It is busy. The page may be too large. The next poll asks for 500 rows.' }]);
	});

	test('are halved again, from what was asked for, to ten', async () => {
		for (const [size, half] of [
			[500, 250],
			[25, 12],
			[12, 10],
		])
			expect((await polled({ [ATHLETES]: size }, [{ ms: 16_000, error: late }])).next).toEqual({ [ATHLETES]: half });
		expect((await polled({}, [{ count: 100, ms: 16_000, error: late }])).next).toEqual({ [ATHLETES]: 50 });
		expect(await polled({ [ATHLETES]: 10 }, [{ ms: 16_000, error: late }])).toEqual({
			next: { [ATHLETES]: 10 },
			hasLearned: false,
			errors: [late],
		});
	});

	test('stay where something else went wrong', async () => {
		const refused = new ClubError('No.', { description: 'No.', status: 503 });
		for (const error of [refused, new Error('oops')])
			expect(await polled({}, [{ ms: 1, error }])).toEqual({ next: {}, hasLearned: false, errors: [error] });
	});

	test('grow again when all full ones of a poll came in less than a quarter of its time, to what the API allows', async () => {
		expect(await polled({ [ATHLETES]: 250 }, [{ ms: 3_999 }, { ms: 5_000, given: 100 }])).toMatchObject({
			next: { [ATHLETES]: 500 },
			hasLearned: true,
		});
		expect((await polled({ [ATHLETES]: 250 }, [{ ms: 3_999 }, { ms: 4_000 }])).next).toEqual({ [ATHLETES]: 250 });
		// A page that is not full says nothing about full ones.
		expect(await polled({ [ATHLETES]: 250 }, [{ ms: 1, given: 249 }])).toMatchObject({ next: { [ATHLETES]: 250 }, hasLearned: false });
		expect(await polled({ [ATHLETES]: 500 }, [{ ms: 1 }])).toMatchObject({ next: {}, hasLearned: true });
	});

	test('are learned for each list', async () => {
		const sizes = new PageSizes({ 'GET /Contacts': 40 }, 1, () => 0);
		await expect(sizes.read(ATHLETES, 1000, async () => await Promise.reject(late))).rejects.toBeInstanceOf(ClubError);
		expect(sizes.next).toEqual({ 'GET /Contacts': 40, [ATHLETES]: 500 });
	});
});
