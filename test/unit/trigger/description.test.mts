import type { INodePropertyOptions } from 'n8n-workflow';
import { resolveWebhookDescriptionField, webhookDescriptionIsNativelyResolvable } from 'n8n-workflow';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { properties, webhook } from '../../../nodes/ClubTrigger/description';
import { EVENT_NAMES } from '../../../nodes/shared/api/events';

test('the panel offers all events first, then each of the 25 once, by name', () => {
	const options = properties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];
	const [first, ...others] = options;
	expect(first.value).toBe('*');
	expect(others.map(({ value }) => value).sort()).toEqual([...EVENT_NAMES].sort());
	expect(others.map(({ name }) => name)).toEqual(others.map(({ name }) => name).sort((a, b) => a.localeCompare(b)));
	expect(others.map(({ name }) => name)).toContain('Athlete Level Changed');
	expect(others.map(({ name }) => name)).toContain('Membership Assigned (User Subscription Created)');
	expect(options.every(({ description }) => description)).toBe(true);
});

test('says of each event what a person would, and of each something else', () => {
	const options = properties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];
	const actionOf = (event: string) => options.find(({ value }) => value === event)?.action;
	expect(actionOf('UserSubscription.Created')).toBe('On membership assigned (user subscription created)');
	expect(actionOf('ClassParticipant.Created')).toBe('On class booked');
	expect(actionOf('Subscription.Created')).toBe('On subscription product created');
	expect(actionOf('Badge.Awarded')).toBe('On badge awarded');
	expect(new Set(options.map(({ action }) => action)).size).toBe(26);
});

test('has names of events that a chip of the panel shows whole, with the cross that removes it', () => {
	const { properties: polled } = new ClubPollTrigger().description;
	const names = [...properties, ...polled]
		.filter(({ name }) => name === 'events')
		.flatMap(({ options = [] }) => options.map(({ name }) => name));
	expect(names.length).toBeGreaterThan(40);
	expect(names.filter((name) => name.length > 48)).toEqual([]);
});

test('no expression is evaluated for a delivery', () => {
	expect(webhookDescriptionIsNativelyResolvable(webhook)).toBe(true);
	const mode = (options: object) =>
		resolveWebhookDescriptionField({ parameters: { events: [], options } as never }, webhook, 'responseMode');
	expect(mode({})).toEqual({ resolved: true, value: 'onReceived' });
	expect(mode({ acknowledge: 'lastNode' })).toEqual({ resolved: true, value: 'lastNode' });
	// n8n looks for an option of its Webhook node's first version in every trigger of version 1, by an expression.
	expect(Math.max(...[new ClubTrigger().description.version].flat())).toBeGreaterThan(1);
});
