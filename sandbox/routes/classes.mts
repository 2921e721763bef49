import { inArrayOrder, idFrom, arrayOrPage, listedRows, momentFrom, paged, type Api, type Call, type Paging } from '../api.mts';
import { compare } from '../cursors.mts';
import { found, invalid, notFound, refuse, Refusal } from '../refusal.mts';
import { comparedBegin, shownBooking, shownClass } from '../shown.mts';
import { CALENDARS, type Booking, type CalendarType, type ClubClass, type Json } from '../types.mts';
import type { Changes } from '../changes.mts';

const WINDOW = ['from', 'to', 'count', 'cursor'];

const bookingPosition = ({ Begin, ClassId, UserId }: Booking): number[] => [Date.parse(Begin), ClassId, UserId];

/** Rows in the order of their positions, each of which is worked out once. */
const inOrder = <T,>(rows: readonly T[], positionOf: (row: T) => number[]): T[] =>
	rows
		.map((row) => ({ row, at: positionOf(row) }))
		.sort((a, b) => compare(a.at, b.at))
		.map(({ row }) => row);

const bookingPages = (call: Call, rows: Booking[]): Paging<Booking> => ({
	rows,
	positionOf: bookingPosition,
	show: (booking) => shownBooking(call.dialect, booking),
	default: 100,
	max: 500,
	legacy: 'time',
});

/** The window of a call, and whether a row begins in it: `from` is inclusive, `to` exclusive. */
function windowOf(call: Call) {
	const [from, to] = [momentFrom(call, 'from'), momentFrom(call, 'to')];
	if (from !== undefined && to !== undefined && from >= to) throw refuse(400, 'from must be earlier than to.');
	const isIn = ({ Begin }: { Begin: string }): boolean => {
		const begin = comparedBegin(call.dialect, Begin);
		return begin >= (from ?? -Infinity) && begin < (to ?? Infinity);
	};
	return { from, to, isIn };
}

/** One page of bookings. With only `to`, the newest come first (§4.4). */
function bookings(call: Call, isWanted: (booking: Booking) => boolean) {
	const { from, to, isIn } = windowOf(call);
	const selected = call.club.bookings.filter((booking) => isWanted(booking) && isIn(booking));
	return paged(call, { ...bookingPages(call, inOrder(selected, bookingPosition)), descending: from === undefined && to !== undefined });
}

/** Participants: an array in the order of booking, or a page in the order of begin. */
function participants(call: Call, as: 'array' | 'page', rows: Booking[], descending = false): Json | Json[] {
	if (as === 'array') return arrayOrPage(call, as, bookingPages(call, inArrayOrder(call, rows)));
	return arrayOrPage(call, as, { ...bookingPages(call, inOrder(rows, bookingPosition)), descending });
}

function publishedClass({ club, params }: Call): ClubClass {
	const scheduled = club.classes.get(params.classId);
	if (!scheduled?.Published) throw notFound('The class');
	return scheduled;
}

const bookingIn = ({ club }: Call, scheduled: ClubClass, userId: number): Booking | undefined =>
	club.bookings.find(({ ClassId, UserId }) => ClassId === scheduled.ClassId && UserId === userId);

const participant = (call: Call): Booking => found(bookingIn(call, publishedClass(call), call.params.userId), 'The participant');

export function classRoutes(api: Api, changes: Changes): void {
	api.route('GET /Classes/Bookings', { query: WINDOW, handle: (call) => bookings(call, (booking) => !call.club.unlisted.has(booking)) });
	api.route('GET /Classes/{classId}/Bookings', {
		query: WINDOW,
		handle: (call) => {
			const { ClassId } = publishedClass(call);
			return bookings(call, (booking) => booking.ClassId === ClassId);
		},
	});
	api.route('GET /Athletes/{userId}/Bookings', {
		query: WINDOW,
		handle: (call) => bookings(call, ({ UserId }) => UserId === call.params.userId),
	});
	api.route('GET /Classes/Calendars/{calendarType}', {
		query: WINDOW,
		opaque: ['calendarType'],
		handle: (call) => {
			const type = call.segments.calendarType as CalendarType;
			if (!CALENDARS.includes(type)) throw refuse(400, 'calendarType must be Club, PT or Services.');
			const { from, to, isIn } = windowOf(call);
			if (from === undefined || to === undefined) throw refuse(400, 'from and to are required.');
			const positionOf = ({ Begin, ClassId }: ClubClass) => [Date.parse(Begin), ClassId];
			const rows = listedRows(call, call.club.classes.values()).filter(
				(scheduled) => scheduled.CalendarType === type && scheduled.Published && isIn(scheduled),
			);
			return paged(call, {
				rows: inOrder(rows, positionOf),
				positionOf,
				descending: call.dialect.calendarOrder === 'descending',
				show: (scheduled) => shownClass(call.dialect, scheduled),
				default: 100,
				max: 500,
				legacy: 'time',
			});
		},
	});
	api.route('GET /Classes/Participants/Recent', {
		query: ['count', 'cursor'],
		handle: (call) => {
			return participants(call, call.dialect.participants, call.club.bookings.slice(-20).reverse(), true);
		},
	});
	api.route('GET /Classes/{classId}', { show: shownClass, handle: publishedClass });
	api.route('GET /Classes/{classId}/Participants', {
		query: ['count', 'cursor'],
		handle: (call) => {
			const { ClassId } = publishedClass(call);
			return participants(
				call,
				call.dialect.participants,
				call.club.bookings.filter((booking) => booking.ClassId === ClassId),
			);
		},
	});
	api.route('POST /Classes/{classId}/Participants', {
		show: shownBooking,
		unshown: true,
		handle: (call) => {
			const scheduled = publishedClass(call);
			if (!Number.isInteger(call.body.UserId) || (call.body.UserId as number) < 1)
				throw invalid('UserId', 'The value must be a positive integer.');
			const athlete = found(call.club.athletes.get(idFrom(call.body.UserId, 'UserId')), 'The athlete');
			const booking = bookingIn(call, scheduled, athlete.UserId);
			const { fullClass } = call.dialect;
			if (!booking && fullClass !== 'queued' && changes.isFull(call.club, scheduled))
				throw refuse(fullClass === 'conflict' ? 409 : 400, 'The class is full.');
			if (!booking) return changes.book(call.club, scheduled, athlete);
			if (call.dialect.bookedTwice === 'unchanged') return booking;
			throw refuse(409, 'The athlete takes part already.');
		},
	});
	api.route('GET /Classes/{classId}/Participants/{userId}', { show: shownBooking, handle: participant });
	// The spec names the removal, but not its path.
	api.route('DELETE /Classes/{classId}/Participants/{userId}', {
		show: shownBooking,
		unshown: true,
		handle: (call) => {
			const { participantRemoval } = call.dialect;
			if (participantRemoval !== 'participant') throw new Refusal(participantRemoval === 'refused' ? 405 : 404, undefined);
			const booking = participant(call);
			changes.unbook(call.club, booking);
			return booking;
		},
	});
}
