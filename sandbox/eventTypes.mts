/** The event types of a webhook subscription, spelled as in §6.2. */
export const EVENT_TYPES: readonly string[] = [
	...['Created', 'Updated', 'LevelChanged', 'Deleted'].map((what) => `Athlete.${what}`),
	...['Created', 'Updated', 'Deleted'].map((what) => `Contact.${what}`),
	'Training.Created',
	'Badge.Awarded',
	...['Created', 'Updated', 'Deleted'].map((what) => `UserSubscription.${what}`),
	...['Created', 'Updated', 'Deleted'].map((what) => `ClassParticipant.${what}`),
	...['Updated', 'Deleted', 'Published', 'Unpublished'].map((what) => `Class.${what}`),
	...['Created', 'Updated', 'Deleted', 'Plans.Updated', 'Published', 'Unpublished'].map((what) => `Subscription.${what}`),
];
