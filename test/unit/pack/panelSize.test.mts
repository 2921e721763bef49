import { ClubApi } from '../../../credentials/ClubApi.credentials';
import { Club } from '../../../nodes/Club/Club.node';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { withinField } from '../../support/panel.mts';

const nodes = [new Club(), new ClubTrigger(), new ClubPollTrigger()].map(({ description }) => description);

describe('What a user and an AI builder must read stays short', () => {
	/** All fields of each node: the properties of the description and those within collections, notices among them. */
	const [club, trigger, poll] = nodes.map(({ properties }) => properties.flatMap(withinField));
	const noticesIn = (fields: typeof club): number => fields.filter(({ type }) => type === 'notice').length;

	/** Every description in a panel, as a user sees it: without markup. */
	function descriptionsIn(part: unknown): string[] {
		if (typeof part !== 'object' || part === null) return [];
		return Object.entries(part).flatMap(([name, value]) =>
			name === 'description' && typeof value === 'string' ? [value.replace(/<[^>]+>/g, '')] : descriptionsIn(value),
		);
	}

	test('no description has more than 160 characters', () => {
		const descriptions = descriptionsIn([...nodes, new ClubApi()]);
		expect(descriptions.length).toBeGreaterThan(500);
		expect([...new Set(descriptions)].filter((text) => text.length > 160)).toEqual([]);
	});

	test('the Club node has at most 430 fields, the Club Poll Trigger 40 and four notices, and the Club Trigger two notices', () => {
		expect(club.length).toBeLessThanOrEqual(430);
		expect(poll.length).toBeLessThanOrEqual(40);
		expect(noticesIn(poll)).toBeLessThanOrEqual(4);
		expect(noticesIn(trigger)).toBeLessThanOrEqual(2);
	});
});
