import type { Call } from './endpoints';

/**
 * The properties that the API's description names for each record (§2), in the order in which people read them. A record may have
 * more properties, which are passed on unchanged.
 */
export const PROPERTIES = {
	/** §2.1 */
	athlete: ['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'IsDemo', 'IsGuest', 'ClientStage'],
	/** §4.8 */
	contact: ['UserId', 'Email', 'ClientStage'],
	/** §2.6 */
	engagementSummary: [
		'UserId',
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
	],
	/** §2.7 */
	membershipSummary: ['UserId', 'Status', 'Memberships'],
	/** §2.8 */
	attendanceSummary: ['UserId'],
	/** §2.10 */
	badgeAward: [
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
	],
	/** §2.13, §4.4 */
	booking: ['ClassId', 'UserId', 'Begin', 'BookActorId', 'BookActorName', 'TotalCredits'],
	/** §2.13 */
	training: ['TrainingId', 'UserId', 'BeginDateLocal'],
	/** §3.1, §4.8 */
	product: ['ClassSubscriptionId', 'Type'],
	/** §4.8 */
	challenge: ['ChallengeId'],
	/** §4.8 */
	challengeResult: ['ChallengeId', 'UserId'],
	/** §2.12 */
	webhookSubscription: ['SubscriptionId', 'Url', 'EventTypes', 'ProvisioningState'],
	/** §2.13 */
	class: [
		'Begin',
		'CreditsCostLocal',
		'CreditsCostRemote',
		'TicketsCostLocal',
		'TicketsCostRemote',
		'MaxLocalParticipants',
		'MaxRemoteParticipants',
		'ClassId',
		'LocalSubscriptionIds',
		'RemoteSubscriptionIds',
	],
	/** §2.11 */
	userSubscription: [
		'From',
		'To',
		'MaxActivities',
		'AvailableActivities',
		'Disabled',
		'IsSuspended',
		'ReactivationDate',
		'SuspensionState',
		'SuspensionStartUTC',
		'SuspendedAtUTC',
		'Transaction',
		'UserId',
		'ClassSubscriptionId',
		'ClassSubscriptionPlanId',
		'UserClassSubscriptionId',
	],
} as const;

/** The record that each read returns, one or many. The API's description shows no property of the club profile. */
export const RECORDS: Readonly<Partial<Record<Call, keyof typeof PROPERTIES>>> = {
	'GET /Athletes': 'athlete',
	'GET /Athletes/ByEmail': 'athlete',
	'GET /Athletes/{userId}': 'athlete',
	'GET /Athletes/EngagementSummaries': 'engagementSummary',
	'GET /Athletes/{userId}/EngagementSummary': 'engagementSummary',
	'GET /Athletes/MembershipSummaries': 'membershipSummary',
	'GET /Athletes/{userId}/MembershipSummary': 'membershipSummary',
	'GET /Athletes/AttendanceSummaries': 'attendanceSummary',
	'GET /Athletes/{userId}/AttendanceSummary': 'attendanceSummary',
	'GET /BadgeAwards': 'badgeAward',
	'GET /BadgeAwards/{achievedBadgeId}': 'badgeAward',
	'GET /Athletes/{userId}/BadgeAwards': 'badgeAward',
	'GET /Classes/Bookings': 'booking',
	'GET /Classes/{classId}/Bookings': 'booking',
	'GET /Athletes/{userId}/Bookings': 'booking',
	'GET /Classes/Calendars/{calendarType}': 'class',
	'GET /Classes/{classId}': 'class',
	'GET /Classes/Participants/Recent': 'booking',
	'GET /Classes/{classId}/Participants': 'booking',
	'GET /Classes/{classId}/Participants/{userId}': 'booking',
	'GET /UserSubscriptions': 'userSubscription',
	'GET /UserSubscriptions/Active': 'userSubscription',
	'GET /Athletes/{userId}/UserSubscriptions': 'userSubscription',
	'GET /UserSubscriptions/{userSubscriptionId}': 'userSubscription',
	'GET /Subscriptions': 'product',
	'GET /Contacts': 'contact',
	'GET /Contacts/ByEmail': 'contact',
	'GET /Contacts/{userId}': 'contact',
	'GET /Trainings': 'training',
	'GET /Athletes/{userId}/Trainings': 'training',
	'GET /Trainings/{trainingId}': 'training',
	'GET /Challenges': 'challenge',
	'GET /Challenges/{challengeId}': 'challenge',
	'GET /Challenges/{challengeId}/Results': 'challengeResult',
	'GET /Challenges/{challengeId}/Results/{userId}': 'challengeResult',
	'GET /Webhooks/Subscriptions': 'webhookSubscription',
	'GET /Webhooks/Subscriptions/{subscriptionId}': 'webhookSubscription',
};
