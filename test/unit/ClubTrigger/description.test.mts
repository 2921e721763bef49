import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveWebhookDescriptionField, webhookDescriptionIsNativelyResolvable, type INodePropertyOptions } from 'n8n-workflow';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { triggerProperties, webhook } from '../../../nodes/ClubTrigger/description';
import { EVENT_NAMES, EVENT_TYPES, POLLED_TYPES } from '../../../nodes/shared/api/eventSubjects';
import { ROOT } from '../../../dev/host/commands.mts';

test('workflows that hold version 1.1 open in the editor, and n8n evaluates no expression of its own at a delivery', () => {
	expect(new ClubTrigger().description.version).toBe(1.1);
});

const options = triggerProperties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];

test('the panel offers all events first, then each of the 25 once, by name', () => {
	const [first, ...others] = options;
	expect(first.value).toBe('*');
	expect(others.map(({ value }) => value).sort()).toEqual([...EVENT_NAMES].sort());
	expect(others.map(({ name }) => name)).toEqual(others.map(({ name }) => name).sort((a, b) => a.localeCompare(b)));
	expect(others.map(({ name }) => name)).toContain('Athlete Level Changed');
	expect(others.map(({ name }) => name)).toContain('Membership Assigned');
	expect(options.every(({ description }) => description)).toBe(true);
	expect(new Set(options.map(({ action }) => action)).size).toBe(26);
});

test('the list names the Club Poll Trigger for each kind of record of which only polls find something', () => {
	const sent = EVENT_TYPES.map(({ name }) => name);
	const kindOf = (name: string) => name.split('.')[0].replace(/^Membership$/, 'UserSubscription');
	const kinds = new Set(POLLED_TYPES.filter(({ name }) => !sent.includes(name as never)).map(({ name }) => kindOf(name)));
	const naming = options.filter(({ action, description }) =>
		[action, description].every((text) => text?.includes('Use the Club Poll Trigger')),
	);
	expect(new Set(naming.map(({ value }) => kindOf(String(value))))).toEqual(kinds);
	expect(options.find(({ value }) => value === 'Athlete.Updated')?.action).toContain('Stage changed?');
});

test('n8n reads when to answer a delivery without an expression', () => {
	expect(webhookDescriptionIsNativelyResolvable(webhook)).toBe(true);
	const mode = (options: object) =>
		resolveWebhookDescriptionField({ parameters: { events: [], options } as never }, webhook, 'responseMode');
	expect(mode({})).toEqual({ resolved: true, value: 'onReceived' });
	expect(mode({ acknowledge: 'lastNode' })).toEqual({ resolved: true, value: 'lastNode' });
});

test.each(['ClubTrigger', 'ClubPollTrigger'])('%s is found in n8n’s search by common words', (name) => {
	const { alias } = JSON.parse(readFileSync(join(ROOT, 'nodes', name, `${name}.node.json`), 'utf8')) as { alias: string[] };
	const words = new Set(alias.map((word) => word.toLowerCase()));
	expect(['client stage', 'lead', 'crm', 'customer', 'expire', 'renewal', 'credits'].filter((word) => !words.has(word))).toEqual([]);
	expect(words.size).toBe(alias.length);
});
