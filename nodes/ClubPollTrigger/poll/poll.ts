import type { IDataObject } from 'n8n-workflow';
import type { Watermark } from '../scan/watermark';
import { NOTHING_SEEN, seeing } from '../scan/watermark';
import { firstForMissing, leftForMissing, pauseBetween, spend, spentInDay, withoutMissing } from '../scan/spent';
import { ClubError, InvalidInput } from '../../shared/transport/errors';
import { Emission } from '../scan/emission';
import type { FailingLists } from './problems';
import { takeProblem } from './problems';
import { NewRecords } from '../scan/newRecords';
import type { ListName } from '../../shared/api/eventRows';
import { POLLED_LISTS } from '../causes/lists';
import type { PolledClub } from '../scan/meter';
import { Meter, pausedOr, PollPaused } from '../scan/meter';
import type { PolledEvent } from '../causes/polledEvent';
import { chosenEvents } from '../causes/polledEvents';
import type { PollRun } from '../scan/readPages';
import { comparePlaces } from '../scan/places';
import { ListScan } from '../scan/listScan';
import type { PollSettings } from '../causes/settings';
import { hasWaiting, MAX_ASKED, MAX_ASKED_AGAIN, MissingRecords } from '../scan/missing';
import { unpackMarks } from '../scan/snapshot';
import type { ListState, PollState } from '../scan/state';
import { notAhead, STATE_VERSION } from '../scan/state';

/** What a poll needs besides its settings. */
export interface PollContext {
	/** Fingerprint of the base URL and the key. While it stays the same, the profile need not be read. */
	key: string;
	/** Makes the fingerprint of the club from its profile and the base URL. */
	identify(profile: IDataObject): string;
	/** When no further call may begin, in ms since the epoch. */
	until: number;
	/** The lists that failed at their last tries. */
	failing: FailingLists;
	/** Whether this is the poll at publication, which succeeds while any list can be read. */
	isFirst?: boolean;
	/** Whether an item starts the workflow. */
	startsWorkflow?: (item: IDataObject) => boolean;
}

export interface PollOutcome {
	items: IDataObject[];
	/** The new state; undefined if not even the profile of the club was read. */
	state: PollState | undefined;
	/** Whether n8n should save the state even without items. Otherwise a restart forgets what was read and what it cost. */
	save: boolean;
	/** A lasting problem to show to the user. */
	problem?: ClubError;
	/** Warnings for n8n's log. */
	notes: string[];
}

/** How long the club may refuse all calls before the poll fails, in ms. */
const LONGEST_REFUSAL_MS = 3_600_000;

/** The share of its pause after which a list may be read: polls come a little early at times, and the list would wait for the next one. */
const TOLERANCE = 0.9;

/** The lists that the events need, each with its own events. Those of places are found in what two lists keep. */
function listsOf(events: readonly PolledEvent[]): Map<ListName, PolledEvent[]> {
	const ofRecords = events.filter(({ places }) => !places);
	const ofPlaces: ListName[] = ofRecords.length < events.length ? ['calendars', 'bookings'] : [];
	const names = [...ofRecords.map(({ list }) => list), ...ofPlaces];
	return new Map(names.map((name) => [name, ofRecords.filter(({ list }) => list === name)]));
}

/**
 * How far new memberships were emitted, by either of their two lists. Another choice of events swaps the lists, which must not lose
 * the memberships since the last read.
 */
function emittedOf({ newMemberships, memberships }: PollState['lists']): Watermark | undefined {
	if (!memberships) return newMemberships?.watermark;
	const { watermark, wholeAt, marks } = memberships;
	if (!watermark && wholeAt === undefined) return undefined;
	const ids = [...unpackMarks(marks).values()].map(({ ids: [id] }) => id);
	return seeing(watermark ?? NOTHING_SEEN, ids);
}

/** The state of a list. A state of other parameters is forgotten, and the first read after that emits nothing. */
function stateOf(name: ListName, state: PollState, settings: PollSettings, isNew: boolean): ListState {
	const settingsKey = JSON.stringify(POLLED_LISTS[name].settingsKey?.(settings) ?? null);
	const known = state.lists[name];
	if (known?.settingsKey === settingsKey) return known;
	const watermark = name === 'memberships' || name === 'newMemberships' ? emittedOf(state.lists) : undefined;
	return { settingsKey, ...(isNew && settings.emitsExisting && { emitsExisting: true }), ...(watermark && { watermark }) };
}

/** The state of the club that the keys select now. Unknown keys cost a read of the profile. @throws PollPaused, ClubError */
async function clubState(state: PollState | undefined, meter: Meter, { key, identify }: PollContext): Promise<PollState> {
	if (state?.key === key) return state;
	const clubKey = identify((await meter.send('GET /Profile')) as IDataObject);
	if (state?.clubKey === clubKey) return { ...state, key };
	// What was found in the club before is still to be emitted.
	const found = state?.deferred?.found;
	return { version: STATE_VERSION, clubKey, key, lists: {}, spent: state?.spent ?? [], ...(found && { deferred: { found } }) };
}

const readerOf = (name: ListName, state: ListState, events: PolledEvent[], run: PollRun): NewRecords | ListScan =>
	POLLED_LISTS[name].grows ? new NewRecords(name, state, events, run) : new ListScan(name, state, events, run);

/**
 * Handles a list that could not be read, or that lacks what its events compare. The other lists go on. The error is shown once an
 * hour, and that of the first poll in n8n's log.
 * @throws the error if it is time to show it, or if no list can be read
 */
function handleFailure(name: string, names: readonly ListName[], error: unknown, { failing, isFirst }: PollContext, run: PollRun): void {
	if (!(error instanceof ClubError || error instanceof InvalidInput)) throw error;
	const isReportDue = failing.fail(name, run.now);
	if (names.every((other) => failing.has(other))) throw error;
	if (!isReportDue) return;
	if (isFirst) {
		run.notes.push(
			`The first poll could not read all lists: ${error.message}. ${error.description} Events from the other lists still arrive.`,
		);
		return;
	}
	const advice = 'Events from the other lists still arrive. While the problem lasts, this message appears once an hour.';
	// Without a `failure`, n8n's scheduler does not take this for a permanent failure, which would delay the other lists too.
	if (error instanceof ClubError) throw error.with({ failure: undefined, advice });
	throw new ClubError(error.message, { description: `${error.description} ${advice}` });
}

/**
 * Reads the missing records of all lists that do not fail by themselves, each list its part of the calls, and notes what that cost.
 * Records that are known to be unlisted have what is left over.
 * @param madeBefore how many such calls this poll made before it read its lists; undefined before that
 * @returns how many calls it made
 */
async function settleMissing(
	state: PollState,
	events: ReadonlyMap<ListName, PolledEvent[]>,
	failing: FailingLists,
	run: PollRun,
	madeBefore?: number,
): Promise<number> {
	const { settings, now, meter } = run;
	const { spent, asked = [], askedAgain = [], lists } = state;
	const left = leftForMissing(spend(spent, meter.calls, now), asked, now, settings.callsPerDay);
	const isLast = madeBefore !== undefined;
	const again = isLast ? MAX_ASKED_AGAIN - spentInDay(askedAgain, now).calls : 0;
	const atMost = isLast ? MAX_ASKED - madeBefore : Math.min(MAX_ASKED, firstForMissing(settings.maxCalls));
	const most = { calls: Math.min(atMost, left), again };
	const asking = { ...most };
	const absent = [...events.keys()]
		.flatMap((name) => {
			const list = lists[name];
			if (list?.wholeAt === undefined || !list.marks?.absences || failing.has(name)) return [];
			return [{ name, records: new MissingRecords(POLLED_LISTS[name], list, events.get(name) ?? [], run) }];
		})
		.sort((a, b) => a.records.count() - b.records.count());
	for (const [index, { name, records }] of absent.entries()) {
		const part = { calls: Math.ceil(asking.calls / (absent.length - index)), again: 0 };
		const { calls } = part;
		lists[name] = await records.settle(part);
		asking.calls -= calls - part.calls;
	}
	if (isLast) for (const { name, records } of absent) lists[name] = await records.settle(asking);
	const waiting = absent.reduce((sum, { records }) => sum + records.count(), 0);
	const made = most.calls - asking.calls;
	if (made > 0) state.asked = spend(asked, made, now);
	if (most.again > asking.again) state.askedAgain = spend(askedAgain, most.again - asking.again, now);
	if (isLast && made + madeBefore > 0 && waiting > 0)
		run.notes.push(`${waiting} records that their lists lack wait to be read by themselves, up to ${MAX_ASKED} a poll.`);
	return made;
}

/**
 * Reads the lists that are due, the longest waiting first and the failing last.
 * @param state goes as far as they were read, also after an error
 * @throws PollPaused, ClubError
 */
async function readLists(state: PollState, isNew: boolean, context: PollContext, run: PollRun): Promise<void> {
	const { settings, now } = run;
	const { failing } = context;
	const chosen = chosenEvents(settings.events);
	const events = listsOf(chosen);
	const ofPlaces = chosen.filter(({ places }) => places);
	const names = [...events.keys()];
	const lists: Record<string, ListState> = Object.fromEntries(names.map((name) => [name, stateOf(name, state, settings, isNew)]));
	state.lists = lists;
	if (ofPlaces.length > 0) {
		state.places ??= isNew && settings.emitsExisting ? { emitsExisting: true } : {};
		run.classes = new Map();
	} else delete state.places;
	const waits = names.some((name) => hasWaiting(lists[name]));
	const ofLists = waits ? withoutMissing(settings.callsPerDay) : settings.callsPerDay;
	// What has waited comes before the lists, or lists that need all calls of a poll would keep it waiting.
	const made = waits ? await settleMissing(state, events, failing, run) : 0;
	const due = names
		.filter((name) => {
			const { cost = 1, progress, rescan, begunAt } = lists[name];
			const pause = TOLERANCE * pauseBetween(cost, names.length, ofLists);
			const isDue = begunAt === undefined || progress !== undefined || rescan === true || now - begunAt >= pause;
			return isDue && failing.isDue(name, pause, now);
		})
		.sort((a, b) => Number(failing.has(a)) - Number(failing.has(b)) || (lists[a].begunAt ?? 0) - (lists[b].begunAt ?? 0));
	const tryList = async (name: ListName, work: Promise<void>) => {
		await work.catch((error: unknown) => handleFailure(name, names, error, context, run));
	};
	const readDue = async () => {
		for (const name of due) {
			const reader = readerOf(name, lists[name], events.get(name) ?? [], run);
			const read = async () => {
				await reader.read().finally(() => (lists[name] = reader.state()));
				if (!run.refused.has(name)) failing.delete(name);
			};
			await tryList(name, read());
			for (const [refused, error] of run.refused) handleFailure(refused, names, error, context, run);
			run.refused.clear();
		}
	};
	// Places whose classes could not be read come before the lists, for the same reason.
	if (state.places?.comesFirst) await pausedOr(tryList('calendars', comparePlaces(state, ofPlaces, run)));
	const paused = await pausedOr(readDue());
	await settleMissing(state, events, failing, run, made);
	if (state.places) await tryList('calendars', comparePlaces(state, ofPlaces, run));
	if (paused instanceof PollPaused) throw paused;
}

/**
 * One poll: reads the lists that are due, and gives the events since the last one. The state goes only as far as the items, so the
 * next poll finds the rest.
 * @param stored the state after the last poll; undefined at the very first
 * @throws ClubError; the state then stays as it was
 */
export async function poll(
	stored: PollState | undefined,
	club: PolledClub,
	context: PollContext,
	settings: PollSettings,
): Promise<PollOutcome> {
	const now = club.now();
	const before = notAhead(stored, now);
	const spent = spentInDay(before?.spent ?? [], now);
	const meter = new Meter(club, Math.min(settings.maxCalls, settings.callsPerDay - spent.calls), context.until, before?.answeredAt ?? 0);
	const { firstAt = now, latestAt = now } = before ?? {};
	const latest = Math.max(now, latestAt);
	// Nothing from before the first poll is news, unless it was at the first poll that n8n's clock was wrong.
	const isOfClock = firstAt - now > latest - firstAt;
	const emission = new Emission(settings.maxItems, context.startsWorkflow);
	const run: PollRun = { settings, now: isOfClock ? now : Math.max(now, firstAt), latest, meter, emission, notes: [], refused: new Map() };
	let state = before;
	const readAll = async () => {
		state = { ...(await clubState(before, meter, context)) };
		await readLists(state, before === undefined, context, run);
	};
	const ended = await pausedOr(readAll());
	const refusal = ended instanceof PollPaused ? ended.refusal : undefined;
	const answeredAt = meter.answeredAt ?? before?.answeredAt;
	if (refusal && meter.answeredAt === undefined && answeredAt !== undefined && now - answeredAt > LONGEST_REFUSAL_MS) throw refusal;
	if (!state) return { items: [], state, save: false, notes: run.notes };
	const after: PollState = {
		...state,
		spent: spend(spent.hours, club.calls(), now),
		firstAt,
		latestAt: latest,
		...(answeredAt !== undefined && { answeredAt }),
	};
	const { items } = emission;
	// The poll at publication fails only for what prevents the publication.
	const problem = context.isFirst ? undefined : takeProblem(after, items, settings);
	// Before a list was read to its end, a restart loses nothing.
	const save = meter.reads > 0 && Object.values(after.lists).some(({ wholeAt }) => wholeAt !== undefined);
	return { items, state: after, save, problem, notes: run.notes };
}
