import type { IExecuteFunctions } from 'n8n-workflow';
import { ClubClient } from '../shared/transport/client';
import type { Slot } from '../shared/transport/budget';
import { fingerprint } from '../shared/transport/credential';
import { attempt } from '../shared/transport/errors';
import { readCredential } from '../shared/transport/readCredential';

/** Clubs that are asked at the same time. */
const MAX_LANES = 10;

/** Items of one credential that follow each other in their lane. */
export interface Stretch {
	client: ClubClient;
	items: number[];
}

/** The items that go to one club, in their order. */
export interface Lane {
	stretches: Stretch[];
	/** The club's name, as far as the credential tells it. */
	name?: string;
}

/** Room for so many at once; who has to wait for something else makes room meanwhile. */
export class Slots implements Slot {
	private readonly waiting: Array<() => void> = [];

	constructor(private free = MAX_LANES) {}

	/** Who was there before goes first. */
	async take(): Promise<void> {
		await this.enter((go) => this.waiting.unshift(go));
	}

	giveBack(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}

	/** Does work where there is room for it. */
	async use(work: () => Promise<void>): Promise<void> {
		await this.enter((go) => this.waiting.push(go));
		await work().finally(() => this.giveBack());
	}

	private async enter(wait: (go: () => void) => void): Promise<void> {
		if (this.free > 0) this.free--;
		else await new Promise<void>(wait);
	}
}

/** Which of several clubs an item goes to, in words. */
export function placeOf(lanes: readonly Lane[], item: number): string {
	const lane = lanes.find(({ stretches }) => stretches.some(({ items }) => items.includes(item)));
	if (!lane) return '';
	if (lane.name) return `Club: "${lane.name}".`;
	const first = Math.min(...lane.stretches.flatMap(({ items }) => items));
	return first === item ? '' : `It uses the same club as item ${first}.`;
}

/**
 * The items by their clubs: the credential is read for each item, since its keys may be expressions of the item.
 * @param items indexes of the items
 * @param refuse takes the error of an item whose credential cannot be used
 */
export async function lanesOf(
	functions: IExecuteFunctions,
	items: readonly number[],
	slot: Slot,
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
		const whole = fingerprint(JSON.stringify(credential));
		if (lane.last !== whole) {
			const opened = await attempt(ClubClient.of(functions, credential, { slot }));
			if ('error' in opened) {
				refuse(opened.error, item);
				continue;
			}
			lane.stretches.push({ client: opened.value, items: [] });
			lane.last = whole;
		}
		lane.stretches.at(-1)?.items.push(item);
	}
	return [...lanes.values()].filter(({ stretches }) => stretches.length > 0);
}
