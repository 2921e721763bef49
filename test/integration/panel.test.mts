import { DateTime } from 'luxon';
import { NodeHelpers, Workflow, type INode, type INodeParameters, type INodeProperties, type INodeType } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';
import { ClubPollTrigger } from '../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import { ClubTrigger } from '../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { onlyType } from '../support/node.mts';
import { fieldsIn, panelOf, withinField } from '../support/panel.mts';
import { testClub } from '../support/club.mts';
import { operations } from './support/operations.mts';

const PANELS = operations.map(({ name, resource, operation }) => ({
	name,
	operation,
	panel: panelOf(resource.value, operation.value)
		.slice(2)
		.filter(({ type }) => type !== 'notice'),
}));

/** What few people need of a group. */
const TECHNICAL = new Set(['cursor', 'pageSize', 'maxWait', 'platformLevel', 'platformLevelName', 'suspensionStartUTC']);

/** Where a field stands in a group: what has no field of its own is last. */
const rankOf = (name: string): number => (name === 'additionalProperties' ? 2 : Number(TECHNICAL.has(name)));

const isGroup = (type: string): boolean => type === 'collection';

/** The fields of all panels, each with where it stands. */
const FIELDS = PANELS.flatMap(({ name, panel }) =>
	panel.flatMap(withinField).map((field) => ({ ...field, where: `${name}, ${field.name}` })),
);

describe('The panel of every operation', () => {
	const offenders = (isBroken: (panel: (typeof PANELS)[number]) => boolean): string[] => PANELS.filter(isBroken).map(({ name }) => name);

	const wrong = (isBroken: (field: INodeProperties) => boolean): string[] => FIELDS.filter(isBroken).map(({ where }) => where);

	it('shows required fields first, in the order of the operation, and options last', () => {
		const isBroken = ({ operation, panel }: (typeof PANELS)[number]): boolean => {
			const names = panel.map(({ name }) => name);
			const required = operation.fields.filter(({ required: isRequired }) => isRequired).map(({ name }) => name);
			const groups = panel.map(({ type }) => isGroup(type));
			const isFirst = required.every((name, index) => names[index] === name);
			return !isFirst || names.at(-1) !== 'options' || groups.lastIndexOf(false) >= groups.indexOf(true);
		};
		expect(offenders(isBroken)).toEqual([]);
	});

	it('shows each field once, with a label that fits and a description', () => {
		expect(offenders(({ panel }) => new Set(panel.map(({ name }) => name)).size !== panel.length)).toEqual([]);
		expect(wrong(({ displayName }) => displayName.length > 24)).toEqual([]);
		expect(wrong(({ type, description = '' }) => type !== 'collection' && !/\w/.test(description))).toEqual([]);
	});

	it('sorts optional fields by name, rarely needed ones last', () => {
		const isBroken = (group: INodeProperties): boolean => {
			const labels = fieldsIn(group).map(({ displayName, name }) => ({ displayName, rank: rankOf(name) }));
			const sorted = [...labels].sort((a, b) => a.rank - b.rank || a.displayName.localeCompare(b.displayName));
			return JSON.stringify(labels) !== JSON.stringify(sorted);
		};
		expect(offenders(({ panel }) => panel.filter(({ type }) => isGroup(type)).some(isBroken))).toEqual([]);
	});

	it('has only properties that n8n knows', () => {
		const OWN = ['api', 'check', 'blank', 'leftOut', 'technical'];
		expect(wrong((field) => Object.keys(field).some((key) => OWN.includes(key)))).toEqual([]);
	});

	it('turns on a switch when it is added', () => {
		const inGroups = PANELS.flatMap(({ name, panel }) =>
			panel
				.filter(({ type }) => isGroup(type))
				.flatMap(fieldsIn)
				.map((field) => ({ ...field, where: `${name}, ${field.name}` })),
		);
		expect(inGroups.filter((field) => field.type === 'boolean' && field.default !== true).map(({ where }) => where)).toEqual([]);
	});
});

describe('What goes beyond the fields', () => {
	const { description } = new Club();
	const shown = (parameters: INodeParameters) =>
		description.properties.filter((field) => NodeHelpers.displayParameter(parameters, field, { typeVersion: 1 }, description));

	it.each([{ resource: '__CUSTOM_API_CALL__' }, { resource: 'athlete', operation: '__CUSTOM_API_CALL__' }])(
		'leads from %j to the resource API',
		(parameters) => {
			expect(
				shown(parameters)
					.filter(({ type }) => type === 'notice')
					.map(({ displayName }) => displayName),
			).toEqual([expect.stringContaining('operation "Make API Call"')]);
		},
	);
});

it.each([new ClubTrigger(), new ClubPollTrigger()])(
	'The panel of $description.displayName turns on a switch when it is added',
	({ description }) => {
		const switches = description.properties.flatMap(withinField).filter(({ type }) => type === 'boolean');
		expect(switches.map(({ name }) => name)).toContain('attachAthlete');
		expect(switches.filter(({ default: start }) => start !== true).map(({ name }) => name)).toEqual([]);
	},
);

describe('The panels together', () => {
	it('name each action once, so that a model can tell the tools apart', () => {
		const actions = PANELS.map(({ operation }) => operation.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it('sort the resources by name', () => {
		const { options = [] } = new Club().description.properties.find(({ name }) => name === 'resource')!;
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});

	it('check an ID and an address while they are typed', () => {
		const [who] = panelOf('athlete', 'get').filter(({ name }) => name === 'userId');
		const isTaken = (mode: string, text: string) => {
			const { validation = [] } = who.modes!.find(({ name }) => name === mode)!;
			return validation.every(
				(rule) => 'properties' in rule && new RegExp(String((rule.properties as { regex?: string }).regex)).test(text),
			);
		};
		expect(['4711', ' 7 ', '0', 'anna', '1.5'].map((text) => isTaken('id', text))).toEqual([true, true, false, false, false]);
		expect([' anna@example.com', 'anna', 'anna@', 'a b@c.de'].map((text) => isTaken('email', text))).toEqual([true, false, false, false]);
	});

	it('warn if a list of people, classes or memberships takes long', () => {
		const lists = PANELS.flatMap(({ panel }) => panel.flatMap(withinField)).flatMap(({ modes = [] }) =>
			modes.filter(({ type }) => type === 'list'),
		);
		const slow = /^search(Athletes|Classes|Contacts|Participants|UserSubscriptions)$/;
		for (const { typeOptions } of lists) {
			const { searchListMethod = '', slowLoadNotice } = typeOptions ?? {};
			expect([searchListMethod, slowLoadNotice !== undefined]).toEqual([searchListMethod, slow.test(searchListMethod)]);
		}
	});

	it('preselect no client stage, and list the stages in the order of the funnel', () => {
		for (const resource of ['athlete', 'contact']) {
			const [stage] = panelOf(resource, 'setClientStage').filter(({ name }) => name === 'clientStage');
			expect(stage).toMatchObject({ default: '', required: true });
			expect(stage.options?.map(({ name }) => name)).toEqual(['Lead', 'Qualified', 'Prospect', 'Client']);
		}
	});

	it('list 50 records by default, and 10 for a model', () => {
		const limitOf = (kind: 'node' | 'tool') =>
			panelOf('athlete', 'getAll', kind)
				.filter(({ name }) => name === 'limit')
				.map((field) => field.default);
		expect([limitOf('node'), limitOf('tool')]).toEqual([[50], [10]]);
	});
});

const club = testClub();

it('The calendar of the panel is that of the seven days from today, in the timezone of the workflow', async () => {
	const today = DateTime.now().setZone('Europe/Stockholm').startOf('day');
	const { error } = await club.run({ resource: 'class', operation: 'getCalendar' });
	expect(error).toBeUndefined();
	const [{ query }] = club.sandbox.requests;
	expect(query).toMatchObject({
		from: today.toISO({ suppressMilliseconds: true }),
		to: today.plus({ days: 7 }).toISO({ suppressMilliseconds: true }),
	});
});

describe('The subtitle of a node on the canvas', () => {
	const subtitleOf = (type: INodeType, parameters: INodeParameters): unknown => {
		const node: INode = { id: '1', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0], parameters };
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: onlyType(type) });
		return workflow.expression.getSimpleParameterValue(node, type.description.subtitle, 'internal', {});
	};

	it('is the operation in words', () => {
		for (const { resource, operation } of operations)
			expect(subtitleOf(new Club(), { resource: resource.value, operation: operation.value })).toBe(operation.action);
	});

	it('is the events in words', () => {
		expect(subtitleOf(new ClubTrigger(), { events: ['*'] })).toBe('All Events');
		expect(subtitleOf(new ClubTrigger(), { events: ['Badge.Awarded', 'ClassParticipant.Created'] })).toBe('Badge Awarded, Class Booked');
		expect(subtitleOf(new ClubPollTrigger(), { events: ['Membership.EndsSoon'] })).toBe('Membership Ends Soon');
	});
});
