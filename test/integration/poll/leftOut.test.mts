import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../../support/club.mts';
import { facts, PollHost } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

const club = testClub({ athletes: 120 });

const time = useTime();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function started(events: string[], options: IDataObject = {}) {
	const host = new PollHost({ sandbox: club.sandbox, events, options: { callsPerDay: 25_000, ...options } });
	await host.start();
	await next(host);
	return host;
}

async function next(host: PollHost, ms = HOUR) {
	time.ahead += ms;
	return await host.poll();
}

const EVENTS = [
	'Athlete.Created',
	'Athlete.Deleted',
	'Contact.Created',
	'Contact.Deleted',
	'UserSubscription.Created',
	'UserSubscription.Deleted',
];

describe('a list that leaves out existing records', () => {
	it.each(['oneMissing', 'half', 'none'] as const)('emits no removal, and no new record when it is whole again: %s', async (listedRows) => {
		const host = await started(EVENTS);
		Object.assign(club.sandbox.dialect, { listedRows });
		for (let poll = 0; poll < 3; poll++) await next(host);
		club.sandbox.resetDialect();
		for (let poll = 0; poll < 3; poll++) expect((await next(host)).error).toBeUndefined();
		expect(facts(host.items)).toEqual([]);
	});
});

describe('records that are gone', () => {
	it('are emitted after a second read of the list, 15 minutes later, if the club gives no single records', async () => {
		const host = await started(['Contact.Deleted']);
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
});
