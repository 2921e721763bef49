import type { IExecuteFunctions } from 'n8n-workflow';
import type { PollSettings } from '../defaults';
import type { PollState } from '../scan/state';

export const hint = (functions: IExecuteFunctions, message: string): void =>
	functions.addExecutionHints({ message, location: 'outputPane' });

/** An interval of n8n's Poll Times, as the panel stores it. */
interface PollTime {
	mode: string;
	value?: number;
	unit?: string;
}

const POLLS_A_MONTH: Readonly<Record<string, number>> = {
	everyMinute: 43_200,
	everyHour: 720,
	everyDay: 30,
	everyWeek: 4,
	everyMonth: 1,
};

/** Polls in 30 days; NaN for a Cron expression, which the node does not read. */
const pollsOf = ({ mode, value, unit }: PollTime): number =>
	mode === 'everyX' ? (unit === 'hours' ? 720 : 43_200) / Math.max(1, Number(value)) : (POLLS_A_MONTH[mode] ?? NaN);

/** Says in a test run what the polls of the published workflow cost. Before the first whole poll nobody knows, so it says nothing. */
export function hintAtCost(functions: IExecuteFunctions, { callsPerDay }: PollSettings): void {
	const { state } = functions.getWorkflowStaticData('node');
	if (typeof state !== 'string') return;
	const { lists } = JSON.parse(state) as PollState;
	const calls = Object.values(lists).reduce((sum, { cost = 0 }) => sum + cost, 0);
	if (calls === 0) return;
	const { item = [] } = functions.getNodeParameter('pollTimes', 0, {}) as { item?: PollTime[] };
	const month = Math.ceil(calls * item.reduce((sum, time) => sum + pollsOf(time), 0));
	const most = callsPerDay * 30;
	const inWords = (count: number): string => count.toLocaleString('en-US');
	const capped = month > most ? `, of which "Calls per Day" allows ${inWords(most)}` : '';
	const atThese = month > 0 ? `; at these poll times ${inWords(month)} a month${capped}` : '';
	hint(functions, `The last whole poll made ${calls} ${calls === 1 ? 'call' : 'calls'}${atThese}`);
}
