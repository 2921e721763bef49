import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import { orAbsent } from '../../shared/transport/errors';
import { Comparison, Scan } from './comparison';
import { CLASS_PLACES, TAKES_PLACE } from '../causes/classes';
import type { KeptValue, PolledEvent, Value } from '../causes/polledEvent';
import { formOfValue } from '../causes/polledEvent';
import { POLLED_LISTS } from '../causes/lists';
import { pausedOr, PollPaused } from './meter';
import type { PollRun } from './readPages';
import type { Mark } from './snapshot';
import { unpackMarks } from './snapshot';
import type { ListState, PlacesState, PollState } from './state';

/** The people in a class: participants, those who may still be some, and those in its queue. */
const nobody = () => ({ participants: 0, doubtful: 0, queued: 0 });

const valueIn = ({ values }: Mark, { name }: KeptValue): Value => JSON.parse(values?.[name] ?? 'null') as Value;

/** The marks of the last whole read with these settings; undefined before there was one. */
function marksOf(list: ListState | undefined, kept: KeptValue, { settings }: PollRun): Mark[] | undefined {
	if (!list?.marks || list.wholeAt === undefined || list.values?.[kept.name] !== formOfValue(kept, settings)) return undefined;
	return [...unpackMarks(list.marks).values()];
}

function bookedIn(bookings: readonly Mark[]) {
	const booked = new Map<number, ReturnType<typeof nobody>>();
	for (const booking of bookings) {
		const { absence } = booking;
		const [classId] = booking.ids;
		if (absence === 'gone' || absence === 'unlisted') continue;
		const people = booked.get(classId) ?? nobody();
		people[valueIn(booking, TAKES_PLACE) === false ? 'queued' : absence ? 'doubtful' : 'participants']++;
		booked.set(classId, people);
	}
	return booked;
}

/** A class as it is now: the row of this poll, or else one call; undefined if the class is gone. @throws PollPaused, ClubError */
const classOf = async (classId: number, { classes, meter }: PollRun): Promise<IDataObject | undefined> =>
	classes?.get(classId) ?? (await orAbsent(meter.send('GET /Classes/{classId}', { params: { classId } })));

/**
 * Emits the events of places. The places come from the calendars and the participants from the bookings, both from their last
 * whole read, so only a class that this poll has not read costs a call.
 * @returns the new memory, or the known one if the bookings were not read since
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
	const classMarks = marksOf(calendars, CLASS_PLACES, run);
	const readAt = bookings?.wholeAt;
	if (!bookedMarks || !classMarks || readAt === undefined || bookings?.progress || (readAt === known.readAt && !known.rescan)) return known;
	run.readAt = Math.min(now, readAt);
	const memory = new Scan(known.marks);
	const comparison = new Comparison(POLLED_LISTS.calendars, events, { settingsKey: '', ...known, wholeAt: known.readAt }, run);
	memory.begin();
	memory.keepKnown(false, comparison.known);
	const booked = bookedIn(bookedMarks);
	const end = readAt + settings.lookAhead * DAY_MS;
	// Who leaves a class that is taken out frees no place in it.
	const isAhead = ({ at = 0, absence }: Mark) => !absence && at * 1000 >= now && at * 1000 < end;
	for (const { ids, at, values } of classMarks.filter(isAhead).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
		// The bookings were read before this class was published, so they say nothing about it yet.
		if (!memory.known(ids) && readAt < Number(calendars?.wholeAt)) {
			memory.remember({ now: { ids, at } });
			continue;
		}
		const facts: IDataObject = { at, places: valueIn({ ids, values }, CLASS_PLACES), ...(booked.get(ids[0]) ?? nobody()) };
		const difference = memory.compare({ ids, at, ...comparison.valuesOf(facts) }, facts);
		const items = comparison.itemsFor(difference);
		if (items.length > 0) {
			const record = await pausedOr(classOf(ids[0], run));
			const { participants, queued } = facts;
			if (record instanceof PollPaused || (record && !emission.take(items.map((item) => ({ ...item, record, participants, queued })))))
				return { ...known, marks: memory.pack(), rescan: true };
			if (!record) continue;
		}
		comparison.count(items);
		memory.remember(difference);
	}
	memory.forgetUnmetBefore(now / 1000);
	return { marks: memory.pack(), values: comparison.forms.values, readAt };
}
