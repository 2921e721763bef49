import type { INode, INodeParameters, INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { POLLED_LISTS } from '../../../nodes/ClubPollTrigger/causes/lists';
import { POLLED_EVENTS } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { DEFAULTS, type PollSettings } from '../../../nodes/ClubPollTrigger/defaults';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { settingsFrom } from '../../../nodes/ClubPollTrigger/parameters';

const description = new ClubPollTrigger().description as INodeTypeDescription;
const { properties } = description;
const optionsOf = (property: string) => properties.find(({ name }) => name === property)!.options;
const options = optionsOf('options') as INodeProperties[];
const entries = optionsOf('events') as INodePropertyOptions[];

/** Display names of the options and texts of the notices that n8n shows for some events. */
function shownFor(events: string[], firstPoll = 'fromNow') {
	const values: INodeParameters = { events, firstPoll, options: {} };
	const shown = (property: INodeProperties, path: string) =>
		NodeHelpers.displayParameterPath({ parameters: values }, property, path, null as unknown as INode, description);
	const fields = properties.filter(
		(one) => ['resourceLocator', 'multiOptions'].includes(one.type) && one.name !== 'events' && shown(one, 'parameters'),
	);
	return {
		fields: fields.map(({ displayName, required }) => `${displayName}${required ? ' *' : ''}`),
		options: options.filter((option) => shown(option, 'parameters.options')).map(({ displayName }) => displayName),
		notices: properties.filter(({ type }) => type === 'notice').flatMap((one) => (shown(one, 'parameters') ? [one.displayName] : [])),
	};
}

const FOR_ALL = ['Attach Athlete', 'Calls per Day', 'Max Calls', 'Max Items'];

/** What n8n shows of a description in a drop-down, in letters. */
const TWO_LINES = 116;

describe('the panel of the poll trigger', () => {
	it.each([
		[['Membership.EndsSoon'], ['Days Before the End']],
		[['Membership.CreditsLow'], ['Credits Left']],
		[['Athlete.Absent'], ['Days Without a Visit']],
		[['Athlete.StageChanged'], ['Stage From', 'Stage To']],
		[['Athlete.StaysAtStage'], ['Days at Stage', 'Stage To']],
		[['Class.BeginsSoon'], ['Hours Before the Class', 'Look Ahead (Days)']],
		[['ClassParticipant.OffWaitingList'], ['Look Ahead (Days)']],
		[['ClassParticipant.Updated'], ['Look Ahead (Days)', 'Look Back (Hours)', 'Watched Fields']],
		[['Badge.Awarded'], []],
		[['Athlete.Updated'], ['Watched Fields']],
		[
			['Training.Created', 'Membership.EndsSoon'],
			['Days Before the End', 'Look Back (Hours)'],
		],
		[['Athlete.Created'], []],
	])('for %j shows %j besides the options for all events', (events, own) => {
		const { options } = shownFor(events);
		expect(options).toEqual(expect.arrayContaining([...FOR_ALL, ...own]));
		expect(options.filter((name) => !FOR_ALL.includes(name) && !name.startsWith('Only When')).sort()).toEqual([...own].sort());
	});

	it.each([
		[['Athlete.Absent'], 'fromNow', ['Recent Visits Are In *']],
		[['Athlete.Absent'], 'existing', ['Recent Visits Are In *', 'All Visits Are In *']],
		[['Athlete.Absent', 'Athlete.Visited'], 'existing', ['Recent Visits Are In *', 'All Visits Are In *']],
		[['Athlete.VisitsDropping'], 'fromNow', ['Recent Visits Are In *', 'Earlier Visits Are In *']],
		[['Class.PlaceFree', 'Class.Full'], 'fromNow', ['Waiting List Is In *']],
		[['Badge.Awarded'], 'existing', []],
	])('for %j (first poll: %s) requires %j', (events, firstPoll, fields) => expect(shownFor(events, firstPoll).fields).toEqual(fields));

	it('shows as the default of each option what holds without it', () => {
		const chosen = { events: ['Athlete.Created'], firstPoll: 'fromNow', fields: {} };
		const shown = Object.fromEntries(options.map((option) => [option.name, option.default]));
		expect(settingsFrom(shown, chosen, DEFAULTS.zone)).toEqual({ ...DEFAULTS, events: chosen.events });
		expect(settingsFrom({}, chosen, DEFAULTS.zone)).toEqual({ ...DEFAULTS, events: chosen.events });
	});

	it.each<[string, unknown, readonly number[] | RegExp]>([
		['Membership.EndsSoon', ['all'], []],
		['Membership.Ended', [12, '3'], [3, 12]],
		['Membership.Renewed', [], /"Product Names or IDs" is missing/],
		['Membership.Renewed', undefined, /"Product Names or IDs" is missing/],
		['Membership.Ended', '', /"Product Names or IDs" is missing/],
		['Membership.Ended', ['all', 3], /must be IDs of products, or only All/],
		['Membership.Ended', ['Gold'], /must be IDs of products, or only All/],
		['Membership.CreditsLow', [], []],
	])('needs products for %s: %j', (event, products, expected) => {
		const settings = () => settingsFrom({}, { events: [event], firstPoll: 'fromNow', fields: {}, products }, DEFAULTS.zone);
		if (expected instanceof RegExp) expect(settings).toThrow(expected);
		else expect(settings().products).toEqual(expected);
		expect(shownFor([event]).fields.includes('Product Names or IDs *')).toBe(event !== 'Membership.CreditsLow');
	});

	it('shows each option at every event whose list it changes', () => {
		const numbers = options.filter(({ type }) => type === 'number');
		for (const { name: event, list } of POLLED_EVENTS) {
			const { span, query, settingsKey } = POLLED_LISTS[list];
			const asked = (settings: PollSettings) => [span?.(settings, 0, 0), query?.(settings), settingsKey?.(settings)];
			const [before, { options }] = [{ ...DEFAULTS, events: [] }, shownFor([event])];
			for (const { name, displayName } of numbers)
				if (JSON.stringify(asked(before)) !== JSON.stringify(asked({ ...before, [name]: Number(before[name as 'days']) + 1 })))
					expect([event, options]).toEqual([event, expect.arrayContaining([displayName])]);
		}
	});

	it('shows the limit of existing records only with Existing Records Too', () => {
		expect(shownFor(['Athlete.Created']).options).not.toContain('First Poll Limit');
		expect(shownFor(['Athlete.Created'], 'existing').options).toContain('First Poll Limit');
	});

	it('says in the entry of an event when it starts the workflow, in the two lines that n8n shows', () => {
		expect(entries.filter(({ description: text }) => text!.length > TWO_LINES)).toEqual([]);
		const entryOf = (event: string) => entries.find(({ value }) => value === event)?.description;
		expect(entryOf('Membership.EndsSoon')).toMatch(/14 days left.*Days Before the End/);
	});

	it('says below First Poll what becomes of a condition that is true already', () => {
		const { hint } = properties.find(({ name }) => name === 'firstPoll')!;
		expect(hint).toMatch(/true already.*only with Existing Records Too/);
	});

	it('has one notice, which says what polls cost', () => {
		expect(shownFor(['Athlete.Absent', 'Class.Full', 'Badge.Awarded']).notices).toEqual([
			expect.stringMatching(/^<b>These events change by the day, so choose Every Day above.*1 call for each 1,000 athletes/),
		]);
		expect(shownFor(['Class.Full', 'Badge.Awarded']).notices).toEqual([expect.stringMatching(/^A poll makes 1 call for each 1,000/)]);
	});

	it('asks for Every Day at each event that is a matter of days', () => {
		const isAsked = ({ value }: INodePropertyOptions) => shownFor([String(value)]).notices[0].includes('Every Day');
		const counted = entries.filter(({ value, description: text }) => value === 'Membership.Ended' || /\bdays\b/.test(text!));
		expect(entries.filter(isAsked)).toEqual(counted);
	});

	it('keeps the options of the chosen events, and uses the default for options of others', () => {
		const parameters = { events: ['Athlete.Absent'], firstPoll: 'fromNow', options: { days: 7, credits: 5, maxItems: 3 } };
		const kept = NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description);
		expect(kept?.options).toEqual({ days: 7, maxItems: 3 });
	});
});
