import { deliveriesASecond } from './deliveries.mts';
import { alternating, figure, ratios } from './rounds.mts';
import type { BenchHost } from './station.mts';
import { rareBadges, RARE_BADGE, type FilterPlace } from './workflows.mts';

const LABELS: Readonly<Record<FilterPlace, string>> = { trigger: '*Only When* in the trigger', filter: 'a Filter node after it' };

/** One event in this many has the rare badge. */
const ONE_IN = 100;

/** Share of the events to send. With the Filter node each event starts an execution, so a tenth is enough. */
const SHARE: Readonly<Record<FilterPlace, number>> = { trigger: 1, filter: 0.1 };

/**
 * Compares *Only When* in the trigger with a Filter node after it. One event in a hundred matches.
 * @param count the events of one round
 * @returns title, head and lines of a table, with the events and executions of all rounds
 */
export async function onlyWhen(host: BenchHost, count: number, rounds: number): Promise<[string, string[], string[][]]> {
	const published: Partial<Record<FilterPlace, { id: string; url: string }>> = {};
	for (const place of ['trigger', 'filter'] as const) {
		const { id } = await host.rest.createWorkflow(rareBadges(place, host.credential));
		const { message } = await host.rest.activate(id);
		if (message) throw new Error(message);
		published[place] = { id, url: host.webhookUrl() };
	}
	const found = await alternating(['trigger', 'filter'] as const, rounds, async (place) => {
		const { id = '', url = '' } = published[place] ?? {};
		const before = (await host.rest.executions(id)).length;
		const rate = await deliveriesASecond(url, count * SHARE[place], (number) => ({ BadgeId: number % ONE_IN === 0 ? RARE_BADGE : 1 }));
		return { rate, started: (await host.rest.executions(id)).length - before };
	});
	const ratesOf = (place: FilterPlace) => found[place].map(({ rate }) => rate);
	const lines = (['trigger', 'filter'] as const).map((place) => [
		LABELS[place],
		String(rounds * count * SHARE[place]),
		figure(ratesOf(place), 0),
		String(found[place].reduce((sum, { started }) => sum + started, 0)),
		figure(ratios(ratesOf(place), ratesOf('filter')), 1),
	]);
	return [`Events, one in ${ONE_IN} matches`, ['filtered by', 'events', 'deliveries a second', 'executions', 'ratio'], lines];
}
