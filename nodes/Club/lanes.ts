import type { IExecuteFunctions } from 'n8n-workflow';
import { ClubClient } from '../shared/transport/client';
import { fingerprint } from '../shared/transport/credential';
import { attempt } from '../shared/transport/errors';
import { readCredential } from '../shared/transport/readCredential';

/** Max number of clubs that are called at the same time. */
const MAX_LANES = 10;

/** Consecutive items of a lane that use the same credential. */
export interface Stretch {
	client: ClubClient;
	items: number[];
}

/** The items of one club, in order. */
export interface Lane {
	stretches: Stretch[];
	/** The club's name, if the credential has it. */
	name?: string;
}

/** Runs work for each lane, at most ten lanes at a time. A lane that waits for its club keeps its place. */
export async function runLanes(lanes: readonly Lane[], work: (lane: Lane) => Promise<void>): Promise<void> {
	const waiting = lanes.values();
	const next = async (): Promise<void> => {
		for (const lane of waiting) await work(lane);
	};
	await Promise.all(Array.from({ length: MAX_LANES }, next));
}

/** A sentence that says which of several clubs an item uses. */
export function placeOf(lanes: readonly Lane[], item: number): string {
	const lane = lanes.find(({ stretches }) => stretches.some(({ items }) => items.includes(item)));
	if (!lane) return '';
	if (lane.name) return `Club: "${lane.name}".`;
	const [first] = lane.stretches[0].items;
	return first === item ? '' : `It uses the same club as item ${first}.`;
}

/**
 * Groups the items by club. The credential is read for each item, since its keys may be expressions of the item.
 * @param items indexes of the items
 * @param refuse receives the error of an item whose credential cannot be used
 */
export async function lanesOf(
	functions: IExecuteFunctions,
	items: readonly number[],
	refuse: (error: unknown, item: number) => void,
): Promise<Lane[]> {
	const lanes = new Map<string, Lane & { last?: string }>();
	for (const item of items) {
		const read = await attempt(readCredential(functions, item));
		if ('error' in read) {
			refuse(read.error, item);
			continue;
		}
		const credential = read.value;
		const club = fingerprint(credential.baseUrl, credential.clubApiKey);
		const lane = lanes.get(club) ?? { stretches: [], name: credential.expectedClub || undefined };
		lanes.set(club, lane);
		const identity = fingerprint(JSON.stringify(credential));
		if (lane.last !== identity) {
			const opened = await attempt(ClubClient.of(functions, credential));
			if ('error' in opened) {
				refuse(opened.error, item);
				continue;
			}
			lane.stretches.push({ client: opened.value, items: [] });
			lane.last = identity;
		}
		lane.stretches.at(-1)?.items.push(item);
	}
	return [...lanes.values()].filter(({ stretches }) => stretches.length > 0);
}
