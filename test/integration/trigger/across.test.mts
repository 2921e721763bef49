import { ExecuteContext, ExecutionLifecycleHooks } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, INodeType, INodeTypes, WorkflowExecuteMode } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow, createRunExecutionData } from 'n8n-workflow';
import type { Deferred } from '../../../nodes/ClubPollTrigger/scan/emission';
import { defer } from '../../../nodes/ClubPollTrigger/scan/emission';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { clock } from '../../../nodes/shared/transport/process';
import { additionalDataFor, credentialsHelperFor } from '../../../dev/host/engine.mts';
import { processedValues } from './processed.mts';

beforeAll(async () => {
	await processedValues;
});

const node = (name: string, type: string, options: IDataObject = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: { events: ['Badge.Awarded'], options } as never,
});

/** A workflow in which both triggers lead into the same node. */
class Both {
	/** How often each badge has reached the rest of the workflow, in executions that have succeeded. */
	readonly handled = new Map<number, number>();
	private readonly types: Record<string, INodeType> = {
		'n8n-nodes-club.clubTrigger': new ClubTrigger(),
		'n8n-nodes-club.clubPollTrigger': new ClubPollTrigger(),
	};
	private readonly results = new Map<string, unknown>();

	constructor(private readonly id: string) {}

	private workflow(): Workflow {
		const next = { main: [[{ node: 'Mail', type: NodeConnectionTypes.Main, index: 0 }]] };
		const byName = (type: string) => this.types[type] ?? this.types['n8n-nodes-club.clubTrigger'];
		return new Workflow({
			id: this.id,
			nodes: [node('Events', 'n8n-nodes-club.clubTrigger'), node('Polls', 'n8n-nodes-club.clubPollTrigger'), node('Mail', 'test.mail')],
			connections: { Events: next, Polls: next },
			active: true,
			nodeTypes: { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) } as unknown as INodeTypes,
		});
	}

	/** One execution of a trigger, as the engine runs it. @param isSuccess whether the rest of the workflow succeeds */
	async run(name: 'Events' | 'Polls', events: IDataObject[], isSuccess: boolean): Promise<void> {
		const workflow = this.workflow();
		const trigger = workflow.getNode(name) as INode;
		const mode: WorkflowExecuteMode = name === 'Events' ? 'webhook' : 'trigger';
		const executionId = String(this.results.size + 1);
		this.results.set(executionId, undefined);
		const hooks = new ExecutionLifecycleHooks(mode, executionId, { id: this.id } as never);
		const additionalData = Object.assign(additionalDataFor(credentialsHelperFor({})), {
			executionId,
			hooks,
			getRunExecutionData: async (id: string) => this.results.get(id),
		});
		const items: INodeExecutionData[] = events.map((json) => ({ json }));
		const input = { main: [items] };
		const context = new ExecuteContext(
			workflow,
			trigger,
			additionalData as never,
			mode,
			createRunExecutionData({}),
			0,
			items,
			input,
			{ node: trigger, data: input, source: null },
			[],
		);
		const [output] = (await this.types[trigger.type].execute?.call(context)) as INodeExecutionData[][];
		if (isSuccess) for (const { json } of output) this.count(Number((json.ids as IDataObject).achievedBadgeId));
		this.results.set(executionId, { resultData: { error: isSuccess ? undefined : {}, lastNodeExecuted: name, runData: { [name]: [{}] } } });
		await hooks.runHook('workflowExecuteAfter', [{ status: isSuccess ? 'success' : 'error' } as never, {}]);
	}

	private count(badge: number): void {
		this.handled.set(badge, (this.handled.get(badge) ?? 0) + 1);
	}
}

const badge = (n: number, over: IDataObject = {}): IDataObject => ({
	id: `delivery-${n}`,
	eventType: 'Badge.Awarded',
	subject: `Athletes/7/Badges/${n}`,
	eventTime: new Date(clock.now()).toISOString(),
	ids: { userId: 7, achievedBadgeId: n },
	...over,
});

const polled = (n: number): IDataObject => badge(n, { id: `Badge.Awarded-${n}`, polled: true });

test('both triggers handle each of 500 badges once: 30 % not delivered, 20 % twice, repeats after the poll, failed executions', async () => {
	let now = Date.now();
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const both = new Both('across-1');
	const all = Array.from({ length: 500 }, (_, n) => n + 1);
	let [deferred, read]: [Deferred, number] = [{}, 0];
	const poll = async (until: number) => {
		const { items, deferred: later } = defer(deferred, all.slice(read, until).map(polled), now, true);
		[deferred, read] = [later, until];
		if (items.length > 0) await both.run('Polls', items, true);
	};
	const aMinute = 10;
	const repeated: IDataObject[] = [];
	for (let from = 0; from < all.length; from += aMinute) {
		now += 60_000;
		const arrived = all.slice(from, from + aMinute).filter((n) => n % 10 >= 3);
		const isDown = from >= 200 && from < 250;
		if (isDown) repeated.push(...arrived.map((n) => badge(n)));
		if (isDown) continue;
		const twice = arrived.filter((n) => n % 5 === 0);
		const deliveries = [...arrived, ...twice].map(async (n) => await both.run('Events', [badge(n)], n % 50 !== 7));
		await Promise.all([...deliveries, poll(from)]);
		if (from < 300) continue;
		for (const event of repeated.splice(0)) await both.run('Events', [event], true);
	}
	for (const pause of [120_000, 7_200_000]) {
		now += pause;
		await poll(all.length);
	}
	now += 7_200_000;
	await poll(all.length);
	expect(all.filter((n) => both.handled.get(n) !== 1)).toEqual([]);
});
