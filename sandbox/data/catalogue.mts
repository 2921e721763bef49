import type { Random } from '../random.mts';
import type { Membership, Athlete, Plan, Product } from '../types.mts';

const DAY = 24 * 60 * 60 * 1000;

export const PRODUCTS = (
	[
		[11, 'Trial week', 'Trial', 'Seven days to try'],
		[12, 'Monthly', 'Recurring', null],
		[13, '10 tickets', 'Tickets', 'Ten classes within half a year'],
		[14, 'Membership by direct debit', 'Recurring', null, { ExternallyManaged: true }],
		[15, 'Personal training', 'Tickets', null, { Published: false }],
	] as const
).map(
	([ClassSubscriptionId, Name, Type, Description, more]): Product => ({
		...{ ClassSubscriptionId, Name, Type, ExternallyManaged: false, Published: true, Description },
		...more,
	}),
);

export const PLANS = (
	[
		[111, 11, 'One week', false, 7, 3, 0],
		[121, 12, 'Month by month', true, 30, 0, 499],
		[122, 12, 'A quarter', false, 90, 0, 1299],
		[131, 13, 'Half a year', false, 180, 10, 999],
	] as const
).map(([ClassSubscriptionPlanId, ClassSubscriptionId, Name, Recurring, DurationDays, MaxActivities, Price]): Plan => {
	return { ClassSubscriptionPlanId, ClassSubscriptionId, Name, Recurring, DurationDays, MaxActivities, Price };
});

/** What a membership says of a suspension if it has none. */
export const NOT_SUSPENDED = { SuspensionState: 'None' as const, SuspensionStartUTC: null, SuspendedAtUTC: null, ReactivationDate: null };

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', '+00:00');

export function membershipsOf(athletes: readonly Athlete[], now: number, random: Random): Membership[] {
	return athletes.slice(0, 2000).map((athlete, index): Membership => {
		const kind = index % 7;
		const product = kind === 6 ? 14 : random.pick([11, 12, 13]);
		const limited = product === 13;
		const future = kind === 1;
		const expired = kind === 2;
		const from = now + (future ? 10 : expired ? -200 : -20) * DAY;
		return {
			UserClassSubscriptionId: 5000 + index,
			ClassSubscriptionId: product,
			ClassSubscriptionPlanId: product === 13 ? 131 : null,
			UserId: athlete.UserId,
			From: iso(Math.floor(from / 1000) * 1000),
			To: iso(Math.floor((from + 120 * DAY) / 1000) * 1000),
			MaxActivities: limited ? 10 : 0,
			AvailableActivities: limited ? (kind === 5 ? 0 : random.int(1, 10)) : 0,
			Disabled: kind === 3,
			SuspensionState: kind === 4 ? 'Suspended' : 'None',
			SuspensionStartUTC: kind === 4 ? iso(now - DAY) : null,
			SuspendedAtUTC: kind === 4 ? iso(now - DAY) : null,
			ReactivationDate: null,
			ProductName: PRODUCTS.find(({ ClassSubscriptionId }) => ClassSubscriptionId === product)?.Name,
		};
	});
}

export function isActive(membership: Membership, now: number): boolean {
	if (Date.parse(membership.From) > now || Date.parse(membership.To) < now || membership.Disabled) return false;
	const start = membership.SuspensionStartUTC ? Date.parse(membership.SuspensionStartUTC) : undefined;
	const end = membership.ReactivationDate ? Date.parse(membership.ReactivationDate) : Infinity;
	if (membership.SuspensionState !== 'None' && start !== undefined && start <= now && now < end) return false;
	return membership.MaxActivities === 0 || membership.AvailableActivities > 0;
}
