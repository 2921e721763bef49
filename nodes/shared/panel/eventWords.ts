import type { INodePropertyOptions, IParameterBuilderHint } from 'n8n-workflow';

/** The events whose names do not say to a person what happened; what the name says is in brackets, for whoever looks for it. */
const WORDS: Readonly<Record<string, string>> = {
	'Athlete.Created': 'athlete joined (athlete created)',
	'Athlete.Deleted': 'athlete left (athlete deleted)',
	'Training.Created': 'training completed (training created)',
	'UserSubscription.Created': 'membership assigned',
	'UserSubscription.Updated': 'membership updated',
	'UserSubscription.Deleted': 'membership removed',
	'ClassParticipant.Created': 'class booked',
	'ClassParticipant.Updated': 'class booking changed',
	'ClassParticipant.Deleted': 'class booking removed',
	'Subscription.Created': 'membership product created',
	'Subscription.Updated': 'membership product updated',
	'Subscription.Deleted': 'membership product deleted',
	'Subscription.Plans.Updated': 'membership product plans updated',
	'Subscription.Published': 'membership product published',
	'Subscription.Unpublished': 'membership product unpublished',
};

/** An event as a person says it, in lower case: `ClassParticipant.Created` is "class booked". */
export const wordsOf = (name: string): string => WORDS[name] ?? name.replace(/([a-z])\.?([A-Z])/g, '$1 $2').toLowerCase();

/** The same in title case. */
export const titleOf = (name: string): string => wordsOf(name).replace(/(^|[ (])[a-z]/g, (letter) => letter.toUpperCase());

/** The titles of events, by their names. */
export const titlesOf = (events: ReadonlyArray<{ name: string }>): Record<string, string> =>
	Object.fromEntries(events.map(({ name }) => [name, titleOf(name)]));

/**
 * Events as a trigger lists them, by their names, which a chip of the panel holds whole.
 * @param how what is said behind each in n8n's list of triggers, where each stands for itself
 */
export const eventOptionsOf = (events: ReadonlyArray<{ name: string; description: string }>, how = ''): INodePropertyOptions[] =>
	events
		.map(({ name, description }) => ({ name: titleOf(name), value: name, action: `On ${wordsOf(name)}${how}`, description }))
		.sort((a, b) => a.name.localeCompare(b.name));

/** What each event means, for a builder of workflows: of the choices n8n tells it the values alone. */
export const eventHintOf = (events: ReadonlyArray<{ name: string; description: string }>): IParameterBuilderHint => ({
	propertyHint: events.map(({ name, description }) => `${name}: ${description}`).join(' | '),
});
