import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import { orAbsent } from '../../shared/transport/errors';
import { Comparison, parsed } from './comparison';
import { Scan } from './memory';
import { CLASS_PLACES, placesIn, TAKES_PLACE } from '../causes/classes';
import { formOfValue, type StoredValue, type PolledEvent, type Value } from '../causes/polledEvent';
import { POLLED_LISTS } from '../causes/lists';
import type { PollRun } from './pollRun';
import { beginOf } from '../../shared/api/facts';
import { byIds, marksIn, type Mark } from './snapshot';
import type { ListState, PollState } from './state';

/** The people in a class: participants, those who may still be some, and those in its queue. */
const nobody = () => ({ participants: 0, doubtful: 0, queued: 0 });

const valueIn = ({ values }: Pick<Mark, 'values'>, { name }: StoredValue): Value | undefined => parsed(values?.[name]);

/** The marks of the last whole read with these settings; undefined before there was one. */
function marksOf(list: ListState | undefined, stored: StoredValue, { settings }: PollRun): Mark[] | undefined {
	if (!list?.marks || list.snapshotAt === undefined || list.values?.[stored.name] !== formOfValue(stored, settings)) return undefined;
	return [...marksIn(list.marks).values()];
}

const isAbsent = ({ missingSince, unlistedAt, isGone }: Mark): boolean => isGone === true || (missingSince ?? unlistedAt) !== undefined;

/**
 * Who is booked into each class. A booking that the list lacks takes its place and frees it only once it is known to be gone. So does one
 * that has moved beyond what was read: its class may have come back without it.
 * @param end of what was read, in ms since the epoch
 */
function bookedIn(bookings: readonly Mark[], end: number) {
	const booked = new Map<number, ReturnType<typeof nobody>>();
	for (const booking of bookings) {
		const [classId] = booking.ids;
		if (booking.isGone) continue;
		const people = booked.get(classId) ?? nobody();
		const isDoubtful = isAbsent(booking) || Number(booking.time) * 1000 >= end;
		people[valueIn(booking, TAKES_PLACE) === false ? 'queued' : isDoubtful ? 'doubtful' : 'participants']++;
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
 * @param state its memory of places goes as far as the items, also after an error; it stays if the bookings were not read since
 * @throws PollPaused, ClubError
 */
export async function comparePlaces(
	state: Pick<PollState, 'places' | 'lists'>,
	events: readonly PolledEvent[],
	run: PollRun,
): Promise<void> {
	const { settings, now, emission } = run;
	const { lists, places: stored = {} } = state;
	const { bookings, calendars } = lists;
	const bookedMarks = marksOf(bookings, TAKES_PLACE, run);
	const classMarks = marksOf(calendars, CLASS_PLACES, run);
	const readAt = bookings?.snapshotAt;
	if (!bookedMarks || !classMarks || readAt === undefined || bookings?.progress || readAt === stored.readAt) return;
	// Until a comparison has learned the events that are new, what is true now is no event.
	const isFirst = Object.keys(stored.values ?? {}).length === 0;
	const memory = new Scan(stored.marks);
	const before = { settingsKey: '', ...stored, snapshotAt: isFirst ? undefined : stored.readAt };
	const comparison = new Comparison(POLLED_LISTS.calendars, events, before, { ...run, readAt: Math.min(now, readAt) });
	memory.begin();
	memory.keepComparable(false, comparison.comparable);
	const end = readAt + settings.lookAhead * DAY_MS;
	const booked = bookedIn(bookedMarks, end);
	// Who leaves a class that is taken out frees no place in it.
	const isAhead = (mark: Mark) => !isAbsent(mark) && Number(mark.time) * 1000 >= now && Number(mark.time) * 1000 < end;
	const inOrder = classMarks.filter(isAhead).sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || byIds(a, b));
	// The bookings were read before these classes were published, so they say nothing about them yet.
	const unread = new Set(readAt < Number(calendars?.snapshotAt) ? inOrder.filter(({ ids }) => !memory.previous(ids)) : []);
	for (const { ids, time, ignored } of unread) if (!ignored) memory.remember({ now: { ids, time } });
	const differenceOf = ({ ids, time, values }: Pick<Mark, 'ids' | 'time' | 'values'>) => {
		const facts: IDataObject = { time, places: valueIn({ values }, CLASS_PLACES), ...(booked.get(ids[0]) ?? nobody()) };
		return memory.compare({ ids, time, ...comparison.valuesOf(facts, memory.previous(ids)) }, facts);
	};
	/** What the record of a class shows. It may be newer than the calendar. */
	const asRead = ({ ids, time, values }: Mark, record: IDataObject) => {
		const begin = beginOf(record, settings.zone);
		const places = record.MaxLocalParticipants === undefined ? valueIn({ values }, CLASS_PLACES) : placesIn(record);
		return differenceOf({
			ids,
			time: begin === undefined ? time : Math.floor(begin / 1000),
			values: { [CLASS_PLACES.name]: JSON.stringify(places) },
		});
	};
	const read = inOrder.filter((mark) => !unread.has(mark));
	comparison.learnOldest(memory, () => read.map(differenceOf));
	const itemsBefore = emission.items.length;
	try {
		for (const mark of read) {
			let difference = differenceOf(mark);
			// What was full before its calendar could be read is no news.
			const isLearned = mark.ignored === true && difference.added;
			if (!isLearned && comparison.itemsFor(difference).length > 0) {
				const record = await classOf(mark.ids[0], run);
				if (record) difference = asRead(mark, record);
				const { participants, queued } = difference.row;
				// A class that is gone has no event, but is remembered: the next poll must not stop at it again.
				if (record) emission.add(comparison.itemsFor(difference).map((item) => ({ ...item, record, participants, queued })));
			}
			memory.remember(difference);
		}
	} finally {
		state.places = { ...stored, marks: memory.stored(), comesFirst: emission.items.length === itemsBefore };
	}
	memory.forgetUnmetBefore(now / 1000);
	const learned = Object.entries(comparison.values).filter(([name]) => unread.size === 0 || comparison.comparable.has(name));
	const emitsExisting = isFirst && unread.size > 0 && stored.emitsExisting;
	state.places = { marks: memory.stored(), values: Object.fromEntries(learned), readAt, ...(emitsExisting && { emitsExisting }) };
}
