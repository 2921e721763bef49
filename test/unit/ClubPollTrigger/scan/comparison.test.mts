import type { IDataObject } from 'n8n-workflow';
import { Comparison } from '../../../../nodes/ClubPollTrigger/scan/comparison';
import { Scan } from '../../../../nodes/ClubPollTrigger/scan/memory';
import { chosenEvents } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import type { ListName } from '../../../../nodes/shared/api/eventRows';
import type { PollSettings } from '../../../../nodes/ClubPollTrigger/causes/settings';
import { DEFAULTS } from '../../../../nodes/ClubPollTrigger/causes/settings';

const NOW = Date.parse('2026-05-01T08:00:00.900Z');

const compared = (list: ListName, events: string[], settings: Partial<PollSettings> = {}) => {
	const run = { now: NOW, settings: { ...DEFAULTS, events, ...settings } };
	const { digests, values } = new Comparison(POLLED_LISTS[list], chosenEvents(events), { settingsKey: '' }, run);
	return new Comparison(POLLED_LISTS[list], chosenEvents(events), { settingsKey: '', wholeAt: 1, digests, values }, run);
};

/** What a poll emits of a row that an earlier poll has seen as it was before. */
function emitted(list: ListName, events: string[], before: IDataObject, after: IDataObject, settings: Partial<PollSettings> = {}) {
	const comparison = compared(list, events, settings);
	comparison.noteProperties([before]);
	const [scan, mark] = [new Scan(), comparison.markOf(before)];
	comparison.noteProperties([after], scan);
	const now = comparison.markOf(after);
	if (!mark || !now) throw new Error('The row has no ids');
	scan.remember({ now: mark });
	return comparison
		.itemsFor(scan.compare(now, after))
		.map(({ eventType, previous, changed, record }) => ({ eventType, previous, changed, record }));
}

const ada = { UserId: 7, Email: 'ada@example.com', Phone: '1', ClientStage: 'Lead', Note: 'a' };

describe('Comparison: a changed record', () => {
	test('is emitted with the names of the watched properties', () => {
		const after = { ...ada, Email: 'new@example.com', Phone: '2', Note: 'b' };
		expect(emitted('athletes', ['Athlete.Updated'], ada, after)).toEqual([
			{ eventType: 'Athlete.Updated', changed: ['Email', 'Phone'], record: after },
		]);
		expect(emitted('athletes', ['Athlete.Updated'], ada, after, { watchedFields: ['Phone', 'Note', 'LastName'] })).toMatchObject([
			{ changed: ['Phone', 'Note'] },
		]);
	});

	test('is no event if the changed property is not watched', () => {
		expect(emitted('athletes', ['Athlete.Updated'], ada, { ...ada, Note: 'b' })).toEqual([]);
		expect(emitted('athletes', ['Athlete.Updated'], ada, { ...ada, Email: 'x' }, { watchedFields: ['Note'] })).toEqual([]);
	});

	test('is emitted with the stage before', () => {
		const after = { ...ada, ClientStage: 'Client' };
		expect(emitted('athletes', ['Athlete.StageChanged'], ada, after)).toEqual([
			{ eventType: 'Athlete.StageChanged', previous: { ClientStage: 'Lead' }, changed: ['ClientStage'], record: after },
		]);
		expect(emitted('athletes', ['Athlete.StageChanged'], ada, ada)).toEqual([]);
		expect(emitted('athletes', ['Athlete.StageChanged'], { UserId: 7 }, after)).toEqual([]);
	});

	test('is emitted with the level before, whichever it was', () => {
		const [before, after] = [
			{ UserId: 7, CurrentLevel: 'Base' },
			{ UserId: 7, CurrentLevel: 'Pro' },
		];
		expect(emitted('engagement', ['Athlete.LevelChanged'], before, after)).toEqual([
			{ eventType: 'Athlete.LevelChanged', previous: { CurrentLevel: 'Base' }, changed: ['CurrentLevel'], record: after },
		]);
		expect(emitted('engagement', ['Athlete.LevelChanged'], { UserId: 7 }, after)).toEqual([]);
	});

	test('is emitted without the value before, for a condition', () => {
		const [later, soon] = [48, 2].map((hours) => ({ ClassId: 3, Begin: new Date(NOW + hours * 3_600_000).toISOString() }));
		expect(emitted('calendars', ['Class.BeginsSoon'], later, soon)).toEqual([{ eventType: 'Class.BeginsSoon', record: soon }]);
	});

	test('is compared for each event separately', () => {
		const events = ['Athlete.Created', 'Athlete.Updated', 'Athlete.StageChanged'];
		expect(emitted('athletes', events, ada, { ...ada, ClientStage: 'Client' }).map(({ eventType }) => eventType)).toEqual([
			'Athlete.Updated',
			'Athlete.StageChanged',
		]);
	});

	test('is no event if the record is new', () => {
		const comparison = compared('athletes', ['Athlete.Created', 'Athlete.Updated']);
		const now = comparison.markOf(ada);
		if (!now) throw new Error('The row has no ids');
		const difference = new Scan().compare(now, ada);
		expect(comparison.itemsFor(difference).map(({ eventType }) => eventType)).toEqual(['Athlete.Created']);
		expect(comparison.itemsFor(difference, 'changed', 'value')).toEqual([]);
		expect(comparison.itemsFor(difference, 'changed', 'added')).toHaveLength(1);
	});
});

describe('Comparison: the mark of a record', () => {
	test('has only what the chosen events compare', () => {
		expect(compared('athletes', ['Athlete.Created']).markOf(ada)).toEqual({ ids: [7] });
		expect(compared('athletes', ['Athlete.StageChanged']).markOf(ada)).toEqual({ ids: [7], values: { 'Athlete.StageChanged': '"Lead"' } });
		expect(compared('athletes', ['Athlete.Updated']).markOf(ada)).toEqual({ ids: [7], digest: expect.any(String) });
		expect(compared('athletes', ['Athlete.Created']).markOf({ Email: 'a' })).toBeUndefined();
	});

	test('has the begin of a class and the time when a training was seen, in whole seconds', () => {
		const begin = '2026-05-02T08:00:00.900Z';
		const second = (text: string) => Math.floor(Date.parse(text) / 1000);
		expect(compared('calendars', ['Class.Published']).markOf({ ClassId: 3, Begin: begin })).toEqual({ ids: [3], at: second(begin) });
		expect(compared('calendars', ['Class.Published']).markOf({ ClassId: 3 })).toEqual({ ids: [3] });
		expect(compared('trainings', ['Training.Created']).markOf({ TrainingId: 4 })).toEqual({ ids: [4], at: Math.floor(NOW / 1000) });
	});
});

describe('Comparison: a compared property', () => {
	const scan = (settings: Partial<PollSettings> = {}, shown?: string[]) =>
		new Comparison(
			POLLED_LISTS.athletes,
			chosenEvents(['Athlete.Updated', 'Athlete.StageChanged']),
			{ settingsKey: '', wholeAt: 1 },
			{ now: NOW, settings: { ...DEFAULTS, events: [], ...settings } },
			{ shown },
		);

	test('is lacking until a row of the scan has it, or a row of an earlier page had it', () => {
		const comparison = scan({ watchedFields: ['Phone', 'Wallet'] });
		expect(comparison.lacking()).toEqual(['ClientStage', 'Phone', 'Wallet']);
		comparison.noteProperties([ada, { UserId: 8 }]);
		expect(comparison.lacking()).toEqual(['Wallet']);
		comparison.noteProperties([{ UserId: 9, Wallet: null }]);
		expect(comparison.lacking()).toEqual(['Wallet']);
		comparison.noteProperties([{ UserId: 9, Wallet: 5 }]);
		expect(comparison.lacking()).toEqual([]);
		expect(scan({ watchedFields: ['Phone'] }, ['Phone']).lacking()).toEqual(['ClientStage']);
	});

	test('is not reported as lacking if the user named no properties', () => expect(scan().lacking()).toEqual(['ClientStage']));

	test('counts as null in a row without it once another row had it, and as unknown before', () => {
		const comparison = scan();
		const without = { UserId: 8, Email: 'b@example.com' };
		expect(comparison.valuesOf(without)).toEqual({});
		comparison.noteProperties([ada]);
		expect(comparison.valuesOf(without)).toEqual({ values: { 'Athlete.StageChanged': 'null' } });
		expect(comparison.valuesOf(ada)).toEqual({ values: { 'Athlete.StageChanged': '"Lead"' } });
	});
});

test('the nested records of a booking are compared only if the user watches them', () => {
	const booking = { ClassId: 5, UserId: 7, State: 'Confirmed', TotalCredits: 3, Class: { Participants: 4 } };
	const after = { ...booking, TotalCredits: 2, Class: { Participants: 5 } };
	expect(emitted('bookings', ['ClassParticipant.Updated'], booking, after)).toEqual([]);
	expect(emitted('bookings', ['ClassParticipant.Updated'], booking, { ...after, State: 'Queued' })).toHaveLength(1);
	expect(emitted('bookings', ['ClassParticipant.Updated'], booking, after, { watchedFields: ['TotalCredits'] })).toMatchObject([
		{ changed: ['TotalCredits'] },
	]);
});
