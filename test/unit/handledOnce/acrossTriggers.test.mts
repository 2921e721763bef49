import { clock } from '../../../nodes/shared/transport/process';
import { badge, execution, newProcess, type Kind, type Setting } from '../support/execution.mts';
import { Ledger } from '../support/processedRecord.mts';

let now = Date.parse('2026-03-02T10:00:00Z');
const iso = (ms: number): string => new Date(now + ms).toISOString();
const isReEmitted = (id: number) => badge(id, { isReEmitted: true, polled: true });

/** What waits for some seconds to pass. */
const sleeping: Array<{ ms: number; resume: () => void }> = [];

beforeEach(() => {
	sleeping.length = 0;
	now = Date.parse('2026-03-02T10:00:00Z');
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => await new Promise((resume) => sleeping.push({ ms, resume })));
});

describe('both triggers in one workflow', () => {
	test.each<[Kind, Kind]>([
		['clubTrigger', 'clubPollTrigger'],
		['clubPollTrigger', 'clubTrigger'],
	])('an event that the %s has handled is left out by the %s, in each process and for good', async (first, second) => {
		const ledger = new Ledger();
		const one = await execution(newProcess(), ledger, first, [badge(1), badge(2)]);
		expect(one.taken).toEqual(['e-1', 'e-2']);
		expect((await execution(newProcess(), ledger, second, [badge(2, { id: 'other' }), badge(3)])).taken).toEqual(['e-3']);
		await one.end(true);
		expect((await execution(newProcess(), ledger, second, [badge(1), badge(3)])).taken).toEqual([]);
	});

	test.each([
		['Badge.Awarded', 'Athletes/7/Badges/4'],
		['Training.Created', 'Trainings/4'],
		['UserSubscription.Created', 'UserSubscriptions/4'],
		['UserSubscription.Deleted', 'UserSubscriptions/4'],
	])('%s can happen once to an ID, and is handled once', async (eventType, subject) => {
		const [process, ledger] = [newProcess(), new Ledger()];
		const event = { id: 'e', eventType, subject };
		await execution(process, ledger, 'clubTrigger', [event]);
		expect((await execution(process, ledger, 'clubPollTrigger', [event])).taken).toEqual([]);
		const another = { ...event, subject: subject.replace(/4$/, '5') };
		expect((await execution(process, ledger, 'clubPollTrigger', [another])).taken).toEqual(['e']);
	});

	test('both use the list of the workflow, as large as that of a Remove Duplicates node', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		expect([...ledger.lists]).toEqual([JSON.stringify(['workflow', { mode: 'entries', maxEntries: 10_000 }])]);
	});
});

describe('a delivery', () => {
	test.each<[string, Record<string, unknown>, boolean]>([
		['of a minute ago', { eventTime: iso(-60_000) }, true],
		['of a clock that is a minute ahead', { eventTime: iso(60_000) }, true],
		['of exactly two minutes ago', { eventTime: iso(-120_000) }, true],
		['of more than two minutes ago', { eventTime: iso(-120_001) }, false],
		['of a clock that is hours ahead', { eventTime: iso(3_600_000) }, false],
		['without a time', { eventTime: undefined }, false],
		['with a time that cannot be read', { eventTime: 'yesterday' }, false],
		['with a time that is no text', { eventTime: 1 }, false],
	])('%s is handled, whatever the poll has handled: %j is %j', async (_, time, isHandled) => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await execution(process, ledger, 'clubPollTrigger', [badge(1)]);
		const event = badge(1, time as never);
		expect((await execution(process, ledger, 'clubTrigger', [event])).taken).toEqual(isHandled ? ['e-1'] : []);
	});

	test('costs one write when it starts and one when it has succeeded', async () => {
		const ledger = new Ledger();
		const { end } = await execution(newProcess(), ledger, 'clubTrigger', [badge(1, { eventTime: iso(0) })]);
		expect(ledger.strokes).toBe(1);
		await end(true);
		expect(ledger.strokes).toBe(2);
	});
});

describe('forged events of the next 300 badges', () => {
	const next = (id: string, over: object = {}) => Array.from({ length: 300 }, (_, n) => badge(n + 1, { id: `${id}-${n}`, ...over }));

	test.each<[string, Setting]>([
		['onReceived', {}],
		['lastNode', { options: { acknowledge: 'lastNode' } }],
	])('hide no event that the club delivers in time (%s)', async (_, setting) => {
		const [process, ledger] = [newProcess(), new Ledger()];
		const options = { deduplicate: true, ...setting.options };
		await (await execution(process, ledger, 'clubTrigger', next('forged'), { options })).end(true);
		const { taken } = await execution(process, ledger, 'clubTrigger', next('genuine', { eventTime: iso(-119_000) }), { options });
		expect(taken).toEqual(next('genuine').map(({ id }) => id));
	});

	test.each<[string, Kind]>([
		['what only a poll finds', 'clubPollTrigger'],
		['what is delivered late', 'clubTrigger'],
	])('hide, of %s, only events with their athlete and number, if no record is loaded', async (_, kind) => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await execution(process, ledger, 'clubTrigger', next('forged'));
		const others = [badge(301), badge(7, { id: 'of-another', subject: 'Athletes/8/Badges/7' })];
		const { taken } = await execution(process, ledger, kind, [...next('genuine'), ...others]);
		expect(taken).toEqual(['e-301', 'of-another']);
	});

	test.each<[string, Kind, Setting]>([
		['what only a poll finds', 'clubPollTrigger', { status: 404 }],
		['what is delivered late', 'clubTrigger', { status: 404 }],
		['what only a poll finds, if the club does not answer', 'clubPollTrigger', { status: 503 }],
		['what only a poll finds, if n8n does not say how an execution ends', 'clubPollTrigger', { status: 404, tellsEnd: false }],
	])('hide no event of %s, if records are loaded', async (_, kind, setting) => {
		const [process, ledger] = [newProcess(), new Ledger()];
		const options = { resolveRecord: true };
		await (await execution(process, ledger, 'clubTrigger', next('forged'), { ...setting, options })).end(true);
		expect(ledger.values).toEqual([]);
		const genuine = await execution(process, ledger, kind, next('genuine'), { options, status: 200 });
		expect(genuine.taken).toEqual(next('genuine').map(({ id }) => id));
	});
});

describe('with "Load Current Record"', () => {
	const options = { resolveRecord: true };

	test('a delivery and a poll handle the same record once', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await execution(process, ledger, 'clubTrigger', [badge(1)], { options, status: 200 });
		expect((await execution(process, ledger, 'clubPollTrigger', [badge(1), badge(2)])).taken).toEqual(['e-2']);
		expect((await execution(process, ledger, 'clubTrigger', [badge(2)], { options, status: 200 })).taken).toEqual([]);
	});

	test('a deletion has no record, and is handled once', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		const deleted = { id: 'e', eventType: 'UserSubscription.Deleted', subject: 'UserSubscriptions/4' };
		await execution(process, ledger, 'clubTrigger', [deleted], { options, status: 404 });
		expect((await execution(process, ledger, 'clubPollTrigger', [deleted])).taken).toEqual([]);
	});

	test('a delivery is left out if the poll emitted the event while it waited for a call', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await execution(process, ledger, 'clubPollTrigger', [badge(1)]);
		const event = badge(1, { eventTime: iso(0) });
		const late = execution(process, ledger, 'clubTrigger', [event], { options, status: 200 });
		now += 120_001;
		expect((await late).taken).toEqual([]);
	});
});

describe('under "When the Workflow Has Succeeded"', () => {
	const options = { acknowledge: 'lastNode' };

	test('a repeated delivery is handled if the first run did not end, and left out if it succeeded', async () => {
		const ledger = new Ledger();
		const first = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { options });
		const second = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { options });
		expect(second.taken).toEqual(['e-1']);
		await first.end(false);
		const third = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { options });
		expect(third.taken).toEqual(['e-1']);
		await third.end(true);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { options })).taken).toEqual([]);
	});

	test('an event that a poll has handled successfully is left out', async () => {
		const ledger = new Ledger();
		const polled = await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), badge(2)]);
		await polled.end(true);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(2), badge(3)], { options })).taken).toEqual(['e-3']);
	});

	test.each<[string, Setting]>([
		['n8n does not tell how an execution has ended', { tellsEnd: false }],
		['a node of the workflow can wait', { waits: true }],
	])('a repeated delivery is always handled if %s: rather twice than lost', async (_, setting) => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { ...setting, options });
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { ...setting, options })).taken).toEqual(['e-1']);
	});
});

describe('the re-emission of a poll', () => {
	test.each<[string, Kind, boolean | undefined]>([
		['a delivery had and that failed', 'clubTrigger', false],
		['a delivery had whose worker was killed', 'clubTrigger', undefined],
		['a poll had and that failed', 'clubPollTrigger', false],
		['a poll had whose worker was killed', 'clubPollTrigger', undefined],
	])('emits what %s', async (_, kind, success) => {
		const ledger = new Ledger();
		const first = await execution(newProcess(), ledger, kind, [badge(1), badge(2)]);
		if (success !== undefined) await first.end(success);
		const done = await execution(newProcess(), ledger, 'clubTrigger', [badge(2, { eventTime: iso(0) })]);
		await done.end(true);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [isReEmitted(1), isReEmitted(2), badge(3)])).taken).toEqual([
			'e-1',
			'e-3',
		]);
	});

	test('stores nothing by asking: an event that fails again does not count as handled', async () => {
		const ledger = new Ledger();
		const again = await execution(newProcess(), ledger, 'clubPollTrigger', [isReEmitted(1)]);
		await again.end(false);
		const options = { acknowledge: 'lastNode' };
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { options })).taken).toEqual(['e-1']);
	});

	test.each<[string, Setting]>([
		['n8n does not tell how an execution has ended', { tellsEnd: false }],
		['a node of the workflow can wait', { waits: true }],
		['there is no Club Trigger any more', { partner: null }],
		['an execution is a retry', { mode: 'retry' }],
	])('is left out if %s', async (_, setting) => {
		expect((await execution(newProcess(), new Ledger(), 'clubPollTrigger', [isReEmitted(1)], setting)).taken).toEqual([]);
	});

	test('counts a waiting execution as handled: an approval that takes days is not requested again', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { waits: true });
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), isReEmitted(1)])).taken).toEqual([]);
	});
});

describe('n8n’s record, which another worker overwrites', () => {
	test('gets the values of the last 30 seconds again with each write of a process', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await execution(process, ledger, 'clubTrigger', [badge(1, { eventTime: iso(0) })]);
		ledger.values = [];
		now += 30_000;
		await execution(process, ledger, 'clubTrigger', [badge(2, { eventTime: iso(0) })]);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), badge(2)])).taken).toEqual([]);
		ledger.values = [];
		now += 1;
		await execution(process, ledger, 'clubTrigger', [badge(3, { eventTime: iso(0) })]);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), badge(2), badge(3)])).taken).toEqual(['e-1']);
	});

	test('gets the claimed events again when the execution has succeeded', async () => {
		const ledger = new Ledger();
		const { end } = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		ledger.values = [];
		now += 60_000;
		await end(true);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), isReEmitted(1)])).taken).toEqual([]);
	});

	test('gets the last writes of a process again after a second, until no worker overwrites them for some seconds', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		const nextLook = async () => {
			now += sleeping[0]?.ms ?? 0;
			for (const { resume } of sleeping.splice(0)) resume();
			await new Promise((resolve) => setImmediate(resolve));
		};
		const { end } = await execution(process, ledger, 'clubTrigger', [badge(1)]);
		await end(true);
		const begun = now;
		ledger.values = [];
		await nextLook();
		expect([ledger.values.length, now - begun]).toEqual([2, 1_000]);
		ledger.values = [];
		await nextLook();
		expect([ledger.values.length, now - begun]).toEqual([2, 5_000]);
		await nextLook();
		await nextLook();
		expect(ledger.values).toHaveLength(2);
		expect([ledger.strokes, sleeping]).toEqual([6, []]);
	});

	test('is not used for events that may happen again, nor without events', async () => {
		const ledger = new Ledger();
		const events = [
			{ id: 'a', eventType: 'UserSubscription.Updated', subject: 'UserSubscriptions/1' },
			{ id: 'b', eventType: 'Badge.Awarded', subject: 'Badges/1' },
		];
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', events)).taken).toEqual(['a', 'b']);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [])).taken).toEqual([]);
		expect(ledger.strokes).toBe(0);
	});

	test('does not block another workflow, even if n8n’s database hangs', async () => {
		const process = newProcess();
		const slow = new Ledger();
		slow.checkProcessedAndRecord = async () => await new Promise(() => {});
		void execution(process, slow, 'clubTrigger', [badge(1)], { workflow: 'slow' });
		expect((await execution(process, new Ledger(), 'clubTrigger', [badge(1)])).taken).toEqual(['e-1']);
	});

	test.each<[Kind, string[]]>([
		['clubTrigger', ['e-1']],
		['clubPollTrigger', ['e-1']],
	])('belongs to a node of another mode: the %s works alone, and a hint and the log say so', async (kind, taken) => {
		const ledger = new Ledger();
		ledger.checkProcessedAndRecord = async () => await Promise.reject(new Error('incompatible setting'));
		const one = await execution(newProcess(), ledger, kind, [badge(1), ...(kind === 'clubPollTrigger' ? [isReEmitted(2)] : [])]);
		expect(one.taken).toEqual(taken);
		expect(one.warnings[0]).toContain('Set that node to "Value Is New"');
		expect(one.hints).toEqual([one.warnings[0]]);
		const older = await execution(newProcess(), ledger, kind, [badge(1)], { showsHints: false });
		expect([older.taken, older.warnings[0]]).toEqual([taken, one.warnings[0]]);
		const late = await execution(newProcess(), ledger, kind, [badge(1)], { options: { acknowledge: 'lastNode' } });
		expect(late.taken).toEqual(taken);
	});
});

describe('each trigger works alone', () => {
	test('if there is no other', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await (await execution(process, ledger, 'clubPollTrigger', [badge(1)], { partner: null })).end(true);
		expect((await execution(process, ledger, 'clubTrigger', [badge(1)], { partner: null })).taken).toEqual(['e-1']);
		expect(ledger.strokes).toBe(0);
	});

	test.each<[Kind, string]>([
		['clubTrigger', 'retry'],
		['clubTrigger', 'manual'],
		['clubPollTrigger', 'retry'],
	])('in the %s of a %s, which handles every event that it gets', async (kind, mode) => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		expect((await execution(newProcess(), ledger, kind, [badge(1)], { mode })).taken).toEqual(['e-1']);
	});
});

describe('an n8n that does not say how an execution has ended', () => {
	test('counts an event as handled when the execution starts', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { tellsEnd: false });
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), isReEmitted(1)], { tellsEnd: false })).taken).toEqual([]);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [isReEmitted(1)])).taken).toEqual([]);
	});
});

describe('events that no delivery has brought', () => {
	test('are counted in the log and in a hint, for the last 24 hours', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		const one = await execution(process, ledger, 'clubPollTrigger', [badge(1), badge(2)]);
		expect(one.hints).toEqual([expect.stringMatching(/did not receive 2 of these events in time.*\(2 in the last 24 hours/)]);
		expect(one.warnings).toEqual(one.hints);
		now += 86_399_000;
		expect((await execution(process, ledger, 'clubPollTrigger', [badge(3)])).hints[0]).toContain('(3 in the last 24 hours');
		now += 1_000;
		expect((await execution(process, ledger, 'clubPollTrigger', [badge(4)])).hints[0]).toContain('(2 in the last 24 hours');
	});

	test('do not include delivered or re-emitted events, nor events that only polls find', async () => {
		const [process, ledger] = [newProcess(), new Ledger()];
		await execution(process, ledger, 'clubTrigger', [badge(1)]);
		const stage = { id: 'a', eventType: 'Athlete.StageChanged', subject: 'Athletes/1' };
		const { taken, hints, warnings } = await execution(process, ledger, 'clubPollTrigger', [badge(1), isReEmitted(2), stage]);
		expect([taken, hints, warnings]).toEqual([['e-2', 'a'], [], []]);
	});
});

test('a re-emitted event has its current record, and its item looks like any other', async () => {
	const { items } = await execution(newProcess(), new Ledger(), 'clubPollTrigger', [isReEmitted(1)]);
	expect(items[0]).not.toHaveProperty('isReEmitted');
	expect(items[0]).toHaveProperty('recordError');
});
