/** The event names that a webhook subscription can have, as §6.2 writes them. */
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
