import type { INodePropertyOptions } from 'n8n-workflow';
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
	const entriesOf = (list: string): INodePropertyOptions[] =>
		nodes[0].properties.filter(({ name }) => name === list).flatMap(({ options }) => options as INodePropertyOptions[]);
	const lengthOf = ({ description = '' }: INodePropertyOptions): number => description.length;

	test('the Club node has 13 resources, each with at most 30 characters', () => {
		expect(entriesOf('resource')).toHaveLength(13);
		expect(entriesOf('resource').filter((entry) => lengthOf(entry) > 30)).toEqual([]);
	});

	test('an operation says in at most 80 characters what it does, and on average in 40', () => {
		const operations = entriesOf('operation');
		expect(operations.filter((entry) => lengthOf(entry) > 80)).toEqual([]);
		expect(operations.reduce((sum, entry) => sum + lengthOf(entry), 0) / operations.length).toBeLessThanOrEqual(40);
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

	test('the Club node has at most 430 fields, the Club Poll Trigger 40 and four notices, and the Club Trigger two notices', () => {
		expect(club.length).toBeLessThanOrEqual(430);
		expect(poll.length).toBeLessThanOrEqual(40);
		expect(noticesIn(poll)).toBeLessThanOrEqual(4);
		expect(noticesIn(trigger)).toBeLessThanOrEqual(2);
	});
});
