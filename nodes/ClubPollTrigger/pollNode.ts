import { randomBytes } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { identitiesOf } from '../shared/transport/guard';
import { nodeKeyOf } from '../shared/transport/spending';
import { ClubClient } from '../shared/transport/client';
import { normalizeBaseUrl } from '../shared/transport/credential';
import { readCredential } from '../shared/transport/readCredential';
import { REPORTS_END, sleep, remembered } from '../shared/transport/process';
import { ClubError, inOneText, toNodeError } from '../shared/transport/errors';
import { assertFields, matches, onlyWhenOf } from '../shared/records/onlyWhen';
import { canWait, hasPartner } from '../shared/records/handled';
import { polledItemTop, defer } from './emission';
import { spend } from './watermark';
import { FailingLists } from './problems';
import type { PolledClub } from './meter';
import { PollPaused } from './meter';
import type { Learned } from './readPages';
import { PageSizes } from './readPages';
import { pollSettings } from './parameters';
import type { PollOutcome } from './poll';
import { ownerName, poll } from './poll';
import type { PollState } from './state';

/** What names the club in its profile: its ids, or else its names, which may change; undefined where it shows neither. */
function identityOf(profile: unknown): string | undefined {
	const all = identitiesOf(profile).sort(([a], [b]) => (a < b ? -1 : 1));
	const ids = all.filter(([property]) => property.endsWith('Id'));
	const identity = ids.length > 0 ? ids : all;
	return identity.length > 0 ? JSON.stringify(identity) : undefined;
}

/** Longest time of a poll, in ms: the one at publication must not hold it up. */
const LONGEST_POLL_MS = 20_000;

/** The share of it in which further calls may begin; the rest is for the last answer. */
const SHARE_FOR_CALLS = 0.75;

/** The share of it that a call must have had before its silence tells something of the club. */
const SHARE_THAT_TELLS = 0.5;

/** How often a state without items may cost an execution, in ms. */
const SAVE_EVERY_MS = 3_600_000;

/** What a poll that is called by n8n's own scheduler is given by default, in ms; older versions say nothing. */
const PLAIN_BUDGET_MS = 300_000;

/** A poll that is under way: n8n calls the next one although the last has not ended. */
interface Flight {
	/** The activation that it belongs to. */
	of: IPollFunctions;
	/** Whether the workflow was published again meanwhile. */
	replaced?: boolean;
}

const inFlight = remembered<Flight>('polls');

/** When the last poll of each node began whose state n8n was given to store. */
const givenAt = remembered<number>('pollsGiven');

/** How long n8n may take to store a state before it counts as lost, in ms. */
const STORING_MS = 30_000;

/** The lists of each node that could not be read of late. */
const failingOf = remembered<FailingLists>('failingLists');

/** What each node has learned of pages: n8n may drop the state of a poll that fails. */
const pageSizesOf = remembered<Learned>('pageSizes');

/** Activations whose first poll has ended. n8n makes a context for each activation, and ends with it. */
const activated = new WeakSet<IPollFunctions>();

const budgetOf = (functions: IPollFunctions): number => functions.getPollBudgetMs?.() ?? PLAIN_BUDGET_MS;

/** What the node keeps in the workflow's static data. */
interface Kept extends IDataObject {
	/** The state as JSON, since n8n would watch each part of an object. */
	state?: string;
	/** Random text in the names of the club and of its key: whoever reads the state cannot try out keys on them. */
	salt?: string;
}

/** Times of a poll, in ms since the epoch: when it began, when no further call may begin, and when it ends. */
interface Times {
	started: number;
	until: number;
	end: number;
}

/**
 * The club as a poll calls it: what is under way when the poll ends is stopped, repeats included.
 * @param ended ends all calls of the client
 */
function clubOf(client: ClubClient, ended: AbortController, { started, until, end }: Times): PolledClub {
	return {
		now: () => Date.now(),
		calls: () => client.calls,
		async send(call, values) {
			const left = Math.max(1000, end - Date.now());
			const patience = { maxWaitMs: Math.max(0, until - Date.now()), timeoutMs: left };
			const done = new AbortController();
			sleep(left, done.signal).then(
				() => ended.abort(),
				() => undefined,
			);
			return await client
				.request(call, patience, values)
				.catch((error: unknown) => {
					if (!ended.signal.aborted) throw error;
					// What did not have most of the poll goes first in a later one, which tells whether the club gives it in time.
					if (left < (end - started) * SHARE_THAT_TELLS) throw new PollPaused();
					throw new ClubError('The club did not answer', {
						description: 'The club may be busy, or the network may be down. The next poll tries again.',
						late: true,
					});
				})
				.finally(() => done.abort());
		},
	};
}

/** Whether the user must mend something before any poll can work: keys, permission, or address, where no list is found. */
const isForUser = (error: unknown): boolean =>
	!(error instanceof ClubError) || ['credential-invalid', 'configuration-invalid'].includes(error.failure.cause);

/**
 * Whether n8n has not stored yet what the last poll gave it, and calls the next one with the state before: with durable
 * cursors it does so while the transaction of the execution is under way. Such a poll would tell the same once more.
 */
const isBehind = (name: string, before: PollState | undefined, now: number): boolean => {
	const given = givenAt.get(name) ?? 0;
	return now - given < STORING_MS && (before?.savedAt ?? 0) < given;
};

/**
 * Leaves to a Club Trigger beside this node what it may bring, for a while. A poll with a problem says that alone, since it
 * is said once; what waits is emitted by the next one. What waited for a Club Trigger that is gone is emitted now.
 */
function withDeferred(functions: IPollFunctions, outcome: PollOutcome, now: number): PollOutcome {
	const { state, items, problem } = outcome;
	if (!state || problem) return outcome;
	const { deferred: before = {}, ...rest } = state;
	if (!hasPartner(functions)) return { ...outcome, items: [...items, ...(before.found ?? []).map(({ event }) => event)], state: rest };
	const { items: due, deferred } = defer(before, items, now, REPORTS_END && !canWait(functions));
	return { ...outcome, items: due, state: { ...rest, deferred } };
}

/** Keeps what is remembered. @returns whether n8n must save it, with the items or with an execution without items */
function keep(kept: Kept, { items, state, save, problem }: PollOutcome, now: number): boolean {
	if (!state) return false;
	const wants = save || state.unsaved === true;
	// A poll that fails saves nothing.
	const saves = items.length > 0 || (wants && !problem && now - (state.savedAt ?? 0) >= SAVE_EVERY_MS);
	kept.state = JSON.stringify({ ...state, ...(saves && { savedAt: now }), unsaved: (wants && !saves) || undefined });
	return saves;
}

async function pollOnce(
	functions: IPollFunctions,
	name: string,
	failing: FailingLists,
	flight: Flight,
	isFirst: boolean,
): Promise<INodeExecutionData[][] | null> {
	const kept = functions.getWorkflowStaticData('node') as Kept;
	const before = kept.state === undefined ? undefined : (JSON.parse(kept.state) as PollState);
	const started = Date.now();
	if (isBehind(name, before, started)) return null;
	const longest = Math.min(LONGEST_POLL_MS, budgetOf(functions));
	const until = started + longest * SHARE_FOR_CALLS;
	const settings = pollSettings(functions);
	const { baseUrl, clubApiKey } = await readCredential(functions);
	const address = normalizeBaseUrl(baseUrl);
	const ended = new AbortController();
	const client = await ClubClient.open(functions, { signal: ended.signal });
	const club = clubOf(client, ended, { started, until, end: started + longest });
	const pageSizes = new PageSizes(pageSizesOf.get(name) ?? before?.pageSizes ?? {}, until - started, club.now);
	const salt = (kept.salt ??= randomBytes(16).toString('base64url'));
	const key = ownerName(salt, address, clubApiKey);
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const onlyWhen = onlyWhenOf(options, settings.zone);
	assertFields(onlyWhen, polledItemTop(options));
	const context = {
		key,
		identify: (profile: IDataObject) => ownerName(salt, address, identityOf(profile) ?? key),
		until,
		failing,
		isFirst,
		pageSizes,
		// What looks at the athlete is told by the execution, which attaches him.
		wanted: (item: IDataObject) => matches(item, onlyWhen, options.attachAthlete !== true) !== false,
	};
	const found = await poll(before, club, context, settings)
		.catch((error: unknown) => {
			// The calls were made all the same; nothing else changes.
			if (before) kept.state = JSON.stringify({ ...before, spent: spend(before.spent, club.calls(), started) });
			throw error;
		})
		.finally(() => pageSizesOf.set(name, pageSizes.next));
	// The new activation goes on with what was stored before this poll, and finds the same. n8n 1 would take it from both,
	// n8n 2 from neither if this poll's were remembered.
	if (flight.replaced) return null;
	for (const note of found.notes) functions.logger.warn(note);
	const outcome = withDeferred(functions, found, started);
	const saves = keep(kept, outcome, started);
	if (saves) givenAt.set(name, started);
	if (outcome.items.length > 0) return [outcome.items.map((json) => ({ json }))];
	if (outcome.problem) throw outcome.problem;
	return saves ? [[]] : null;
}

/**
 * One poll of a node. What n8n calls first, at publication and at its own start, must not refuse the workflow because the
 * club is away: it throws only for what the user must mend.
 */
export async function runPoll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const name = nodeKeyOf(functions);
	const isFirst = !activated.has(functions) && budgetOf(functions) >= PLAIN_BUDGET_MS;
	const last = inFlight.get(name);
	if (last && (last.of === functions || !isFirst)) return null;
	if (last) last.replaced = true;
	const flight: Flight = { of: functions };
	inFlight.set(name, flight);
	// Whoever publishes a workflow is told what does not work; what the first poll leaves to the log is said by the next one.
	if (isFirst) failingOf.delete(name);
	const failing = failingOf.get(name) ?? new FailingLists();
	if (!isFirst) failingOf.set(name, failing);
	try {
		return await pollOnce(functions, name, failing, flight, isFirst);
	} catch (error) {
		const nodeError = toNodeError(functions.getNode(), error);
		if (!isFirst) throw nodeError;
		if (isForUser(error)) throw inOneText(nodeError);
		functions.logger.warn(`The first poll could not read the club. The next poll tries again. ${nodeError.message}`);
		return null;
	} finally {
		if (inFlight.get(name) === flight) inFlight.delete(name);
		activated.add(functions);
	}
}
