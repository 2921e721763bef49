import { NOTHING_SEEN, seeing, type Watermark } from '../scan/watermark';
import { pauseBetween } from '../scan/callsPerDay';
import type { FailingLists } from './problems';
import type { ListName } from '../../shared/api/eventRows';
import { POLLED_LISTS } from '../causes/lists';
import type { PolledEvent } from '../causes/polledEvent';
import type { PollSettings } from '../defaults';
import { marksIn } from '../scan/snapshot';
import type { ListState, PollState } from '../scan/state';

/** The share of its pause after which a list may be read: polls come a little early at times, and the list would wait for the next one. */
const TOLERANCE = 0.9;

/**
 * How far new memberships were emitted, by either of their two lists. Another choice of events swaps the lists, which must not lose
 * the memberships since the last read.
 */
function emittedOf({ newMemberships, memberships }: PollState['lists']): Watermark | undefined {
	if (!memberships) return newMemberships?.watermark;
	const { watermark, snapshotAt, marks } = memberships;
	if (!watermark && snapshotAt === undefined) return undefined;
	const ids = [...marksIn(marks).values()].map(({ ids: [id] }) => id);
	return seeing(watermark ?? NOTHING_SEEN, ids);
}

/** The state of a list. A state of other parameters is forgotten, and the first read after that emits nothing. */
function stateOf(name: ListName, state: PollState, settings: PollSettings, isNew: boolean): ListState {
	const settingsKey = JSON.stringify(POLLED_LISTS[name].settingsKey?.(settings) ?? null);
	const stored = state.lists[name];
	if (stored?.settingsKey === settingsKey) return stored;
	const watermark = name === 'memberships' || name === 'newMemberships' ? emittedOf(state.lists) : undefined;
	return { settingsKey, ...(isNew && settings.emitsExisting && { emitsExisting: true }), ...(watermark && { watermark }) };
}

/**
 * Gives the state the lists that the events need, and no others. Events of places are found in what two lists keep.
 * @param isNew whether this is the first poll of the trigger
 * @returns the other events of each list
 */
export function openLists(
	state: PollState,
	events: readonly PolledEvent[],
	isNew: boolean,
	settings: PollSettings,
): Map<ListName, PolledEvent[]> {
	const ofRecords = events.filter(({ places }) => !places);
	const ofPlaces: ListName[] = ofRecords.length < events.length ? ['calendars', 'bookings'] : [];
	const names = [...new Set([...ofRecords.map(({ list }) => list), ...ofPlaces])];
	if (ofPlaces.length === 0) delete state.places;
	else state.places ??= isNew && settings.emitsExisting ? { emitsExisting: true } : {};
	state.lists = Object.fromEntries(names.map((name) => [name, stateOf(name, state, settings, isNew)]));
	return new Map(names.map((name) => [name, ofRecords.filter(({ list }) => list === name)]));
}

/** The lists to read now, the longest waiting first and the failing last. */
export function dueLists({ lists }: PollState, failing: FailingLists, { callsPerDay }: PollSettings, now: number): ListName[] {
	const all = Object.entries(lists) as Array<[ListName, ListState]>;
	return all
		.filter(([name, { cost = 1, progress, rescan, begunAt }]) => {
			const pause = TOLERANCE * pauseBetween(cost, all.length, callsPerDay);
			const isDue = begunAt === undefined || progress !== undefined || rescan === true || now - begunAt >= pause;
			return isDue && failing.isDue(name, pause, now);
		})
		.sort(([a, { begunAt: one = 0 }], [b, { begunAt: other = 0 }]) => Number(failing.has(a)) - Number(failing.has(b)) || one - other)
		.map(([name]) => name);
}
