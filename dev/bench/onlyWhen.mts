import { deliveriesASecond } from './deliveries.mts';
import { alternating, figure, ratios } from './rounds.mts';
import type { Station } from './station.mts';
import { choosy, RARE_BADGE, type Where } from './workflows.mts';

const WORDS: Readonly<Record<Where, string>> = { trigger: '*Only When* in the trigger', filter: 'a Filter node after it' };

/** One event of so many is of the rare badge. */
const ONE_OF = 100;

/** A tenth of the events is enough where each starts an execution. */
const SHARE: Readonly<Record<Where, number>> = { trigger: 1, filter: 0.1 };

/**
 * Events of which one in a hundred is what a workflow is for: left out by the trigger, and by a node after it.
 * @param count the events of one round
 * @returns title, head and lines of a table; events and executions of all rounds
 */
export async function onlyWhen(at: Station, count: number, rounds: number): Promise<[string, string[], string[][]]> {
	const published: Partial<Record<Where, { id: string; url: string }>> = {};
	for (const where of ['trigger', 'filter'] as const) {
		const { id } = await at.rest.createWorkflow(choosy(where, at.credential));
		const { message } = await at.rest.activate(id);
		if (message) throw new Error(message);
		published[where] = { id, url: at.subscribed() };
	}
	const found = await alternating(['trigger', 'filter'] as const, rounds, async (where) => {
		const { id = '', url = '' } = published[where] ?? {};
		const before = (await at.rest.executions(id)).length;
		const rate = await deliveriesASecond(url, count * SHARE[where], (number) => ({ BadgeId: number % ONE_OF === 0 ? RARE_BADGE : 1 }));
		return { rate, started: (await at.rest.executions(id)).length - before };
	});
	const ratesOf = (where: Where) => found[where].map(({ rate }) => rate);
	const lines = (['trigger', 'filter'] as const).map((where) => [
		WORDS[where],
		String(rounds * count * SHARE[where]),
		figure(ratesOf(where), 0),
		String(found[where].reduce((sum, { started }) => sum + started, 0)),
		figure(ratios(ratesOf(where), ratesOf('filter')), 1),
	]);
	return [`Events of which one in ${ONE_OF} matches`, ['left out by', 'events', 'deliveries a second', 'executions', 'ratio'], lines];
}
