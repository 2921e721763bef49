export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time of a test file: it goes on by itself, and by as much as a test says. Used once, at the top of a file. */
export function useTime(): { ahead: number } {
	const time = { ahead: 0 };
	const realNow = Date.now;
	beforeAll(() => {
		for (const clock of [Date, performance]) jest.spyOn(clock, 'now').mockImplementation(() => realNow() + time.ahead);
	});
	afterAll(() => jest.restoreAllMocks());
	return time;
}
