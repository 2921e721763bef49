import type { INodeProperties } from 'n8n-workflow';
import { ClubApi } from '../../credentials/ClubApi.credentials.ts';
import { Club } from '../../nodes/Club/Club.node.ts';
import { resources } from '../../nodes/Club/resources';
import { ClubPollTrigger } from '../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import { POLLED_EVENTS } from '../../nodes/ClubPollTrigger/causes/polledEvents';
import { ClubTrigger } from '../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { EVENT_TYPES } from '../../nodes/shared/api/eventSubjects';
import { template, templateFiles } from '../demo/templates.mts';

const HOME = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main';

const code = (text: string): string => `\`${text}\``;

/** The names of fields in a saved workflow, with those of a group behind it: "userId, options (simplify, fields)". */
const namesOf = (fields: readonly INodeProperties[]): string =>
	fields
		.filter(({ type }) => type !== 'notice')
		.map(({ name, type, options = [] }) => {
			const inside = type === 'collection' || type === 'fixedCollection' ? options.map((option) => option.name) : [];
			return inside.length > 0 ? `${name} (${inside.join(', ')})` : name;
		})
		.join(', ');

function operations(): string[] {
	return resources.flatMap(({ name, value, operations }) => [
		`### resource ${code(value)} (${name})`,
		'',
		...operations.map((operation) => {
			const fields = namesOf(operation.fields as INodeProperties[]);
			return `- ${code(operation.value)}: ${operation.description}.${fields ? ` Parameters: ${fields}.` : ''}`;
		}),
		'',
	]);
}

/** The page llms.txt: all that an assistant needs to write a workflow with this pack, by the values that a saved workflow holds. */
export function llmsPage(): string {
	const nodes = [new Club(), new ClubTrigger(), new ClubPollTrigger()].map(({ description }) => description);
	const polled = new Map(POLLED_EVENTS.map(({ name, description }) => [name as string, description]));
	const sent = new Map(EVENT_TYPES.map(({ name, description }) => [name as string, description]));
	const triggers = (name: string): string =>
		[...(sent.has(name) ? ['clubTrigger'] : []), ...(polled.has(name) ? ['clubPollTrigger'] : [])].join(', ');
	return [
		'# n8n-nodes-club',
		'',
		'> n8n nodes for the Club Integration API (v1) of a platform for gyms and fitness clubs. These values are what a saved workflow holds; they do not change.',
		'',
		'## Node types',
		'',
		...nodes.map(({ name, displayName, description }) => `- ${code(`n8n-nodes-club.${name}`)} (${displayName}): ${description}`),
		`- credential ${code('clubApi')}: ${namesOf(new ClubApi().properties)}`,
		'',
		`## Operations of ${code('n8n-nodes-club.club')}`,
		'',
		'Every Get Many also has returnAll, limit, options.pageSize and options.cursor. Every operation has options.maxWait; one that reads has options.fields, one that writes options.dryRun. An ID of a record is a resource locator with the modes list and id; of a person also email, of a class also nameAndTime.',
		'',
		...operations(),
		'## Events',
		'',
		'An item has id, eventType, subject, eventTime, ids and, where there is one, record. Parameters of the triggers: ' +
			`clubTrigger: ${namesOf(nodes[1].properties)}; clubPollTrigger: ${namesOf(nodes[2].properties)}.`,
		'',
		...[...new Set([...sent.keys(), ...polled.keys()])].map(
			(name) => `- ${code(name)}: ${polled.get(name) ?? sent.get(name)} [${triggers(name)}]`,
		),
		'',
		'## Examples',
		'',
		...templateFiles().map((file) => `- [${template(file).name}](${HOME}/templates/${file})`),
		'',
		'## Docs',
		'',
		...['operations', 'events', 'polling', 'agents', 'troubleshooting', 'installation'].map(
			(page) => `- [${page}](${HOME}/docs/${page}.md)`,
		),
		'',
	].join('\n');
}
