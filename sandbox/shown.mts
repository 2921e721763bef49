import { DateTime } from 'luxon';
import { CLUB_ZONE, zoneOf } from './data/people.mts';
import type { Dialect } from './dialect.mts';
import type { Assignment, Booking, Json, Plan, Product, Training, WebhookSubscription } from './types.mts';

/** How records are given in a dialect; they are kept as they are made. */

const ATHLETE = ['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'IsDemo', 'IsGuest', 'ClientStage'];
const TRAINING = ['TrainingId', 'UserId', 'BeginDateLocal'];
const CLASS = [
	...['ClassId', 'Name', 'Begin', 'CreditsCostLocal', 'CreditsCostRemote', 'TicketsCostLocal', 'TicketsCostRemote'],
	...['MaxLocalParticipants', 'MaxRemoteParticipants', 'LocalSubscriptionIds', 'RemoteSubscriptionIds'],
];

/** The properties of a record that the spec names, or all. */
const named = (dialect: Dialect, record: Json, names: readonly string[]): Json =>
	dialect.unnamedProperties === 'ours' ? record : Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** A record without a property. */
const without = (name: string, record: Json): Json => Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));

/** A record with a property under another name. */
const renamed = (record: Json, names: Readonly<Record<string, string>>): Json =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]));

const called = (dialect: Dialect, record: Json): Json => (dialect.names === 'title' ? renamed(record, { Name: 'Title' }) : record);

/** An athlete (§2.1) or a contact. */
export const shownAthlete = (dialect: Dialect, { EmailVerified, Sensors, ...athlete }: Json): Json => ({
	...named(dialect, athlete, ATHLETE),
	...(dialect.sensors === 'given' && { ...(EmailVerified === true && { EmailVerified }), ...(Sensors !== undefined && { Sensors }) }),
	...(dialect.emailCase === 'lowered' && { Email: String(athlete.Email).toLowerCase() }),
});

/** A contact, whose properties the spec does not show (§4.8). */
export function shownContact(dialect: Dialect, contact: Json): Json {
	const shown = shownAthlete(dialect, contact);
	return dialect.contactStage === 'stage' ? renamed(shown, { ClientStage: 'Stage' }) : shown;
}

/** How many moments are remembered as they were written. */
const WRITTEN = 50_000;

/** Moments as they were written: a club has few, each is given again and again, and a zone takes long to compute. */
const written = new Map<string, string>();

function momentAs(moment: string, zone: string, unit: 'second' | 'millisecond'): string {
	const key = `${unit} ${zone} ${moment}`;
	const known = written.get(key);
	if (known) return known;
	if (written.size >= WRITTEN) written.clear();
	// What is no moment is shown as it is.
	const text = DateTime.fromISO(moment, { zone }).startOf(unit).toISO({ suppressMilliseconds: true }) ?? moment;
	written.set(key, text);
	return text;
}

/** A moment as the clocks of a zone show it, without an offset. */
const localTime = (moment: string, zone: string): string => DateTime.fromISO(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");

/** A time of a suspension, in the reading of its offset (§2.11). */
const suspensionTime = <M,>(dialect: Dialect, moment: M, zone: string): M | string =>
	dialect.suspensionTimes === 'moment' || typeof moment !== 'string' ? moment : localTime(moment, zone);

/** A moment of an assignment (§2.11). */
export function shownMoment(dialect: Dialect, moment: string): string {
	if (dialect.assignmentDates === 'asSent') return moment;
	return momentAs(moment, dialect.assignmentDates === 'clubSeconds' ? CLUB_ZONE : 'utc', 'second');
}

/** A date of an assignment, which may be kept as a bound of its day in the club (§2.11). */
function shownDate(dialect: Dialect, moment: string, bound: 'startOf' | 'endOf'): string {
	if (dialect.assignmentDays === 'kept') return shownMoment(dialect, moment);
	return DateTime.fromISO(moment, { zone: CLUB_ZONE })[bound]('day').startOf('second').toISO({ suppressMilliseconds: true }) ?? moment;
}

const STATES = {
	ours: { None: 'None', Scheduled: 'Scheduled', Suspended: 'Suspended' },
	others: { None: 'NotSuspended', Scheduled: 'Pending', Suspended: 'Active' },
	nullWhenNone: { None: null, Scheduled: 'Scheduled', Suspended: 'Suspended' },
};

/** An assignment (§2.11). */
export function shownAssignment(dialect: Dialect, { SuspendedAtUTC, Transaction, ...assignment }: Assignment): Json {
	return {
		...assignment,
		From: shownDate(dialect, assignment.From, 'startOf'),
		To: shownDate(dialect, assignment.To, 'endOf'),
		...(dialect.unlimitedActivities === 'none' && assignment.MaxActivities === 0 && { AvailableActivities: null }),
		SuspensionState: STATES[dialect.suspensionState][assignment.SuspensionState],
		SuspensionStartUTC: suspensionTime(dialect, assignment.SuspensionStartUTC, 'utc'),
		ReactivationDate: suspensionTime(dialect, assignment.ReactivationDate, CLUB_ZONE),
		...(dialect.legacySuspension !== 'none' && { SuspendedAtUTC: suspensionTime(dialect, SuspendedAtUTC, 'utc') }),
		...(dialect.legacySuspension === 'both' && { IsSuspended: assignment.SuspensionState === 'Suspended' }),
		...(dialect.transaction === 'given' && { Transaction: Transaction ?? null }),
	};
}

/** A product, or one of its plans (§4.8). */
export function shownProduct(dialect: Dialect, product: Product | Plan): Json {
	const { Type, ...rest } = product;
	return called(dialect, dialect.productType === 'absent' && Type !== 'Trial' ? rest : product);
}

/** A product with its plans. */
export const withPlans = (dialect: Dialect, product: Product, plans: Plan[]): Json => ({
	...shownProduct(dialect, product),
	[dialect.plans === 'plans' ? 'Plans' : 'ClassSubscriptionPlans']: plans.map((plan) => shownProduct(dialect, plan)),
});

export const shownChallenge = called;

/** A class, or a booking, with its times in the reading of them (§2.13). */
const timed = ({ classTimes }: Dialect, record: Json): Json =>
	classTimes === 'moment'
		? record
		: Object.fromEntries(
				Object.entries(record).map(([name, value]) => [
					name,
					name === 'Begin' || name === 'End' ? localTime(String(value), CLUB_ZONE) : value,
				]),
			);

/** How often a class was shown, for a set that comes in another order each time. */
let shownClasses = 0;

export function shownClass(dialect: Dialect, scheduled: Json): Json {
	const shown = called(dialect, named(dialect, timed(dialect, scheduled), CLASS));
	const ids = shown.LocalSubscriptionIds;
	if (dialect.idArrays === 'fixed' || !Array.isArray(ids)) return shown;
	const first = shownClasses++ % ids.length;
	return { ...shown, LocalSubscriptionIds: [...ids.slice(first), ...ids.slice(0, first)] };
}

/** A booking, or a participant (§2.13). @param context what it comes with, where that is not of the booking alone */
export function shownBooking(dialect: Dialect, { State, ...booking }: Booking, context: Json = {}): Json {
	const told = { state: { State }, status: { Status: State }, isQueued: { IsQueued: State === 'Queued' }, absent: {} }[
		dialect.participation
	];
	const shown: Json = { ...timed(dialect, booking), ...told, ...(dialect.bookingContext === 'nested' && context) };
	if (dialect.bookingBegin === 'begin') return shown;
	return { ...without('Begin', shown), Class: { ...(shown.Class as Json), ClassId: booking.ClassId, Begin: shown.Begin } };
}

/** A class or a participant that is read by itself (§4.8). */
export const shownSingly =
	<R,>(shown: (dialect: Dialect, record: R) => Json) =>
	(dialect: Dialect, record: R): Json =>
		dialect.singleBegin === 'given' ? shown(dialect, record) : without('Begin', shown(dialect, record));

/** What a bound of a window is compared with, in ms (§4.4, §4.5, §4.8). */
export const comparedBegin = ({ bounds }: Dialect, begin: string): number =>
	Date.parse(bounds === 'instant' ? begin : `${localTime(begin, CLUB_ZONE)}Z`);

/** The local time at which a training began, by the reading of the zone (§2.13). */
export function localBegin(dialect: Pick<Dialect, 'localTimes'>, { BeginUTC, UserId }: Training): string {
	const zone = { utc: 'utc', club: CLUB_ZONE, athlete: zoneOf(UserId) }[dialect.localTimes];
	return localTime(BeginUTC, zone);
}

/** A training (§2.13). */
export const shownTraining = (dialect: Dialect, training: Training): Json =>
	named(dialect, { ...training, BeginDateLocal: localBegin(dialect, training) }, TRAINING);

const PROFILE_NAMES = { clubId: {}, id: { ClubId: 'Id', Name: 'ClubName' }, title: { ClubId: 'Id', Name: 'Title' } };

/** The profile of the club (§4.8). */
export const shownProfile = (dialect: Dialect, profile: Json): Json => renamed(profile, PROFILE_NAMES[dialect.profileNames]);

/** What a webhook subscription shows of its events. */
function eventTypesIn({ eventTypesOrder, eventTypesShown }: Dialect, { EventTypes }: WebhookSubscription): Json {
	if (eventTypesShown === 'none') return {};
	if (eventTypesShown === 'empty') return { EventTypes: [] };
	if (eventTypesShown === 'first') return { EventTypes: EventTypes.slice(0, 1) };
	const names = eventTypesShown === 'lowered' ? EventTypes.map((name) => name.toLowerCase()) : [...EventTypes];
	if (eventTypesShown === 'more') names.push('SubscriptionDeleted');
	return { EventTypes: eventTypesOrder === 'sorted' ? names.sort() : names };
}

/** A webhook subscription (§2.12). */
export const shownWebhook = (dialect: Dialect, subscription: WebhookSubscription): Json => {
	return {
		...Object.fromEntries(Object.entries(subscription).filter(([name]) => name !== 'EventTypes')),
		...(dialect.webhookUrl === 'withoutQuery' && { Url: subscription.Url.split('?')[0] }),
		...eventTypesIn(dialect, subscription),
	};
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A moment as the dialect writes it; those of assignments have a reading of their own, and what is called UTC stays so. */
function momentIn({ dateTimes }: Dialect, name: string, value: unknown): unknown {
	if (dateTimes === 'milliseconds' || typeof value !== 'string' || !MOMENT.test(value)) return value;
	if (name === 'From' || name === 'To' || /utc$/i.test(name)) return value;
	// What leads on is no moment of a record, and is as exact as the list.
	const isExact = dateTimes === 'offset' || name === 'NextDateTime' || name === 'PrevDateTime';
	return momentAs(value, dateTimes === 'offset' ? CLUB_ZONE : 'utc', isExact ? 'millisecond' : 'second');
}

/** An answer, or the data of an event, with its moments and without a value as the dialect has them (§2, §6.1). */
export function spoken(dialect: Dialect, value: unknown, name = ''): unknown {
	// Most dialects keep both as they are, and a page of a thousand rows need not be copied for it.
	if (dialect.dateTimes === 'milliseconds' && dialect.nulls === 'given') return value;
	if (Array.isArray(value)) return value.map((entry) => spoken(dialect, entry, name));
	if (typeof value !== 'object' || value === null) return momentIn(dialect, name, value);
	const entries = Object.entries(value).filter(([, inner]) => inner !== null || dialect.nulls === 'given');
	return Object.fromEntries(entries.map(([key, inner]) => [key, spoken(dialect, inner, key)]));
}
