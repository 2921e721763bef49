import { spend, spentInDay } from '../../../../nodes/ClubPollTrigger/scan/callsPerDay';

const HOUR = 3_600_000;

describe('the calls of a day', () => {
	it('are those of the last 24 hours', () => {
		const start = 480_000 * HOUR;
		let spent = spend([], 10, start);
		spent = spend(spent, 5, start + HOUR / 2);
		spent = spend(spent, 7, start + 20 * HOUR);
		// The hour of which 24 hours ago is a part still counts.
		for (const hours of [23, 24.49]) expect(spentInDay(spent, start + hours * HOUR).calls).toBe(22);
		expect(spentInDay(spent, start + 25 * HOUR).calls).toBe(7);
		expect(spend(spent, 1, start + 30 * HOUR)).toHaveLength(2);
		// Those of a clock that was ahead would leave none for days.
		expect(spentInDay(spent, start - HOUR).calls).toBe(0);
	});
});
