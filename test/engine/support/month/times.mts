import type { INode, INodeExecutionData, ITriggerFunctions, TriggerTime, Workflow } from 'n8n-workflow';
import { toCronExpression } from 'n8n-workflow';
import { fromN8n } from './nodes.mts';

interface CronTimes {
	CronTime: new (expression: string, zone: string) => { getNextDateFrom(start: Date, zone: string): { toMillis(): number } };
}

const { CronTime } = fromN8n('cron') as CronTimes;

/** The next time of a Cron expression after a moment, in ms since the epoch. */
export const nextTime = (expression: string, zone: string, after: number): number =>
	new CronTime(expression, zone).getNextDateFrom(new Date(after), zone).toMillis();

/** The Cron expressions of the Poll Times of a node, as n8n makes them. n8n draws the second; here it comes from a number. */
export function pollCrons({ parameters }: INode, number: number): string[] {
	const { item = [] } = (parameters.pollTimes ?? {}) as { item?: TriggerTime[] };
	return item.map((time) => toCronExpression(time).replace(/^\d+/, String((7 * number) % 60)));
}

/** A time of a Schedule Trigger: its Cron expression, and what gives the items of an execution at that time, if there is one. */
interface ScheduledTime {
	cron: string;
	fire(): INodeExecutionData[] | undefined;
}

/** The times of a Schedule Trigger, as the node itself gives them to n8n. */
export async function scheduledTimes(node: INode, workflow: Workflow, zone: string): Promise<ScheduledTime[]> {
	const times: ScheduledTime[] = [];
	let emitted: INodeExecutionData[] | undefined;
	const staticData = {};
	const functions = {
		getNode: () => node,
		getNodeParameter: (name: string, fallback: unknown) => node.parameters[name] ?? fallback,
		getTimezone: () => zone,
		getWorkflow: () => workflow,
		getWorkflowStaticData: () => staticData,
		getMode: () => 'trigger',
		emit: ([items]: INodeExecutionData[][]) => {
			emitted = items;
		},
		helpers: {
			returnJsonArray: (rows: object[]) => rows.map((json) => ({ json })),
			registerCron: ({ expression }: { expression: string }, run: () => void) => {
				const fire = () => {
					emitted = undefined;
					run();
					return emitted;
				};
				times.push({ cron: expression, fire });
			},
		},
	};
	await workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion).trigger?.call(functions as unknown as ITriggerFunctions);
	return times;
}
