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

/** The properties of a page besides its rows (§2.9). */
export const ENVELOPE = ['NextCursor', 'PrevCursor', 'Continue', 'NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];
