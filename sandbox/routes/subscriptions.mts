import { inArrayOrder, listedRows, OFFSET, visibleRows, byId, paged, type Api, type Call } from '../api.mts';
import { isActive, NOT_SUSPENDED } from '../data/catalogue.mts';
import { found, invalid, refuse } from '../refusal.mts';
import { shownMembership } from '../shown.mts';
import type { Membership, Json, Plan, Product } from '../types.mts';
import type { Changes } from '../changes.mts';
import { athleteOr404, PAGING } from './athletes.mts';

const DAY = 86_400_000;
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

const membershipOr404 = ({ club, params }: Call): Membership =>
	found(club.userSubscriptions.get(params.userSubscriptionId), 'The user subscription');

function momentOf({ body, breach }: Call, name: string): number {
	const text = body[name];
	const time = typeof text === 'string' ? Date.parse(text) : NaN;
	if (Number.isNaN(time) || time < EARLIEST || time > LATEST)
		throw invalid(name, 'The value must be a date between 2020-01-01 and 2100-01-01.');
	if (!OFFSET.test(text as string)) breach('date-time without offset', `${name}=${String(text)}`);
	return time;
}

function countOf({ body }: Call, name: string): number {
	const value = body[name];
	if (!Number.isInteger(value) || (value as number) < 0) throw invalid(name, 'The value must be a whole number of at least 0.');
	return value as number;
}

function interval(call: Call): { From: string; To: string } {
	const from = momentOf(call, 'From');
	const to = momentOf(call, 'To');
	if (to - from < DAY) throw refuse(400, 'The interval must be at least one day.');
	return { From: call.body.From as string, To: call.body.To as string };
}

function planOf({ club, body }: Call): Plan {
	const plan = found(club.plans.get(Number(body.ClassSubscriptionPlanId)), 'The plan');
	if (plan.Recurring) throw refuse(400, 'A recurring plan cannot be assigned.');
	return plan;
}

const ownerOf = ({ club, body }: Call): number => found(club.athletes.get(Number(body.UserId)), 'The athlete').UserId;

const fresh = (call: Call, product: Product, plan: Plan | undefined, dates: { From: string; To: string }, max: number): Membership => ({
	UserClassSubscriptionId: call.club.nextId(),
	ClassSubscriptionId: product.ClassSubscriptionId,
	ClassSubscriptionPlanId: plan?.ClassSubscriptionPlanId ?? null,
	UserId: ownerOf(call),
	...dates,
	MaxActivities: max,
	AvailableActivities: max,
	Disabled: false,
	...NOT_SUSPENDED,
	ProductName: product.Name,
});

function create(call: Call, changes: Changes): Membership {
	ownerOf(call);
	const product = found(call.club.products.get(Number(call.body.ClassSubscriptionId)), 'The subscription product');
	const plan = call.body.ClassSubscriptionPlanId === undefined || call.body.ClassSubscriptionPlanId === null ? undefined : planOf(call);
	if (plan && plan.ClassSubscriptionId !== product.ClassSubscriptionId) throw refuse(400, 'The plan does not belong to the product.');
	const { Transaction } = call.body;
	const membership = fresh(call, product, plan, interval(call), countOf(call, 'MaxActivities'));
	return changes.assign(call.club, { ...membership, ...(Transaction !== undefined && { Transaction }) });
}

function createFromPlan(call: Call, changes: Changes): Membership {
	ownerOf(call);
	const plan = planOf(call);
	const product = call.club.products.get(plan.ClassSubscriptionId)!;
	const from = momentOf(call, 'From');
	const dates = { From: call.body.From as string, To: new Date(from + plan.DurationDays * DAY).toISOString() };
	return changes.assign(call.club, fresh(call, product, plan, dates, plan.MaxActivities));
}

function update(call: Call, changes: Changes): Membership {
	const membership = membershipOr404(call);
	const dates = interval(call);
	const MaxActivities = countOf(call, 'MaxActivities');
	const isNone = call.dialect.unlimitedActivities === 'none' && MaxActivities === 0 && call.body.AvailableActivities === null;
	const AvailableActivities = isNone ? 0 : countOf(call, 'AvailableActivities');
	if (AvailableActivities > MaxActivities) throw refuse(400, 'AvailableActivities is above MaxActivities.');
	for (const name of ['IsSuspended', 'ReactivationDate']) if (name in call.body) call.breach('legacy suspension input', name);
	if (call.club.products.get(membership.ClassSubscriptionId)?.ExternallyManaged) {
		if (Date.parse(dates.From) !== Date.parse(membership.From) || MaxActivities !== 0) {
			throw refuse(400, 'From and MaxActivities of an externally managed membership cannot change.');
		}
	}
	const state: Json = { ...dates, MaxActivities, AvailableActivities };
	Object.assign(membership, state);
	changes.membershipChanged(call.club, membership, 'Updated');
	return membership;
}

function refuseInUse({ club }: Call, { UserClassSubscriptionId }: Membership, now: number): void {
	const inUse = club.bookings.some(
		(booking) => booking.UserClassSubscriptionId === UserClassSubscriptionId && Date.parse(booking.Begin) > now,
	);
	if (inUse) throw refuse(409, 'A class is booked on this subscription.', 'SubscriptionInUse');
}

function suspend(call: Call, changes: Changes): Membership {
	const membership = membershipOr404(call);
	const now = changes.now();
	refuseInUse(call, membership, now.getTime());
	const [begins, ends] = call.dialect.suspensionBody === 'others' ? ['Begin', 'End'] : ['SuspensionStartUTC', 'ReactivationDate'];
	const start = call.body[begins] === undefined ? now.getTime() : momentOf(call, begins);
	const end = call.body[ends] === undefined ? undefined : momentOf(call, ends);
	Object.assign(membership, {
		SuspensionState: start > now.getTime() ? 'Scheduled' : 'Suspended',
		SuspensionStartUTC: new Date(start).toISOString(),
		SuspendedAtUTC: new Date(start).toISOString(),
		ReactivationDate: end === undefined ? null : new Date(end).toISOString(),
	});
	changes.membershipChanged(call.club, membership, 'Updated');
	return membership;
}

function reactivate(call: Call, changes: Changes): Membership {
	const membership = membershipOr404(call);
	if (membership.SuspensionState !== 'None') {
		Object.assign(membership, NOT_SUSPENDED);
		changes.membershipChanged(call.club, membership, 'Updated');
	}
	return membership;
}

const membershipList = (call: Call, rows: readonly Membership[]): Json =>
	paged(call, {
		...byId(call, rows, ({ UserClassSubscriptionId }) => UserClassSubscriptionId),
		show: (membership) => shownMembership(call.dialect, membership),
		default: 1000,
		max: 5000,
	});

export function subscriptionRoutes(api: Api, changes: Changes): void {
	api.route('GET /UserSubscriptions', {
		query: PAGING,
		handle: (call) => membershipList(call, visibleRows(call, listedRows(call, call.club.userSubscriptions.values()))),
	});
	api.route('GET /UserSubscriptions/Active', {
		query: PAGING,
		handle: (call) => {
			const now = changes.now().getTime();
			return membershipList(
				call,
				[...call.club.userSubscriptions.values()].filter((membership) => isActive(membership, now)),
			);
		},
	});
	api.route('GET /Athletes/{userId}/UserSubscriptions', {
		handle: (call) => {
			const { UserId } = athleteOr404(call);
			const memberships = [...call.club.userSubscriptions.values()].filter((membership) => membership.UserId === UserId);
			return inArrayOrder(call, memberships).map((membership) => shownMembership(call.dialect, membership));
		},
	});
	api.route('GET /UserSubscriptions/{userSubscriptionId}', { show: shownMembership, handle: membershipOr404 });
	api.route('POST /UserSubscriptions', { show: shownMembership, handle: (call) => create(call, changes) });
	api.route('POST /UserSubscriptions/Plans', {
		body: ['ClassSubscriptionPlanId', 'UserId', 'From'],
		show: shownMembership,
		handle: (call) => createFromPlan(call, changes),
	});
	api.route('PUT /UserSubscriptions/{userSubscriptionId}', {
		body: ['From', 'To', 'MaxActivities', 'AvailableActivities', 'IsSuspended', 'ReactivationDate'],
		show: shownMembership,
		handle: (call) => update(call, changes),
	});
	api.route('DELETE /UserSubscriptions/{userSubscriptionId}', {
		handle: (call) => {
			const membership = membershipOr404(call);
			refuseInUse(call, membership, changes.now().getTime());
			call.club.userSubscriptions.delete(membership.UserClassSubscriptionId);
			changes.membershipChanged(call.club, membership, 'Deleted');
			return shownMembership(call.dialect, membership);
		},
	});
	api.route('POST /UserSubscriptions/{userSubscriptionId}/Suspension', {
		unshown: true,
		show: shownMembership,
		handle: (call) => suspend(call, changes),
	});
	api.route('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', {
		unshown: true,
		show: shownMembership,
		handle: (call) => reactivate(call, changes),
	});
}
