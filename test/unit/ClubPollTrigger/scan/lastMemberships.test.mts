import type { IDataObject } from 'n8n-workflow';
import { Comparison } from '../../../../nodes/ClubPollTrigger/scan/comparison';
import { Scan } from '../../../../nodes/ClubPollTrigger/scan/memory';
import { Emission } from '../../../../nodes/ClubPollTrigger/scan/emission';
import { chosenEvents } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import { LastMemberships } from '../../../../nodes/ClubPollTrigger/scan/lastMemberships';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import { Meter, PollPaused } from '../../../../nodes/ClubPollTrigger/scan/callsOfPoll';
import { DEFAULTS } from '../../../../nodes/ClubPollTrigger/causes/settings';
import type { StoredMarks } from '../../../../nodes/ClubPollTrigger/scan/snapshot';
import { marksIn } from '../../../../nodes/ClubPollTrigger/scan/snapshot';
import type { Progress } from '../../../../nodes/ClubPollTrigger/scan/state';

const NOW = Date.parse('2026-05-01T08:00:00Z');
const [SOON, ENDED] = ['Membership.EndsSoon', 'Membership.Ended'];

/** A membership of an athlete that ends some days from now. */
const membership = (id: number, UserId: number, days: number, more: IDataObject = {}): IDataObject => ({
	UserClassSubscriptionId: id,
	UserId,
	To: new Date(NOW + days * 86_400_000).toISOString(),
	...more,
});

interface Scene {
	packed?: StoredMarks;
	progress?: StoredMarks;
	/** Most items of the poll. */
	maxItems?: number;
	events?: string[];
	/** Events that an earlier scan has compared. */
	known?: string[];
}

/** One scan of the last memberships, of which an earlier one is known. */
function scan({ packed, progress, maxItems = 100, events = [SOON, ENDED], known = events }: Scene = {}) {
	const calls: unknown[] = [];
	const club = {
		now: () => NOW,
		calls: () => calls.length,
		send: async (call: string, values: unknown) => (calls.push([call, values]), { UserClassSubscriptionId: 1, again: true }),
	};
	const run = {
		settings: { ...DEFAULTS, events },
		now: NOW,
		emission: new Emission(maxItems),
		meter: new Meter(club as never, 9, Infinity, 0),
	};
	const forms = new Comparison(POLLED_LISTS.memberships, chosenEvents(known), { settingsKey: '' }, run).values;
	const comparison = new Comparison(POLLED_LISTS.memberships, chosenEvents(events), { settingsKey: '', wholeAt: 1, values: forms }, run);
	const last = new LastMemberships(
		{ lastMemberships: packed, ...(progress && { progress: { lastMemberships: progress } as Progress }) },
		comparison,
		run,
	);
	const emitted = () => run.emission.items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
	return { last, run, calls, emitted };
}

/** What is remembered after a scan of these memberships. */
async function after(...rows: IDataObject[]): Promise<StoredMarks> {
	const { last } = scan();
	for (const row of rows) last.add(row);
	await last.emit(new Scan());
	return last.stored();
}

const idsIn = (packed: StoredMarks) => [...marksIn(packed).values()].map(({ ids }) => ids);

describe('a membership', () => {
	test('is readable, or ignored if it is disabled', () => {
		const { last } = scan();
		expect(last.add(membership(1, 7, 5))).toBe(true);
		expect(last.add({ Disabled: true }, true)).toBe(true);
	});

	test.each([{ UserId: null }, { UserClassSubscriptionId: '1' }, { To: 'soon' }])('is unreadable with %j', async (more) => {
		const { last, emitted } = scan();
		expect(last.add(membership(1, 7, 5, more))).toBe(false);
		await last.emit(new Scan());
		expect(emitted()).toEqual([]);
	});

	test('is emitted with the record of the scan, without a call, the first to end first', async () => {
		const { last, calls, emitted, run } = scan();
		const rows = [membership(4, 10, 2), membership(3, 9, 2), membership(1, 7, 5), membership(2, 8, -1)];
		for (const row of rows) last.add(row);
		await last.emit(new Scan());
		expect(emitted()).toEqual([
			`${ENDED} UserSubscriptions/2`,
			`${SOON} UserSubscriptions/3`,
			`${SOON} UserSubscriptions/4`,
			`${SOON} UserSubscriptions/1`,
		]);
		expect(run.emission.items[3]).toMatchObject({ record: rows[2], ids: { userSubscriptionId: 1 } });
		expect(calls).toEqual([]);
	});

	test('is not the last if another one ends later, or at the same time with a larger ID', async () => {
		for (const order of [1, -1]) {
			const { last, emitted } = scan();
			const rows = [membership(1, 7, 5), membership(2, 7, 5), membership(9, 7, 4)];
			for (const row of order > 0 ? rows : [...rows].reverse()) expect(last.add(row)).toBe(true);
			await last.emit(new Scan());
			expect(emitted()).toEqual([`${SOON} UserSubscriptions/2`]);
		}
	});

	test('emits nothing if a later one of the same athlete follows', async () => {
		const { last, emitted } = scan();
		for (const row of [membership(1, 7, 5), membership(2, 7, 90)]) last.add(row);
		await last.emit(new Scan());
		expect([emitted(), idsIn(last.stored())]).toEqual([[], []]);
	});

	test('is read again if an earlier poll of the scan read it', async () => {
		const first = scan();
		first.last.add(membership(1, 7, 5));
		const { last, calls, emitted, run } = scan({ progress: first.last.progress() });
		await last.emit(new Scan());
		expect(calls).toEqual([['GET /UserSubscriptions/{userSubscriptionId}', { params: { userSubscriptionId: 1 } }]]);
		expect(emitted()).toEqual([`${SOON} UserSubscriptions/1`]);
		expect(run.emission.items[0].record).toEqual({ UserClassSubscriptionId: 1, again: true });
	});
});

describe('LastMemberships remembers', () => {
	test('which events were emitted', async () => {
		const packed = await after(membership(1, 7, 5), membership(2, 8, 90));
		expect(idsIn(packed)).toEqual([[7, 1]]);
		const { last, emitted } = scan({ packed });
		for (const row of [membership(1, 7, 5), membership(2, 8, 90)]) last.add(row);
		await last.emit(new Scan());
		expect([emitted(), idsIn(last.stored())]).toEqual([[], [[7, 1]]]);
	});

	test('nothing of a membership that is no longer the last or whose conditions have ended', async () => {
		const packed = await after(membership(1, 7, 5));
		for (const row of [membership(2, 7, 90), membership(1, 7, 90)]) {
			const { last, emitted } = scan({ packed });
			last.add(row);
			await last.emit(new Scan());
			expect([emitted(), idsIn(last.stored())]).toEqual([[], []]);
		}
	});

	test('a newly chosen event without an item', async () => {
		const { last, emitted } = scan({ known: [ENDED] });
		last.add(membership(1, 7, 5));
		await last.emit(new Scan());
		expect([emitted(), idsIn(last.stored())]).toEqual([[], [[7, 1]]]);
	});

	test('its old values, without another read, while the end of a membership of the athlete is unreadable', async () => {
		const packed = await after(membership(1, 7, 5));
		const { last } = scan({ packed });
		expect(last.add(membership(2, 7, 5, { To: 'soon' }))).toBe(false);
		expect(last.add(membership(1, 7, 5))).toBe(true);
		await last.emit(new Scan());
		expect(idsIn(last.stored())).toEqual([[7, 1]]);
	});

	test('nothing that had no room in the poll: the next one goes on', async () => {
		const { last, emitted } = scan({ maxItems: 1 });
		for (const row of [membership(1, 7, 5), membership(2, 8, 6), membership(3, 9, 7, { To: 'soon' })]) last.add(row);
		await expect(last.emit(new Scan())).rejects.toThrow(PollPaused);
		expect([emitted(), idsIn(last.stored())]).toEqual([[`${SOON} UserSubscriptions/1`], [[7, 1]]]);
	});
});
