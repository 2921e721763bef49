import type { IExecuteFunctions } from 'n8n-workflow';
import { ClubClient } from '../../shared/transport/client';
import { fingerprint } from '../../shared/transport/credential';
import { attempt } from '../../shared/transport/errors';
import { readCredential } from '../../shared/transport/readCredential';

const MAX_CLUBS = 10;

export interface Batch {
	client: ClubClient;
	items: number[];
	name?: string;
}

export interface ClubItems {
	batches: Batch[];
}

/** Runs work for each club, at most ten clubs at a time. A club that must wait keeps its place. */
export async function runClubs(clubs: readonly ClubItems[], work: (batch: Batch) => Promise<void>): Promise<void> {
	const waiting = clubs.values();
	const next = async (): Promise<void> => {
		for (const { batches } of waiting) for (const batch of batches) await work(batch);
	};
	await Promise.all(Array.from({ length: MAX_CLUBS }, next));
}

/** A sentence that says which of several clubs an item uses; empty if there is one club. */
export function clubSentence(clubs: readonly ClubItems[], item: number): string {
	const club = clubs.find(({ batches }) => batches.some(({ items }) => items.includes(item)));
	if (!club || clubs.length === 1) return '';
	const { name } = club.batches.find(({ items }) => items.includes(item)) ?? {};
	if (name) return `Club: "${name}".`;
	const [first] = club.batches[0].items;
	return first === item ? '' : `It uses the same club as item ${first}.`;
}

/**
 * Groups the items by club. The credential is read for each item, since its keys may be expressions of the item.
 * @param items indexes of the items
 * @param refuse receives the error of an item whose credential cannot be used
 */
export async function clubsOf(
	functions: IExecuteFunctions,
	items: readonly number[],
	refuse: (error: unknown, item: number) => void,
): Promise<ClubItems[]> {
	const clubs = new Map<string, ClubItems & { last?: string }>();
	const add = async (item: number): Promise<void> => {
		const credential = await readCredential(functions, item);
		const key = fingerprint(credential.baseUrl, credential.clubApiKey);
		const club = clubs.get(key) ?? { batches: [] };
		clubs.set(key, club);
		const identity = fingerprint(JSON.stringify(credential));
		if (club.last !== identity) {
			const client = await ClubClient.open(functions, credential);
			club.batches.push({ client, items: [], name: credential.expectedClub || undefined });
		}
		club.last = identity;
		club.batches.at(-1)?.items.push(item);
	};
	for (const item of items) {
		const added = await attempt(add(item));
		if ('error' in added) refuse(added.error, item);
	}
	return [...clubs.values()].filter(({ batches }) => batches.length > 0);
}
