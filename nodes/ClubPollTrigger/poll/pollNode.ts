import { randomBytes } from 'crypto';
import type { IDataObject, INodeExecutionData, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { identitiesOf, userIdOf } from '../../shared/api/facts';
import { nodeKeyOf, fingerprint, clock, sleep, remembered } from '../../shared/transport/process';
import { normalizeBaseUrl } from '../../shared/transport/signing';
import { readCredential, type ClubCredential } from '../../shared/transport/credential';
import { ClubClient } from '../../shared/transport/client';
import { ClubError, inOneText, needsUser, toNodeError, unlessRefused } from '../../shared/transport/errors';
import { assertFields, matches } from '../../shared/events/onlyWhen';
import { assertSwitches, isOn, onlyWhenOf } from '../../shared/events/panel';
import { polledItemTop } from '../scan/emission';
import { spend } from '../scan/callsPerDay';
import { FailingLists } from './problems';
import { PollPaused, type PolledClub } from '../scan/callsOfPoll';
import { options as panel } from '../options';
import { pollSettings } from '../parameters';
import { poll, type PollOutcome } from './poll';
import { askedRows } from '../scan/sharedPages';
import { stateFrom, type PollState } from '../scan/state';

const ownerName = (...parts: string[]): string => fingerprint(...parts).slice(0, 16);

/** What identifies the club in its profile: its ids, or else its names, which may change; undefined if it has neither. */
function identityOf(profile: unknown): string | undefined {
	const all = identitiesOf(profile).sort(([a], [b]) => (a < b ? -1 : 1));
	const ids = all.filter(([property]) => property.endsWith('Id'));
	const identity = ids.length > 0 ? ids : all;
	return identity.length > 0 ? JSON.stringify(identity) : undefined;
}

/** The longest time of a poll, in ms. A longer poll would hold up the publication. */
const LONGEST_POLL_MS = 20_000;

/** The share of it in which calls may begin. The rest is for the last answer. */
const SHARE_FOR_CALLS = 0.75;

/** The share of it that a call may take. Then a page that took too long can still be asked for again with fewer rows. */
const SHARE_FOR_ANSWER = 0.4;

const SAVE_EVERY_MS = 3_600_000;

/** The default time that n8n's scheduler gives a poll, in ms. Older versions do not say it. */
const DEFAULT_BUDGET_MS = 300_000;

/** A poll that is running: n8n starts the next one even if the last has not ended. */
interface Flight {
	activation: IPollFunctions;
	replaced?: boolean;
}

const inFlight = remembered<Flight>('polls');

/** By node: when the last poll began whose state n8n was given to store, in ms since the epoch. */
const storingSince = remembered<number>('pollsGiven');

/** How long n8n may take to store a state before it counts as lost, in ms. */
const STORING_MS = 30_000;

const failingOf = remembered<FailingLists>('failingLists');

/** The number of each activation that has polled. n8n has one context for each activation, and drops it with the activation. */
const activations = new WeakMap<IPollFunctions, number>();

/** By node: the newest of them. An older one that n8n leaves polling beside it has a memory of its own, and would emit everything twice. */
const newest = remembered<number>('activations');

let activationCount = 0;

const budgetOf = (functions: IPollFunctions): number => functions.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;

interface StoredState extends IDataObject {
	/** The state as JSON: n8n would watch each part of an object. */
	state?: string;
	/** Random text in the fingerprints of the club and its key. Without it, a reader of the state could test guessed keys. */
	salt?: string;
}

/**
 * The club as a poll calls it. Calls that still run at the end of the poll are stopped, repeats included.
 * @param key names the address and the keys
 * @param longest how long the poll may take, in ms
 * @param until when no further call may begin, in ms since the epoch
 */
async function clubOf(
	functions: IPollFunctions,
	credential: ClubCredential,
	key: string,
	{ started, longest, until }: { started: number; longest: number; until: number },
): Promise<PolledClub> {
	const ended = new AbortController();
	const client = await ClubClient.open(functions, credential, ended.signal);
	return {
		key,
		owner: client.key,
		now: clock.now,
		calls: () => client.calls,
		async send(call, values) {
			const remainingMs = Math.max(1000, started + longest - clock.now());
			const share = longest * SHARE_FOR_ANSWER;
			const patience = { maxWaitMs: Math.max(0, until - clock.now()), timeoutMs: Math.min(share, remainingMs), stopsAtTimeout: true };
			const done = new AbortController();
			sleep(remainingMs, done.signal).then(
				() => ended.abort(),
				() => undefined,
			);
			return await client
				.request(call, patience, values)
				.catch((error: unknown) => {
					if (!ended.signal.aborted && !(error instanceof ClubError && error.late)) throw error;
					// A call with less time proves nothing about the club. It comes first at a later poll and gets its whole time.
					if (remainingMs < share) throw new PollPaused();
					throw new ClubError('The club did not answer', {
						description: 'The club may be busy, or the network may be down. The next poll tries again.',
						late: true,
					});
				})
				.finally(() => done.abort());
		},
	};
}

/**
 * Whether n8n has not stored the state of the last poll yet and calls the next one with an older state. With durable cursors it
 * does so during the transaction of the execution. Such a poll would emit the same events again.
 */
const isStale = (name: string, before: PollState | undefined, now: number): boolean => {
	const since = storingSince.get(name) ?? 0;
	return Math.abs(now - since) < STORING_MS && (before?.savedAt ?? 0) < since;
};

/**
 * Writes the state into the static data. n8n saves it only once the poll has ended, so a poll that n8n stops in the middle leaves the
 * state from before, and the next one finds the same events.
 * @returns whether n8n must save it now, with the items or by an execution without items
 */
function store(stored: StoredState, { items, state, save, problem }: PollOutcome, now: number): boolean {
	if (!state) return false;
	const hasChanged = save || state.unsaved === true;
	// A poll that fails saves nothing.
	const saves = items.length > 0 || (hasChanged && !problem && now - (state.savedAt ?? 0) >= SAVE_EVERY_MS);
	stored.state = JSON.stringify({ ...state, ...(saves && { savedAt: now }), unsaved: (hasChanged && !saves) || undefined });
	return saves;
}

/** Attaches the athletes whom a poll of this club has just read in a list. The execution reads the others, one call each. */
async function withKnownAthletes(items: IDataObject[], keys: string, options: IDataObject): Promise<IDataObject[]> {
	if (!isOn(options, 'attachAthlete')) return items;
	const athletes = await askedRows(JSON.stringify([keys, 'GET /Athletes']).slice(0, -1), 'UserId', clock.now());
	return items.map((item) => {
		const athlete = athletes.get(userIdOf(item));
		return athlete ? { ...item, athlete } : item;
	});
}

async function pollOnce(
	functions: IPollFunctions,
	name: string,
	failing: FailingLists,
	flight: Flight,
	isFirst: boolean,
): Promise<INodeExecutionData[][] | null> {
	const stored = functions.getWorkflowStaticData('node') as StoredState;
	const before = stateFrom(stored.state);
	const started = clock.now();
	if (isStale(name, before, started)) return null;
	const longest = Math.min(LONGEST_POLL_MS, budgetOf(functions));
	const until = started + longest * SHARE_FOR_CALLS;
	const settings = pollSettings(functions);
	const credential = await readCredential(functions);
	const { baseUrl, clubApiKey, subscriptionKey, secondarySubscriptionKey } = credential;
	const address = normalizeBaseUrl(baseUrl);
	const keys = fingerprint(address, clubApiKey, subscriptionKey, secondarySubscriptionKey);
	const club = await clubOf(functions, credential, keys, { started, longest, until });
	const salt = (stored.salt ??= randomBytes(16).toString('base64url'));
	const key = ownerName(salt, address, clubApiKey);
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	assertSwitches(options, panel.options as INodeProperties[]);
	const onlyWhen = onlyWhenOf(options, settings.zone);
	assertFields(onlyWhen, polledItemTop(options));
	const context = {
		key,
		identify: (profile: IDataObject) => ownerName(salt, address, identityOf(profile) ?? key),
		until,
		failing,
		isFirst,
		// A condition on the athlete is decided by the execution, which attaches them.
		startsWorkflow: (item: IDataObject) => matches(item, onlyWhen, !isOn(options, 'attachAthlete')) !== false,
	};
	const found = await poll(before, club, context, settings).catch((error: unknown) => {
		// Only the calls that were made are stored.
		if (before) stored.state = JSON.stringify({ ...before, spent: spend(before.spent, club.calls(), started) });
		throw error;
	});
	const items = await withKnownAthletes(found.items, keys, options);
	// From here on nothing waits or fails: what is stored as found must be emitted.
	// The new activation goes on with the state from before this poll and finds the same events. n8n would lose the events of
	// this poll.
	if (flight.replaced) return null;
	for (const note of found.notes) functions.logger.warn(note);
	const saves = store(stored, found, started);
	if (saves) storingSince.set(name, started);
	if (items.length > 0) return [items.map((json) => ({ json }))];
	if (found.problem) throw found.problem;
	return saves ? [[]] : null;
}

/**
 * One poll of a node. The first one, at publication and at each start of n8n, must not refuse the workflow because the club does
 * not answer.
 * @throws a node error; at the first poll only for what the user must correct
 */
export async function runPoll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const name = nodeKeyOf(functions);
	const activation = activations.get(functions);
	const newestBefore = newest.get(name) ?? 0;
	if (activation !== undefined && activation < newestBefore) return null;
	// n8n's durable scheduler makes a context for each poll, with a budget of its own.
	const isFirst = activation === undefined && budgetOf(functions) === DEFAULT_BUDGET_MS;
	if (isFirst) {
		activations.set(functions, ++activationCount);
		newest.set(name, activationCount);
	}
	const last = inFlight.get(name);
	if (last && (last.activation === functions || !isFirst)) return null;
	if (last) last.replaced = true;
	const flight: Flight = { activation: functions };
	inFlight.set(name, flight);
	// A new publication starts without known failures, so that the next poll shows what the first one only logs.
	if (isFirst) failingOf.delete(name);
	const failing = failingOf.get(name) ?? new FailingLists();
	if (!isFirst) failingOf.set(name, failing);
	try {
		const work = async () => await pollOnce(functions, name, failing, flight, isFirst);
		return isFirst ? await unlessRefused(functions.getWorkflowStaticData('node'), work) : await work();
	} catch (error) {
		const nodeError = toNodeError(functions.getNode(), error);
		if (!isFirst) throw nodeError;
		if (needsUser(error)) {
			// n8n drops this activation. One that it left behind goes on.
			newest.set(name, newestBefore);
			throw inOneText(nodeError);
		}
		functions.logger.warn(`The first poll could not read the club. The next poll tries again. ${nodeError.message}`);
		return null;
	} finally {
		if (inFlight.get(name) === flight) inFlight.delete(name);
	}
}
