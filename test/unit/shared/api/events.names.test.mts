import { EVENT_NAMES, EVENT_TYPES } from '../../../../nodes/shared/api/events';
import { EVENT_TYPES as OF_THE_CLUB } from '../../../../sandbox/eventTypes.mts';

describe('the events', () => {
	test('are those that the club knows', () => expect([...EVENT_NAMES].sort()).toEqual([...OF_THE_CLUB].sort()));

	test('are each told in a family and in words of their own', () => {
		for (const { family, description } of EVENT_TYPES) {
			expect(family).toMatch(/^[A-Z]\w+( \w+)*s$/);
			expect(description).toMatch(/^[A-Z].{15,}[^.]$/);
		}
		expect(new Set(EVENT_TYPES.map(({ description }) => description)).size).toBe(EVENT_TYPES.length);
	});
});
