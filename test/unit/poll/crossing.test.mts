import fc from 'fast-check';
import { Crossing, LastMemberships, membershipOf } from '../../../nodes/shared/records/crossing';

describe('a condition', () => {
	it('is told once, when it begins to hold, and again only after it did not', () => {
		fc.assert(
			fc.property(fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), { maxLength: 12 }), (days) => {
				let packed: string[] = [];
				let before = new Set<number>();
				for (const holding of days.map((ids) => new Set(ids))) {
					const crossing = new Crossing(packed);
					crossing.keep(([id]) => holding.has(id));
					const told = [...holding].filter((id) => !crossing.has([id]));
					for (const id of told) crossing.tell([id]);
					expect(told.sort()).toEqual([...holding].filter((id) => !before.has(id)).sort());
					before = holding;
					packed = JSON.parse(JSON.stringify(crossing.pack())) as string[];
				}
			}),
		);
	});

	it('keeps names of several numbers apart', () => {
		const crossing = new Crossing();
		crossing.tell([20_001, 1_800_000_000]);
		const back = new Crossing(crossing.pack());
		expect(back.has([20_001, 1_800_000_000])).toBe(true);
		expect(back.has([20_001, 1_800_003_600])).toBe(false);
		expect(new Crossing(new Crossing().pack()).has([1])).toBe(false);
	});

	it('tells whether any has ended', () => {
		const crossing = new Crossing();
		for (const id of [1, 2]) crossing.tell([id, 100]);
		expect(crossing.keep(([, to]) => to === 100)).toBe(false);
		expect(crossing.keep(([id]) => id === 2)).toBe(true);
		expect([1, 2].map((id) => crossing.has([id, 100]))).toEqual([false, true]);
	});

	it('is stored in the same words whatever was told first, and in none where nothing was', () => {
		const names = fc.oneof(
			...[1, 2].map((length) => fc.uniqueArray(fc.array(fc.nat(20), { minLength: length, maxLength: length }), { selector: String })),
		);
		const packed = (told: number[][]) => {
			const crossing = new Crossing();
			for (const ids of told) crossing.tell(ids);
			return crossing.pack();
		};
		fc.assert(fc.property(names, (told) => expect(packed([...told].reverse())).toEqual(packed(told))));
		expect(packed([])).toEqual([]);
	});
});

const assignment = (id: number, UserId: number, to: string, more = {}) => ({
	UserClassSubscriptionId: id,
	UserId,
	To: to,
	MaxActivities: 0,
	AvailableActivities: 0,
	Disabled: false,
	...more,
});

describe('the last membership of an athlete', () => {
	const last = (rows: object[], packAfter = Infinity) => {
		let memberships = new LastMemberships();
		rows.forEach((row, index) => {
			if (index === packAfter) memberships = new LastMemberships(memberships.pack());
			const membership = membershipOf(row as never);
			if (membership && membership !== 'unreadable') memberships.add(membership, () => true);
		});
		return memberships.all().map(({ userId, id, left }) => [userId, id, left]);
	};

	it('is the one that ends last, and of two that end together the newer one', () => {
		const rows = [
			assignment(1, 7, '2026-03-01T00:00:00Z'),
			assignment(2, 7, '2026-05-01T00:00:00+02:00', { MaxActivities: 10, AvailableActivities: 1 }),
			assignment(3, 7, '2026-04-30T22:00:00Z', { MaxActivities: 10, AvailableActivities: 4 }),
			assignment(4, 8, '2026-01-01T00:00:00Z'),
		];
		expect(last(rows)).toEqual([
			[7, 3, 4],
			[8, 4, -1],
		]);
		expect(last(rows, 2)).toEqual([
			[7, 3, 4],
			[8, 4, -1],
		]);
		expect(last([...rows].reverse())).toEqual([
			[8, 4, -1],
			[7, 3, 4],
		]);
	});

	it('is the one that ends last also where it is the older one, and as it was read last', () => {
		const rows = [
			assignment(9, 7, '2026-03-01T00:00:00Z'),
			assignment(1, 7, '2026-05-01T00:00:00Z', { MaxActivities: 10, AvailableActivities: 4 }),
			assignment(1, 7, '2026-05-01T00:00:00Z', { MaxActivities: 10, AvailableActivities: 3 }),
		];
		expect(last(rows)).toEqual([[7, 1, 3]]);
	});

	it('comes back as it was stored, without its assignment, and in the same words whatever was read first', () => {
		const memberships = [
			{ userId: 9, id: 3, to: 1_800_000_000, left: -1 },
			{ userId: 7, id: 5, to: 1_700_000_000, left: 0 },
			{ userId: 8, id: 4, to: 1_600_000_000, left: 12 },
		];
		const gathered = (given: typeof memberships) => {
			const all = new LastMemberships();
			for (const membership of given) all.add({ ...membership, row: {} }, () => true);
			return all;
		};
		const packed = gathered(memberships).pack();
		expect(new LastMemberships(packed).all()).toEqual([memberships[1], memberships[2], memberships[0]]);
		expect(gathered([...memberships].reverse()).pack()).toEqual(packed);
		expect(new LastMemberships(new LastMemberships().pack()).all()).toEqual([]);
	});

	it('is held with its assignment where that is wanted', () => {
		const all = new LastMemberships();
		const rows = [assignment(1, 7, '2026-03-01T00:00:00Z'), assignment(2, 8, '2026-03-01T00:00:00Z')];
		for (const row of rows) all.add(membershipOf(row) as never, ({ userId }) => userId === 7);
		expect(all.all().map(({ row }) => row)).toEqual([rows[0], undefined]);
	});

	it('ends in whole seconds since the epoch', () => {
		expect(membershipOf(assignment(1, 7, '2026-03-01T00:00:00.999Z'))).toMatchObject({ to: Date.UTC(2026, 2, 1) / 1000 });
	});

	it('is never one that is disabled', () => {
		expect(last([assignment(1, 7, '2026-03-01T00:00:00Z'), assignment(2, 7, '2027-03-01T00:00:00Z', { Disabled: true })])).toEqual([
			[7, 1, -1],
		]);
	});

	it('counts what is left only where there is a limit', () => {
		expect(membershipOf(assignment(1, 7, '2026-03-01T00:00:00Z', { MaxActivities: 10, AvailableActivities: 0 }))).toMatchObject({
			left: 0,
		});
		for (const AvailableActivities of [undefined, null]) {
			expect(membershipOf(assignment(1, 7, '2026-03-01T00:00:00Z', { MaxActivities: 10, AvailableActivities }))).toMatchObject({
				left: -1,
			});
		}
	});

	it.each([{ To: 'soon' }, { UserId: null }, { UserClassSubscriptionId: undefined }])('cannot be told of %j', (more) => {
		expect(membershipOf(assignment(1, 7, '2026-03-01T00:00:00Z', more))).toBe('unreadable');
	});
});
