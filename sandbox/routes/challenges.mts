import { byId, arrayOrPage, type Api, type Call } from '../api.mts';
import { found } from '../refusal.mts';
import { shownChallenge } from '../shown.mts';
import type { Challenge, Json } from '../types.mts';
import { PAGING } from './athletes.mts';

const challengeOr404 = ({ club, params }: Call): Challenge => found(club.challenges.get(params.challengeId), 'The challenge');

const resultOf = (challenge: Challenge, UserId: number, rank: number): Json => ({
	ChallengeId: challenge.ChallengeId,
	UserId,
	Rank: rank,
	Score: 1000 - rank * 3,
});

function resultsOf(call: Call): Json[] {
	const challenge = challengeOr404(call);
	return [...call.club.athletes.values()].slice(0, 120).map(({ UserId }, index) => resultOf(challenge, UserId, index + 1));
}

export function challengeRoutes(api: Api): void {
	api.route('GET /Challenges', {
		query: PAGING,
		handle: (call) =>
			arrayOrPage(call, call.dialect.challenges, {
				...byId(call, [...call.club.challenges.values()], ({ ChallengeId }) => ChallengeId),
				show: (challenge) => shownChallenge(call.dialect, challenge),
				default: 100,
				max: 1000,
			}),
	});
	api.route('GET /Challenges/{challengeId}', { show: shownChallenge, handle: challengeOr404 });
	api.route('GET /Challenges/{challengeId}/Results', {
		query: PAGING,
		handle: (call) => {
			const byRank = call.dialect.resultOrder === 'rank' && call.dialect.cursors !== 'none';
			return arrayOrPage(call, call.dialect.results, {
				...byId(call, resultsOf(call), ({ UserId }) => UserId as number),
				...(byRank && { positionOf: ({ Rank }) => [Rank as number], descending: false, legacy: 'none' }),
				default: 100,
				max: 1000,
			});
		},
	});
	api.route('GET /Challenges/{challengeId}/Results/{userId}', {
		handle: (call) =>
			found(
				resultsOf(call).find(({ UserId }) => UserId === call.params.userId),
				'The result',
			),
	});
}
