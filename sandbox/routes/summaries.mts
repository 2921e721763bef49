import { idSlice, paged, type Api, type Call } from '../api.mts';
import { levelOf, listedAthletes } from '../club.mts';
import { isActive } from '../data/catalogue.mts';
import { refuse } from '../refusal.mts';
import { shownMoment } from '../shown.mts';
import type { Athlete, Json } from '../types.mts';
import type { World } from '../world.mts';
import { athleteOr404, PAGING } from './athletes.mts';

const totals = (athlete: Athlete, factor: number): Json => ({
	Workouts: (athlete.UserId % 12) * factor,
	Points: (athlete.UserId % 500) * factor,
	Calories: 0,
});

function engagement({ club }: Call, athlete: Athlete, now: Date): Json {
	const month = now.toISOString().slice(0, 7);
	return {
		UserId: athlete.UserId,
		CurrentYear: now.getUTCFullYear(),
		CurrentMonth: now.getUTCMonth() + 1,
		CurrentMonthTotals: totals(athlete, 1),
		LifetimeTotals: totals(athlete, 20),
		CurrentMonthBadges: [...club.awards.values()].filter(
			({ UserId, AchievedAt }) => UserId === athlete.UserId && AchievedAt.startsWith(month),
		),
		BrandLevelSource: 'Points',
		CurrentLevel: levelOf(club, athlete),
		CurrentBrandLevel: null,
		MonthToDatePoints: athlete.UserId % 500,
		MonthlyPointsGoal: 400,
		MonthlyPointsResetAtUtc: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
	};
}

function membership({ club, dialect }: Call, athlete: Athlete, now: Date): Json {
	const memberships = [...club.userSubscriptions.values()].filter(({ UserId }) => UserId === athlete.UserId);
	return {
		UserId: athlete.UserId,
		Status:
			memberships.length === 0 ? 'None' : memberships.some((membership) => isActive(membership, now.getTime())) ? 'Active' : 'Inactive',
		Memberships: memberships.map(({ UserClassSubscriptionId, ProductName, From, To, AvailableActivities, SuspensionState }) => ({
			UserClassSubscriptionId,
			ProductName,
			From: shownMoment(dialect, From),
			To: shownMoment(dialect, To),
			Tickets: AvailableActivities,
			SuspensionState,
		})),
	};
}

/** A summary with the ID of its athlete at the place of the dialect. */
const shownSummary = ({ dialect }: Call, { UserId, ...summary }: Json): Json =>
	dialect.summaryPerson === 'nested' ? { Athlete: { UserId }, ...summary } : { UserId, ...summary };

/** A call without ID bounds of 0, because the summaries ignore them (§4.2). */
function withoutZeros(call: Call): Call {
	const set = Object.entries(call.query).filter(([name, value]) => !['fromId', 'toId'].includes(name) || value !== '0');
	return { ...call, query: Object.fromEntries(set) };
}

function daysFrom({ query }: Call): number {
	const days = query.days === undefined ? 30 : Number(query.days);
	if (!Number.isInteger(days) || days < 1 || days > 366) throw refuse(400, 'days must be from 1 to 366.');
	return days;
}

const COUNTS = { rolling: ['RollingCheckIns', 'PriorCheckIns'], windows: ['CurrentWindowCount', 'PreviousWindowCount'] };

function attendance({ club, dialect }: Call, athlete: Athlete, now: Date, days: number): Json {
	const [rolling, prior] = COUNTS[dialect.attendanceNames];
	const visits = club.bookings
		.filter(({ UserId, Begin }) => UserId === athlete.UserId && Date.parse(Begin) < now.getTime())
		.map(({ Begin }) => Begin)
		.sort();
	const since = (from: number, to: number) =>
		visits.filter((begin) => Date.parse(begin) >= now.getTime() - from * 86_400_000 && Date.parse(begin) < now.getTime() - to * 86_400_000)
			.length;
	const [recent, before] = [since(days, 0), since(2 * days, days)];
	const counts =
		dialect.attendanceShape === 'flat'
			? { [rolling]: recent, [prior]: before }
			: { CurrentPeriod: { CheckIns: recent }, PreviousPeriod: { CheckIns: before } };
	return {
		UserId: athlete.UserId,
		FirstCheckInUtc: visits[0] ?? null,
		LastCheckInUtc: visits[visits.length - 1] ?? null,
		TotalCheckIns: visits.length,
		...((visits.length > 0 || dialect.attendanceCounts === 'zero') && counts),
		Days: days,
	};
}

export function summaryRoutes(api: Api, world: World): void {
	const kinds = [
		{
			one: 'EngagementSummary',
			many: 'EngagementSummaries',
			parameters: [],
			summarize: (call: Call, athlete: Athlete) => engagement(call, athlete, world.now()),
		},
		{
			one: 'MembershipSummary',
			many: 'MembershipSummaries',
			parameters: [],
			summarize: (call: Call, athlete: Athlete) => membership(call, athlete, world.now()),
		},
		{
			one: 'AttendanceSummary',
			many: 'AttendanceSummaries',
			parameters: ['days'],
			summarize: (call: Call, athlete: Athlete) => attendance(call, athlete, world.now(), daysFrom(call)),
		},
	];
	for (const { one, many, parameters, summarize } of kinds) {
		api.route(`GET /Athletes/${many}`, {
			query: [...PAGING, ...parameters],
			handle: (call) => {
				if (parameters.includes('days')) daysFrom(call);
				const { rows, descending } = idSlice(withoutZeros(call), listedAthletes(call.club), ({ UserId }) => UserId);
				return paged(call, {
					rows,
					descending,
					positionOf: ({ UserId }) => [UserId],
					show: (athlete) => shownSummary(call, summarize(call, athlete)),
					default: 100,
					max: 500,
				});
			},
		});
		api.route(`GET /Athletes/{userId}/${one}`, {
			query: parameters,
			handle: (call) => shownSummary(call, summarize(call, athleteOr404(call))),
		});
	}
}
