/** Properties of a class that the spec names (§2.13): what Simplify keeps. */
export const CLASS_PROPERTIES = [
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
] as const;
