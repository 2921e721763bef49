import { idRange, paged, type Api, type Call } from '../api.mts';
import { found } from '../refusal.mts';
import type { Award } from '../types.mts';
import { athleteOr404, PAGING } from './athletes.mts';

const awards = (call: Call, rows: Award[]) => {
	const range = idRange(call, rows, ({ AchievedBadgeId }) => AchievedBadgeId);
	return paged(call, {
		rows: range.rows.sort((a, b) => a.AchievedBadgeId - b.AchievedBadgeId),
		descending: call.query.fromId === undefined,
		positionOf: ({ AchievedBadgeId }) => [AchievedBadgeId],
		default: 100,
		max: 1000,
	});
};

function visibleAwards({ club }: Call): Award[] {
	return [...club.awards.values()].filter(({ UserId }) => club.athletes.has(UserId));
}

/** Badge awards. Without a lower bound the newest come first (§4.3). */
export function badgeRoutes(api: Api): void {
	api.route('GET /BadgeAwards', { query: PAGING, handle: (call) => awards(call, visibleAwards(call)) });
	api.route('GET /Athletes/{userId}/BadgeAwards', {
		query: PAGING,
		handle: (call) => {
			const { UserId } = athleteOr404(call);
			return awards(
				call,
				visibleAwards(call).filter((award) => award.UserId === UserId),
			);
		},
	});
	api.route('GET /BadgeAwards/{achievedBadgeId}', {
		handle: (call) =>
			found(
				visibleAwards(call).find(({ AchievedBadgeId }) => AchievedBadgeId === call.params.achievedBadgeId),
				'The badge award',
			),
	});
}
