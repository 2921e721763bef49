import type { Resource } from '../../nodes/Club/operation';

const AWARD = [
	'Id',
	'AchievedBadgeId',
	'UserId',
	'BadgeId',
	'BadgeName',
	'PictureUri',
	'AchievedAt',
	'ChallengeName',
	'ClubId',
	'BrandId',
	'GoalStep',
	'Rank',
	'RankPercent',
	'Score',
	'RankingCriteria',
	'Participants',
];

const ENGAGEMENT = [
	'CurrentYear',
	'CurrentMonth',
	'CurrentMonthTotals',
	'LifetimeTotals',
	'CurrentMonthBadges',
	'BrandLevelSource',
	'CurrentLevel',
	'MonthToDatePoints',
	'MonthlyPointsGoal',
	'MonthlyPointsResetAtUtc',
];

/** Properties that the spec shows of each record (§2.3 to §2.13, §4.8), besides those that Simplify keeps. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
	athlete: ['Result', 'User', 'Password'],
	attendanceSummary: ['UserId'],
	badgeAward: AWARD,
	callBudget: [
		'window',
		'limit',
		'left',
		'seconds',
		'calls',
		'lastHour',
		'last24Hours',
		'sinceStart',
		'since',
		'byWorkflow',
		'workflowId',
		'name',
		'forecast30Days',
		'dailyCalls',
	],
	challenge: ['ChallengeId'],
	challengeResult: ['ChallengeId', 'UserId'],
	classParticipant: ['ClassId', 'UserId', 'Begin', 'BookActorId', 'BookActorName', 'TotalCredits'],
	contact: ['UserId', 'Email', 'ClientStage'],
	engagementSummary: ['UserId', ...ENGAGEMENT, ...AWARD],
	event: [
		'subject',
		'eventType',
		'ids',
		'userId',
		'record',
		'advice',
		'id',
		'topic',
		'eventTime',
		'data',
		'dataVersion',
		'metadataVersion',
		'sample',
		'madeUp',
		'note',
	],
	membershipSummary: ['UserId', 'Status', 'Memberships'],
	subscription: ['ClassSubscriptionId', 'Type'],
	webhookSubscription: ['SubscriptionId', 'Url', 'EventTypes', 'ProvisioningState'],
};

/** Properties that the node itself adds. */
const OURS = ['deleted', 'Outcome'];

/** Names that a preview of a resource may show: the club may send others, but nobody can know their names. */
export const shownOf = ({ value, operations }: Resource): ReadonlySet<string> =>
	new Set([...(SHOWN[value] ?? []), ...operations.flatMap(({ simplify = [] }) => simplify), ...OURS]);
