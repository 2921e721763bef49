/**
 * The properties that the API's description names, by record (§2), in the order in which people read them. A record has more:
 * what is not shown comes through as it is.
 * @reading unnamedProperties
 */
export const PROPERTIES = {
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
