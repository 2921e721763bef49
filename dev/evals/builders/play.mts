import type { Model } from '../agent.mts';
import { outcome, table } from '../report.mts';
import { Catalogue } from './catalogue.mts';
import type { Built } from './wish.mts';
import { build } from './wish.mts';
import { wishes } from './wishes.mts';

/** Lets a builder make all wishes, one after the other. */
export async function playWishes(model: Model): Promise<Built[]> {
	const catalogue = new Catalogue();
	const built: Built[] = [];
	for (const wish of wishes) built.push(await build(wish, model, catalogue));
	return built;
}

/** A table of the wishes: what was wished, how much of the workflow is right, what is wrong. */
export const wishesTable = (built: readonly Built[]): string =>
	table(
		['wish', 'points', 'of', 'result'],
		built.map((result, index) => [wishes[index].says, String(result.points), String(result.of), outcome(result)]),
	);
