import { callerOf, isTool, nodeKeyOf } from '../../../../nodes/shared/transport/spending';
import type { ClubFunctions } from '../../../../nodes/shared/transport/http';

/** What n8n hands a node in a mode; `more` are the functions by which its kinds differ. */
const given = (mode: string | undefined, type: string, more: string[] = []): ClubFunctions =>
	({
		getNode: () => ({ name: 'Get athletes', type }),
		getWorkflow: () => ({ id: 'w1', name: 'Sync', active: true }),
		...(mode && { getMode: () => mode }),
		...Object.fromEntries(more.map((name) => [name, () => undefined])),
	}) as unknown as ClubFunctions;

const NODE = 'n8n-nodes-club.club';
const TRIGGER = 'n8n-nodes-club.clubTrigger';

describe('who makes a call', () => {
	test.each<[string, ClubFunctions, { background: boolean; byHand: boolean }]>([
		['a production run', given('trigger', NODE), { background: true, byHand: false }],
		['a subworkflow', given('integrated', NODE), { background: true, byHand: false }],
		['a run by hand', given('manual', NODE), { background: false, byHand: true }],
		['a run that is tried again', given('retry', NODE), { background: false, byHand: true }],
		['a chat', given('chat', NODE), { background: false, byHand: true }],
		['an evaluation', given('evaluation', NODE), { background: false, byHand: true }],
		['a tool of an agent', given('webhook', `${NODE}Tool`), { background: false, byHand: false }],
		['a drop-down', given(undefined, NODE, ['getCurrentNodeParameter']), { background: false, byHand: true }],
		['a publication', given('trigger', TRIGGER, ['getNodeWebhookUrl', 'getActivationMode']), { background: false, byHand: true }],
		['a delivery', given('webhook', TRIGGER, ['getNodeWebhookUrl', 'getBodyData']), { background: true, byHand: false }],
		['a poll', given('trigger', 'n8n-nodes-club.clubPollTrigger', ['getActivationMode']), { background: true, byHand: false }],
	])('%s', (_, functions, caller) => {
		expect(callerOf(functions)).toEqual({ spender: { workflowId: 'w1', workflow: 'Sync', node: 'Get athletes' }, ...caller });
	});

	const withoutWorkflow = (...of: Parameters<typeof given>): ClubFunctions =>
		({ ...given(...of), getWorkflow: () => ({ active: false }) }) as unknown as ClubFunctions;
	const unnamed = { workflowId: '', workflow: 'Unnamed workflow', node: 'Get athletes' };

	test('a workflow that was never saved has a name all the same', () => {
		expect(callerOf(withoutWorkflow('manual', NODE)).spender).toEqual(unnamed);
		expect(callerOf(withoutWorkflow('manual', `${NODE}Tool`)).spender).toEqual(unnamed);
	});

	test('an n8n Agent has no workflow, and is told from the drop-down of a tool, and from a node that is none', () => {
		const agent = { workflowId: 'agent', workflow: 'n8n Agent', node: '' };
		expect(callerOf(withoutWorkflow('internal', `${NODE}Tool`))).toEqual({ spender: agent, background: false, byHand: false });
		expect(callerOf(withoutWorkflow('internal', `${NODE}Tool`, ['getCurrentNodeParameter'])).spender).toEqual(unnamed);
		expect(callerOf(withoutWorkflow('internal', NODE)).spender).toEqual(unnamed);
	});
});

test('a node is known by its workflow and its own id, and a tool by the end of its type', () => {
	const key = (workflow: string, node: string) =>
		nodeKeyOf({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	expect(new Set([key('w1', 'n1'), key('w1', 'n2'), key('w2', 'n1'), key('w', '1n1')]).size).toBe(4);
	expect(key('w1', 'n1')).toBe(key('w1', 'n1'));
	expect([NODE, `${NODE}Tool`, `${NODE}Toolkit`].map((type) => isTool({ type }))).toEqual([false, true, false]);
});
