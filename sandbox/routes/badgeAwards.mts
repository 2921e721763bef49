import { byId, paged, type Api, type Call } from '../api.mts';
import { found } from '../refusal.mts';
import type { Award } from '../types.mts';
import { athleteOr404, PAGING } from './athletes.mts';

const awards = (call: Call, rows: Award[]) =>
	paged(call, {
		...byId(call, rows, ({ AchievedBadgeId }) => AchievedBadgeId),
		descending: call.query.fromId === undefined,
		default: 100,
		max: 1000,
	});

const visibleAwards = ({ club }: Call): Award[] =>
	[...club.awards.values()].filter(({ UserId }) => club.athletes.has(UserId)).sort((a, b) => a.AchievedBadgeId - b.AchievedBadgeId);

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
