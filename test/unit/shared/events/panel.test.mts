import { EVENT_TYPES, eventWords } from '../../../../nodes/shared/api/eventSubjects';
import { titleOf, titlesOf } from '../../../../nodes/shared/events/panel';

describe('an event in words', () => {
	test.each([
		['Badge.Awarded', 'badge awarded', 'Badge Awarded'],
		['Athlete.LevelChanged', 'athlete level changed', 'Athlete Level Changed'],
		['Class.Unpublished', 'class unpublished', 'Class Unpublished'],
		['Subscription.Plans.Updated', 'membership product plans updated', 'Membership Product Plans Updated'],
		['Athlete.Created', 'athlete joined (athlete created)', 'Athlete Joined (Athlete Created)'],
		['Membership.EndsSoon', 'membership ends soon', 'Membership Ends Soon'],
	])('%s is "%s"', (name, words, title) => {
		expect([eventWords(name), titleOf(name), titlesOf([{ name }])]).toEqual([words, title, { [name]: title }]);
	});

	test('differs from every other event', () => {
		const titles = Object.values(titlesOf(EVENT_TYPES));
		expect(titles.filter((title) => !/^[A-Z][a-z]+( \(?[A-Z][a-z]+\)?)+$/.test(title))).toEqual([]);
		expect(new Set(titles).size).toBe(EVENT_TYPES.length);
	});
});
