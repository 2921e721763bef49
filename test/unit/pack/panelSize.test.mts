import { ClubApi } from '../../../credentials/ClubApi.credentials';
import { Club } from '../../../nodes/Club/Club.node';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { mean, panelSizeOf } from '../../support/panelSize.mts';

const nodes = [new Club(), new ClubTrigger(), new ClubPollTrigger()].map(({ description }) => description);

describe('What a user and an AI builder must read stays short', () => {
	const [club, trigger, poll] = nodes.map(panelSizeOf);
	const over = (entries: typeof club.operations, most: number): string[] =>
		entries.flatMap(({ name, description = '' }) => (description.length > most ? [`${name}: ${description}`] : []));

	test('the Club node has 13 resources, each with at most 30 characters', () => {
		expect(club.resources).toHaveLength(13);
		expect(over(club.resources, 30)).toEqual([]);
	});

	test('an operation says in at most 80 characters what it does, and on average in 40', () => {
		expect(over(club.operations, 80)).toEqual([]);
		expect(mean(club.operations)).toBeLessThanOrEqual(40);
	});

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

	test('both triggers say when they start the workflow', () => {
		expect(nodes.slice(1).map(({ description }) => description)).toEqual(
			Array(2).fill(expect.stringMatching(/^Starts the workflow when /)),
		);
	});

	test('the Club node has at most 430 fields, and the Club Poll Trigger 40', () => {
		expect(club.fields).toBeLessThanOrEqual(430);
		expect(poll.fields).toBeLessThanOrEqual(40);
	});

	test('the Club Poll Trigger has at most four notices, and the Club Trigger two', () => {
		expect(poll.notices).toBeLessThanOrEqual(4);
		expect(trigger.notices).toBeLessThanOrEqual(2);
	});
});
