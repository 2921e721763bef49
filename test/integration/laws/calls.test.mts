import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { ITEM_CALLS, ITEMS, LIST_CALLS, ROWS } from '../../../dev/docs/calls.mts';
import { parametersOf } from '../../support/node.mts';
import { operations } from '../support/operations.mts';

describe('the fewest calls for several items', () => {
	const club = skippedClub({ athletes: 200 });

	/** Fifty people and what may be done with each; `round` makes it differ from what was done before. */
	function itemsOf(count: number, round: number): IDataObject[] {
		const { classes, userSubscriptions, bookings } = club.sandbox.club;
		const four = [...classes.values()].filter(({ Published, CalendarType }) => Published && CalendarType === 'Club').slice(0, 4);
		const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		for (const [index, one] of four.entries()) Object.assign(one, { Name: `Class ${index}`, Begin: `${day}T1${index}:00:00.000Z` });
		const year = new Date().getUTCFullYear() + round;
		return club
			.athletes()
			.slice(0, count)
			.map((person, index) => {
				const one = four[index % 4];
				bookings.splice(0, bookings.length, ...bookings.filter(({ ClassId }) => ClassId !== one.ClassId));
				return {
					userId: person.UserId,
					absent: person.UserId,
					email: person.Email,
					newEmail: `new-${round}-${index}@example.com`,
					lastName: person.LastName,
					phone: `+46 40 ${round}${index}`,
					stage: person.ClientStage,
					otherStage: person.ClientStage === 'Lead' ? 'Client' : 'Lead',
					classAtTime: `${one.Name}, ${one.Begin}`,
					classOnDay: `${one.Name}, ${one.Begin.slice(0, 10)}`,
					userSubscriptionId: [...userSubscriptions.keys()][index],
					until: `2090-01-${10 + (round % 20)}T00:00:00`,
					from: `${year}-01-01T00:00:00`,
					to: `${year}-06-01T00:00:00`,
				};
			});
	}

	let rounds = 0;
	test.each(ITEM_CALLS.map((row) => ({ ...row, name: `${row.operation}, ${row.way}` })))(
		'$name',
		async ({ operation, parameters, calls }) => {
			const made: number[] = [];
			for (const count of ITEMS) {
				// No page is kept, and no window is used up.
				skip(3_600_000);
				const { error, rows } = await club.run(parametersOf(operation, parameters), { items: itemsOf(count, ++rounds) });
				expect(error).toBeUndefined();
				expect(rows.length).toBeGreaterThanOrEqual(count > 1 && operation === 'athlete.search' ? 1 : count);
				made.push(club.sandbox.requests.length);
			}
			expect(made).toEqual(calls);
		},
	);
});

describe('the fewest calls for a list', () => {
	const club = skippedClub({ athletes: 3_200 });

	test.each(LIST_CALLS.map((row) => ({ ...row, name: `${row.operation}, ${row.way}` })))(
		'$name',
		async ({ operation, parameters, calls }) => {
			const people = club.athletes();
			const made: number[] = [];
			for (const count of ROWS) {
				skip(3_600_000);
				const some = count === 0 ? [] : people.slice(-count);
				for (const person of people) person.ClientStage = [some[0], some.at(-1)].includes(person) ? 'Prospect' : 'Client';
				const items = [{ fromId: some[0]?.UserId ?? people.at(-1)!.UserId + 1 }];
				const { error } = await club.run(parametersOf(operation, parameters), { items });
				expect(error).toBeUndefined();
				made.push(club.sandbox.requests.length);
			}
			expect(made).toEqual(calls);
		},
	);
});

/** Operations whose calls do not depend on the number of items or rows alone: on what the club answers, or on the time. */
const ELSEWHERE = new Set([
	'booking.delete',
	'club.check',
	'club.getCallBudget',
	'contact.search',
	'event.getSample',
	'event.resolve',
	'membership.createFromPlan',
	'membership.suspend',
	'training.getAll',
]);

test('the tables have each operation that may make more than one call for an item', () => {
	const known = new Set([...ITEM_CALLS, ...LIST_CALLS].map(({ operation }) => operation));
	const several = operations.filter(({ operation: { cost } }) => cost !== undefined).map(({ name }) => name);
	expect(several.filter((name) => !known.has(name) && !ELSEWHERE.has(name))).toEqual([]);
});
