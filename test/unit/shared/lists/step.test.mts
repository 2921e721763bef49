import { orderOf, orderOn } from '../../../../nodes/shared/lists/step';

describe('the order of the rows of a page', () => {
	test('is that of the property that orders the list, and of further ones if it is equal', () => {
		const page = [9, 7, 4].map((UserId) => ({ Begin: '2026-01-01T09:00:00Z', ClassId: 3, UserId }));
		expect(orderOn('GET /Classes/{classId}/Bookings', page)).toBe('backward');
		expect(orderOf(page, 'Begin')).toBeUndefined();
	});

	test('is unknown if the spec does not show the order', () => {
		expect(orderOn('GET /Challenges/{challengeId}/Results', [{ Rank: 9 }, { Rank: 8 }])).toBeUndefined();
	});
});
