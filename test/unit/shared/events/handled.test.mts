import type { IDataObject } from 'n8n-workflow';
import { canWait, sharedEvents, eventKey } from '../../../../nodes/shared/events/handled';

const POLL = 'n8n-nodes-club.clubPollTrigger';
const WEBHOOK = 'n8n-nodes-club.clubTrigger';

interface Node {
	name: string;
	type: string;
	disabled?: boolean;
	parameters?: IDataObject;
}

/** A trigger in a workflow, each node of which has those that lead into it. */
const inWorkflow = (own: Node, before: Record<string, Node[]>) => ({
	getNode: () => own,
	getChildNodes: () => Object.keys(before).map((name) => ({ name })),
	getParentNodes: (name: string, { depth = Infinity, includeNodeParameters = false } = {}) =>
		[...before[name], ...(depth > 1 ? Object.values(before).flat() : [])].map((node) => ({
			...node,
			...(!includeNodeParameters && { parameters: undefined }),
		})),
});
const isMet = (own: Node, before: Record<string, Node[]>): boolean => sharedEvents(inWorkflow(own, before) as never).size > 0;

const poll = (options?: IDataObject): Node => ({ name: 'Poll', type: POLL, parameters: options && { options } });
const webhook = (options?: IDataObject): Node => ({ name: 'Webhook', type: WEBHOOK, parameters: options && { options } });

describe('eventKey: the name of an event for both triggers', () => {
	test.each([
		['Badge.Awarded', 'Athletes/7/Badges/12', 'Badge.Awarded Athletes/7/Badges/12'],
		['Training.Created', 'Trainings/8', 'Training.Created Trainings/8'],
		['UserSubscription.Created', 'UserSubscriptions/9', 'UserSubscription.Created UserSubscriptions/9'],
		['UserSubscription.Deleted', 'UserSubscriptions/9', 'UserSubscription.Deleted UserSubscriptions/9'],
	])('is, for %s, its type and the whole subject %s', (eventType, subject, key) => {
		expect(eventKey({ eventType, subject })).toBe(key);
	});

	test('differs for badges of two athletes with the same ID, so a forged event hides no other', () => {
		const [one, other] = ['Athletes/7/Badges/12', 'Athletes/8/Badges/12'].map((subject) =>
			eventKey({ eventType: 'Badge.Awarded', subject }),
		);
		expect(one).not.toBe(other);
	});

	test.each([
		['may happen again to the same id', { eventType: 'Training.Updated', subject: 'Trainings/8' }],
		['is about something else than its name says', { eventType: 'Badge.Awarded', subject: 'Trainings/8' }],
		['has a subject that nobody documents', { eventType: 'Badge.Awarded', subject: 'Lockers/8' }],
		['has no subject', { eventType: 'Badge.Awarded' }],
		['has no type', { subject: 'Trainings/8' }],
	])('is empty if it %s', (_, event) => {
		expect(eventKey(event)).toBeUndefined();
	});
});

describe('sharedEvents: a trigger has a partner', () => {
	test('if a trigger of the other kind leads into the same node', () => {
		expect(isMet(webhook(), { Next: [webhook(), poll()] })).toBe(true);
		expect(isMet(poll(), { Next: [poll(), webhook()] })).toBe(true);
		expect(isMet(webhook(), { Own: [webhook()], Next: [{ name: 'Set', type: 'n8n-nodes-base.set' }, webhook(), poll()] })).toBe(true);
	});

	test.each<[string, Record<string, Node[]>]>([
		['leads nowhere', {}],
		['is alone', { Next: [webhook()] }],
		['is beside one of its own kind', { Next: [webhook(), { ...webhook(), name: 'Another' }] }],
		['is beside a trigger of others', { Next: [webhook(), { name: 'Schedule', type: 'n8n-nodes-base.scheduleTrigger' }] }],
		['is beside one that is switched off', { Next: [webhook(), { ...poll(), disabled: true }] }],
		['leads into another node than it', { Next: [webhook()], Further: [poll()] }],
		['meets it only further on', { Next: [webhook()], Further: [{ name: 'Next', type: 'n8n-nodes-base.set' }, poll()] }],
	])('but not if it %s', (_, before) => {
		expect(isMet(webhook(), before)).toBe(false);
	});

	test('but not if a poll trigger is alone, or beside another poll trigger', () => {
		expect(isMet(poll(), { Next: [poll()] })).toBe(false);
		expect(isMet(poll(), { Next: [poll(), { ...poll(), name: 'Another' }] })).toBe(false);
	});

	test.each([
		[undefined, true],
		[{}, true],
		[{ skipHandled: true }, true],
		[{ skipHandled: false }, false],
	])('as the options of the poll trigger %j say: %j, for both triggers', (options, wanted) => {
		const before = { Next: [poll(options), webhook({ skipHandled: !wanted })] };
		expect(isMet(poll(options), before)).toBe(wanted);
		expect(isMet(webhook({ skipHandled: !wanted }), before)).toBe(wanted);
	});
});

describe('canWait: a workflow can wait', () => {
	/** A trigger that leads into nodes in a row, the last of which has tools. */
	const waits = (nodes: Node[], tools: Node[] = []): boolean =>
		canWait({
			getNode: () => webhook(),
			getChildNodes: (_name: string, { includeNodeParameters = false } = {}) =>
				nodes.map((node) => ({ ...node, ...(!includeNodeParameters && { parameters: undefined }) })),
			getParentNodes: (name: string, { connectionType = 'main', includeNodeParameters = false } = {}) =>
				connectionType === 'ai_tool' && name === nodes[nodes.length - 1].name
					? tools.map((node) => ({ ...node, ...(!includeNodeParameters && { parameters: undefined }) }))
					: [],
		} as never);
	const mail: Node = { name: 'Mail', type: 'n8n-nodes-base.emailSend', parameters: { operation: 'send' } };
	const agent: Node = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };

	test.each<[string, Node]>([
		['a Wait node', { name: 'A', type: 'n8n-nodes-base.wait' }],
		['a form', { name: 'A', type: 'n8n-nodes-base.form' }],
		['a chat', { name: 'A', type: '@n8n/n8n-nodes-langchain.chat' }],
		['a sub-workflow', { name: 'A', type: 'n8n-nodes-base.executeWorkflow' }],
		['a message that waits for an answer', { ...mail, parameters: { operation: 'sendAndWait' } }],
		['a dispatch that waits for its end', { name: 'A', type: 'n8n-nodes-base.github', parameters: { operation: 'dispatchAndWait' } }],
	])('if there is %s after the trigger', (_, node) => {
		expect(waits([node, mail])).toBe(true);
	});

	test.each<[string, Node]>([
		['somebody must approve', { name: 'T', type: 'n8n-nodes-base.slackHitlTool' }],
		['is a sub-workflow', { name: 'T', type: '@n8n/n8n-nodes-langchain.toolWorkflow' }],
		['waits for an answer', { name: 'T', type: 'n8n-nodes-base.slackTool', parameters: { operation: 'sendAndWait' } }],
	])('if an agent has a tool that %s', (_, tool) => {
		expect(waits([mail, agent], [tool])).toBe(true);
	});

	test.each<[string, Node[]]>([
		['there is none of these', [mail, agent]],
		['it is switched off', [{ name: 'A', type: 'n8n-nodes-base.wait', disabled: true }]],
		[
			'a node only has such a word in its name',
			[
				{ name: 'Wait', type: 'n8n-nodes-base.waitlist' },
				{ name: 'B', type: 'n8n-nodes-base.formTrigger' },
			],
		],
	])('but not if %s', (_, nodes) => {
		expect(waits(nodes, [{ name: 'T', type: 'n8n-nodes-base.slackTool' }])).toBe(false);
	});
});
