import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { template } from '../../../dev/demo/templates.mts';
import { exampleOf } from '../../../dev/docs/examples.mts';
import type { Athlete, Membership } from '../../../sandbox/types.mts';
import { locator } from '../../support/node.mts';
import { operations } from '../support/operations.mts';

// What holds for each tool of a model, in a club of 5,000 athletes whose clock is ahead by what the tests skip.
const club = skippedClub({ athletes: 5_000 }, { keepsPages: false });
const tool = { tool: true };

/** All operations that read a list, and what they need. */
const LISTS = operations.filter(({ operation: { list, value, isFree } }) => (list !== undefined || value === 'search') && !isFree);

describe('each list', () => {
	/** As much of a list as a model can ask for. */
	const wholeOf = ({ resource, operation }: (typeof LISTS)[number]) => {
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const more = operation.value === 'search' ? { query: 'a', limit: 100_000 } : { returnAll: true };
		return { parameters: { ...parameters, ...more }, more: { ...tool, items: items.slice(0, 1) } };
	};

	test.each(LISTS)('$name gives a model at most 24,000 characters, and says how to see the others', async (list) => {
		const { parameters, more } = wholeOf(list);
		const { error, rows } = await club.run(parameters, more);
		expect(error?.message).toBeUndefined();
		const [{ results, hasMore, note, total }] = rows as Array<{ results: IDataObject[]; hasMore: boolean; note?: string; total?: number }>;
		expect(JSON.stringify(rows).length).toBeLessThan(24_500);
		expect(note ?? '').not.toMatch(/\w > \w|[Oo]ptions?\b/);
		expect(note ?? '').toMatch(hasMore ? /To see others, use \w|cannot show the others/ : /^(?!.*fit into one answer)/);
		expect([hasMore, note !== undefined, total]).toEqual(hasMore ? [true, true, undefined] : [false, note !== undefined, results.length]);
	});

	test.each(LISTS)('$name ends for a model after 40 seconds, and says so', async (list) => {
		const { parameters, more } = wholeOf(list);
		let calls = 0;
		const when = () => {
			calls++;
			skip(10_000);
			return false;
		};
		club.sandbox.inject({ kind: 'drop', match: { when } });
		const { error, rows } = await club.run({ ...parameters, ...(list.operation.list && { options: { pageSize: 1 } }) }, more);
		expect(calls).toBeLessThanOrEqual(5);
		expect(error?.message ?? rows[0].hasMore).toBeDefined();
		if (rows[0]?.hasMore) expect(rows[0].note).toMatch(/40 seconds|fit into one answer/);
	});

	test('of which nothing could be read until then fails, and is not empty', async () => {
		const when = () => {
			skip(15_000);
			return true;
		};
		club.sandbox.inject({ kind: 'drop', match: { when, every: true } });
		const { error, rows } = await club.run({ resource: 'athlete', operation: 'getAll' }, tool);
		expect([error?.message, rows]).toEqual([expect.stringMatching(/club/), []]);
	});

	test.each([0, 15_000])('whose second page fails is a part only if the time is over: %d ms each', async (ms) => {
		let calls = 0;
		club.sandbox.inject({
			kind: ms > 0 ? 'drop' : 'status',
			status: 400,
			match: { every: true, when: () => ++calls > 1 && (skip(ms), true) },
		});
		const { error, rows } = await club.run({ resource: 'athlete', operation: 'getAll', limit: 9, options: { pageSize: 5 } }, tool);
		expect([rows.length, error?.message]).toEqual(ms > 0 ? [1, undefined] : [0, expect.stringMatching(/club/)]);
		if (ms > 0) expect([(rows[0].results as IDataObject[]).length, rows[0].hasMore]).toEqual([5, true]);
	});

	test('that is read whole just then says nothing of the time', async () => {
		const when = () => {
			skip(10_000);
			return false;
		};
		club.sandbox.inject({ kind: 'drop', match: { when } });
		const seven = { returnAll: true, filters: { toId: club.athletes()[6].UserId }, options: { pageSize: 2 } };
		const { error, rows } = await club.run({ resource: 'athlete', operation: 'getAll', ...seven }, tool);
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ total: 7, hasMore: false }]);
		expect(rows[0]).not.toHaveProperty('note');
	});
});

test('a filtered list has no more if the last record that matches is followed only by others', async () => {
	const people = club.athletes();
	const place = people.findIndex(({ ClientStage }) => ClientStage !== people[0].ClientStage);
	const [{ UserId: fromId, ClientStage }, { UserId: toId }] = people.slice(place - 1);
	const filters = { fromId, toId, clientStage: [ClientStage] };
	const { rows } = await club.run({ resource: 'athlete', operation: 'getAll', limit: 1, filters }, tool);
	expect(rows).toMatchObject([{ total: 1, hasMore: false }]);
});

test('a record that is larger than an answer comes alone', async () => {
	const [first] = club.athletes();
	const { LastName } = first;
	first.LastName = 'x'.repeat(30_000);
	const { rows } = await club.run({ resource: 'athlete', operation: 'getAll' }, tool);
	first.LastName = LastName;
	expect(rows[0]).toMatchObject({ results: [{ UserId: first.UserId }], hasMore: true });
});

test('the participants of a class have their names for a model, and a word where these cannot be read', async () => {
	const { bookings, athletes, classes } = club.sandbox.club;
	const [{ ClassId }] = bookings;
	const count = bookings.filter((booking) => booking.ClassId === ClassId).length;
	const list = async (id: number = ClassId) => {
		const { rows } = await club.run({ resource: 'class', operation: 'getParticipants', classId: locator('id', id) }, tool);
		return rows[0] as { results: IDataObject[]; note?: string };
	};
	const empty = [...classes.values()].find((one) => one.Published && !bookings.some((booking) => booking.ClassId === one.ClassId))!;
	expect([await list(empty.ClassId), club.calls().length]).toMatchObject([{ results: [], hasMore: false }, 1]);
	club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes', every: true } });
	const without = await list();
	expect([without.results.length, without.note]).toEqual([
		count,
		`The names of ${count} people could not be read: get them by their UserId.`,
	]);
	club.sandbox.clearFaults();
	const { results, note } = await list();
	const nameless = results.filter(({ UserId, Athlete }) => !String(Athlete).includes(athletes.get(Number(UserId))!.Email));
	expect([results.length, nameless, note]).toEqual([count, [], undefined]);
});

describe('a search of a model', () => {
	const found = async (query: string, limit = 5) =>
		(
			await club.run(
				{ resource: 'athlete', operation: 'search', query: "={{ $fromAI('query', 'A name') }}", limit },
				{ ...tool, items: [{ query }] },
			)
		).rows[0] as {
			results: Athlete[];
			hasMore: boolean;
			note?: string;
		};
	let kathrin: Athlete;
	beforeEach(() => {
		kathrin = Object.assign(club.athletes()[17], { FirstMidName: 'Kathrin', LastName: 'Maier', Email: 'kathrin.maier@example.com' });
	});

	test.each(['Cathrin Meyer', 'Mrs Katrin Mayer', 'Frau Maierr Katharin'])(
		'that finds nobody names the nearest three, and what to try: %s',
		async (query) => {
			const { results, note } = await found(query);
			expect(results).toEqual([]);
			expect(note).toMatch(
				new RegExp(
					`^Nobody matches "${query}"\\. The nearest are: .*Kathrin Maier \\(kathrin\\.maier@example\\.com\\), UserId ${kathrin.UserId}`,
				),
			);
			expect(note!.match(/UserId/g)).toHaveLength(3);
			expect(note).toMatch(/Search for the last name alone, .* before you add anybody\.$/);
		},
	);

	test.each(['Kathrin Maier kathrin.maier@example.com', 'Kathrin Maier <kathrin.maier@example.com>', 'KATHRIN.MAIER@example.com'])(
		'takes a name and an address together, for one call: %s',
		async (query) => {
			const { results, hasMore } = await found(query);
			expect([results.map(({ UserId }) => UserId), hasMore]).toEqual([[kathrin.UserId], false]);
			expect(club.calls()).toHaveLength(1);
		},
	);

	test('for a number finds whose ID it is, before those whose phone number has its digits', async () => {
		const [other] = club.athletes();
		for (const one of [other, kathrin]) one.Phone = `+46 70 ${kathrin.UserId} 99`;
		const [first, ...rest] = (await found(String(kathrin.UserId))).results.map(({ UserId }) => UserId);
		expect([first, rest]).toEqual([kathrin.UserId, expect.arrayContaining([other.UserId])]);
		expect(rest).not.toContain(kathrin.UserId);
		const all = (await found(String(kathrin.UserId), 50)).results.length;
		for (const limit of [all - 1, all]) expect((await found(String(kathrin.UserId), limit)).hasMore).toBe(limit < all);
		kathrin.Phone = '';
		skip(60_000);
		expect((await found(String(kathrin.UserId), all - 1)).hasMore).toBe(true);
		for (const one of [other, kathrin]) one.Phone = '+46 70 123 45 67';
	});

	test('that found all who match exactly has no more, whoever matches with a typing error', async () => {
		Object.assign(kathrin, { FirstMidName: 'Xaveria' });
		for (const athlete of club.athletes().slice(100, 120)) athlete.FirstMidName = 'Xaverio';
		const { results, hasMore } = await found('xaveria', 50);
		expect([results.map(({ FirstMidName }) => FirstMidName), hasMore]).toEqual([['Xaveria'], false]);
	});
});

describe('a word for no value', () => {
	const WORDS = ['n/a', 'N/A', 'unknown', ' Unknown ', '(unknown)', 'unchanged', 'none', 'not provided', 'Not available'];

	test.each(WORDS)('is refused as the name of a person: %j', async (word) => {
		const { Email, UserId } = club.athletes()[3];
		const name = "={{ $fromAI('last_name', 'The last name') }}";
		for (const parameters of [
			{ operation: 'update', userId: locator('id', UserId), updateFields: { lastName: name } },
			{ operation: 'upsert', email: Email, additionalFields: { lastName: name } },
			{ operation: 'update', userId: locator('id', UserId), updateFields: { additionalProperties: { Nickname: word } } },
		]) {
			const error = await club.refusal({ resource: 'athlete', ...parameters }, { ...tool, items: [{ last_name: word }] });
			expect(error?.message).toMatch(/ is "[^"]+", which is not a value\. .*Leave it out, or ask for the value\. Nothing was sent\./);
		}
	});

	test('is not a surname such as Na, and a person can write it', async () => {
		const { UserId } = club.athletes()[3];
		const rename = { resource: 'athlete', operation: 'update', userId: locator('id', UserId) };
		expect((await club.run({ ...rename, updateFields: { lastName: 'Na' } }, tool)).error).toBeUndefined();
		expect((await club.run({ ...rename, updateFields: { lastName: 'None' } })).error).toBeUndefined();
	});

	test('is not a value that a model leaves as it is: an empty text changes nothing', async () => {
		const updateFields = { lastName: "={{ $fromAI('last_name', 'Name') }}", phone: "={{ $fromAI('phone', 'Phone') }}" };
		const update = { resource: 'athlete', operation: 'update', userId: locator('id', club.athletes()[3].UserId), updateFields };
		expect((await club.run(update, { ...tool, items: [{ last_name: 'Na', phone: '' }] })).error).toBeUndefined();
		expect(club.sandbox.requests.at(-1)?.body).toEqual({ LastName: 'Na' });
	});
});

describe('a change that a person has approved by name', () => {
	const member = locator('email', "={{ $fromAI('member_name', 'Name') }} <{{ $fromAI('member_email', 'Address') }}>");
	const membershipOf = ({ UserId }: Athlete): Membership =>
		[...club.sandbox.club.userSubscriptions.values()].find((row) => row.UserId === UserId)!;
	const owned = locator(
		'id',
		"={{ $fromAI('membership_id', 'ID', 'number') }} of {{ $fromAI('member_name', 'Name') }} <{{ $fromAI('member_email', 'Address') }}>",
	);
	const scheduled = () =>
		[...club.sandbox.club.classes.values()].find(({ Begin, Published }) => Published && Date.parse(Begin) > Date.now())!;
	const nameOf = ({ FirstMidName, LastName, Email }: Athlete) => ({ member_name: `${FirstMidName} ${LastName}`, member_email: Email });
	const writes = () => club.calls().filter((call) => !call.startsWith('GET'));

	const CHANGES: Array<[string, IDataObject]> = [
		['booking: create', { resource: 'booking', operation: 'create', userId: member }],
		['booking: delete', { resource: 'booking', operation: 'delete', userId: member }],
		['athlete: setClientStage', { resource: 'athlete', operation: 'setClientStage', userId: member, clientStage: 'Client' }],
		['athlete: delete', { resource: 'athlete', operation: 'delete', userId: member }],
		['membership: suspend', { resource: 'membership', operation: 'suspend', userSubscriptionId: owned, suspensionEnd: 'none' }],
		['membership: reactivate', { resource: 'membership', operation: 'reactivate', userSubscriptionId: owned }],
		['membership: delete', { resource: 'membership', operation: 'delete', userSubscriptionId: owned }],
		['membership: update', { resource: 'membership', operation: 'update', userSubscriptionId: owned, updateFields: { maxActivities: 3 } }],
	];
	const READS: typeof CHANGES = [
		['athlete: get', { resource: 'athlete', operation: 'get', userId: member }],
		['booking: getAll', { resource: 'booking', operation: 'getAll', filters: { userId: member } }],
		['athleteSummary: get', { resource: 'athleteSummary', operation: 'get', summary: 'attendance', userId: member }],
		['membership: get', { resource: 'membership', operation: 'get', userSubscriptionId: owned }],
	];

	test.each([...CHANGES, ...READS])('%s is refused where the record has another name, or nobody gave one', async (_, parameters) => {
		const [one, other] = club.athletes();
		const { classId } = { classId: locator('id', scheduled().ClassId) };
		const id = { membership_id: membershipOf(one).UserClassSubscriptionId };
		for (const wrong of [
			{ ...nameOf(one), member_name: 'Somebody Else' },
			{ ...nameOf(one), member_name: '' },
			{ ...nameOf(one), member_email: '' },
		]) {
			const { error } = await club.run({ ...parameters, classId }, { ...tool, items: [{ ...wrong, ...id }] });
			expect(error?.message).toMatch(
				/ is ".*", not "Somebody Else"\. Nothing was changed|must be a name and an email address|must be an email address/,
			);
			expect(writes()).toEqual([]);
		}
		if (!parameters.userSubscriptionId) return;
		const { error } = await club.run(parameters, { ...tool, items: [{ ...nameOf(other), ...id }] });
		expect(error?.message).toMatch(/^The membership \d+ is not one of ".*"\. It belongs to somebody else\. Nothing was changed\./);
		expect(writes()).toEqual([]);
		if (parameters.operation === 'get') return;
		const preview = await club.run({ ...parameters, options: { dryRun: true } }, { ...tool, items: [{ ...nameOf(one), ...id }] });
		expect(preview.rows).toMatchObject([{ wouldSend: [{ path: expect.stringContaining(`/${id.membership_id}`) }] }]);
	});

	test('says what was changed, of whom and until when', async () => {
		const one = club.athletes().find((athlete) => membershipOf(athlete)?.SuspensionState === 'None')!;
		Object.assign(membershipOf(one), { To: '2099-01-01T00:00:00+01:00' });
		const id = { membership_id: membershipOf(one).UserClassSubscriptionId };
		const freeze = { resource: 'membership', operation: 'suspend', userSubscriptionId: owned, reactivationDate: '2098-03-08' };
		const { rows } = await club.run(freeze, { ...tool, items: [{ ...nameOf(one), ...id }] });
		expect(rows).toMatchObject([
			{
				done: 'Suspend (freeze) membership',
				Athlete: `${one.FirstMidName} ${one.LastName} (${one.Email})`,
				ReactivationDate: '2098-03-08T00:00:00+01:00',
				ReactivationDateWeekday: 'Saturday',
			},
		]);
		const move = { resource: 'membership', operation: 'update', userSubscriptionId: owned, updateFields: { to: '2098-05-01' } };
		expect((await club.run(move, { ...tool, items: [{ ...nameOf(one), ...id }] })).rows[0].To).toMatch(/^2098-05-01T/);
	});

	test('takes the words of a name in any order, case and accents, quoted, without a middle name, and any where there is none', async () => {
		const one = club.athletes()[2];
		Object.assign(one, { FirstMidName: 'Anna Lena', LastName: 'Nyström' });
		for (const member_name of ['nystrom  ANNA lena', '"Anna Nyström"', 'Nyström, Anna Lena']) {
			const { error } = await club.run(CHANGES[2][1], { ...tool, items: [{ member_name, member_email: one.Email }] });
			expect(error?.message).toBeUndefined();
		}
		Object.assign(one, { FirstMidName: '', LastName: '' });
		const nameless = await club.run(CHANGES[2][1], { ...tool, items: [{ member_name: 'Anna', member_email: one.Email }] });
		expect(nameless.error?.message).toBeUndefined();
	});
});

const dryRun = { options: { dryRun: true } };
const PREVIEWS = operations.filter(
	({ operation: { fields, calls } }) =>
		calls.some((call) => !call.startsWith('GET')) &&
		fields.some(({ name, required }) => /^(userId|classId|userSubscriptionId)$/.test(name) && required),
);

test.each(PREVIEWS)(
	'a preview of $name names whom and what it is about, and refuses what does not exist',
	async ({ resource, operation }) => {
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const { rows, error } = await club.run({ ...parameters, ...dryRun }, { ...tool, items: items.slice(0, 1) });
		expect(error?.message).toBeUndefined();
		const [{ Athlete, Contact, wouldSend }] = rows;
		expect([Athlete ?? Contact, wouldSend]).toEqual([expect.stringMatching(/@/), expect.any(Array)]);
		for (const field of operation.fields.filter(({ name }) => /^(userId|classId|userSubscriptionId|classSubscriptionId)$/.test(name))) {
			const missing = { ...parameters, ...dryRun, [field.name]: locator('id', 2_000_000_000) };
			const refused = await club.run(missing, { ...tool, items: items.slice(0, 1) });
			expect(refused.error?.message).toMatch(/HTTP 404/);
		}
	},
);

describe.each(['front-desk-agent.json', 'club-for-any-assistant.json'])('a tool of %s', (file) => {
	const parametersOf = (id: string): IDataObject => template(file).nodes.find((node) => node.id === id)!.parameters as IDataObject;

	test.each([{}, { end: '' }, { end: null }, { end: '', no_end: 'yes' }, { end: ' ', no_end: null }])(
		'freezes nothing without an end that nobody asked for: %j',
		async (more) => {
			const [membership] = club.sandbox.club.userSubscriptions.values();
			const { FirstMidName, LastName, Email } = club.sandbox.club.athletes.get(membership.UserId)!;
			const item = { membership_id: membership.UserClassSubscriptionId, member_name: `${FirstMidName} ${LastName}`, member_email: Email };
			const { error } = await club.run(parametersOf('freeze'), { ...tool, items: [{ ...item, preview: false, ...more } as IDataObject] });
			expect(error?.message).toMatch(/^"end" is missing\. end: Local date on which the membership runs again/);
			expect(club.calls()).toEqual([]);
		},
	);

	test('shows the next bookings of a member, however many there are, and the past ones on request', async () => {
		const [{ UserId }] = club.athletes();
		const [sample] = club.sandbox.club.bookings;
		const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const days = [-3, -2, 1, ...Array.from({ length: 40 }, (_, index) => 2 + index)];
		const own = days.map((days_, index) => ({ ...sample, UserId, ClassId: 900_000 + index, Begin: day(days_) }));
		club.sandbox.club.bookings.splice(0, club.sandbox.club.bookings.length, ...own);
		const read = async (more: object) =>
			(await club.run(parametersOf('bookings'), { ...tool, items: [{ user_id: UserId, ...more }] })).rows[0] as {
				results: Array<{ ClassId: number }>;
				note?: string;
			};
		const next = await read({});
		expect(next).toMatchObject({ now: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/), nowWeekday: expect.stringMatching(/day$/) });
		expect(next.results[0].ClassId).toBe(900_002);
		expect(next.note).toMatch(/"from", "to"/);
		expect((await read({ from: day(-10).slice(0, 10) })).results[0].ClassId).toBe(900_000);
	});
});
