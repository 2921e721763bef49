import { ClubClient } from '../../shared/transport/client';
import { attempt } from '../../shared/transport/errors';
import { readCredential } from '../../shared/transport/readCredential';
import type { Report } from '../calls/batch';
import { Batch } from '../calls/batch';
import type { Plan } from './plan';

/** A sentence that says which of several clubs an item uses; empty if there is one club. */
export function clubSentence(batches: readonly Batch[], item: number): string {
	const batch = batches.find(({ items }) => items.includes(item));
	if (!batch || batches.length === 1) return '';
	if (batch.name) return `Club: "${batch.name}".`;
	const [first] = batch.items;
	return first === item ? '' : `It uses the same club as item ${first}.`;
}

/**
 * Groups the items by credential, which is read for each item, since its keys may be expressions of the item.
 * @param refuse receives the error of an item whose credential cannot be used
 */
export async function batchesOf(
	report: Report,
	plans: ReadonlyMap<number, Plan>,
	refuse: (error: unknown, item: number) => void,
): Promise<Batch[]> {
	const batches = new Map<string, Batch>();
	const { functions } = report;
	const add = async (item: number, plan: Plan): Promise<void> => {
		const credential = await readCredential(functions, item);
		const identity = JSON.stringify(credential);
		const name = credential.expectedClub || undefined;
		const batch = batches.get(identity) ?? new Batch(await ClubClient.open(functions, credential), report, name);
		batches.set(identity, batch);
		batch.items.push(item);
		batch.people.push(...plan.lookUps);
	};
	for (const [item, plan] of plans) {
		const added = await attempt(add(item, plan));
		if ('error' in added) refuse(added.error, item);
	}
	return [...batches.values()];
}
