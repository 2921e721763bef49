import fc from 'fast-check';
import { parseSubject, SUBJECTS, EVENT_NAMES, EVENT_TYPES } from '../../../../nodes/shared/api/eventSubjects';
import { EVENT_TYPES as OF_THE_CLUB } from '../../../../sandbox/eventTypes.mts';

describe('parseSubject: the subject of an event', () => {
	test.each([
		['Athletes/7', { userId: 7 }, 'GET /Athletes/{userId}'],
		['Athletes/7/Levels', { userId: 7 }, 'GET /Athletes/{userId}/EngagementSummary'],
		['Athletes/7/Badges/91', { userId: 7, achievedBadgeId: 91 }, 'GET /BadgeAwards/{achievedBadgeId}'],
		['Contacts/7', { userId: 7 }, 'GET /Contacts/{userId}'],
		['Trainings/8', { trainingId: 8 }, 'GET /Trainings/{trainingId}'],
		['UserSubscriptions/9', { userSubscriptionId: 9 }, 'GET /UserSubscriptions/{userSubscriptionId}'],
		['Classes/5/Participants/7', { classId: 5, userId: 7 }, 'GET /Classes/{classId}/Participants/{userId}'],
		['Classes', {}, undefined],
		['Subscriptions/11', { subscriptionId: 11 }, 'GET /Subscriptions'],
		['Subscriptions/11/Plans', { subscriptionId: 11 }, 'GET /Subscriptions'],
		['Athletes/2147483647', { userId: 2147483647 }, 'GET /Athletes/{userId}'],
	])('%s', (subject, ids, call) => {
		const known = parseSubject(subject);
		expect(known?.ids).toEqual(ids);
		expect(known?.pattern.call).toBe(call);
	});

	test.each([
		['without an ID', ['', 'Athletes', 'Athletes/', 'Classes/5', 'Athletes/7/Badges', 'Classes/5/Participants/x']],
		['with another number', ['Athletes/07', 'Athletes/0', 'Athletes/-7', 'Athletes/7.5', 'Athletes/2147483648']],
		['with letters of another size', ['athletes/7', 'Subscriptions/11/plans']],
		[
			'with more around it',
			['/Athletes/7', 'Athletes/7/', 'Athletes/7\n', 'Athletes/7/Levels/1', 'Athletes/7/../../Webhooks', '__proto__'],
		],
	])('%s is unknown to the API description: %j', (_how, subjects) => {
		for (const subject of subjects) expect([subject, parseSubject(subject)]).toEqual([subject, undefined]);
	});

	test('without a look-up says what to do instead, each in its own words', () => {
		for (const { instead } of SUBJECTS) expect(instead).toMatch(/^[A-Z].{30,}\.$/);
		expect(new Set(SUBJECTS.map(({ instead }) => instead)).size).toBe(SUBJECTS.length);
	});

	test('may come again after a deletion if it is a person or a booking', () => {
		const returning = SUBJECTS.filter(({ mayReturn }) => mayReturn).map(({ pattern }) => pattern);
		expect(returning).toEqual(['Athletes/{userId}', 'Contacts/{userId}', 'Classes/{classId}/Participants/{userId}']);
	});

	test('gives the IDs of any pattern, without further text', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...SUBJECTS),
				fc.integer({ min: 1, max: 2147483647 }),
				fc.string({ minLength: 1 }),
				({ pattern }, id, tail) => {
					const subject = pattern.replace(/\{\w+\}/g, String(id));
					expect(Object.values(parseSubject(subject)?.ids ?? { none: 0 }).every((read) => read === id)).toBe(true);
					const longer = parseSubject(`${subject}/${tail}`);
					if (longer) expect(longer.pattern.pattern).not.toBe(pattern);
				},
			),
		);
	});
});

describe('EVENT_TYPES', () => {
	test('are the events of the sandbox', () => expect([...EVENT_NAMES].sort()).toEqual([...OF_THE_CLUB].sort()));

	test('have a family and a description each, all different', () => {
		for (const { family, description } of EVENT_TYPES) {
			expect(family).toMatch(/^[A-Z]\w+( \w+)*s$/);
			expect(description).toMatch(/^[A-Z].{15,}[^.]$/);
		}
		expect(new Set(EVENT_TYPES.map(({ description }) => description)).size).toBe(EVENT_TYPES.length);
	});
});
