import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { Comparison, Scan } from '../../../../nodes/ClubPollTrigger/scan/comparison';
import { chosenEvents } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import type { ListName } from '../../../../nodes/shared/api/eventRows';
import type { PollSettings } from '../../../../nodes/ClubPollTrigger/causes/settings';
import { DEFAULTS } from '../../../../nodes/ClubPollTrigger/causes/settings';
import type { PackedMarks } from '../../../../nodes/ClubPollTrigger/scan/snapshot';
import { unpackMarks } from '../../../../nodes/ClubPollTrigger/scan/snapshot';

const NOW = Date.parse('2026-05-01T08:00:00.900Z');

const compared = (list: ListName, events: string[], settings: Partial<PollSettings> = {}) => {
	const run = { now: NOW, settings: { ...DEFAULTS, events, ...settings } };
	const first = new Comparison(POLLED_LISTS[list], chosenEvents(events), { owner: '' }, run);
	return new Comparison(POLLED_LISTS[list], chosenEvents(events), { owner: '', wholeAt: 1, ...first.forms }, run);
};

/** What a poll emits of a row that an earlier poll has seen as it was before. */
function emitted(list: ListName, events: string[], before: IDataObject, after: IDataObject, settings: Partial<PollSettings> = {}) {
	const comparison = compared(list, events, settings);
	const [scan, mark, now] = [new Scan(), comparison.markOf(before), comparison.markOf(after)];
	if (!mark || !now) throw new Error('The row has no ids');
	scan.remember({ now: mark });
	return comparison
		.itemsFor(scan.compare(now, after))
		.map(({ eventType, previous, changed, record }) => ({ eventType, previous, changed, record }));
}

const ada = { UserId: 7, Email: 'ada@example.com', Phone: '1', ClientStage: 'Lead', Note: 'a' };

describe('what differs in a record', () => {
	test('is emitted with the names of the watched properties', () => {
		const after = { ...ada, Email: 'new@example.com', Phone: '2', Note: 'b' };
		expect(emitted('athletes', ['Athlete.Updated'], ada, after)).toEqual([
			{ eventType: 'Athlete.Updated', changed: ['Email', 'Phone'], record: after },
		]);
		expect(emitted('athletes', ['Athlete.Updated'], ada, after, { watchedFields: ['Phone', 'Note', 'LastName'] })).toMatchObject([
			{ changed: ['Phone', 'Note'] },
		]);
	});

	test('is no event where it is not watched', () => {
		expect(emitted('athletes', ['Athlete.Updated'], ada, { ...ada, Note: 'b' })).toEqual([]);
		expect(emitted('athletes', ['Athlete.Updated'], ada, { ...ada, Email: 'x' }, { watchedFields: ['Note'] })).toEqual([]);
	});

	test('of a stage is emitted with the stage before', () => {
		const after = { ...ada, ClientStage: 'Client' };
		expect(emitted('athletes', ['Athlete.StageChanged'], ada, after)).toEqual([
			{ eventType: 'Athlete.StageChanged', previous: { ClientStage: 'Lead' }, changed: ['ClientStage'], record: after },
		]);
		expect(emitted('athletes', ['Athlete.StageChanged'], ada, ada)).toEqual([]);
		expect(emitted('athletes', ['Athlete.StageChanged'], { UserId: 7 }, after)).toEqual([]);
		expect(emitted('athletes', ['Athlete.StageChanged'], ada, { UserId: 7 })).toEqual([]);
	});

	test('of a level is emitted with the level before, whichever it was', () => {
		const [before, after] = [
			{ UserId: 7, CurrentLevel: 'Base' },
			{ UserId: 7, CurrentLevel: 'Pro' },
		];
		expect(emitted('engagement', ['Athlete.LevelChanged'], before, after)).toEqual([
			{ eventType: 'Athlete.LevelChanged', previous: { CurrentLevel: 'Base' }, changed: ['CurrentLevel'], record: after },
		]);
		expect(emitted('engagement', ['Athlete.LevelChanged'], { UserId: 7 }, after)).toEqual([]);
	});

	test('of a condition is emitted without the value before', () => {
		const [later, soon] = [48, 2].map((hours) => ({ ClassId: 3, Begin: new Date(NOW + hours * 3_600_000).toISOString() }));
		expect(emitted('calendars', ['Class.BeginsSoon'], later, soon)).toEqual([{ eventType: 'Class.BeginsSoon', record: soon }]);
	});

	test('is asked of each event by itself', () => {
		const events = ['Athlete.Created', 'Athlete.Updated', 'Athlete.StageChanged'];
		expect(emitted('athletes', events, ada, { ...ada, ClientStage: 'Client' }).map(({ eventType }) => eventType)).toEqual([
			'Athlete.Updated',
			'Athlete.StageChanged',
		]);
	});

	test('is nothing new of a record that is new', () => {
		const comparison = compared('athletes', ['Athlete.Created', 'Athlete.Updated']);
		const now = comparison.markOf(ada);
		if (!now) throw new Error('The row has no ids');
		const difference = new Scan().compare(now, ada);
		expect(comparison.itemsFor(difference).map(({ eventType }) => eventType)).toEqual(['Athlete.Created']);
		expect(comparison.itemsFor(difference, 'changed', 'value')).toEqual([]);
		expect(comparison.itemsFor(difference, 'changed', 'added')).toHaveLength(1);
	});
});

test('a poll that would remember more than 500,000 records says so', () => {
	const scan = new Scan();
	for (let id = 1; id <= 500_000; id++) scan.remember({ now: { ids: [id] } });
	scan.remember({ now: { ids: [7] } });
	expect(() => scan.remember({ now: { ids: [500_001] } })).toThrow('This list has more than 500,000 records');
});

describe('what is remembered of a record', () => {
	test('is only what the chosen events compare', () => {
		expect(compared('athletes', ['Athlete.Created']).markOf(ada)).toEqual({ ids: [7] });
		expect(compared('athletes', ['Athlete.StageChanged']).markOf(ada)).toEqual({ ids: [7], values: { 'Athlete.StageChanged': '"Lead"' } });
		expect(compared('athletes', ['Athlete.Updated']).markOf(ada)).toEqual({ ids: [7], digest: expect.any(String) });
		expect(compared('athletes', ['Athlete.Created']).markOf({ Email: 'a' })).toBeUndefined();
	});

	test('is, of a class, when it begins, and of a training, when it was seen, in whole seconds', () => {
		const begin = '2026-05-02T08:00:00.900Z';
		const second = (text: string) => Math.floor(Date.parse(text) / 1000);
		expect(compared('calendars', ['Class.Published']).markOf({ ClassId: 3, Begin: begin })).toEqual({ ids: [3], at: second(begin) });
		expect(compared('calendars', ['Class.Published']).markOf({ ClassId: 3 })).toEqual({ ids: [3] });
		expect(compared('trainings', ['Training.Created']).markOf({ TrainingId: 4 })).toEqual({ ids: [4], at: Math.floor(NOW / 1000) });
	});
});

describe('a property that is compared', () => {
	const scan = (settings: Partial<PollSettings> = {}, shown?: string[]) =>
		new Comparison(
			POLLED_LISTS.athletes,
			chosenEvents(['Athlete.Updated', 'Athlete.StageChanged']),
			{ owner: '', wholeAt: 1 },
			{ now: NOW, settings: { ...DEFAULTS, events: [], ...settings } },
			shown,
		);

	test('is lacking until a row of the scan has it, or one of an earlier page had', () => {
		const comparison = scan({ watchedFields: ['Phone', 'Wallet'] });
		expect(comparison.lacking()).toEqual(['ClientStage', 'Phone', 'Wallet']);
		expect(comparison.noteProperties([ada, { UserId: 8 }])).toEqual(['ClientStage', 'Phone']);
		expect(comparison.lacking()).toEqual(['Wallet']);
		expect(comparison.noteProperties([{ UserId: 9, Wallet: null }])).toEqual(['ClientStage', 'Phone', 'Wallet']);
		expect(scan({ watchedFields: ['Phone'] }, ['Phone']).lacking()).toEqual(['ClientStage']);
	});

	test('is not said to be lacking where the user has named none', () => expect(scan().lacking()).toEqual(['ClientStage']));

	test('is null in a row that leaves it out once another row has shown it, and unknown before', () => {
		const comparison = scan();
		const without = { UserId: 8, Email: 'b@example.com' };
		expect(comparison.valuesOf(without)).toEqual({});
		comparison.noteProperties([ada]);
		expect(comparison.valuesOf(without)).toEqual({ values: { 'Athlete.StageChanged': 'null' } });
		expect(comparison.valuesOf(ada)).toEqual({ values: { 'Athlete.StageChanged': '"Lead"' } });
	});
});

test('of a booking what comes with it is not compared, unless the user watches it', () => {
	const booking = { ClassId: 5, UserId: 7, State: 'Confirmed', TotalCredits: 3, Class: { Participants: 4 } };
	const after = { ...booking, TotalCredits: 2, Class: { Participants: 5 } };
	expect(emitted('bookings', ['ClassParticipant.Updated'], booking, after)).toEqual([]);
	expect(emitted('bookings', ['ClassParticipant.Updated'], booking, { ...after, State: 'Queued' })).toHaveLength(1);
	expect(emitted('bookings', ['ClassParticipant.Updated'], booking, after, { watchedFields: ['TotalCredits'] })).toMatchObject([
		{ changed: ['TotalCredits'] },
	]);
});

type Club = Map<number, string>;

const club: fc.Arbitrary<Club> = fc
	.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('a1', 'b2', 'c3')), { selector: ([id]) => id, maxLength: 20 })
	.map((rows) => new Map(rows));

/** A whole scan of a club: what it finds, and what is remembered then. Its pages come in any order, and over several polls. */
function scan(packed: PackedMarks | undefined, now: Club, pauses: number[]) {
	let memory = new Scan(packed);
	memory.begin();
	const found = { added: [] as number[], changed: [] as number[], removed: [] as number[] };
	[...now].forEach(([id, digest], index) => {
		if (pauses.includes(index)) memory = new Scan(JSON.parse(JSON.stringify(memory.pack())) as PackedMarks);
		const difference = memory.compare({ ids: [id], digest }, {});
		if (difference.added) found.added.push(id);
		if (difference.changed) found.changed.push(id);
		memory.remember(difference);
	});
	for (const mark of memory.unmet()) {
		found.removed.push(mark.ids[0]);
		memory.forget(mark);
	}
	return { found, packed: memory.pack() };
}

const remembered = (memory: Scan) => [...unpackMarks(memory.pack()).values()].map(({ ids }) => ids[0]);

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('a scan', () => {
	it('finds exactly what differs between two states of a list, once, wherever it pauses', () => {
		fc.assert(
			fc.property(fc.array(club, { minLength: 2, maxLength: 5 }), fc.array(fc.nat(20)), (states, pauses) => {
				let packed = scan(undefined, states[0], pauses).packed;
				for (let i = 1; i < states.length; i++) {
					const [before, now] = [states[i - 1], states[i]];
					const result = scan(packed, now, pauses);
					expect(sorted(result.found.added)).toEqual(sorted([...now.keys()].filter((id) => !before.has(id))));
					expect(sorted(result.found.removed)).toEqual(sorted([...before.keys()].filter((id) => !now.has(id))));
					expect(sorted(result.found.changed)).toEqual(
						sorted([...now.keys()].filter((id) => before.has(id) && before.get(id) !== now.get(id))),
					);
					packed = result.packed;
				}
			}),
		);
	});

	it('misses what is there unlisted once, and knows it when it is listed again', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7], digest: 'a1', at: 100 } });
		memory.begin();
		const [missed] = memory.unmet();
		memory.keepAbsent(missed, 'unlisted', 100);
		const later = new Scan(memory.pack());
		later.begin();
		expect(later.unmet()).toEqual([]);
		later.remember(later.compare({ ids: [7], digest: 'a1', at: 100 }, {}));
		expect(later.compare({ ids: [7], digest: 'a1' }, {})).toMatchObject({ added: false, changed: false });
		later.begin();
		expect(later.unmet()).toMatchObject([{ ids: [7] }]);
		later.forgetUnmetBefore(100);
		expect(remembered(later)).toEqual([7]);
		later.forgetUnmetBefore(101);
		expect(remembered(later)).toEqual([]);
	});

	it('compares what is known with what is known, and learns the rest', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7] } });
		const learned = memory.compare({ ids: [7], digest: 'aaaaaa', values: { Stage: '"Lead"' } }, {});
		expect(learned).toMatchObject({ added: false, changed: false });
		memory.remember(learned);
		expect(memory.compare({ ids: [7], digest: 'bbbbbb', values: { Stage: '"Client"' } }, {})).toMatchObject({
			changed: true,
		});
		expect(memory.compare({ ids: [7] }, {})).toMatchObject({ changed: false });
		memory.keepKnown(false, new Set(['Stage']));
		expect(memory.compare({ ids: [7], digest: 'bbbbbb', values: { Stage: '"Client"' } }, {})).toMatchObject({
			changed: false,
		});
	});

	it('forgets what has begun, or does not say when it begins, when it is not listed any more', () => {
		const memory = new Scan();
		const begins: Array<[id: number, at?: number]> = [[1, 100], [2, 249], [3, 250], [4, 300], [5]];
		for (const [id, at] of begins) memory.remember({ now: { ids: [id], at } });
		memory.begin();
		memory.remember(memory.compare({ ids: [1], at: 100 }, {}));
		memory.forgetUnmetBefore(250);
		expect(remembered(memory)).toEqual([1, 3, 4]);
	});

	it('keeps the value that is unknown now, and forgets the values of other events', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7], values: { Level: '3', Stage: '"Lead"' } } });
		const difference = memory.compare({ ids: [7], values: { Stage: '"Lead"' } }, {});
		memory.remember(difference);
		expect(memory.compare({ ids: [7] }, {}).before).toMatchObject({ values: { Level: '3', Stage: '"Lead"' } });
		memory.keepKnown(true, new Set(['Stage']));
		expect(memory.compare({ ids: [7] }, {}).before?.values).toEqual({ Stage: '"Lead"' });
	});

	it('knows the values of what was taken back until it has begun: it is new then, and its values are not', () => {
		const memory = new Scan();
		const marks = [
			{ ids: [1], at: 100, digest: 'aaaaaa', values: { Soon: '100' } },
			{ ids: [2], at: 100, digest: 'aaaaaa' },
			{ ids: [3], values: { Soon: '100' } },
		];
		for (const now of marks) memory.remember({ now });
		memory.begin();
		for (const mark of memory.unmet()) memory.forget(mark);
		expect(memory.unmet()).toEqual([]);
		const differences = marks.map((now) => memory.compare({ ...now, digest: 'bbbbbb' }, {}));
		expect(differences.map(({ added, changed, before }) => [added, changed, before?.values])).toEqual([
			[true, false, { Soon: '100' }],
			[true, false, undefined],
			[true, false, undefined],
		]);
		const again = new Scan(memory.pack());
		again.remember(differences[0]);
		expect(again.compare(marks[0], {}).added).toBe(false);
		memory.forgetUnmetBefore(101);
		expect(remembered(memory)).toEqual([]);
	});
});
