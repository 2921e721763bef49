import fc from 'fast-check';
import { skipHandledAcross } from '../../../nodes/shared/records/handledAcross';
import { clock } from '../../../nodes/shared/transport/clock';
import { badge, execution, newProcess, type Kind, type Setting } from './execution.mts';
import { Connection, Ledger } from './ledger.mts';

/** What happens while an execution waits for the other trigger. */
let whileWaiting: () => Promise<void> | void = () => {};
/** How often executions have waited; what a process writes again later waits for nothing that could be stopped. */
let waits = 0;

beforeEach(() => {
	whileWaiting = () => {};
	waits = 0;
	jest.spyOn(clock, 'sleep').mockImplementation(async (...call) => {
		if (call.length > 1) waits++;
		await whileWaiting();
	});
});

describe('in one process', () => {
	test.each<[Kind, Kind]>([
		['clubTrigger', 'clubPollTrigger'],
		['clubPollTrigger', 'clubTrigger'],
	])('what the %s has handled the %s leaves out, for good', async (first, second) => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		const one = await execution(skip, ledger, first, [badge(1), badge(2)]);
		await one.end(true);
		expect(one.taken).toEqual(['e-1', 'e-2']);
		const other = await execution(skip, ledger, second, [badge(2, { id: 'other' }), badge(3)]);
		await other.end(true);
		expect(other.taken).toEqual(['e-3']);
		expect((await execution(newProcess(), ledger, second, [badge(1), badge(3)])).taken).toEqual([]);
	});

	test.each([
		['Badge.Awarded', 'Athletes/7/Badges/4'],
		['Training.Created', 'Trainings/4'],
		['UserSubscription.Created', 'UserSubscriptions/4'],
		['UserSubscription.Deleted', 'UserSubscriptions/4'],
	])('%s happens once to an id, and is handled once', async (eventType, subject) => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		const event = { id: 'e', eventType, subject };
		await (await execution(skip, ledger, 'clubTrigger', [event])).end(true);
		expect((await execution(skip, ledger, 'clubPollTrigger', [event])).taken).toEqual([]);
		const another = { ...event, subject: subject.replace(/4$/, '5') };
		expect((await execution(skip, ledger, 'clubPollTrigger', [another])).taken).toEqual(['e']);
	});

	test('"Skip Handled" of the poll trigger counts, on whichever side it stands', async () => {
		const off = { skipHandled: false };
		for (const [kind, setting, taken] of [
			['clubPollTrigger', { options: off }, ['e-1']],
			['clubTrigger', { partner: { parameters: { options: off } } }, ['e-1']],
			['clubPollTrigger', { partner: { parameters: { options: off } } }, []],
			['clubTrigger', { options: off }, []],
		] as const) {
			const [skip, ledger] = [newProcess(), new Ledger()];
			await (await execution(skip, ledger, kind === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger', [badge(1)])).end(true);
			expect((await execution(skip, ledger, kind, [badge(1)], setting)).taken).toEqual(taken);
		}
	});

	test('the one waits for what the other has in hand, and takes it when that fails', async () => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		const one = await execution(skip, ledger, 'clubTrigger', [badge(1), badge(2)]);
		const waiting = execution(skip, ledger, 'clubPollTrigger', [badge(1)]);
		await one.end(false);
		expect((await waiting).taken).toEqual(['e-1']);
	});
});

describe('what a process of n8n knows', () => {
	test('needs no record: what it has handled the other trigger leaves out also where that was overwritten', async () => {
		const events = [badge(1)];
		const setting = { workflow: 'remembered' };
		await (await execution(skipHandledAcross, new Ledger(), 'clubTrigger', events, setting)).end(true);
		expect((await execution(skipHandledAcross, new Ledger(), 'clubPollTrigger', events, setting)).taken).toEqual([]);
		expect((await execution(skipHandledAcross, new Ledger(), 'clubPollTrigger', events, { workflow: 'other' })).taken).toEqual(['e-1']);
	});

	test('is asked only for what is named: a poll that found nothing of the kind waits for nobody', async () => {
		const ledger = new Ledger();
		const events = [{ id: 'a', eventType: 'UserSubscription.Updated', subject: 'UserSubscriptions/1' }];
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', events)).taken).toEqual(['a']);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [])).taken).toEqual([]);
		expect([waits, ledger.strokes]).toEqual([0, 0]);
	});

	test('leaves out the second of two items that name the same event, and no other item', async () => {
		const other = { id: 'other', eventType: 'UserSubscription.Updated', subject: 'UserSubscriptions/1' };
		const events = [badge(1), other, badge(1, { id: 'again' }), other, badge(2)];
		expect((await execution(newProcess(), new Ledger(), 'clubTrigger', events)).taken).toEqual(['e-1', 'other', 'other', 'e-2']);
	});
});

describe('when n8n’s database fails at the end of an execution', () => {
	test('a duplicate in the same process waits no longer: what has succeeded is not handled again', async () => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		const one = await execution(skip, ledger, 'clubTrigger', [badge(1)]);
		const waiting = execution(skip, ledger, 'clubPollTrigger', [badge(1)]);
		ledger.strokesLeft = 0;
		await one.end(true);
		ledger.strokesLeft = Infinity;
		expect((await waiting).taken).toEqual([]);
		expect(one.warnings).toEqual([expect.stringContaining('may handle its events of the club again')]);
	});

	test('nor where n8n cannot even tell how it has ended: rather twice than lost', async () => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		const one = await execution(skip, ledger, 'clubTrigger', [badge(1)]);
		const waiting = execution(skip, ledger, 'clubPollTrigger', [badge(1)]);
		await one.end(undefined);
		expect((await waiting).taken).toEqual(['e-1']);
		expect(one.warnings).toHaveLength(1);
	});

	test('but not where all goes well, nor is anything noted of an execution that took nothing', async () => {
		const ledger = new Ledger();
		ledger.strokesLeft = 0;
		const one = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		ledger.strokesLeft = Infinity;
		await one.end(true);
		expect(ledger.values).toEqual([]);
		const two = await execution(newProcess(), ledger, 'clubTrigger', [badge(2)]);
		await two.end(true);
		expect(two.warnings).toEqual([]);
	});

	test('and what ends after that is noted as ever', async () => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		const one = await execution(skip, ledger, 'clubTrigger', [badge(1)]);
		const two = await execution(skip, ledger, 'clubTrigger', [badge(2)]);
		ledger.strokesLeft = 0;
		await one.end(true);
		ledger.strokesLeft = Infinity;
		await two.end(true);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(2)])).taken).toEqual([]);
	});
});

describe('in two processes', () => {
	test('one that is still at work is waited for', async () => {
		const ledger = new Ledger();
		const one = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		whileWaiting = async () => await one.end(true);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)])).taken).toEqual([]);
	});

	test('one that fails while it is waited for is the other’s', async () => {
		const ledger = new Ledger();
		const one = await execution(newProcess(), ledger, 'clubTrigger', [badge(1), badge(2)]);
		whileWaiting = async () => await one.end(false);
		const poll = await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1), badge(2)]);
		expect(poll.taken).toEqual(['e-1', 'e-2']);
		whileWaiting = () => {};
		await poll.end(true);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)])).taken).toEqual([]);
	});

	test('so is one that fails in the moment between being found taken and being waited for', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		const { removeProcessed } = ledger;
		ledger.removeProcessed = async () => {
			ledger.removeProcessed = removeProcessed;
			ledger.values = [];
		};
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)])).taken).toEqual(['e-1']);
	});

	test('one that was killed is not waited for longer than a minute; the event is the other’s then, and once', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		const poll = await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)]);
		expect(poll.taken).toEqual(['e-1']);
		await poll.end(true);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)])).taken).toEqual([]);
	});

	test.each([
		['before the event was taken', (): unknown[] => []],
		['while it was at work', (taken: unknown[]) => taken],
	])('what a worker overwrites with what it has read %s is written again', async (_, readBefore) => {
		const ledger = new Ledger();
		const one = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		const overwritten = readBefore([...ledger.values]);
		let goOn = () => {};
		const moment = new Promise<void>((resolve) => (goOn = resolve));
		whileWaiting = async () => await moment;
		await one.end(true);
		ledger.values = overwritten;
		goOn();
		await new Promise((resolve) => setImmediate(resolve));
		whileWaiting = () => {};
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)])).taken).toEqual([]);
	});

	test('and once more, when that is overwritten too', async () => {
		const ledger = new Ledger();
		const one = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		const { removeProcessed } = ledger;
		let writes = 0;
		ledger.removeProcessed = async (items) => {
			await removeProcessed.call(ledger, items);
			if (++writes <= 2) ledger.values = [];
		};
		await one.end(true);
		await new Promise((resolve) => setImmediate(resolve));
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)])).taken).toEqual([]);
	});

	const offered = (id: number) => badge(id, { offeredAgain: true });

	test('what a poll offers once more is taken where its execution was killed, before or after it took it', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)]);
		const again = await execution(newProcess(), ledger, 'clubPollTrigger', [offered(1), offered(2)]);
		expect(again.taken).toEqual(['e-1', 'e-2']);
		await again.end(true);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1), badge(2)])).taken).toEqual([]);
	});

	test('it is left out where either trigger has handled it, or handles it meanwhile', async () => {
		const ledger = new Ledger();
		await (await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)])).end(true);
		await (await execution(newProcess(), ledger, 'clubTrigger', [badge(2)])).end(true);
		const atWork = await execution(newProcess(), ledger, 'clubPollTrigger', [badge(3)]);
		whileWaiting = async () => await atWork.end(true);
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [offered(1), offered(2), offered(3)])).taken).toEqual([]);
	});

	test('it is waited for where an earlier execution of the poll trigger has it in hand, and only then', async () => {
		const ledger = new Ledger();
		const atWork = await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)]);
		waits = 0;
		let hasEnded = false;
		whileWaiting = async () => {
			// First it lets the other trigger go first.
			if (waits < 2 || hasEnded) return;
			hasEnded = true;
			await atWork.end(true);
		};
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [offered(1)])).taken).toEqual([]);
		expect(waits).toBe(2);
		await execution(newProcess(), ledger, 'clubTrigger', [badge(2)]);
		waits = 0;
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(2)])).taken).toEqual(['e-2']);
		expect(waits).toBe(0);
	});

	test('and where nobody can tell', async () => {
		const ledger = new Ledger();
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [offered(1)], { partner: null })).taken).toEqual([]);
		ledger.strokesLeft = 0;
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [offered(1), badge(2)])).taken).toEqual(['e-2']);
	});

	test('an execution that another worker runs again after a crash keeps its events', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { executionId: '41' });
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { executionId: '41' })).taken).toEqual(['e-1']);
	});

	test('whoever is killed or fails, and whenever: what nobody has brought to an end is always somebody’s, and what somebody has is nobody’s', async () => {
		const attempt = fc.record({
			kind: fc.constantFrom<Kind>('clubTrigger', 'clubPollTrigger'),
			events: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
			ends: fc.constantFrom('success', 'failure', 'killed'),
			strokes: fc.oneof(fc.constant(Infinity), fc.nat(8)),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(attempt, { maxLength: 8 }), async (history) => {
				const ledger = new Ledger();
				const successes = new Map<number, number>();
				for (const { kind, events, ends, strokes } of history) {
					ledger.strokesLeft = strokes;
					const isWhole = strokes === Infinity;
					const connection = new Connection(ledger);
					const { taken, end, hints } = await execution(
						newProcess(),
						connection,
						kind,
						events.map((id) => badge(id)),
					);
					const isBrokenOff = hints.length > 0; // The record broke off: n8n was killed.
					if (ends !== 'killed' && !isBrokenOff) await end(ends === 'success').catch(() => {});
					if (ends === 'killed' || !isWhole) connection.close();
					if (isBrokenOff) continue;
					if (ends === 'success')
						for (const id of taken)
							successes.set(Number(String(id).slice(2)), isWhole ? (successes.get(Number(String(id).slice(2))) ?? 0) + 1 : -99);
				}
				ledger.strokesLeft = Infinity;
				for (const id of [1, 2, 3, 4].filter((one) => !successes.has(one))) {
					expect((await execution(newProcess(), ledger, id % 2 ? 'clubTrigger' : 'clubPollTrigger', [badge(id)])).taken).toEqual([
						`e-${id}`,
					]);
				}
				if (history.every(({ strokes }) => strokes === Infinity)) for (const times of successes.values()) expect(times).toBe(1);
			}),
			{ numRuns: 150 },
		);
	}, 60_000);
});

describe('each trigger is on its own', () => {
	const alone = async (setting: Setting, events = [badge(1)]) => {
		const [skip, ledger] = [newProcess(), new Ledger()];
		await (await execution(skip, ledger, 'clubPollTrigger', events, setting)).end(true);
		return await execution(skip, ledger, 'clubTrigger', events, setting);
	};

	test.each<[string, Setting]>([
		['there is no other', { partner: null }],
		['the other is disabled', { partner: { disabled: true } }],
		['the other is of the same kind', { partner: { type: 'n8n-nodes-base.webhook' } }],
	])('where %s', async (_, setting) => expect((await alone(setting)).taken).toEqual(['e-1']));

	test('where the user does not want it', async () => {
		const ledger = new Ledger();
		const setting = { partner: { parameters: { options: { skipHandled: false } } } };
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], setting)).taken).toEqual(['e-1']);
		expect(ledger.values).toEqual([]);
	});

	test('for events that may happen again to the same id, and for subjects that nobody knows', async () => {
		const events = [
			{ id: 'a', eventType: 'UserSubscription.Updated', subject: 'UserSubscriptions/1' },
			{ id: 'b', eventType: 'Badge.Awarded', subject: 'Badges/1' },
		];
		expect((await alone({}, events)).taken).toEqual(['a', 'b']);
	});

	test('where a node of another mode has written n8n’s record, and a hint says so', async () => {
		const ledger = new Ledger();
		ledger.checkProcessedAndRecord = async () => await Promise.reject(new Error('incompatible setting'));
		const { taken, hints } = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		expect([taken, hints]).toEqual([['e-1'], [expect.stringContaining('Remove Duplicates')]]);
	});

	test('and says it where the items are looked at, and in the log, which is all that an older n8n has for it', async () => {
		const ledger = new Ledger();
		ledger.strokesLeft = 0;
		const { hintLooks, warnings } = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)]);
		expect(hintLooks).toEqual(['warning, outputPane']);
		expect(warnings).toEqual([expect.stringContaining('Set that node to "Value Is New"')]);
		const older = await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { showsHints: false });
		expect([older.taken, older.warnings]).toEqual([['e-1'], warnings]);
	});
});

describe('where n8n does not tell how an execution has ended', () => {
	test('an event counts as handled once it was taken', async () => {
		const ledger = new Ledger();
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { tellsEnd: false, executionId: '1' });
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)], { tellsEnd: false })).taken).toEqual([]);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { tellsEnd: false, executionId: '1' })).taken).toEqual([
			'e-1',
		]);
	});

	test('but never where it must have succeeded: rather twice than lost', async () => {
		const ledger = new Ledger();
		const setting = { tellsEnd: false, untilSuccess: true };
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], setting);
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], setting)).taken).toEqual(['e-1']);
	});

	test('is written again where another worker undoes it, to the list of the workflow', async () => {
		const ledger = new Ledger();
		let goOn = () => {};
		const moment = new Promise<void>((resolve) => (goOn = resolve));
		whileWaiting = async () => await moment;
		await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { tellsEnd: false });
		ledger.values = [];
		goOn();
		await new Promise((resolve) => setImmediate(resolve));
		expect((await execution(newProcess(), ledger, 'clubPollTrigger', [badge(1)], { tellsEnd: false })).taken).toEqual([]);
		expect([...ledger.lists]).toEqual([JSON.stringify(['workflow', { mode: 'entries', maxEntries: 10_000 }])]);
	});

	test('does not wait for another workflow, even where n8n’s database hangs for that', async () => {
		const [slow, ledger] = [new Ledger(), new Ledger()];
		slow.checkProcessedAndRecord = async () => await new Promise(() => {});
		void execution(newProcess(), slow, 'clubTrigger', [badge(1)], { tellsEnd: false, workflow: 'slow' });
		expect((await execution(newProcess(), ledger, 'clubTrigger', [badge(1)], { tellsEnd: false })).taken).toEqual(['e-1']);
	});
});
