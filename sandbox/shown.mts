import { DateTime } from 'luxon';
import { CLUB_ZONE } from './data/people.mts';
import type { Dialect } from './dialect.mts';
import type { Membership, Booking, Json, Plan, Product, WebhookSubscription } from './types.mts';

/** Functions that render stored records in a dialect. */

const without = (name: string, record: Json): Json => Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));

const renamed = (record: Json, names: Readonly<Record<string, string>>): Json =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]));

const withName = (dialect: Dialect, record: Json): Json => (dialect.names === 'title' ? renamed(record, { Name: 'Title' }) : record);

/** An athlete (§2.1) or a contact. */
export const shownAthlete = (dialect: Dialect, { EmailVerified, Sensors, ...athlete }: Json): Json => ({
	...athlete,
	...(dialect.sensors === 'given' && { ...(EmailVerified === true && { EmailVerified }), ...(Sensors !== undefined && { Sensors }) }),
	...(dialect.emailCase === 'lowered' && { Email: String(athlete.Email).toLowerCase() }),
});

export function shownContact(dialect: Dialect, contact: Json): Json {
	const shown = shownAthlete(dialect, contact);
	return dialect.contactStage === 'stage' ? renamed(shown, { ClientStage: 'Stage' }) : shown;
}

const MAX_CACHED = 50_000;

/** Cache of formatted moments. Conversion to a zone is slow, and a club shows the same moments again and again. */
const formatted = new Map<string, string>();

function momentAs(moment: string, zone: string, unit: 'second' | 'millisecond'): string {
	const key = `${unit} ${zone} ${moment}`;
	const known = formatted.get(key);
	if (known) return known;
	if (formatted.size >= MAX_CACHED) formatted.clear();
	// An invalid moment stays as it is.
	const text = DateTime.fromISO(moment, { zone }).startOf(unit).toISO({ suppressMilliseconds: true }) ?? moment;
	formatted.set(key, text);
	return text;
}

/** A moment as the local time of a zone, without an offset. */
const localTime = (moment: string, zone: string): string => DateTime.fromISO(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");

/** A time of a suspension, with or without an offset (§2.11). */
const suspensionTime = <M,>(dialect: Dialect, moment: M, zone: string): M | string =>
	dialect.suspensionTimes === 'moment' || typeof moment !== 'string' ? moment : localTime(moment, zone);

export function shownMoment(dialect: Dialect, moment: string): string {
	if (dialect.membershipDates === 'asSent') return moment;
	return momentAs(moment, dialect.membershipDates === 'clubSeconds' ? CLUB_ZONE : 'utc', 'second');
}

/** A date of a membership. Some dialects round it to the start or end of its day in the club (§2.11). */
function shownDate(dialect: Dialect, moment: string, bound: 'startOf' | 'endOf'): string {
	if (dialect.membershipDays === 'kept') return shownMoment(dialect, moment);
	return DateTime.fromISO(moment, { zone: CLUB_ZONE })[bound]('day').startOf('second').toISO({ suppressMilliseconds: true }) ?? moment;
}

const STATES = {
	ours: { None: 'None', Scheduled: 'Scheduled', Suspended: 'Suspended' },
	others: { None: 'NotSuspended', Scheduled: 'Pending', Suspended: 'Active' },
	nullWhenNone: { None: null, Scheduled: 'Scheduled', Suspended: 'Suspended' },
};

export function shownMembership(dialect: Dialect, { SuspendedAtUTC, ...membership }: Membership): Json {
	const shown: Json = {
		...membership,
		From: shownDate(dialect, membership.From, 'startOf'),
		To: shownDate(dialect, membership.To, 'endOf'),
		...(dialect.unlimitedActivities === 'none' && membership.MaxActivities === 0 && { AvailableActivities: null }),
		SuspensionState: STATES[dialect.suspensionState][membership.SuspensionState],
		SuspensionStartUTC: suspensionTime(dialect, membership.SuspensionStartUTC, 'utc'),
		ReactivationDate: suspensionTime(dialect, membership.ReactivationDate, CLUB_ZONE),
		SuspendedAtUTC: suspensionTime(dialect, SuspendedAtUTC, 'utc'),
	};
	// It is optional (§2.11), and this club leaves it out.
	delete shown.Transaction;
	return shown;
}

/** A product or plan (§4.8). */
export const shownProduct = (dialect: Dialect, product: Product | Plan): Json => withName(dialect, product);

export const withPlans = (dialect: Dialect, product: Product, plans: Plan[]): Json => ({
	...shownProduct(dialect, product),
	Plans: plans.map((plan) => shownProduct(dialect, plan)),
});

export const shownChallenge = withName;

/** A class or booking, with its times as moments or as local times (§2.13). */
const timed = ({ classTimes }: Dialect, record: Json): Json =>
	classTimes === 'moment'
		? record
		: Object.fromEntries(
				Object.entries(record).map(([name, value]) => [
					name,
					name === 'Begin' || name === 'End' ? localTime(String(value), CLUB_ZONE) : value,
				]),
			);

export const shownClass = (dialect: Dialect, scheduled: Json): Json => withName(dialect, timed(dialect, scheduled));

export function shownBooking(dialect: Dialect, { State, ...booking }: Booking): Json {
	const participation = { state: { State }, status: { Status: State }, isQueued: { IsQueued: State === 'Queued' }, absent: {} }[
		dialect.participation
	];
	const shown: Json = { ...timed(dialect, booking), ...participation };
	if (dialect.bookingBegin === 'begin') return shown;
	return { ...without('Begin', shown), Class: { ClassId: booking.ClassId, Begin: shown.Begin } };
}

/** The time that is compared with the bounds of a window, in ms (§4.4, §4.5, §4.8). */
export const comparedBegin = ({ bounds }: Dialect, begin: string): number =>
	Date.parse(bounds === 'instant' ? begin : `${localTime(begin, CLUB_ZONE)}Z`);

export const shownWebhook = (
	{ webhookUrl, eventTypesShown }: Dialect,
	{ SubscriptionId, Url, ProvisioningState, EventTypes }: WebhookSubscription,
): Json => ({
	SubscriptionId,
	Url: webhookUrl === 'asGiven' ? Url : Url.split('?')[0],
	ProvisioningState,
	EventTypes: eventTypesShown === 'given' ? EventTypes : EventTypes.slice(0, 1),
});

/** An answer or the data of an event, with null values as in the dialect (§2, §6.1). */
export function serialize(dialect: Dialect, value: unknown): unknown {
	// Without a change, a page of a thousand rows needs no copy.
	if (dialect.nulls === 'given') return value;
	if (Array.isArray(value)) return value.map((entry) => serialize(dialect, entry));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([, inner]) => inner !== null);
	return Object.fromEntries(entries.map(([key, inner]) => [key, serialize(dialect, inner)]));
}

/** A successful answer and its status: the spec does not show those of an empty page (§4.1 rule 5). */
export function answerIn({ emptyPage }: Dialect, body: unknown): { status: number; body: unknown } {
	const { Results, Continue, ...rest } = (body ?? {}) as Json;
	if (!Array.isArray(Results) || Results.length > 0) return { status: 200, body };
	if (emptyPage === 'noContent') return { status: 204, body: undefined };
	const rows = { list: { Results, Continue }, nullGoesOn: { Results: null, Continue: true }, absent: {} }[emptyPage];
	return { status: 200, body: { ...rows, ...rest } };
}
