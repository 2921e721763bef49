import type { Club } from '../../sandbox/club.mts';

/** All properties of a club that an agent can change, by record and name. */
export type State = ReadonlyMap<string, string>;

/** Timestamps that the club sets itself. */
const NOTED_BY_CLUB = /(SinceUTC|SuspendedAtUTC)$/;

/** The current state of a club. */
export function stateOf({ athletes, contacts, bookings, userSubscriptions, webhookSubscriptions }: Club): State {
	const state = new Map<string, string>();
	const note = (what: string, row: object): void => {
		state.set(what, 'there');
		for (const [name, value] of Object.entries(row)) {
			if (!NOTED_BY_CLUB.test(name)) state.set(`${what}: ${name}`, JSON.stringify(value));
		}
	};
	for (const athlete of athletes.values()) note(`athlete ${athlete.UserId}`, athlete);
	for (const contact of contacts.values()) note(`contact ${contact.UserId}`, contact);
	for (const membership of userSubscriptions.values()) note(`membership ${membership.UserClassSubscriptionId}`, membership);
	for (const subscription of webhookSubscriptions.values()) note(`webhook ${subscription.SubscriptionId}`, subscription);
	// An agent cannot change properties of a booking.
	for (const { ClassId, UserId } of bookings) state.set(`booking of ${UserId} in ${ClassId}`, 'there');
	return state;
}

/** The differences as sorted lines, such as `athlete 7: ClientStage "Lead" -> "Client"`. */
export function changesBetween(before: State, after: State): string[] {
	const lines = [...new Set([...before.keys(), ...after.keys()])]
		.filter((key) => before.get(key) !== after.get(key))
		.map((key) => `${key} ${before.get(key) ?? 'none'} -> ${after.get(key) ?? 'none'}`);
	return lines.sort();
}
