// What the items of a run know of each other is what the club has: no call is made for what is known, and nothing that was written is
// taken for what it was before.
import { skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { SUMMARIES } from '../../../nodes/Club/resources/athleteSummary';
import { locator, parametersOf } from '../../support/node.mts';
import { operations } from '../support/operations.mts';

const club = skippedClub({ athletes: 150 }, { keepsPages: false });

const writes = () => club.sandbox.requests.filter(({ method }) => method !== 'GET');

const changing = operations.filter(({ operation }) => operation.current);

const VALUES: Readonly<Record<string, ReadonlyArray<string | boolean>>> = {
	clientStage: ['Client', 'Lead', 'Prospect'],
	isGuest: [true, false],
};

test.each(changing)(
	'$name with Only Changes writes what differs from the item before, by ID and by address',
	async ({ resource, operation }) => {
		const [field] = Object.keys(VALUES).filter((name) => operation.fields.some((one) => one.name === name));
		const { athletes, contacts } = club.sandbox.club;
		const people = [...(resource.value === 'contact' ? contacts : athletes).values()].slice(8, 10) as unknown as IDataObject[];
		const property = field[0].toUpperCase() + field.slice(1);
		for (const person of people) person[property] = VALUES[field][0];
		const sets = [0, 1, 1, 0, 0, 1].map((value) => VALUES[field][value]);
		// One person, then the other, so that no two writes in a row are equal.
		const items = sets.flatMap((value) => people.map(({ UserId, Email }) => ({ id: UserId, email: Email, value })));
		for (const mode of ['id', 'email'] as const) {
			const userId = locator(mode, `={{ $json.${mode} }}`);
			const parameters = {
				resource: resource.value,
				operation: operation.value,
				userId,
				[field]: '={{ $json.value }}',
				options: { onlyChanges: true },
			};
			for (const person of people) person[property] = VALUES[field][0];
			const { error } = await club.run(parameters, { items });
			expect(error).toBeUndefined();
			expect(writes().map(({ body }) => (body as IDataObject)[property])).toEqual(
				[1, 0, 1].flatMap((value) => people.map(() => VALUES[field][value])),
			);
			expect(club.sandbox.requests.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(people.length);
		}
	},
);

test('of athletes whom no list has, Only Changes reads the list once', async () => {
	const demos = [...club.sandbox.club.athletes.values()].filter(({ IsDemo }) => IsDemo).slice(0, 2);
	const change = { userId: locator('id', '={{ $json.UserId }}'), clientStage: 'Lead', options: { onlyChanges: true } };
	const items = demos.map(({ UserId }) => ({ UserId }));
	await club.run(parametersOf('athlete.setClientStage', change), { items, onError: 'continueRegularOutput' });
	expect([demos.length, club.sandbox.requests.length, writes().length]).toEqual([2, 3, 2]);
});

test.each([2, 6])('of %d items, each finds whoever has its address now', async (count) => {
	const people = club.athletes().slice(0, count);
	const moved = people.map(({ Email }, index) => ({ email: Email, to: `moved-${count}-${index}@example.com` }));
	const items = moved.flatMap(({ email, to }) => [
		{ email: to.toUpperCase(), to: 'nobody@example.com' },
		{ email, to },
		{ email, to: 'nobody@example.com' },
		{ email: to.toUpperCase(), to: email },
	]);
	const move = { userId: locator('email', '={{ $json.email }}'), updateFields: { lastName: 'Moved', email: '={{ $json.to }}' } };
	const { output } = await club.run(parametersOf('athlete.update', move), { items, onError: 'continueRegularOutput' });
	expect(output[0].map(({ json }) => 'error' in json)).toEqual(moved.flatMap(() => [true, false, true, false]));
	expect(people.map(({ Email }) => Email)).toEqual(moved.map(({ email }) => email));
});

test('each of several addresses is found, also that of somebody whom the list leaves out', async () => {
	const demo = [...club.sandbox.club.athletes.values()].find(({ IsDemo }) => IsDemo)!;
	const people = [demo, ...club.athletes().slice(0, 4)];
	const { rows } = await club.run(parametersOf('athlete.search', { query: '={{ $json.Email }}' }), {
		items: people.map(({ Email }) => ({ Email })),
	});
	expect(rows.map(({ UserId }) => UserId)).toEqual(people.map(({ UserId }) => UserId));
});

test.each(Object.values(SUMMARIES))(
	'an overview without $name has null there, and only attendance takes days',
	async ({ name, one, many }) => {
		const [{ UserId }] = club.athletes();
		const options = { days: 7 };
		club.sandbox.inject({ kind: 'status', status: 404, match: { route: one, every: true } });
		const expectNull = (row: IDataObject) =>
			expect(Object.values(SUMMARIES).map((summary) => [summary.name, row[summary.name] === null])).toEqual(
				Object.values(SUMMARIES).map((summary) => [summary.name, summary.name === name]),
			);
		const { rows } = await club.run({ resource: 'athlete', operation: 'getOverview', userId: locator('id', UserId), options });
		expectNull(rows[0]);
		const daysOf = () => club.sandbox.requests.filter(({ query }) => 'days' in query).map(({ path }) => path.split('/').at(-1));
		expect(daysOf()).toEqual(['AttendanceSummary']);
		club.sandbox.inject({ kind: 'status', status: 200, body: { Results: [], Continue: false }, match: { route: many } });
		const overviews = await club.run({ resource: 'athlete', operation: 'getManyOverviews', limit: 3, options });
		overviews.rows.forEach(expectNull);
		expect([overviews.rows.length, daysOf()]).toEqual([3, ['AttendanceSummaries']]);
		const summary = name.toLowerCase();
		await club.run({ resource: 'athleteSummary', operation: 'getAll', summary, limit: 3, options: { ...options, pageSize: 2 } });
		expect(daysOf()).toEqual(summary === 'attendance' ? Array(2).fill(many.split('/').at(-1)) : []);
	},
);

test('a class by its name and day begins on that day, to the second, also when a clock changes', async () => {
	const { classes } = club.sandbox.club;
	const yoga = [...classes.values()].find(({ Published, CalendarType }) => Published && CalendarType === 'Club')!;
	// Local days of Stockholm: 23, 24 and 25 hours long.
	const days = {
		'2027-03-28': ['2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
		'2027-06-01': ['2027-05-31T22:00:00Z', '2027-06-01T22:00:00Z'],
		'2027-10-31': ['2027-10-30T22:00:00Z', '2027-10-31T23:00:00Z'],
	};
	for (const [day, [from, to]] of Object.entries(days))
		for (const [begin, isOn] of [
			[Date.parse(from) - 1000, false],
			[Date.parse(from), true],
			[Date.parse(to) - 1000, true],
			[Date.parse(to), false],
		] as const) {
			Object.assign(yoga, { Name: 'Only Yoga', Begin: new Date(begin).toISOString() });
			const { error } = await club.run({ resource: 'class', operation: 'get', classId: locator('nameAndTime', `Only Yoga, ${day}`) });
			// The error names what begins on that day.
			expect([yoga.Begin, error?.description?.includes('Only Yoga, ')]).toEqual([yoga.Begin, isOn ? undefined : false]);
		}
});

test.each(['create', 'upsert'])('%s sends a height or a weight unless it is 0', async (operation) => {
	for (const [height, weight] of [
		[0, 70],
		[180, 0],
		[0, 0],
		[180, 70],
	]) {
		const email = `${operation}-${height}-${weight}@example.com`;
		const { error } = await club.run({ resource: 'athlete', operation, email, additionalFields: { height, weight } });
		expect(error).toBeUndefined();
		const { Height, Weight } = writes()[0].body as IDataObject;
		expect([Height ?? 0, Weight ?? 0]).toEqual([height, weight]);
		expect(JSON.stringify(writes())).not.toMatch(/"(Height|Weight)":0/);
	}
});
