import type { IDataObject } from 'n8n-workflow';
import { pathNames } from '../../shared/api/endpoints';
import { endOf, isId } from '../../shared/api/facts';
import type { ListName } from '../../shared/api/eventRows';
import { DAY_MS } from '../../shared/api/time';
import { ClubError, isRefusal } from '../../shared/transport/errors';
import { Comparison } from './comparison';
import { Scan } from './memory';
import { itemOf } from './emission';
import type { PolledEvent } from '../causes/polledEvent';
import { causedBy } from '../causes/polledEvent';
import { isOfProducts, isOutOfUse } from './lastMemberships';
import type { PolledList } from '../causes/lists';
import { POLLED_LISTS } from '../causes/lists';
import { pausedOr, PollPaused } from './callsOfPoll';
import type { PollRun } from './pollRun';
import type { Mark } from './snapshot';
import { storedMarks, marksIn } from './snapshot';
import { firstForMissing, leftForMissing, spend, spentInDay } from './callsPerDay';
import type { ListState, PollState } from './state';

/** How many missing records a poll reads by themselves, one call each. */
const MAX_ASKED = 20;

/** How many records that are known to be unlisted are read again, in 24 hours. */
const MAX_ASKED_AGAIN = 20;

/** How much later the second whole read begins that confirms a removal, in seconds. */
const SECOND_READ_S = 900;

/** Whether records of a list wait to be read by themselves, or for a second whole read. */
export const hasWaiting = ({ marks, wholeAt }: ListState): boolean =>
	wholeAt !== undefined && marks?.some(({ absence }) => absence === 'missing' || absence === 'doubted') === true;

/**
 * Settles the missing records of the lists, each list its part of the calls.
 * @param state its lists, and the calls for missing records, are kept up to date
 * @param events those of the lists that do not fail
 * @param isLast whether the lists were read. Before that, missing records have a part of the calls; after that, those that are known to be
 * unlisted have what is left over.
 */
export async function settleMissing(
	state: PollState,
	events: ReadonlyMap<ListName, PolledEvent[]>,
	run: PollRun,
	isLast: boolean,
): Promise<void> {
	const { settings, now, meter } = run;
	const most = isLast ? MAX_ASKED : Math.min(MAX_ASKED, firstForMissing(settings.maxCalls));
	const left = leftForMissing(spend(state.spent, meter.calls, now), state.asked, now, settings.callsPerDay);
	const until = Math.min(most, run.asked + left);
	const absent = [...events]
		.filter(([name]) => state.lists[name]?.wholeAt !== undefined && state.lists[name].marks?.some(({ absence }) => absence))
		.map(([name, ofList]) => new MissingRecords(name, state, ofList, run))
		.sort((a, b) => a.count() - b.count());
	for (const [index, records] of absent.entries())
		await records.settle(run.asked + Math.ceil((until - run.asked) / (absent.length - index)));
	if (isLast) for (const records of absent) await records.settle(until, true);
	const waiting = absent.reduce((sum, records) => sum + records.count(), 0);
	if (isLast && run.asked > 0 && waiting > 0)
		run.notes.push(`${waiting} records that their lists lack wait to be read by themselves, up to ${MAX_ASKED} a poll.`);
}

/** The missing records of a list: it reads them by themselves, and emits the removals. What was not settled waits for the next poll. */
class MissingRecords {
	private readonly list: PolledList;
	private readonly state: ListState;
	private readonly memory: Scan;
	private readonly comparison: Comparison;
	private readonly unlistedMemberships: Map<string, Mark>;
	private readonly nowS: number;
	/** The number of records that this poll may have read. */
	private until = 0;
	/** Whether this poll has room and calls left, and the club answers. */
	private goesOn = true;

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
		this.unlistedMemberships = marksIn(this.state.unlistedMemberships);
		this.nowS = Math.floor(run.now / 1000);
		for (const mark of this.memory.all()) if (Number(mark.since) > this.nowS) mark.since = this.nowS;
	}

	/** How many records wait to be read. */
	count(): number {
		return this.ahead('missing').length;
	}

	/**
	 * Settles as many records as it may, and notes that in the state.
	 * @param until how many records the poll may have read then @param again whether also those that are known to be unlisted
	 * @throws every error but that of a call
	 */
	async settle(until: number, again = false): Promise<void> {
		this.until = until;
		if (this.goesOn) this.goesOn = !((await pausedOr(this.settleEach(again))) instanceof PollPaused);
		const marks = this.memory.stored();
		const unlisted = [...this.unlistedMemberships.values()].filter(({ ids: [, id] }) => this.memory.known([id])?.absence === 'unlisted');
		const isSettled = !hasWaiting({ ...this.state, marks });
		this.poll.lists[this.name] = {
			...this.state,
			marks,
			unlistedMemberships: unlisted.length > 0 ? storedMarks(unlisted) : undefined,
			...(this.state.held && isSettled && { held: undefined, rescan: true }),
		};
	}

	/** @throws PollPaused if there is no room or no call left */
	private async settleEach(again: boolean): Promise<void> {
		for (const mark of this.ahead('doubted')) if (this.isConfirmed(mark)) this.remove(mark);
		for (const mark of this.ahead('missing')) await this.ask(mark);
		const { run, poll } = this;
		for (const mark of again ? this.ahead('unlisted') : []) {
			const isEnough = spentInDay(poll.askedAgain, run.now).calls >= MAX_ASKED_AGAIN;
			if (run.asked >= this.until || isEnough || (this.nowS - Number(mark.since)) * 1000 < DAY_MS) break;
			await this.ask(mark);
			poll.askedAgain = spend(poll.askedAgain, 1, run.now);
		}
	}

	/** The records of this absence, without those of classes that have begun. */
	private ahead(absence: 'missing' | 'doubted' | 'unlisted'): Mark[] {
		const { beginOf } = this.list;
		return this.memory.absent(absence).filter(({ at }) => !beginOf || at === undefined || at >= this.nowS);
	}

	/** Whether a whole read lacks it that began late enough after the first one that did. */
	private isConfirmed({ since = 0 }: Mark): boolean {
		return Math.floor(Number(this.state.wholeAt) / 1000) - since >= SECOND_READ_S;
	}

	/** Reads a record by itself, if this poll still may. */
	private async ask(mark: Mark): Promise<void> {
		if (this.run.asked >= this.until) return;
		const row = await this.readAlone(mark);
		this.run.asked++;
		this.poll.asked = spend(this.poll.asked, 1, this.run.now);
		if (row === 'failed') throw new PollPaused();
		if (row === null) this.remove(mark);
		// An unlisted record exists, so a later refusal says nothing about it.
		else if (row === 'refused' && mark.absence === 'unlisted') this.memory.keepAbsent(mark, 'unlisted', this.nowS);
		else if (row === 'refused') this.doubt(mark);
		else this.take(mark, row);
	}

	/**
	 * Reads a record with one call at most, after its list. Only a 404 shows that it is gone. One that cannot be read comes last at
	 * the next poll.
	 * @throws PollPaused
	 */
	private async readAlone(mark: Mark): Promise<IDataObject | null | 'refused' | 'failed'> {
		const { lookUp: call } = this.list;
		if (!call) return 'refused';
		const params = Object.fromEntries(pathNames(call).map((name, index) => [name, mark.ids[index]]));
		const read = this.run.meter.record(call, { params, skipCache: true }, Number(this.state.wholeAt));
		return await read.catch((error: unknown) => {
			// The club gives no single records of this kind.
			if (isRefusal(error, 400, 403, 405)) return 'refused';
			if (!(error instanceof ClubError)) throw error;
			this.run.notes.push(`A record that its list lacks could not be read by itself. A later poll tries again. ${call}: ${error.message}`);
			this.memory.keepAbsent(mark, mark.absence ?? 'missing', this.nowS);
			return 'failed';
		});
	}

	/** Emits a removal. @throws PollPaused if there is no room */
	private remove(mark: Mark): void {
		const { ids, owner } = mark;
		const items = causedBy(this.events, 'removed').map((event) => itemOf(event, { ids, record: null, owner }, this.run.now));
		this.run.emission.take(items);
		this.memory.forget(mark);
	}

	/** Removes a record if a second whole read lacks it. */
	private doubt(mark: Mark): void {
		if (this.isConfirmed(mark)) this.remove(mark);
		else this.memory.keepAbsent(mark, 'doubted');
	}

	/** Takes a record that exists: it was moved, is not listed, or is an unpublished class or a cancelled booking. */
	private take(mark: Mark, row: IDataObject): void {
		const begin = this.list.beginOf?.(row, this.run.settings.zone);
		const at = begin === undefined ? mark.at : Math.floor(begin / 1000);
		const isComparable = this.state.digests === this.comparison.digests;
		if (at !== mark.at) {
			const digest = isComparable ? this.comparison.markOf(row)?.digest : mark.digest;
			const difference = this.memory.compare({ ids: mark.ids, at, ...(digest !== undefined && { digest }) }, row);
			this.run.emission.take(this.comparison.itemsFor(difference, 'changed'));
			this.memory.remember(difference);
		} else if ((this.list.isDecisive && begin !== undefined) || (this.list.ownPart && isComparable && this.comparison.differs(mark, row))) {
			this.doubt(mark);
		} else {
			this.memory.keepAbsent(mark, 'unlisted', this.nowS);
			this.noteMembership(row);
		}
	}

	/** Remembers whose membership is not listed: no earlier one of this athlete is the last, unless it is disabled or used up (`older`). */
	private noteMembership(row: IDataObject): void {
		const ids = [row.UserId, row.UserClassSubscriptionId];
		if (!ids.every(isId) || !isOfProducts(row, this.run.settings)) return;
		const end = endOf(row, this.run.settings.zone);
		this.unlistedMemberships.set(ids.join('/'), { ids, older: isOutOfUse(row), ...(end !== undefined && { at: Math.floor(end / 1000) }) });
	}
}
