import type { IDataObject } from 'n8n-workflow';
import { pathNames } from '../../shared/api/endpoints';
import { endOf } from '../../shared/api/facts';
import type { ListName } from '../../shared/api/eventRows';
import { DAY_MS, MINUTE_MS } from '../../shared/api/time';
import { ClubError, isRefusal } from '../../shared/transport/errors';
import { Comparison } from './comparison';
import { Scan } from './memory';
import { itemOf } from '../../shared/events/polledItem';
import { causedBy, type PolledEvent } from '../causes/polledEvent';
import { isOutOfUse } from '../causes/memberships';
import { isOfProducts } from './lastMemberships';
import { POLLED_LISTS, type PolledList } from '../causes/lists';
import type { PollRun } from './pollRun';
import type { Mark } from './snapshot';
import { spend, spentInDay } from './callsPerDay';
import type { ListState, PollState } from './state';

// A record that a whole read of its list lacks is missing, not gone. When two whole reads lack it, polls read it by itself.

/** How many records are read by themselves, one call each: in a poll, and in 24 hours. */
const MOST_IN_POLL = 20;
const MOST_IN_DAY = 100;

/** How much later the second whole read begins that lacks a record. */
const SECOND_READ_MS = 15 * MINUTE_MS;

const hasAbsent = ({ marks }: ListState): boolean =>
	marks?.some(({ missingSince, unlistedAt }) => (missingSince ?? unlistedAt) !== undefined) === true;

/**
 * Reads the records that their lists lack, each list in turn, and emits the removals.
 * @param state its lists go as far as the items, also after an error
 * @param events those of the lists that do not fail
 * @throws PollPaused if there is no room or no call left; ClubError
 */
export async function readMissing(state: PollState, events: ReadonlyMap<ListName, PolledEvent[]>, run: PollRun): Promise<void> {
	const lists = [...events.keys()]
		.filter((name) => hasAbsent(state.lists[name] as ListState))
		.map((name) => new MissingRecords(name, state, events.get(name) ?? [], run));
	const isUnlisted = ({ mark }: { mark: Mark }): boolean => mark.missingSince === undefined;
	const due = lists
		.flatMap((list) => list.due().map((mark, turn) => ({ list, mark, turn })))
		.sort((a, b) => Number(isUnlisted(a)) - Number(isUnlisted(b)) || a.turn - b.turn);
	// Half of the calls of a day stay for the missing ones, which nobody has decided about yet.
	const isAllowed = (one: { mark: Mark }): boolean =>
		run.asked < MOST_IN_POLL && spentInDay(state.asked, run.now).calls < (isUnlisted(one) ? MOST_IN_DAY / 2 : MOST_IN_DAY);
	let asked = 0;
	try {
		for (const one of due) {
			if (!isAllowed(one)) break;
			await one.list.decide(one.mark);
			asked++;
		}
	} finally {
		for (const list of lists) list.save();
		state.asksFirst = (run.asked === 0 && due.length > 0 && isAllowed(due[0])) || undefined;
	}
	if (asked > 0 && asked < due.length)
		run.notes.push(`${due.length - asked} records that their lists lack wait to be read by themselves, up to ${MOST_IN_POLL} a poll.`);
}

class MissingRecords {
	private readonly list: PolledList;
	private readonly state: ListState;
	private readonly memory: Scan;
	private readonly comparison: Comparison;

	constructor(
		private readonly name: ListName,
		private readonly poll: PollState,
		private readonly events: readonly PolledEvent[],
		private readonly run: PollRun,
	) {
		this.list = POLLED_LISTS[name];
		this.state = poll.lists[name] as ListState;
		this.memory = new Scan(this.state.marks);
		this.comparison = new Comparison(this.list, events, this.state, run);
	}

	/** Those to read now, without those of classes that have begun: the longest missing first, and then the longest unlisted. */
	due(): Mark[] {
		const { list, state, memory, run } = this;
		const byTime = (a?: number, b?: number): number => Number(a) - Number(b);
		return [
			...memory.missing().filter(({ missingSince = 0 }) => Number(state.snapshotAt) - missingSince >= SECOND_READ_MS),
			...memory.unlisted().filter(({ unlistedAt = 0 }) => run.now - unlistedAt >= DAY_MS),
		]
			.filter(({ time }) => !list.beginOf || time === undefined || time * 1000 >= run.now)
			.sort((a, b) => byTime(a.missingSince ?? Infinity, b.missingSince ?? Infinity) || byTime(a.unlistedAt, b.unlistedAt));
	}

	save(): void {
		this.poll.lists[this.name] = { ...this.state, marks: this.memory.stored() };
	}

	/** Reads a record with one call at most, and decides about it. @throws PollPaused */
	async decide(mark: Mark): Promise<void> {
		const { list, run, poll, state } = this;
		const { lookUp: call } = list;
		if (!call) return;
		const params = Object.fromEntries(pathNames(call).map((name, index) => [name, mark.ids[index]]));
		const read = run.meter.record(call, { params, skipCache: true }, Number(state.snapshotAt));
		const row = await read.catch((error: unknown) => {
			// The club gives no single records of this kind, so its list decides.
			if (isRefusal(error, 400, 403, 405)) return null;
			if (!(error instanceof ClubError)) throw error;
			run.notes.push(`A record that its list lacks could not be read by itself. A later poll tries again. ${call}: ${error.message}`);
			return undefined;
		});
		run.asked++;
		poll.asked = spend(poll.asked, 1, run.now);
		if (row === null) this.remove(mark);
		else if (row !== undefined) this.keep(mark, row);
	}

	private remove(mark: Mark): void {
		const { ids, owner } = mark;
		const items = causedBy(this.events, 'removed').map((event) => itemOf(event, { ids, record: null, owner }, this.run.now));
		this.run.emission.add(items);
		this.memory.forget(mark);
	}

	/** Takes a record that exists: it was moved, is an unpublished class or a cancelled booking, or is not listed. */
	private keep(mark: Mark, row: IDataObject): void {
		const { list, state, comparison, memory, run } = this;
		const begin = list.beginOf?.(row, run.settings.zone);
		const time = begin === undefined ? mark.time : Math.floor(begin / 1000);
		const isComparable = state.digests === comparison.digests;
		if (time !== mark.time) {
			const digest = isComparable && mark.digest !== undefined ? comparison.digestAlone(mark, row) : mark.digest;
			const difference = memory.compare({ ids: mark.ids, time, ...(digest !== undefined && { digest }) }, row);
			run.emission.add(comparison.itemsFor(difference, 'changed'));
			memory.remember(difference);
		} else if ((list.isDecisive && begin !== undefined) || (list.ownPart && isComparable && comparison.differs(mark, row))) {
			this.remove(mark);
		} else {
			const end = endOf(row, run.settings.zone);
			const isLast = this.name === 'memberships' && end !== undefined && isOfProducts(row, run.settings);
			memory.keepUnlisted(mark, run.now, isLast ? (isOutOfUse(row) ? 0 : Math.floor(end / 1000)) : undefined);
		}
	}
}
