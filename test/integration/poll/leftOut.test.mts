import { testClub } from '../../support/club.mts';
import { facts, pollsOf } from './support/pollHost.mts';
import { MINUTE, useTime } from './support/time.mts';

const club = testClub({ athletes: 120 });

const { started, next } = pollsOf(club, useTime());

const EVENTS = [
	'Athlete.Created',
	'Athlete.Deleted',
	'Contact.Created',
	'Contact.Deleted',
	'UserSubscription.Created',
	'UserSubscription.Deleted',
];

it.each(['oneMissing', 'half', 'none'] as const)(
	'a list that leaves out existing records emits no removal, and no new record when it is whole again: %s',
	async (listedRows) => {
		const host = await started(EVENTS);
		await next(host);
		Object.assign(club.sandbox.dialect, { listedRows });
		for (let poll = 0; poll < 3; poll++) await next(host);
		club.sandbox.resetDialect();
		for (let poll = 0; poll < 3; poll++) expect((await next(host)).error).toBeUndefined();
		expect(facts(host.items)).toEqual([]);
	},
);

it('records that are gone are emitted after a second read of the list, 15 minutes later, if the club gives no single records', async () => {
	const host = await started(['Contact.Deleted']);
	await next(host);
	club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Contacts/{userId}', every: true } });
	const { contacts } = club.sandbox.club;
	const all = [...contacts.values()];
	const list = (rows: typeof all) => {
		contacts.clear();
		for (const contact of rows) contacts.set(contact.UserId, contact);
	};
	const [gone] = all;
	list(all.slice(2));
	await next(host);
	await next(host, 5 * MINUTE);
	list(all.slice(1));
	await next(host, 5 * MINUTE);
	expect(facts(host.items)).toEqual([]);
	await next(host, 5 * MINUTE);
	expect(facts(host.items)).toEqual([`Contact.Deleted Contacts/${gone.UserId}`]);
	club.sandbox.clearFaults();
	list(all);
});
