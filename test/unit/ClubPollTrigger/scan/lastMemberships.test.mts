import type { IDataObject } from 'n8n-workflow';
import { Comparison } from '../../../../nodes/ClubPollTrigger/scan/comparison';
import { Emission } from '../../../../nodes/ClubPollTrigger/scan/emission';
import { chosenEvents } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import { LastMemberships } from '../../../../nodes/ClubPollTrigger/scan/lastMemberships';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import { Meter } from '../../../../nodes/ClubPollTrigger/scan/meter';
import { DEFAULTS } from '../../../../nodes/ClubPollTrigger/causes/settings';
import type { PackedMarks } from '../../../../nodes/ClubPollTrigger/scan/snapshot';
import { unpackMarks } from '../../../../nodes/ClubPollTrigger/scan/snapshot';

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
	packed?: PackedMarks;
	progress?: PackedMarks;
	/** Most items of the poll. */
	maxItems?: number;
	events?: string[];
	/** Events that an earlier scan has compared. */
	known?: string[];
}

/** No membership is missing. */
const none = () => false;

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
	const forms = new Comparison(POLLED_LISTS.memberships, chosenEvents(known), { owner: '' }, run).forms.values;
	const comparison = new Comparison(POLLED_LISTS.memberships, chosenEvents(events), { owner: '', wholeAt: 1, values: forms }, run);
	const last = new LastMemberships(packed, progress, comparison, run);
	const emitted = () => run.emission.items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
	return { last, run, calls, emitted };
}

/** What is remembered after a scan of these memberships. */
async function after(...rows: IDataObject[]): Promise<PackedMarks> {
	const { last } = scan();
	for (const row of rows) last.add(row);
	await last.emit(none, none);
	return last.pack();
}

const idsIn = (packed: PackedMarks) => [...unpackMarks(packed).values()].map(({ ids }) => ids);

describe('a membership', () => {
	test('can be read, or is disabled and of no matter', () => {
		const { last } = scan();
		expect(last.add(membership(1, 7, 5))).toBe(true);
		expect(last.add({ Disabled: true })).toBe(true);
	});

	test.each([{ UserId: null }, { UserClassSubscriptionId: '1' }, { To: 'soon' }])('cannot be read with %j', async (more) => {
		const { last, emitted } = scan();
		expect(last.add(membership(1, 7, 5, more))).toBe(false);
		expect(await last.emit(none, none)).toMatchObject({ hasRoom: true });
		expect(emitted()).toEqual([]);
	});

	test('is emitted with the record that was read, without a call, the first to end first', async () => {
		const { last, calls, emitted, run } = scan();
		const rows = [membership(4, 10, 2), membership(3, 9, 2), membership(1, 7, 5), membership(2, 8, -1)];
		for (const row of rows) last.add(row);
		expect(await last.emit(none, none)).toMatchObject({ hasRoom: true });
		expect(emitted()).toEqual([
			`${ENDED} UserSubscriptions/2`,
			`${SOON} UserSubscriptions/3`,
			`${SOON} UserSubscriptions/4`,
			`${SOON} UserSubscriptions/1`,
		]);
		expect(run.emission.items[3]).toMatchObject({ record: rows[2], ids: { userSubscriptionId: 1 } });
		expect(calls).toEqual([]);
	});

	test('that ends earlier, or at the same time with a smaller id, is not the last', async () => {
		for (const order of [1, -1]) {
			const { last, emitted } = scan();
			const rows = [membership(1, 7, 5), membership(2, 7, 5), membership(9, 7, 4)];
			for (const row of order > 0 ? rows : [...rows].reverse()) expect(last.add(row)).toBe(true);
			await last.emit(none, none);
			expect(emitted()).toEqual([`${SOON} UserSubscriptions/2`]);
		}
	});

	test('that ends after one that would be emitted leaves nothing to emit', async () => {
		const { last, emitted } = scan();
		for (const row of [membership(1, 7, 5), membership(2, 7, 90)]) last.add(row);
		await last.emit(none, none);
		expect([emitted(), idsIn(last.pack())]).toEqual([[], []]);
	});

	test('that an earlier poll of the scan has read is read again', async () => {
		const first = scan();
		first.last.add(membership(1, 7, 5));
		const { last, calls, emitted, run } = scan({ progress: first.last.progress() });
		await last.emit(none, none);
		expect(calls).toEqual([['GET /UserSubscriptions/{userSubscriptionId}', { params: { userSubscriptionId: 1 } }]]);
		expect(emitted()).toEqual([`${SOON} UserSubscriptions/1`]);
		expect(run.emission.items[0].record).toEqual({ UserClassSubscriptionId: 1, again: true });
	});
});

describe('what is remembered of the last memberships', () => {
	test('is what was emitted', async () => {
		const packed = await after(membership(1, 7, 5), membership(2, 8, 90));
		expect(idsIn(packed)).toEqual([[7, 1]]);
		const { last, emitted } = scan({ packed });
		for (const row of [membership(1, 7, 5), membership(2, 8, 90)]) last.add(row);
		expect(await last.emit(none, none)).toMatchObject({ hasRoom: true });
		expect([emitted(), idsIn(last.pack())]).toEqual([[], [[7, 1]]]);
	});

	test('is forgotten where another one is the last or none of it is true any more', async () => {
		const packed = await after(membership(1, 7, 5));
		for (const row of [membership(2, 7, 90), membership(1, 7, 90)]) {
			const { last, emitted } = scan({ packed });
			last.add(row);
			await last.emit(none, none);
			expect([emitted(), idsIn(last.pack())]).toEqual([[], []]);
		}
	});

	test('of an event that was not compared before is learned without an item', async () => {
		const { last, emitted } = scan({ known: [ENDED] });
		last.add(membership(1, 7, 5));
		await last.emit(none, none);
		expect([emitted(), idsIn(last.pack())]).toEqual([[], [[7, 1]]]);
	});

	test('stays, and is no reason to read again, while the end of one of the athlete cannot be read', async () => {
		const packed = await after(membership(1, 7, 5));
		const { last } = scan({ packed });
		expect(last.add(membership(2, 7, 5, { To: 'soon' }))).toBe(false);
		expect(last.add(membership(1, 7, 5))).toBe(true);
		expect(await last.emit(none, none)).toMatchObject({ hasRoom: true });
		expect(idsIn(last.pack())).toEqual([[7, 1]]);
	});

	test('is not what there was no room for: the list is read again', async () => {
		const { last, emitted } = scan({ maxItems: 1 });
		for (const row of [membership(1, 7, 5), membership(2, 8, 6), membership(3, 9, 7, { To: 'soon' })]) last.add(row);
		expect(await last.emit(none, none)).toMatchObject({ hasRoom: false });
		expect([emitted(), idsIn(last.pack())]).toEqual([[`${SOON} UserSubscriptions/1`], [[7, 1]]]);
	});
});
