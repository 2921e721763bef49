import type { IDataObject } from 'n8n-workflow';
import { ClubError, InvalidInput, SEE_CHECK } from '../../shared/transport/errors';
import type { ListName } from '../../shared/api/eventRows';
import { POLLED_LISTS } from '../causes/lists';
import type { PollSettings } from '../defaults';
import type { PollRun } from '../scan/pollRun';
import { READS_BEFORE_REPORT, type PollState } from '../scan/state';

/**
 * A problem to show once as a failed execution, in a poll without items: rows that could not be read three times in a
 * row, or properties that no record has. It marks the problem as reported in the state.
 */
export function nextProblem(state: PollState, items: readonly IDataObject[], settings: PollSettings): ClubError | undefined {
	if (items.length > 0) return undefined;
	for (const [name, list] of Object.entries(state.lists)) {
		if (!list.unreadable || list.unreadable.reported || list.unreadable.reads < READS_BEFORE_REPORT) continue;
		list.unreadable = { ...list.unreadable, reported: true };
		const { rows } = list.unreadable;
		const [{ call }] = POLLED_LISTS[name as ListName].reads;
		return new ClubError(
			rows === 1
				? `A record of ${call} cannot be read because its ID or its time is missing or not valid`
				: `${rows} records of ${call} cannot be read because their ID or their time is missing or not valid`,
			{
				description:
					'Events of all other records arrive as usual. Ask the support of the platform about these records. This message appears once.',
			},
		);
	}
	return lackingProperty(state, settings);
}

/**
 * The error for a compared property that no record has, so that its event cannot occur. A club may leave out properties without a
 * value, so the error is shown once and stops nothing.
 */
function lackingProperty(state: PollState, settings: PollSettings): ClubError | undefined {
	const lacking = [...new Set(Object.values(state.lists).flatMap((list) => list.lacking ?? []))];
	const found = lacking.filter((property) => listsWithout(property, state, settings).length > 0);
	const property = found.find((name) => !state.reported?.includes(name));
	state.reported = found.filter((name) => name === property || state.reported?.includes(name));
	if (property === undefined) return undefined;
	const calls = listsWithout(property, state, settings).map((name) => POLLED_LISTS[name].reads[0].call);
	const advice = settings.watchedFields.includes(property)
		? '"Watched Fields" names it. Correct the name in the options of the trigger. A test run shows the names. Capital letters matter.'
		: `An event of this trigger compares this property, so the event cannot occur. ${SEE_CHECK}`;
	return new ClubError(`No record of ${calls.join(' or ')} has a property "${property}"`, {
		description: `${advice} If no record has a value yet, there is nothing to do. All other events arrive as usual. This message appears once.`,
	});
}

/** The lists without a record that has the property. For a watched field, none if another list may have it. */
function listsWithout(property: string, { lists }: PollState, { watchedFields }: PollSettings): ListName[] {
	const names = Object.keys(lists) as ListName[];
	const without = names.filter((name) => lists[name]?.lacking?.includes(property));
	const watching = names.filter((name) => lists[name]?.digests !== undefined);
	return watchedFields.includes(property) && watching.some((name) => !without.includes(name)) ? [] : without;
}

const REPORT_EVERY_MS = 3_600_000;

interface Failing {
	times: number;
	failedAt: number;
	reportedAt: number;
}

/**
 * The lists of a node that cannot be read. They are read after the others, at the usual pace, and shown once an hour. Otherwise a
 * single failing list would hold back the events of all others.
 */
export class FailingLists extends Map<string, Failing> {
	/** When a club that has answered no poll yet was first asked, in ms since the epoch. */
	askedAt?: number;

	/** Whether a list may be tried. After one failure it need not wait. @param pause ms between two reads of the list */
	isDue(name: ListName, pause: number, now: number): boolean {
		const failing = this.get(name);
		return !failing || failing.times < 2 || Math.abs(now - failing.failedAt) >= pause;
	}

	/**
	 * Handles a list, or one of its reads, that could not be read, or that lacks what its events compare. The other lists go on. The error is
	 * shown once an hour, and that of the first poll in n8n's log.
	 * @param names all lists of the poll
	 * @throws the error if it is time to show it, or if no list can be read
	 */
	handle(name: string, error: unknown, names: readonly ListName[], isFirst = false, { now, notes }: Pick<PollRun, 'now' | 'notes'>): void {
		if (!(error instanceof ClubError || error instanceof InvalidInput)) throw error;
		const before = this.get(name);
		const isReportDue = !before || Math.abs(now - before.reportedAt) >= REPORT_EVERY_MS;
		this.set(name, { times: (before?.times ?? 0) + 1, failedAt: now, reportedAt: isReportDue ? now : before.reportedAt });
		if (names.every((other) => this.has(other))) throw error;
		if (!isReportDue) return;
		if (isFirst) {
			notes.push(
				`The first poll could not read all lists: ${error.message}. ${error.description} Events from the other lists still arrive.`,
			);
			return;
		}
		const advice = 'Events from the other lists still arrive. While the problem lasts, this message appears once an hour.';
		// Without a `failure`, n8n's scheduler does not take this for a permanent failure, which would delay the other lists too.
		if (error instanceof ClubError) throw error.with({ failure: undefined, advice });
		throw new ClubError(error.message, { description: `${error.description} ${advice}` });
	}
}
