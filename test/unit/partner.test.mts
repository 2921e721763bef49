import type { IDataObject } from 'n8n-workflow';
import { hasPartner, isOfferedAgain, keyOf, kindsOf } from '../../nodes/shared/records/partner';

const POLL = 'n8n-nodes-club.clubPollTrigger';
const WEBHOOK = 'n8n-nodes-club.clubTrigger';

interface Node {
	name: string;
	type: string;
	disabled?: boolean;
	parameters?: IDataObject;
}

/** A trigger in a workflow, each node of which has those that lead into it. */
const inWorkflow = (own: Node, before: Record<string, Node[]>) => ({
	getNode: () => own,
	getChildNodes: () => Object.keys(before).map((name) => ({ name })),
	getParentNodes: (name: string, { depth = Infinity, includeNodeParameters = false } = {}) =>
		[...before[name], ...(depth > 1 ? Object.values(before).flat() : [])].map((node) => ({
			...node,
			...(!includeNodeParameters && { parameters: undefined }),
		})),
});
const isMet = (own: Node, before: Record<string, Node[]>): boolean => hasPartner(inWorkflow(own, before) as never);

const poll = (options?: IDataObject): Node => ({ name: 'Poll', type: POLL, parameters: options && { options } });
const webhook = (options?: IDataObject): Node => ({ name: 'Webhook', type: WEBHOOK, parameters: options && { options } });

describe('what names an event for both triggers', () => {
	test.each([
		['Badge.Awarded', 'Athletes/7/Badges/12', 'Club Badge.Awarded 12'],
		['Training.Created', 'Trainings/8', 'Club Training.Created 8'],
		['UserSubscription.Created', 'UserSubscriptions/9', 'Club UserSubscription.Created 9'],
		['UserSubscription.Deleted', 'UserSubscriptions/9', 'Club UserSubscription.Deleted 9'],
	])('is, of %s, the id in %s that it happens to once', (eventType, subject, key) => {
		expect(keyOf({ eventType, subject })).toBe(key);
	});

	test.each([
		['may happen again to the same id', { eventType: 'Training.Updated', subject: 'Trainings/8' }],
		['is about something else than its name says', { eventType: 'Badge.Awarded', subject: 'Trainings/8' }],
		['has a subject that nobody documents', { eventType: 'Badge.Awarded', subject: 'Lockers/8' }],
		['has no subject', { eventType: 'Badge.Awarded' }],
		['has no type', { subject: 'Trainings/8' }],
	])('is nothing where it %s', (_, event) => {
		expect(keyOf(event)).toBeUndefined();
	});
});

test('an event is offered again where the poll says so', () => {
	expect([{ offeredAgain: true }, { offeredAgain: false }, {}].map((json) => isOfferedAgain({ json }))).toEqual([true, false, false]);
});

test.each([
	[WEBHOOK, 'clubTrigger', 'clubPollTrigger'],
	[POLL, 'clubPollTrigger', 'clubTrigger'],
	['CUSTOM.clubTrigger', 'clubTrigger', 'clubPollTrigger'],
	['@club/n8n-nodes-club.clubPollTrigger', 'clubPollTrigger', 'clubTrigger'],
])('%s is a %s, whose partner is a %s', (type, own, partner) => {
	expect(kindsOf({ getNode: () => ({ type }) } as never)).toEqual({ own, partner });
});

describe('a trigger has a partner', () => {
	test('where one of the other kind leads into a node that it leads into', () => {
		expect(isMet(webhook(), { Next: [webhook(), poll()] })).toBe(true);
		expect(isMet(poll(), { Next: [poll(), webhook()] })).toBe(true);
		expect(isMet(webhook(), { Own: [webhook()], Next: [{ name: 'Set', type: 'n8n-nodes-base.set' }, webhook(), poll()] })).toBe(true);
	});

	test.each<[string, Record<string, Node[]>]>([
		['leads nowhere', {}],
		['is alone', { Next: [webhook()] }],
		['is beside one of its own kind', { Next: [webhook(), { ...webhook(), name: 'Another' }] }],
		['is beside a trigger of others', { Next: [webhook(), { name: 'Schedule', type: 'n8n-nodes-base.scheduleTrigger' }] }],
		['is beside one that is switched off', { Next: [webhook(), { ...poll(), disabled: true }] }],
		['leads into another node than it', { Next: [webhook()], Further: [poll()] }],
		['meets it only further on', { Next: [webhook()], Further: [{ name: 'Next', type: 'n8n-nodes-base.set' }, poll()] }],
	])('but not where it %s', (_, before) => {
		expect(isMet(webhook(), before)).toBe(false);
	});

	test.each([
		[undefined, true],
		[{}, true],
		[{ skipHandled: true }, true],
		[{ skipHandled: false }, false],
	])('as the poll trigger wants it, whose options are %j: %j, asked from either side', (options, wanted) => {
		const before = { Next: [poll(options), webhook({ skipHandled: !wanted })] };
		expect(isMet(poll(options), before)).toBe(wanted);
		expect(isMet(webhook({ skipHandled: !wanted }), before)).toBe(wanted);
	});
});
