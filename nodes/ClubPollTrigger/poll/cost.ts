import type { IExecuteFunctions } from 'n8n-workflow';
import { pollSettings } from '../parameters';
import type { PollState } from '../scan/state';

/** An interval of n8n's Poll Times, as the panel stores it. */
interface PollTime {
	mode: string;
	value?: number;
	unit?: string;
}

/** Polls in 30 days, by the modes of Poll Times. */
const POLLS_A_MONTH: Readonly<Record<string, number>> = {
	everyMinute: 43_200,
	everyHour: 720,
	everyDay: 30,
	everyWeek: 4,
	everyMonth: 1,
};

/** Polls in 30 days; undefined for a Cron expression, which the node does not read. */
function pollsOf({ mode, value, unit }: PollTime): number | undefined {
	return mode === 'everyX' ? (unit === 'hours' ? 720 : 43_200) / Math.max(1, Number(value)) : POLLS_A_MONTH[mode];
}

/** The calls of the last whole read of each list, summed up; undefined before the first one. */
function lastCost(stored: unknown): number | undefined {
	if (typeof stored !== 'string') return undefined;
	const { lists } = JSON.parse(stored) as PollState;
	const costs = Object.values(lists).flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
	return costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : undefined;
}

/** Says in a test run what the polls of the published workflow cost. Before the first whole poll nobody knows, so it says nothing. */
export function hintAtCost(functions: IExecuteFunctions): void {
	const calls = lastCost(functions.getWorkflowStaticData('node').state);
	if (calls === undefined) return;
	const { item = [] } = functions.getNodeParameter('pollTimes', 0, {}) as { item?: PollTime[] };
	const polls = item.map(pollsOf).reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);
	const month = polls === undefined ? 0 : Math.ceil(calls * polls);
	const most = pollSettings(functions).callsPerDay * 30;
	const inWords = (count: number): string => count.toLocaleString('en-US');
	const capped = month > most ? `, of which "Calls per Day" allows ${inWords(most)}` : '';
	functions.addExecutionHints({
		message: `The last whole poll made ${calls} ${calls === 1 ? 'call' : 'calls'}${month > 0 ? `; at these poll times ${inWords(month)} a month${capped}` : ''}`,
		location: 'outputPane',
	});
}
