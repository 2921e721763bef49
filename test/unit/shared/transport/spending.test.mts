import fc from 'fast-check';
import { Spending, callerOf, type Spender } from '../../../../nodes/shared/transport/spending';
import type { ClubFunctions } from '../../../../nodes/shared/transport/process';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 1, 9, 12, 34);
const by = (workflowId: string): Spender => ({ workflowId, workflow: `Workflow ${workflowId}` });

describe('Spending: the calls of a process', () => {
	test('are counted for an hour, 24 hours and since the start, with a forecast of 30 days', () => {
		const spending = new Spending(START);
		for (let call = 0; call < 60; call++) spending.count(by('a'), START + call * HOUR);
		expect(spending.report(START + 59 * HOUR, START + 59 * HOUR)).toMatchObject({
			calls: { lastHour: 1, last24Hours: 25, sinceStart: 60 },
			forecast30Days: 750,
		});
		expect(spending.report(START + 59 * HOUR + 30 * MINUTE, START + 59 * HOUR + 30 * MINUTE)).toMatchObject({
			calls: { lastHour: 1, last24Hours: 24 },
			since: new Date(START).toISOString(),
		});
		expect(spending.report(START + 90 * HOUR, START + 90 * HOUR)).toMatchObject({
			calls: { lastHour: 0, last24Hours: 0, sinceStart: 60 },
			forecast30Days: 0,
		});
	});

	test('have a forecast from the calls so far, over at least an hour', () => {
		const spending = new Spending(START);
		for (let call = 0; call < 10; call++) spending.count(by('a'), START);
		expect(spending.report(START + MINUTE, START + MINUTE).forecast30Days).toBe(10 * 24 * 30);
		expect(spending.report(START + 6 * HOUR, START + 6 * HOUR).forecast30Days).toBe((10 / 6) * 24 * 30);
	});

	test('are listed by workflow, the most first, with its current name', () => {
		const spending = new Spending(START);
		for (const id of ['a', 'b', 'b']) spending.count(by(id), START);
		spending.count({ ...by('b'), workflow: 'Renamed' }, START);
		expect(spending.report(START, START).byWorkflow).toEqual([
			{ workflowId: 'b', name: 'Renamed', calls: 3 },
			{ workflowId: 'a', name: 'Workflow a', calls: 1 },
		]);
	});

	test('name the workflows with most calls in 24 hours', () => {
		const spending = new Spending(START);
		for (let call = 0; call < 9; call++) spending.count(by('old'), START);
		for (let call = 0; call < 3; call++) spending.count(by('a'), START + 2 * DAY);
		spending.count(by('b'), START + 2 * DAY);
		expect(spending.topSpenders(START + 2 * DAY)).toEqual(['"Workflow a": 3', '"Workflow b": 1']);
		expect(spending.topSpenders(START + 2 * DAY, 1)).toHaveLength(1);
		for (let call = 0; call < 4; call++) spending.count(by('b'), START + 2 * DAY);
		expect(spending.topSpenders(START + 3 * DAY - 1)).toEqual(['"Workflow b": 5', '"Workflow a": 3']);
		expect(spending.topSpenders(START + 3 * DAY + HOUR)).toEqual([]);
	});

	test('include every call of the last 24 hours, and none that is a minute older', () => {
		const gap = fc.oneof(fc.integer({ min: 0, max: 5 * HOUR }), fc.constantFrom(DAY, DAY + MINUTE));
		const gaps = fc.array(gap, { maxLength: 60 });
		fc.assert(
			fc.property(gaps, fc.integer({ min: 1, max: 20 }), (after, most) => {
				const spending = new Spending(START);
				const times: number[] = [];
				let now = START;
				for (const gap of after) {
					now += gap;
					times.push(now);
					spending.count(by('a'), now);
					const younger = (age: number) => times.filter((at) => at > now - age).length;
					expect(spending.lastDay(now)).toBeGreaterThanOrEqual(younger(DAY));
					expect(spending.lastDay(now)).toBeLessThanOrEqual(younger(DAY + MINUTE));
					const goesOn = spending.fewerThan(most, now);
					expect(goesOn).toBeGreaterThanOrEqual(now);
					expect(spending.lastDay(goesOn)).toBeLessThan(most);
					if (goesOn > now) expect(spending.lastDay(goesOn - 1)).toBeGreaterThanOrEqual(most);
				}
			}),
		);
	});

	test('are counted together beyond 200 workflows, so memory stays small', () => {
		const spending = new Spending(START);
		for (let workflow = 0; workflow < 1000; workflow++)
			for (let call = 0; call < 50; call++) spending.count(by(`${workflow}`), START + workflow * HOUR);
		const all = spending.report(START, START).byWorkflow;
		expect(all).toHaveLength(201);
		expect(all[0]).toEqual({ workflowId: '*', name: 'Other workflows', calls: 800 * 50 });
		expect(spending.report(START, START)).toMatchObject({ calls: { sinceStart: 50_000 } });
		expect(JSON.stringify(spending, (_, value: unknown) => (value instanceof Map ? [...value] : value)).length).toBeLessThan(500_000);
	});
});

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

describe('callerOf: who makes a call', () => {
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
		expect(callerOf(functions)).toEqual({ spender: { workflowId: 'w1', workflow: 'Sync' }, ...caller });
	});

	const withoutWorkflow = (...of: Parameters<typeof given>): ClubFunctions =>
		({ ...given(...of), getWorkflow: () => ({ active: false }) }) as unknown as ClubFunctions;
	const unnamed = { workflowId: '', workflow: 'Unnamed workflow' };

	test('an unsaved workflow has a name', () => {
		expect(callerOf(withoutWorkflow('manual', NODE)).spender).toEqual(unnamed);
		expect(callerOf(withoutWorkflow('manual', `${NODE}Tool`)).spender).toEqual(unnamed);
	});

	test('an n8n Agent has no workflow, and differs from the drop-down of a tool and from an ordinary node', () => {
		const agent = { workflowId: 'agent', workflow: 'n8n Agent' };
		expect(callerOf(withoutWorkflow('internal', `${NODE}Tool`))).toEqual({ spender: agent, background: false, byHand: false });
		expect(callerOf(withoutWorkflow('internal', `${NODE}Tool`, ['getCurrentNodeParameter'])).spender).toEqual(unnamed);
		expect(callerOf(withoutWorkflow('internal', NODE)).spender).toEqual(unnamed);
	});
});
