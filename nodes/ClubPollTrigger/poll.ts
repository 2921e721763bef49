import type { IDataObject } from 'n8n-workflow';
import type { Watermark } from './watermark';
import { NOTHING_SEEN, pauseBetween, seeing, spend, spentInDay } from './watermark';
import { ClubError, InvalidInput } from '../shared/transport/errors';
import { fingerprint } from '../shared/transport/credential';
import { Emission } from './emission';
import type { FailingLists } from './problems';
import { problemOf } from './problems';
import { readGrowing } from './newRecords';
import type { ListName } from './lists';
import { POLLED_LISTS } from './lists';
import type { PolledClub } from './meter';
import { Meter, pausedOr, PollPaused } from './meter';
import type { PolledEvent } from './events/polledEvent';
import { HAS_PLACES, TAKES_PLACE } from './events/classes';
import { chosenEvents } from './events/polledEvents';
import type { PageSizes, PollRun } from './readPages';
import { comparePlaces } from './places';
import { ListScan } from './listScan';
import type { PollSettings } from './settings';
import { unpackMarks } from './snapshot';
import type { ListState, PollState } from './state';

/** What a poll has to know besides its settings. */
export interface PollContext {
	/** Fingerprint of the base URL and the key: while it stays, the club need not be asked who it is. */
	key: string;
	/** What names the club in its profile, with the base URL. */
	identify(profile: IDataObject): string;
	/** When no further call may begin, in ms since the epoch. */
	until: number;
	/** The lists that could not be read of late. */
	failing: FailingLists;
	/** Whether it is the poll at publication, which goes on while any list can be read. */
	isFirst?: boolean;
	/** How many rows a list is asked for at once. */
	pageSizes: PageSizes;
	/** Whether an item starts the workflow. */
	wanted?: (item: IDataObject) => boolean;
}

export interface PollOutcome {
	items: IDataObject[];
	/** What is to be remembered; undefined while the club has not even said who it is. */
	state: PollState | undefined;
	/** Whether n8n should save the state although there are no items: what was read and what it cost, a restart must not forget. */
	save: boolean;
	/** What went on for too long to be kept from the user. */
	problem?: ClubError;
	/** What n8n's log is to say. */
	notes: string[];
}

/** How long the club may refuse all calls before the user is told, in ms. */
const LONGEST_REFUSAL_MS = 3_600_000;

/** How much earlier than planned a list may be read, so that an interval of polls is not missed by a little. */
const TOLERANCE = 0.9;

/** The lists that the chosen events need, each with its events. */
function listsOf(events: readonly PolledEvent[]): Map<ListName, PolledEvent[]> {
	const lists = new Map<ListName, PolledEvent[]>();
	const ofPlaces = events.some(({ places }) => places) ? [HAS_PLACES, TAKES_PLACE] : [];
	for (const event of [...events.filter(({ places }) => !places), ...ofPlaces])
		lists.set(event.list, [...(lists.get(event.list) ?? []), event]);
	return lists;
}

const ownerOf = (name: ListName, settings: PollSettings): string => JSON.stringify(POLLED_LISTS[name].owner?.(settings) ?? null);

/**
 * How far new assignments were emitted, by whichever of their two lists. The choice of another event exchanges the lists, and what
 * was assigned since the last read must not be lost with the one that goes.
 */
function emittedOf({ newAssignments, assignments }: PollState['lists']): Watermark | undefined {
	if (!assignments) return newAssignments?.watermark;
	const { watermark, wholeAt, marks } = assignments;
	if (!watermark && wholeAt === undefined) return undefined;
	const ids = marks ? [...unpackMarks(marks).values()].map(({ ids: [id] }) => id) : [];
	return seeing(watermark ?? NOTHING_SEEN, ids);
}

/** What is remembered of a list; what belongs to other parameters is forgotten, and nothing is told of it then. */
function stateOf(name: ListName, state: PollState, settings: PollSettings, isNew: boolean): ListState {
	const owner = ownerOf(name, settings);
	const known = state.lists[name];
	if (known?.owner === owner) return known;
	const watermark = name === 'assignments' || name === 'newAssignments' ? emittedOf(state.lists) : undefined;
	return { owner, ...(isNew && settings.existing && { existing: true }), ...(watermark && { watermark }) };
}

/** How long a list is left alone after a read began, in ms. */
const pauseOf = ({ cost = 1 }: ListState, lists: number, { callsPerDay }: PollSettings): number =>
	TOLERANCE * pauseBetween(cost, lists, callsPerDay);

const isDue = ({ progress, again, doubtful, begunAt }: ListState, pause: number, now: number): boolean =>
	begunAt === undefined || progress !== undefined || again === true || doubtful === true || now - begunAt >= pause;

/** The state of the club that the keys select now; the profile is read where the keys are not known yet. @throws Yield, ClubError */
async function ofClub(state: PollState | undefined, meter: Meter, { key, identify }: PollContext): Promise<PollState> {
	if (state?.key === key) return state;
	const owner = identify((await meter.send('GET /Profile')) as IDataObject);
	return state?.owner === owner ? { ...state, key } : { owner, key, lists: {}, spent: state?.spent ?? [] };
}

const read = async (name: ListName, state: ListState, events: PolledEvent[], run: PollRun): Promise<ListState> =>
	POLLED_LISTS[name].kind === 'growing'
		? await readGrowing(POLLED_LISTS[name], state, events, run)
		: await new ListScan(POLLED_LISTS[name], state, events, run).read();

/** The state as far as a poll has come. */
interface Work {
	state: PollState | undefined;
}

/**
 * A list could not be read, or has not what its events compare: they are found later. While there are others, they go on, and the user
 * is told once an hour; n8n's log says it of the first poll.
 * @throws the error where the user is to be told
 */
function passBy(name: ListName, names: readonly ListName[], error: unknown, { failing, isFirst }: PollContext, run: PollRun): void {
	if (!(error instanceof ClubError || error instanceof InvalidInput)) throw error;
	const isNews = failing.fail(name, run.now);
	const isAlone = names.every((other) => failing.has(other));
	if (isAlone) throw error;
	if (!isNews) return;
	if (isFirst) {
		run.notes.push(
			`The first poll could not read all lists: ${error.message}. ${error.description} Events from the other lists still arrive.`,
		);
		return;
	}
	const advice = 'Events from the other lists still arrive. While the problem lasts, this message appears once an hour.';
	// n8n's scheduler leaves a poll alone for long that failed for good, and with it the other lists.
	if (error instanceof ClubError) throw error.with({ failure: undefined, advice });
	throw new ClubError(error.message, { description: `${error.description} ${advice}` });
}

/** Reads the lists that are due, those that waited longest first, and those that fail last. @throws Yield, ClubError */
async function readLists(work: Work, isNew: boolean, context: PollContext, run: PollRun): Promise<void> {
	const { settings, now } = run;
	const { failing } = context;
	const known = await ofClub(work.state, run.meter, context);
	const chosen = chosenEvents(settings.events);
	const events = listsOf(chosen);
	const ofPlaces = chosen.filter(({ places }) => places);
	const names = [...events.keys()];
	const lists: PollState['lists'] = Object.fromEntries(names.map((name) => [name, stateOf(name, known, settings, isNew)]));
	const state: PollState = { ...known, lists };
	if (ofPlaces.length > 0) state.places ??= isNew && settings.existing ? { existing: true } : {};
	else delete state.places;
	work.state = state;
	const listOf = (name: ListName): ListState => lists[name] ?? { owner: '' };
	const due = names
		.filter((name) => {
			const pause = pauseOf(listOf(name), names.length, settings);
			return isDue(listOf(name), pause, now) && failing.isDue(name, pause, now);
		})
		.sort((a, b) => Number(failing.has(a)) - Number(failing.has(b)) || (listOf(a).begunAt ?? 0) - (listOf(b).begunAt ?? 0));
	const attempt = async (name: ListName, work: () => Promise<void>) => {
		const found = run.emission.items.length;
		try {
			await work();
		} catch (error) {
			run.emission.takeBack(found);
			passBy(name, names, error, context, run);
		}
	};
	for (const name of due) {
		await attempt(name, async () => {
			lists[name] = await read(name, listOf(name), events.get(name) ?? [], run);
			failing.mend(name);
		});
	}
	const { places } = state;
	if (places) {
		await attempt('calendars', async () => {
			state.places = await comparePlaces(places, lists, ofPlaces, run);
		});
	}
}

/**
 * One poll: reads the lists that are due, and gives what has happened since. The state goes as far as the items do, so
 * that whatever is not given now is found again.
 * @param before what was remembered; undefined the very first time
 * @throws ClubError; then the state is as it was
 */
export async function poll(
	before: PollState | undefined,
	club: PolledClub,
	context: PollContext,
	settings: PollSettings,
): Promise<PollOutcome> {
	const now = club.now();
	const spent = spentInDay(before?.spent ?? [], now);
	const meter = new Meter(club, { calls: Math.min(settings.maxCalls, settings.callsPerDay - spent.calls), until: context.until });
	const { pageSizes } = context;
	const emission = new Emission(settings.maxItems, context.wanted);
	const run: PollRun = { settings, now, meter, emission, notes: [], classes: new Map(), pageSizes };
	const work: Work = { state: before };
	const ended = await pausedOr(readLists(work, before === undefined, context, run));
	const refusal = ended instanceof PollPaused ? ended.refusal : undefined;
	const { state } = work;
	const answeredAt = meter.answeredAt ?? before?.answeredAt;
	if (refusal && meter.answeredAt === undefined && answeredAt !== undefined && now - answeredAt > LONGEST_REFUSAL_MS) throw refusal;
	if (!state) return { items: [], state, save: false, notes: run.notes };
	const after: PollState = {
		...state,
		spent: spend(spent.hours, club.calls(), now),
		pageSizes: pageSizes.next,
		...(answeredAt !== undefined && { answeredAt }),
	};
	const { items } = run.emission;
	// The poll at publication says nothing aloud but what keeps it from being published.
	const problem = context.isFirst ? undefined : problemOf(after, items, settings);
	// Before a list was read to its end, there is nothing that a restart could forget.
	const hasRead = meter.calls > 0 && Object.values(after.lists).some(({ wholeAt }) => wholeAt !== undefined);
	const save = hasRead || pageSizes.hasLearned;
	return { items, state: after, save, problem, notes: run.notes };
}

/** A short name for whatever a state belongs to. */
export const ownerName = (...parts: string[]): string => fingerprint(...parts).slice(0, 16);
