import { Claims } from '../../../nodes/shared/records/claims';
import { Gatherings } from '../../../nodes/shared/records/gathering';
import { Journals } from '../../../nodes/shared/records/journal';
import { clock } from '../../../nodes/shared/transport/clock';
import type { Kind } from './execution.mts';
import { Ledger } from './ledger.mts';

/** How long executions have waited, in ms, and what happens while they do. */
let waited: number[] = [];
let whileWaiting: () => Promise<void> | void = () => {};

beforeEach(() => {
	waited = [];
	whileWaiting = () => {};
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
		// What a process writes again later belongs to no execution: the time for it does not come here.
		if (!signal) return await new Promise(() => {});
		if (signal.aborted) throw new Error('stopped');
		waited.push(ms);
		await whileWaiting();
	});
});

const newProcess = () => ({ journals: new Journals(), ends: new Gatherings() });

/** An execution of a trigger, in a process of its own unless one is given. */
const claimsOf = (kind: Kind, ledger: Ledger, { process = newProcess(), workflow = 'w', signal = new AbortController().signal } = {}) =>
	new Claims(
		{
			getNode: () => ({ type: `n8n-nodes-club.${kind}` }),
			getWorkflow: () => ({ id: workflow }),
			getExecutionCancelSignal: () => signal,
			helpers: ledger,
			logger: {},
		} as never,
		process,
	);

const take = async (kind: Kind, ledger: Ledger, keys: string[]) => [...(await claimsOf(kind, ledger).take(keys))];

/** An event that a trigger has handled, whose claim another worker has brought back by writing what it had read before. */
async function handledWithClaimLeft(ledger: Ledger, kind: Kind, key: string): Promise<void> {
	const claims = claimsOf(kind, ledger);
	const before = new Set(ledger.values);
	await claims.take([key]);
	const inHand = ledger.values.filter((value) => !before.has(value));
	await claims.done([key]);
	ledger.values = [...new Set([...ledger.values, ...inHand])];
}

/** What is taken where the other trigger never ends, after all that one waits. */
const A_MINUTE = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

describe('an event that the other trigger has in hand', () => {
	test('is taken once that fails, and waited for no longer', async () => {
		const ledger = new Ledger();
		const other = claimsOf('clubTrigger', ledger);
		await other.take(['a', 'b']);
		whileWaiting = async () => await other.giveUp(['a']);
		expect(await take('clubPollTrigger', ledger, ['a', 'c'])).toEqual(['c', 'a']);
		expect(waited).toEqual([500]);
	});

	test('is left out once that has handled it, and waited for no longer', async () => {
		const ledger = new Ledger();
		const other = claimsOf('clubPollTrigger', ledger);
		await other.take(['a']);
		whileWaiting = async () => {
			if (waited.length === 3) await other.done(['a']);
		};
		expect(await take('clubTrigger', ledger, ['a'])).toEqual([]);
		expect(waited).toEqual([500, 1_000, 2_000]);
	});

	test('is taken over where that does not end within a minute, and is in hand then', async () => {
		const ledger = new Ledger();
		await claimsOf('clubTrigger', ledger).take(['a']);
		const poll = claimsOf('clubPollTrigger', ledger);
		expect([...(await poll.take(['a']))]).toEqual(['a']);
		expect(waited).toEqual(A_MINUTE);
		waited = [];
		whileWaiting = async () => await poll.done(['a']);
		expect(await take('clubTrigger', ledger, ['a'])).toEqual([]);
		expect(waited).toEqual([500]);
		expect(await take('clubPollTrigger', ledger, ['a'])).toEqual([]);
		expect(waited).toEqual([500]);
	});

	test('is not taken over where only its claim is left: it has been handled', async () => {
		const ledger = new Ledger();
		await handledWithClaimLeft(ledger, 'clubTrigger', 'handled');
		await claimsOf('clubTrigger', ledger).take(['killed']);
		expect(await take('clubPollTrigger', ledger, ['handled', 'killed'])).toEqual(['killed']);
		waited = [];
		expect(await take('clubPollTrigger', ledger, ['handled'])).toEqual([]);
		expect(waited).toEqual([]);
	});
});

describe('an event that a trigger has had before', () => {
	test('is its own again where it was killed', async () => {
		const ledger = new Ledger();
		await claimsOf('clubTrigger', ledger).take(['a']);
		expect(await take('clubTrigger', ledger, ['a', 'b'])).toEqual(['a', 'b']);
		expect(waited).toEqual([]);
	});

	test('is left out where it has been handled and only its claim has come back; the claim goes', async () => {
		const ledger = new Ledger();
		await handledWithClaimLeft(ledger, 'clubTrigger', 'a');
		expect(await take('clubTrigger', ledger, ['a', 'b'])).toEqual(['b']);
		expect(await take('clubPollTrigger', ledger, ['a'])).toEqual([]);
		expect(waited).toEqual([]);
	});

	test('is waited for where an earlier execution has it in hand, until that has ended', async () => {
		const ledger = new Ledger();
		const earlier = claimsOf('clubPollTrigger', ledger);
		await earlier.take(['a', 'b']);
		whileWaiting = async () => await earlier.done(['a']);
		await claimsOf('clubPollTrigger', ledger).settled(['a', 'c']);
		expect(waited).toEqual([500]);
	});

	test('and a minute at most', async () => {
		const ledger = new Ledger();
		await claimsOf('clubPollTrigger', ledger).take(['a']);
		await claimsOf('clubPollTrigger', ledger).settled(['a']);
		expect(waited).toEqual(A_MINUTE);
	});
});

describe('an execution that fails with its events', () => {
	test.each<[Kind, Kind]>([
		['clubTrigger', 'clubPollTrigger'],
		['clubPollTrigger', 'clubTrigger'],
	])('gives them back: nothing is left of what the %s or the %s has written of them', async (own, partner) => {
		const ledger = new Ledger();
		await claimsOf(partner, ledger).take(['a']);
		const claims = claimsOf(own, ledger);
		await claims.take(['a', 'b']);
		await claimsOf(own, ledger).done(['c']);
		const left = ledger.values.filter((value) => String(value).endsWith('c'));
		await claims.giveUp(['a', 'b']);
		expect(ledger.values).toEqual(left);
		waited = [];
		expect(await take(partner, ledger, ['a', 'b', 'c'])).toEqual(['a', 'b']);
		expect(waited).toEqual([]);
	});
});

describe('that an event is handled', () => {
	/** A record in which another worker undoes what is written, the first so many times. */
	const undoing = (times: number) => {
		const ledger = new Ledger();
		const { checkProcessedAndRecord } = ledger;
		let left = times;
		ledger.checkProcessedAndRecord = async (...call) => {
			const before = ledger.values;
			const answer = await checkProcessedAndRecord.apply(ledger, call);
			if (left-- > 0) ledger.values = before.filter((value) => !call[0].includes(value));
			return answer;
		};
		ledger.strokesLeft = 20;
		return ledger;
	};

	test.each([
		['once', 1],
		['twice', 2],
		['three times', 3],
	])('is written again where another worker undoes it %s', async (_, times) => {
		const ledger = undoing(times);
		await claimsOf('clubTrigger', ledger).done(['a']);
		expect(await take('clubPollTrigger', ledger, ['a'])).toEqual([]);
	});

	test('is looked at three times at most, and once where nobody undoes it', async () => {
		const [always, never] = [undoing(Infinity), undoing(0)];
		await claimsOf('clubTrigger', always).done(['a']);
		await claimsOf('clubTrigger', never).done(['a']);
		expect([always.strokes, never.strokes]).toEqual([5, 3]);
	});

	test('is noted for each trigger of a process on its own, also where their executions end together', async () => {
		const [ledger, other] = [new Ledger(), new Ledger()];
		const process = newProcess();
		const [hook, poll] = [claimsOf('clubTrigger', ledger, { process }), claimsOf('clubPollTrigger', ledger, { process })];
		const elsewhere = claimsOf('clubPollTrigger', other, { process, workflow: 'other' });
		await Promise.all([hook.take(['a']), poll.take(['b']), elsewhere.take(['b'])]);
		await Promise.all([hook.done(['a']), poll.done(['b']), elsewhere.done(['b'])]);
		expect(await take('clubPollTrigger', ledger, ['a', 'b'])).toEqual([]);
		expect(await take('clubTrigger', ledger, ['a', 'b'])).toEqual([]);
		expect(await take('clubTrigger', other, ['b'])).toEqual([]);
		expect(waited).toEqual([]);
	});
});

describe('the poll trigger', () => {
	test('lets the other one go first, for ten seconds; that one waits for nobody', async () => {
		await claimsOf('clubTrigger', new Ledger()).giveWay();
		expect(waited).toEqual([]);
		await claimsOf('clubPollTrigger', new Ledger()).giveWay();
		expect(waited).toEqual([10_000]);
	});
});

describe('an execution that is stopped', () => {
	test('waits no longer', async () => {
		const ledger = new Ledger();
		await claimsOf('clubTrigger', ledger).take(['a']);
		const stop = new AbortController();
		whileWaiting = () => stop.abort();
		const poll = claimsOf('clubPollTrigger', ledger, { signal: stop.signal });
		await expect(poll.take(['a'])).rejects.toThrow('stopped');
		expect(waited).toEqual([500]);
		await expect(poll.giveWay()).rejects.toThrow('stopped');
	});
});

describe('n8n’s record', () => {
	test('is the one of the workflow, and keeps as many values as a Remove Duplicates node does', async () => {
		const ledger = new Ledger();
		const [hook, poll] = [claimsOf('clubTrigger', ledger), claimsOf('clubPollTrigger', ledger)];
		await hook.take(['a', 'b']);
		await hook.done(['a']);
		await poll.take(['a', 'b']);
		await poll.giveUp(['b']);
		expect([...ledger.lists]).toEqual([JSON.stringify(['workflow', { mode: 'entries', maxEntries: 10_000 }])]);
	});

	// Each time it is written as a whole.
	test.each<[string, string[], (ledger: Ledger) => Promise<unknown>, number]>([
		['no events', [], async () => {}, 0],
		['what nobody has', ['a', 'b'], async () => {}, 1],
		['what it had itself', ['a', 'b'], async (ledger) => await claimsOf('clubTrigger', ledger).take(['a']), 3],
		['what has been handled', ['a'], async (ledger) => await claimsOf('clubTrigger', ledger).done(['a']), 6],
		['what was handled, with a claim left of its own', ['a'], async (ledger) => await handledWithClaimLeft(ledger, 'clubTrigger', 'a'), 8],
		[
			'what was handled, with a claim left of the other',
			['a'],
			async (ledger) => await handledWithClaimLeft(ledger, 'clubPollTrigger', 'a'),
			13,
		],
		['what the other was killed with', ['a'], async (ledger) => await claimsOf('clubPollTrigger', ledger).take(['a']), 14],
	])('is asked no more than it must be for %s', async (_, keys, before, strokes) => {
		const ledger = new Ledger();
		await before(ledger);
		ledger.strokes = 0;
		await take('clubTrigger', ledger, keys);
		expect(ledger.strokes).toBe(strokes);
	});

	test('is not asked at the end of an execution that has no events', async () => {
		const ledger = new Ledger();
		const claims = claimsOf('clubPollTrigger', ledger);
		await claims.settled([]);
		await claims.done([]);
		await claims.giveUp([]);
		expect(ledger.strokes).toBe(0);
	});
});
