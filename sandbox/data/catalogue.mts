import type { Random } from '../random.mts';
import type { Membership, Athlete, Plan, Product } from '../types.mts';

const DAY = 24 * 60 * 60 * 1000;

export const PRODUCTS: readonly Product[] = [
	{
		ClassSubscriptionId: 11,
		Name: 'Trial week',
		Type: 'Trial',
		ExternallyManaged: false,
		Published: true,
		Description: 'Seven days to try',
	},
	{ ClassSubscriptionId: 12, Name: 'Monthly', Type: 'Recurring', ExternallyManaged: false, Published: true, Description: null },
	{
		ClassSubscriptionId: 13,
		Name: '10 tickets',
		Type: 'Tickets',
		ExternallyManaged: false,
		Published: true,
		Description: 'Ten classes within half a year',
	},
	{
		ClassSubscriptionId: 14,
		Name: 'Membership by direct debit',
		Type: 'Recurring',
		ExternallyManaged: true,
		Published: true,
		Description: null,
	},
	{ ClassSubscriptionId: 15, Name: 'Personal training', Type: 'Tickets', ExternallyManaged: false, Published: false, Description: null },
];

export const PLANS: readonly Plan[] = [
	{
		ClassSubscriptionPlanId: 111,
		ClassSubscriptionId: 11,
		Name: 'One week',
		Recurring: false,
		DurationDays: 7,
		MaxActivities: 3,
		Price: 0,
	},
	{
		ClassSubscriptionPlanId: 121,
		ClassSubscriptionId: 12,
		Name: 'Month by month',
		Recurring: true,
		DurationDays: 30,
		MaxActivities: 0,
		Price: 499,
	},
	{
		ClassSubscriptionPlanId: 122,
		ClassSubscriptionId: 12,
		Name: 'A quarter',
		Recurring: false,
		DurationDays: 90,
		MaxActivities: 0,
		Price: 1299,
	},
	{
		ClassSubscriptionPlanId: 131,
		ClassSubscriptionId: 13,
		Name: 'Half a year',
		Recurring: false,
		DurationDays: 180,
		MaxActivities: 10,
		Price: 999,
	},
];

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
