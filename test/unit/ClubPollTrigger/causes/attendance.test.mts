import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { PolledLists } from '../../support/polledLists.mts';

const DAY = 86_400_000;
const FIELDS = { absenceField: 'RollingCheckIns', totalField: 'TotalCheckIns', priorField: 'PriorCheckIns' };
const NAMES = ['Visited', 'VisitMilestone', 'Absent', 'CameBack', 'VisitsDropping', 'NeverCame'].map((name) => `Athlete.${name}`);

/** Summaries as a club shows them, computed from the times of visits. */
class Visits {
	readonly visits = new Map<number, number[]>();
	/** What the summaries leave out. */
	without: string[] = [];
	readonly lists: PolledLists;

	constructor(events = NAMES, settings = {}) {
		this.lists = new PolledLists(events, { ...FIELDS, days: 30, ...settings });
	}

	join(userId: number, ...daysAgo: number[]): this {
		this.visits.set(
			userId,
			daysAgo.map((days) => this.lists.now - days * DAY),
		);
		return this;
	}

	visit(userId: number, at = this.lists.now): void {
		this.visits.get(userId)?.push(at);
	}

	/** One poll some hours later, in which the club shows what has happened by then. @returns `event userId`, without its family */
	async poll(hours = 1): Promise<string[]> {
		const now = this.lists.now + hours * 3_600_000;
		this.lists.summaries = [...this.visits].sort(([a], [b]) => a - b).map(([UserId, visits]) => this.summaryOf(UserId, visits, now));
		return (await this.lists.poll(hours)).map((emitted) => emitted.replace(/^Athlete\.(\w+) Athletes\//, '$1 '));
	}

	private summaryOf(UserId: number, visits: readonly number[], now: number): IDataObject {
		const past = visits.filter((at) => at <= now).sort((a, b) => a - b);
		const days = this.lists.settings.days * DAY;
		const between = (from: number, to: number) => past.filter((at) => at > now - from && at <= now - to).length;
		const iso = (at?: number) => (at === undefined ? null : new Date(at).toISOString());
		const summary: IDataObject = {
			UserId,
			FirstCheckInUtc: iso(past[0]),
			LastCheckInUtc: iso(past[past.length - 1]),
			TotalCheckIns: past.length,
			RollingCheckIns: between(days, 0),
			PriorCheckIns: between(2 * days, days),
			Days: this.lists.settings.days,
		};
		for (const name of this.without) delete summary[name];
		return summary;
	}
}

describe('Athlete Visited', () => {
	it('is emitted with the number of new check-ins and the total before', async () => {
		const club = new Visits(['Athlete.Visited']).join(7, 3).join(8);
		expect(await club.poll()).toEqual([]);
		club.visit(7);
		club.visit(7);
		club.visit(8);
		expect(await club.poll()).toEqual(['Visited 7', 'Visited 8']);
		expect(club.lists.items).toMatchObject([
			{ ids: { userId: 7 }, added: 2, previous: { TotalCheckIns: 1 }, changed: ['TotalCheckIns'], record: { TotalCheckIns: 3 } },
			{ ids: { userId: 8 }, added: 1, previous: { TotalCheckIns: 0 } },
		]);
		expect(await club.poll()).toEqual([]);
	});

	it('counts a new athlete from 0, up to the smallest milestone only, but not one whose total was unknown', async () => {
		const club = new Visits(['Athlete.Visited', 'Athlete.VisitMilestone'], { milestones: [1, 3] }).join(7, 3).join(10, 5);
		club.lists.show = (rows) => rows.map((row) => (row.UserId === 10 && !club.visits.has(8) ? { ...row, TotalCheckIns: null } : row));
		await club.poll();
		club.join(8, 0).join(9, 400, 300, 200);
		expect(await club.poll()).toEqual(['VisitMilestone 8']);
		expect(club.lists.items).toMatchObject([{ milestone: 1 }]);
		club.visit(8);
		club.visit(9);
		expect(await club.poll()).toEqual(['Visited 8', 'Visited 9']);
	});

	it('is not emitted for a correction, and counts on from the corrected total', async () => {
		const club = new Visits(['Athlete.Visited']).join(7, 9, 8, 7);
		await club.poll();
		club.visits.get(7)?.pop();
		expect(await club.poll()).toEqual([]);
		club.visit(7);
		expect(await club.poll()).toEqual(['Visited 7']);
	});
});

it('Athlete Came Back is emitted for who was away, although a summary lacked the total meanwhile', async () => {
	const club = new Visits(['Athlete.CameBack']).join(7, 40);
	await club.poll();
	club.lists.show = (rows) => rows.map(({ TotalCheckIns, ...row }) => (club.visits.get(7)!.length > 1 ? { ...row, TotalCheckIns } : row));
	expect(await club.poll()).toEqual([]);
	club.visit(7);
	expect(await club.poll()).toEqual(['CameBack 7']);
});

describe('Athlete Visit Milestone', () => {
	it('is emitted once for each milestone that is reached or passed, even after a correction', async () => {
		const club = new Visits(['Athlete.VisitMilestone'], { milestones: [2, 10] }).join(7, ...Array.from({ length: 9 }, (_, i) => 20 - i));
		await club.poll();
		club.visit(7);
		club.visit(7);
		expect(await club.poll()).toEqual(['VisitMilestone 7']);
		expect(club.lists.items).toMatchObject([{ milestone: 10, record: { TotalCheckIns: 11 } }]);
		club.visits.get(7)?.splice(-5);
		expect(await club.poll()).toEqual([]);
		for (let i = 0; i < 6; i++) club.visit(7);
		expect(await club.poll()).toEqual([]);
	});

	it('is not emitted for a new athlete with more check-ins than the smallest milestone: they may be known', async () => {
		const club = new Visits(['Athlete.VisitMilestone'], { milestones: [1, 10] }).join(7, 3);
		await club.poll();
		club
			.join(8, 400, 300)
			.join(9, ...Array.from({ length: 40 }, (_, i) => 200 + i))
			.join(10, 0);
		expect(await club.poll()).toEqual(['VisitMilestone 10']);
		const tenth = new Visits(['Athlete.VisitMilestone'], { milestones: [10] }).join(7, 3);
		await tenth.poll();
		tenth.join(9, ...Array.from({ length: 40 }, (_, i) => 200 + i));
		expect(await tenth.poll()).toEqual([]);
	});

	it('starts again with other milestones, and emits none that is already passed', async () => {
		const club = new Visits(['Athlete.VisitMilestone'], { milestones: [10] }).join(7, 3, 2, 1);
		await club.poll();
		club.lists.settings = { ...club.lists.settings, milestones: [2, 4] };
		expect(await club.poll()).toEqual([]);
		club.visit(7);
		expect(await club.poll()).toEqual(['VisitMilestone 7']);
	});
});

describe('Athlete Came Back', () => {
	const BOTH = ['Athlete.Absent', 'Athlete.CameBack'];

	it.each([
		['a recent visit after none', {}, ['Absent 7', 'CameBack 7', 'CameBack 8']],
		['without the field of all check-ins, if a poll saw them before they were absent', { totalField: '' }, ['Absent 7', 'CameBack 7']],
	])('is emitted when Athlete Absent ends: %s', async (_how, settings, told) => {
		const club = new Visits(BOTH, settings).join(7, 28).join(8, 40).join(9, 2).join(10);
		const emitted = [];
		for (let day = 0; day < 8; day++) {
			emitted.push(...(await club.poll(24)));
			if (day === 4) for (const userId of [7, 8, 9, 10]) club.visit(userId);
		}
		expect(emitted).toEqual(told);
	});

	it('is not emitted for a first visit', async () => {
		const club = new Visits(BOTH).join(7);
		await club.poll();
		club.join(8);
		await club.poll();
		for (const userId of [7, 8]) club.visit(userId);
		expect([await club.poll(), await club.poll(29 * 24)]).toEqual([[], []]);
		expect(await club.poll(48)).toEqual(['Absent 7', 'Absent 8']);
		club.visit(8);
		expect(await club.poll()).toEqual(['CameBack 8']);
	});
});

test('Athlete Absent is emitted once at the first poll with Existing Records Too, for athletes who came before', async () => {
	const club = new Visits(['Athlete.Absent'], { emitsExisting: true }).join(7, 40).join(8).join(9, 2);
	expect([await club.poll(), await club.poll()]).toEqual([['Absent 7'], []]);
	club.join(10, 50);
	expect([await club.poll(), await club.poll()]).toEqual([[], []]);
});

test('Athlete Visits Dropping is emitted at the first poll with Existing Records Too, if it is already true, and once it becomes true', async () => {
	const club = new Visits(['Athlete.VisitsDropping'], { emitsExisting: true }).join(7, 31, 32, 33, 34).join(8, 1);
	expect(await club.poll()).toEqual(['VisitsDropping 7']);
	club.join(8, 40, 41, 42, 43);
	expect([await club.poll(), await club.poll()]).toEqual([['VisitsDropping 8'], []]);
});

describe('Athlete Never Came', () => {
	it('is emitted once, some days after an athlete was first seen, unless they came or the club does not say', async () => {
		const club = new Visits(['Athlete.NeverCame'], { days: 7 }).join(7).join(8).join(9, 100).join(11);
		club.lists.show = (rows) => rows.map(({ UserId, ...counts }) => (UserId === 11 ? { UserId } : { UserId, ...counts }));
		const emitted: string[] = [];
		for (let day = 0; day < 20; day++) {
			emitted.push(...(await club.poll(24)).map((one) => `${one} on day ${day}`));
			if (day === 3) club.visit(8);
			if (day === 5) club.join(10);
		}
		expect(emitted).toEqual(['NeverCame 7 on day 7', 'NeverCame 10 on day 13']);
	});

	it('is not emitted again when a correction takes the visit away', async () => {
		const club = new Visits(['Athlete.NeverCame'], { days: 2 }).join(7);
		await club.poll();
		club.visit(7);
		await club.poll();
		club.visits.set(7, []);
		for (let day = 0; day < 5; day++) expect(await club.poll(24)).toEqual([]);
	});
});

test('all attendance events together read one list once, and need each count as a number', async () => {
	const club = new Visits().join(7, 1);
	await club.poll();
	await club.poll();
	expect(club.lists.calls).toEqual(['GET /Athletes/AttendanceSummaries']);
	club.lists.show = (rows) => rows.map((row) => ({ ...row, TotalCheckIns: null }));
	await expect(club.poll()).rejects.toThrow('The attendance summaries have no property "TotalCheckIns"');
});

test('counts each check-in once, whatever the visits and polls', async () => {
	const days = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }), { minLength: 1, maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(days, async (visits) => {
			const club = new Visits(['Athlete.Visited']).join(1).join(2, 4).join(3, 40, 2).join(4);
			await club.poll();
			const added = new Map<number, number>();
			for (const day of visits) {
				for (const userId of day) club.visit(userId);
				await club.poll(24);
				for (const { ids, added: more } of club.lists.items) {
					const { userId } = ids as { userId: number };
					added.set(userId, (added.get(userId) ?? 0) + Number(more));
				}
			}
			for (const userId of [1, 2, 3, 4]) expect(added.get(userId) ?? 0).toBe(visits.flat().filter((one) => one === userId).length);
		}),
		{ numRuns: 20 },
	);
});
