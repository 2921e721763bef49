import type { IDataObject } from 'n8n-workflow';
import { spend, spentInDay } from '../scan/callsPerDay';
import type { ClubError } from '../../shared/transport/errors';
import { dueLists, openLists } from './dueLists';
import { nextProblem, type FailingLists } from './problems';
import { readNewRecords } from '../scan/newRecords';
import type { ListName } from '../../shared/api/eventRows';
import { POLLED_LISTS } from '../causes/lists';
import { Meter, pausedOr, type PolledClub } from '../scan/callsOfPoll';
import { chosenEvents } from '../causes/polledEvents';
import type { PollRun } from '../scan/pollRun';
import { Emission } from '../scan/emission';
import { comparePlaces } from '../scan/places';
import { scanList } from '../scan/listScan';
import type { PollSettings } from '../defaults';
import { readMissing } from '../scan/missing';
import { notAhead, STATE_VERSION, type PollState } from '../scan/state';

export interface PollContext {
	/** Fingerprint of the base URL and the key. While it stays the same, the profile need not be read. */
	key: string;
	/** Makes the fingerprint of the club from its profile and the base URL. */
	identify(profile: IDataObject): string;
	until: number;
	failing: FailingLists;
	/** Whether this is the poll at publication, which succeeds while any list can be read. */
	isFirst?: boolean;
	startsWorkflow?: (item: IDataObject) => boolean;
}

export interface PollOutcome {
	items: IDataObject[];
	/** The new state; undefined if not even the profile of the club was read. */
	state: PollState | undefined;
	/** Whether n8n should save the state even without items. Otherwise a restart forgets what was read and what it cost. */
	save: boolean;
	problem?: ClubError;
	notes: string[];
}

const BEGINS_ANEW =
	'Another version of this pack has written what this trigger remembers, so polls begin anew: what happened since the last poll starts nothing.';

const CLOCK_WAS_AHEAD = 'The clock of n8n was ahead when it polled before. The times that it noted then count as now.';

const LONGEST_REFUSAL_MS = 3_600_000;

/** The state of the club that the keys select now. Unknown keys cost a read of the profile. @throws PollPaused, ClubError */
async function clubState(state: PollState | undefined, meter: Meter, { key, identify }: PollContext): Promise<PollState> {
	if (state?.key === key) return state;
	const clubKey = identify((await meter.send('GET /Profile')) as IDataObject);
	if (state?.clubKey === clubKey) return { ...state, key };
	return { version: STATE_VERSION, clubKey, key, lists: {}, spent: [] };
}

/**
 * The steps of a poll. Each goes as far as calls, time and room allow, and leaves the state whole, so the poll may end after any of them.
 * A list that fails holds up no other.
 * @param state goes as far as the items, also after an error
 */
function* stepsOf(state: PollState, isNew: boolean, { failing, isFirst }: PollContext, run: PollRun): Generator<Promise<void>> {
	const { settings, now, refused } = run;
	const chosen = chosenEvents(settings.events);
	const events = openLists(state, chosen, isNew, settings);
	if (state.places) run.classes = new Map();
	const fail = (name: string, error: unknown) => failing.handle(name, error, [...events.keys()], isFirst, run);
	const readEach = async (names: readonly ListName[]) => {
		for (const name of names) {
			const readList = POLLED_LISTS[name].grows ? readNewRecords : scanList;
			const reading = readList(name, state, events.get(name) ?? [], run);
			await reading.then(() => !refused.has(name) && failing.delete(name)).catch((error: unknown) => fail(name, error));
			for (const [one, error] of refused) fail(one, error);
			refused.clear();
		}
	};
	const ask = async () => await readMissing(state, new Map([...events].filter(([name]) => !failing.has(name))), run);
	const compare = async () => {
		const ofPlaces = chosen.filter(({ places }) => places);
		if (state.places) await comparePlaces(state, ofPlaces, run).catch((error: unknown) => fail('calendars', error));
	};
	// What got no call at the last poll comes before the lists, which may need all calls of each poll.
	if (state.asksFirst) yield ask();
	const due = dueLists(state, failing, settings, now);
	if (state.places?.comesFirst) yield compare();
	yield readEach(due);
	// These steps need what the lists have shown, and come also if the lists had to pause.
	yield ask();
	yield compare();
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
	const most = Math.min(settings.maxCalls, settings.callsPerDay - spentInDay(before?.spent, now).calls);
	const meter = new Meter(club, most, context.until, before?.answeredAt ?? 0);
	const emission = new Emission(settings.maxItems, context.startsWorkflow);
	const run: PollRun = { settings, now, meter, emission, notes: [], refused: new Map(), asked: 0 };
	const { notes } = run;
	if (before !== stored) notes.push(CLOCK_WAS_AHEAD);
	let state = before;
	const runSteps = async () => {
		state = { ...(await clubState(before, meter, context)) };
		for (const step of stepsOf(state, before === undefined, context, run)) await pausedOr(step);
	};
	await pausedOr(runSteps());
	const { refusal } = meter;
	const answeredAt = meter.answeredAt ?? before?.answeredAt;
	const silentSince = answeredAt ?? (context.failing.askedAt ??= now);
	if (refusal && meter.answeredAt === undefined && now - silentSince > LONGEST_REFUSAL_MS) throw refusal;
	if (!state) return { items: [], state, save: false, notes };
	if (before?.isNew) notes.push(BEGINS_ANEW);
	const after: PollState = {
		...state,
		isNew: undefined,
		spent: spend(before?.spent, club.calls(), now),
		...(answeredAt !== undefined && { answeredAt }),
	};
	// The poll at publication fails only for what prevents the publication.
	const problem = context.isFirst ? undefined : nextProblem(after, emission.items, settings);
	// Before a list was read to its end, a restart loses nothing.
	const save = meter.reads > 0 && Object.values(after.lists).some(({ snapshotAt }) => snapshotAt !== undefined);
	return { items: emission.items, state: after, save, problem, notes };
}
