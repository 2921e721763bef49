import { byId, paged, type Api, type Call } from '../api.mts';
import { levelOf, listedAthletes } from '../club.mts';
import { isActive } from '../data/catalogue.mts';
import type { Dialect } from '../dialect.mts';
import { refuse } from '../refusal.mts';
import { shownMoment } from '../shown.mts';
import type { Athlete, Json, Membership } from '../types.mts';
import type { Changes } from '../changes.mts';
import { athleteOr404, PAGING } from './athletes.mts';

const DAY = 86_400_000;

const totals = (athlete: Athlete, factor: number): Json => ({
	Workouts: (athlete.UserId % 12) * factor,
	Points: (athlete.UserId % 500) * factor,
	Calories: 0,
});

/** Groups rows by their athlete once, since a page has up to 500 of them. */
function byAthlete<T extends { UserId: number }>(rows: Iterable<T>): (athlete: Athlete) => T[] {
	const groups = new Map<number, T[]>();
	for (const row of rows) {
		const group = groups.get(row.UserId);
		if (group) group.push(row);
		else groups.set(row.UserId, [row]);
	}
	return ({ UserId }) => groups.get(UserId) ?? [];
}

type Summarize = (athlete: Athlete) => Json;

function engagement({ club }: Call, now: Date): Summarize {
	const month = now.toISOString().slice(0, 7);
	const awardsOf = byAthlete([...club.awards.values()].filter(({ AchievedAt }) => AchievedAt.startsWith(month)));
	return (athlete) => ({
		UserId: athlete.UserId,
		CurrentYear: now.getUTCFullYear(),
		CurrentMonth: now.getUTCMonth() + 1,
		CurrentMonthTotals: totals(athlete, 1),
		LifetimeTotals: totals(athlete, 20),
		CurrentMonthBadges: awardsOf(athlete),
		BrandLevelSource: 'Points',
		CurrentLevel: levelOf(club, athlete),
		CurrentBrandLevel: null,
		MonthToDatePoints: athlete.UserId % 500,
		MonthlyPointsGoal: 400,
		MonthlyPointsResetAtUtc: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
	});
}

function membership({ club, dialect }: Call, now: Date): Summarize {
	const membershipsOf = byAthlete(club.userSubscriptions.values());
	const summaryOf = (athlete: Athlete, memberships: Membership[]): Json => ({
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
	});
	return (athlete) => summaryOf(athlete, membershipsOf(athlete));
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

/** The check-ins of an athlete until now, in ms, the first one first. */
function checkInsOf({ club }: Call, now: number): (athlete: Athlete) => number[] {
	const bookingsOf = byAthlete(club.checkIns ? [] : club.bookings);
	return (athlete) => {
		const all = club.checkIns ? (club.checkIns.get(athlete.UserId) ?? []) : bookingsOf(athlete).map(({ Begin }) => Date.parse(Begin));
		return all.filter((at) => at < now).sort((a, b) => a - b);
	};
}

function attendance(call: Call, now: Date): Summarize {
	const days = daysFrom(call);
	const checkIns = checkInsOf(call, now.getTime());
	return (athlete) => attendanceOf(call.dialect, athlete, checkIns(athlete), now.getTime(), days);
}

function attendanceOf(dialect: Dialect, athlete: Athlete, visits: number[], now: number, days: number): Json {
	const [rolling, prior] = COUNTS[dialect.attendanceNames];
	const between = (from: number, to: number) => visits.filter((at) => at >= now - from * DAY && at < now - to * DAY).length;
	const [recent, before] = [between(days, 0), between(2 * days, days)];
	const shown = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
	const counts =
		dialect.attendanceShape === 'flat'
			? { [rolling]: recent, [prior]: before }
			: { CurrentPeriod: { CheckIns: recent }, PreviousPeriod: { CheckIns: before } };
	return {
		UserId: athlete.UserId,
		FirstCheckInUtc: shown(visits[0]),
		LastCheckInUtc: shown(visits.at(-1)),
		TotalCheckIns: visits.length,
		...((visits.length > 0 || dialect.attendanceCounts === 'zero') && counts),
		Days: days,
	};
}

export function summaryRoutes(api: Api, changes: Changes): void {
	const kinds = [
		['Engagement', [], engagement],
		['Membership', [], membership],
		['Attendance', ['days'], attendance],
	] as const;
	for (const [name, parameters, summarize] of kinds) {
		api.route(`GET /Athletes/${name}Summaries`, {
			query: [...PAGING, ...parameters],
			handle: (call) => {
				const summaryOf = summarize(call, changes.now());
				return paged(call, {
					...byId(withoutZeros(call), listedAthletes(call.club), ({ UserId }) => UserId),
					show: (athlete) => shownSummary(call, summaryOf(athlete)),
					default: 100,
					max: 500,
				});
			},
		});
		api.route(`GET /Athletes/{userId}/${name}Summary`, {
			query: parameters,
			handle: (call) => shownSummary(call, summarize(call, changes.now())(athleteOr404(call))),
		});
	}
}
