import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../shared/api/time';
import { orAbsent } from '../shared/transport/errors';
import { Comparison, formOfValue, Scan } from './comparison';
import { HAS_PLACES, TAKES_PLACE } from './events/classes';
import type { PolledEvent } from './events/polledEvent';
import { POLLED_LISTS } from './lists';
import { pausedOr, PollPaused } from './meter';
import type { PollRun } from './readPages';
import type { Mark } from './snapshot';
import { unpackMarks } from './snapshot';
import type { ListState, PlacesState, PollState } from './state';

/** How many take part in a class, and how many are queued. */
interface Booked {
	participants: number;
	queued: number;
}

const valueIn = ({ values }: Mark, { name }: PolledEvent): unknown => JSON.parse(values?.[name] ?? 'null');

/** What a whole read with these settings has remembered; undefined where there was none yet. */
function marksOf(list: ListState | undefined, event: PolledEvent, { settings }: PollRun): Mark[] | undefined {
	if (!list?.marks || list.wholeAt === undefined || list.values?.[event.name] !== formOfValue(event, settings)) return undefined;
	return [...unpackMarks(list.marks).values()].filter(({ gone, unlisted }) => !gone && !unlisted);
}

function bookedIn(bookings: readonly Mark[]): Map<number, Booked> {
	const booked = new Map<number, Booked>();
	for (const booking of bookings) {
		const [classId] = booking.ids;
		const one = booked.get(classId) ?? { participants: 0, queued: 0 };
		one[valueIn(booking, TAKES_PLACE) === false ? 'queued' : 'participants']++;
		booked.set(classId, one);
	}
	return booked;
}

/** A class as it is now: the row of this poll, or else read by itself; undefined where it is gone. @throws Yield, ClubError */
const classOf = async (classId: number, { classes, meter }: PollRun): Promise<IDataObject | undefined> =>
	classes.get(classId) ?? (await orAbsent(meter.send('GET /Classes/{classId}', { params: { classId } })));

/**
 * Tells of full and of hardly booked classes. Their places come from the calendars and who takes part from the bookings, as the last whole
 * reads of both have left them: no call but for a class that this poll has not read.
 * @returns what is to be remembered; what was known while the bookings were not read anew
 * @throws ClubError
 */
export async function comparePlaces(
	known: PlacesState,
	lists: PollState['lists'],
	events: readonly PolledEvent[],
	run: PollRun,
): Promise<PlacesState> {
	const { settings, now, emission } = run;
	const { bookings, calendars } = lists;
	const bookedMarks = marksOf(bookings, TAKES_PLACE, run);
	const classMarks = marksOf(calendars, HAS_PLACES, run);
	const readAt = bookings?.wholeAt;
	if (!bookedMarks || !classMarks || readAt === undefined || bookings?.progress || (readAt === known.readAt && !known.again)) return known;
	const memory = new Scan(known.marks);
	const comparison = new Comparison(POLLED_LISTS.calendars, events, { owner: '', ...known, wholeAt: known.readAt }, run);
	memory.begin();
	memory.keepKnown(false, comparison.known);
	const booked = bookedIn(bookedMarks);
	const end = readAt + settings.lookAhead * DAY_MS;
	const isAhead = ({ at = 0 }: Mark) => at * 1000 >= now && at * 1000 < end;
	for (const { ids, at, values } of classMarks.filter(isAhead).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
		// Of a class that was published after the bookings were read, nobody knows yet who is booked.
		if (!memory.known(ids) && readAt < Number(calendars?.wholeAt)) {
			memory.remember({ now: { ids, at } });
			continue;
		}
		const facts = {
			at,
			places: valueIn({ ids, values }, HAS_PLACES),
			...(booked.get(ids[0]) ?? { participants: 0, queued: 0 }),
		} as IDataObject;
		const difference = memory.compare({ ids, at, ...comparison.valuesOf(facts) }, facts);
		const items = comparison.itemsFor(difference);
		if (items.length > 0) {
			const record = await pausedOr(classOf(ids[0], run));
			const { participants, queued } = facts;
			if (record instanceof PollPaused || (record && !emission.take(items.map((item) => ({ ...item, record, participants, queued })))))
				return { ...known, marks: memory.pack(), again: true };
			if (!record) continue;
		}
		comparison.count(items);
		memory.remember(difference);
	}
	memory.forgetUnmetBefore(now / 1000);
	return { marks: memory.pack(), values: comparison.forms.values, readAt };
}
