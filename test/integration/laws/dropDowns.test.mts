// For every drop-down of the Club node: it offers each record of its lists once, over all its pages, in their order, and a search finds
// each by its label and by its ID. No label has a secret. Every search, that of the triggers too, takes a text in any case.
import { skip, skippedClub } from '../support/skippedClub.mts';
import type { INodeListSearchItems } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { Club } from '../../../nodes/Club/Club.node.ts';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { exampleOf } from '../../../dev/docs/examples.mts';
import { locator } from '../../support/node.mts';
import { search } from '../../support/picker.mts';
import { operations } from '../support/operations.mts';

const DAY = 86_400_000;
const ZONE = 'Europe/Stockholm';
const TOKEN = 'c2VjcmV0LW9mLXRoZS10cmlnZ2Vy';
const club = skippedClub({ athletes: 1_100 }, { keepsPages: false });

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

beforeAll(() => {
	const { userSubscriptions, webhookSubscriptions } = club.sandbox.club;
	[...userSubscriptions.values()].forEach((membership, index) => {
		// A freeze that begins later: the list of active memberships has it, and so has the other one.
		if (index % 5 === 0)
			Object.assign(membership, { SuspensionState: 'Scheduled', SuspensionStartUTC: inDays(3), ReactivationDate: inDays(9) });
		if (index % 3 === 0) Object.assign(membership, { ProductName: null });
		if (index % 7 === 0)
			membership.To = DateTime.now()
				.setZone(ZONE)
				.startOf('day')
				.plus({ days: (index % 60) - 20 })
				.toUTC()
				.toISO()!;
	});
	// Somebody whom the list of athletes leaves out.
	club.sandbox.club.bookings.find(({ ClassId }) => ClassId === bookedClass())!.UserId = [...club.sandbox.club.athletes.values()].find(
		({ IsDemo }) => IsDemo,
	)!.UserId;
	for (const id of ['ws_1', 'ws_2'])
		webhookSubscriptions.set(id, {
			SubscriptionId: id,
			Url: `https://n8n.example.com/webhook/events-of-the-club-in-town/${id}?token=${TOKEN}`,
			EventTypes: ['Badge.Awarded'],
			ProvisioningState: 'Succeeded',
		});
});
const bookedClass = () => club.sandbox.club.bookings.find(({ ClassId }) => club.sandbox.club.classes.get(ClassId)?.Published)!.ClassId;

/** The IDs of what each drop-down offers, where its order is that of the list. */
const OFFERS: Readonly<Record<string, () => unknown[]>> = {
	searchAthletes: () => club.athletes().map(({ UserId }) => UserId),
	searchChallenges: () => [...club.sandbox.club.challenges.keys()],
	searchClasses: () =>
		[...club.sandbox.club.classes.values()]
			.filter(
				({ Published, Begin }) =>
					Published && Begin >= inDays(0) && Date.parse(Begin) < DateTime.now().setZone(ZONE).startOf('day').plus({ days: 15 }).toMillis(),
			)
			.map(({ ClassId }) => ClassId),
	searchContacts: () => [...club.sandbox.club.contacts.keys()],
	searchParticipants: () => club.sandbox.club.bookings.filter(({ ClassId }) => ClassId === bookedClass()).map(({ UserId }) => UserId),
	searchPlans: () => [...club.sandbox.club.plans.keys()],
	searchProducts: () => [...club.sandbox.club.products.keys()],
	searchUserSubscriptions: () => [...club.sandbox.club.userSubscriptions.keys()],
	searchWebhookSubscriptions: () => [...club.sandbox.club.webhookSubscriptions.keys()],
};

test('there is a row for each drop-down', () => {
	expect(Object.keys(OFFERS).sort()).toEqual(Object.keys(new Club().methods.listSearch).sort());
});

const typedForms = (text: string): string[] => [text, text.toUpperCase(), ` ${text.toLowerCase()} `];

/** What is chosen in the panel of a trigger before its drop-downs are opened. */
const CHOSEN = { events: ['Athlete.Updated', 'Badge.Awarded', 'ClassParticipant.Updated'], options: { attachAthlete: true } };

describe.each([new ClubTrigger(), new ClubPollTrigger()])('$description.displayName', (type) => {
	test.each(Object.keys(type.methods.listSearch))('%s finds each property by its path', async (method) => {
		const asked = { type, parameters: CHOSEN };
		const { results } = await search(club.sandbox, method, asked);
		const some = [...results.slice(0, 3), ...results.slice(-3)];
		expect(some.length).toBeGreaterThan(0);
		for (const { value } of some.filter((one) => one.value !== 'none'))
			for (const filter of typedForms(String(value))) {
				const found = (await search(club.sandbox, method, { ...asked, filter })).results.map((one) => one.value);
				expect(found).toContain(value);
				expect(found.length).toBeLessThan(Math.max(3, results.length));
			}
	});
});

describe.each(Object.keys(OFFERS))('%s', (method) => {
	const asked = () => ({
		parameters: method === 'searchParticipants' ? { classId: { __rl: true, mode: 'id', value: bookedClass() } } : {},
	});

	async function offered(): Promise<INodeListSearchItems[]> {
		const all: INodeListSearchItems[] = [];
		let token: string | undefined;
		do {
			const page = await search(club.sandbox, method, { ...asked(), token });
			all.push(...page.results);
			token = page.paginationToken as string | undefined;
		} while (token);
		return all;
	}

	test('offers each record once, finds each by its label and its ID, and shows no secret', async () => {
		const all = await offered();
		const ids = all.map(({ value }) => value);
		expect([...ids].sort()).toEqual([...OFFERS[method]()].sort());
		expect(JSON.stringify(all)).not.toContain(TOKEN);
		const times = ids.map((id) => club.sandbox.club.classes.get(id as number)?.Begin);
		if (method === 'searchClasses') expect(times).toEqual([...times].sort());
		for (const one of [all[0], all.at(-1)!])
			for (const filter of [...typedForms(one.name), String(one.value)]) {
				const { results } = await search(club.sandbox, method, { ...asked(), filter });
				// What tells it from others may differ where these are not shown.
				const name = expect.stringContaining(one.name.split(/ \(|, /)[0]) as string;
				expect(results).toContainEqual({ name, value: one.value });
			}
	});
});

test.each(['Athletes', 'Contacts'] as const)('of %s an address or an ID finds the person with one call', async (list) => {
	const { UserId, Email } = (list === 'Athletes' ? club.athletes() : [...club.sandbox.club.contacts.values()]).at(-1)!;
	for (const [path, filter] of Object.entries({ ByEmail: Email, [UserId]: String(UserId) })) {
		club.sandbox.requests.length = 0;
		const { results } = await search(club.sandbox, `search${list}`, { filter });
		expect([results.map(({ value }) => value), club.sandbox.requests.map((one) => one.path)]).toEqual([[UserId], [`/${list}/${path}`]]);
	}
});

test('a membership is shown with the last day that it has, also one that only the list of all has', async () => {
	const body = { Results: [], Continue: false };
	club.sandbox.inject({ kind: 'status', status: 200, body, match: { route: 'GET /UserSubscriptions/Active' } });
	const { results } = await search(club.sandbox, 'searchUserSubscriptions');
	const frozenLater = [...club.sandbox.club.userSubscriptions.values()].filter(({ SuspensionState }) => SuspensionState === 'Scheduled');
	const some = frozenLater.slice(0, 20).map(({ UserClassSubscriptionId: id }) => id);
	expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining(some));
	for (const { name, value } of results) {
		const { To, ClassSubscriptionId } = club.sandbox.club.userSubscriptions.get(value as number)!;
		expect(name).toContain(`: ${club.sandbox.club.products.get(ClassSubscriptionId)!.Name}, `);
		expect(name).toContain(DateTime.fromMillis(Date.parse(To) - 1, { zone: ZONE, locale: 'en' }).toFormat('d LLL'));
	}
	// This one ends at midnight.
	const { To, UserClassSubscriptionId: id } = [...club.sandbox.club.userSubscriptions.values()][21];
	const filter = DateTime.fromISO(To, { zone: ZONE }).minus({ days: 1 }).toISODate()!;
	skip(120_000);
	expect((await search(club.sandbox, 'searchUserSubscriptions', { filter })).results.map(({ value }) => value)).toContain(id);
});

test('the memberships of a person are in the order of their use: the active ones first, the last end first', async () => {
	const { UserId, Email } = club.sandbox.act.addAthlete();
	const ends = { ended: -9, ended_before: -30, active: 20, active_longer: 90, frozen: 60 };
	const made = Object.entries(ends).map(([name, days]) => ({
		name,
		...club.sandbox.act.addSubscription(UserId, {
			...{ From: inDays(-100), To: inDays(days) },
			...(name === 'frozen' && {
				SuspensionState: 'Suspended',
				IsSuspended: true,
				SuspensionStartUTC: inDays(-3),
				ReactivationDate: inDays(9),
			}),
		}),
	}));
	const found = async (filter: string) =>
		(await search(club.sandbox, 'searchUserSubscriptions', { filter })).results.map(
			({ value }) => made.find((one) => one.UserClassSubscriptionId === value)?.name,
		);
	expect(await found(Email)).toEqual(['active_longer', 'active', 'frozen', 'ended', 'ended_before']);
	expect(await found('nobody@example.com')).toEqual([]);
	club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes/ByEmail' } });
	await expect(found(Email)).rejects.toThrow('HTTP 403');
	skip(120_000);
	const pages = await search(club.sandbox, 'searchUserSubscriptions', { filter: 'suspended' });
	for (const { name } of pages.results) expect(name).toContain('frozen');
	expect(pages.results.length).toBeGreaterThan(0);
});

test('the memberships of people of one name are found on every page of athletes, and shown by that name', async () => {
	const namesakes = [club.athletes()[0], club.athletes().at(-1)!];
	const made = namesakes.map((person) => {
		Object.assign(person, { FirstMidName: 'Xenia', LastName: 'Zander' });
		return club.sandbox.act.addSubscription(person.UserId).UserClassSubscriptionId;
	});
	const { results } = await search(club.sandbox, 'searchUserSubscriptions', { filter: 'xenia' });
	expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining(made));
	for (const { name } of results) expect(name).toMatch(/^Xenia Zander \(/);
	// It does not read those of everybody.
	for (const person of club.athletes().slice(100, 120)) person.LastName = 'Quist';
	skip(120_000);
	club.sandbox.requests.length = 0;
	await search(club.sandbox, 'searchUserSubscriptions', { filter: 'quist' });
	expect(club.calls().filter((call) => call.endsWith('/UserSubscriptions'))).toHaveLength(10);
});

/** Each field with a drop-down, in the operations that have it. */
const CHOSEN_FROM_LISTS = operations.flatMap(({ name, resource, operation }) =>
	operation.fields.flatMap((field) => {
		const method = field.modes?.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
		// Nobody is in each class.
		const isOfBooking = /^booking\.(delete|get)$/.test(name) && field.name === 'classId';
		return field.required && method && !isOfBooking ? [{ name, field: field.name, method, resource, operation }] : [];
	}),
);

test.each(CHOSEN_FROM_LISTS)('$name finds what the drop-down of $field offers', async ({ resource, operation, field, method }) => {
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const classId = locator('id', items[0].classId as number);
	const [{ value }] = (await search(club.sandbox, method, { parameters: { ...parameters, classId } })).results;
	const { error } = await club.run({ ...parameters, [field]: locator('list', value as number) }, { items: items.slice(0, 1) });
	expect(error?.httpCode).not.toBe('404');
});

test('classes without a time come last', async () => {
	const Results = [
		{ ClassId: 1, Name: 'Open' },
		{ ClassId: 2, Name: 'Late', Begin: inDays(2) },
		{ ClassId: 3, Name: 'Soon', Begin: inDays(1) },
	];
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ Results, Continue: false });
	club.sandbox.inject({
		kind: 'status',
		status: 200,
		headers,
		body,
		match: { every: true, when: ({ url }) => url.includes('/Calendars/') },
	});
	const found = async (filter?: string) => (await search(club.sandbox, 'searchClasses', { filter })).results;
	expect((await found()).map(({ value }) => value)).toEqual([3, 2, 1]);
	expect(await found('open')).toEqual([{ name: 'Open', value: 1 }]);
});
