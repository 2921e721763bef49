import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../../support/club.mts';
import { PollHost } from './support/pollHost.mts';
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

const facts = ({ items }: Pick<PollHost, 'items'>) => items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
const lookUps = () => club.sandbox.requests.filter(({ route }) => route.endsWith('}')).length;

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
		expect(facts(host)).toEqual([]);
	});

	it('is no error, and the log says how many records wait for a single read', async () => {
		const host = await started(['Athlete.Deleted']);
		Object.assign(club.sandbox.dialect, { listedRows: 'half' });
		for (let poll = 0; poll < 4; poll++) expect((await next(host)).error).toBeUndefined();
		club.sandbox.resetDialect();
		const listed = club.athletes().length;
		expect(host.logs).toEqual(
			[20, 40].map(
				(read) => `warn: ${Math.ceil(listed / 2) - read} records that their lists lack wait to be read by themselves, up to 20 a poll.`,
			),
		);
	});

	it('costs at most 20 calls in a poll', async () => {
		const host = await started(['Athlete.Deleted']);
		Object.assign(club.sandbox.dialect, { listedRows: 'half' });
		const costs = [];
		for (const hours of [1, 1, 1, 1, 24, 1, 24]) {
			club.sandbox.resetRecords();
			await next(host, hours * HOUR);
			costs.push(lookUps());
		}
		club.sandbox.resetDialect();
		expect(costs).toEqual([0, 20, 20, 20, 20, 20, 20]);
	});

	it('still emits additions, changes and real removals', async () => {
		const host = await started(['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted']);
		const [, left, changed] = club.athletes();
		club.sandbox.club.athletes.delete(left.UserId);
		changed.Phone += '1';
		const joined = club.sandbox.act.addAthlete();
		Object.assign(club.sandbox.dialect, { listedRows: 'oneMissing' });
		await next(host);
		club.sandbox.resetDialect();
		await next(host);
		await next(host);
		expect(facts(host).sort()).toEqual([
			`Athlete.Created Athletes/${joined.UserId}`,
			`Athlete.Deleted Athletes/${left.UserId}`,
			`Athlete.Updated Athletes/${changed.UserId}`,
		]);
	});

	it('does not make an older membership the last of an athlete', async () => {
		const host = await started(['Membership.Ended', 'Membership.EndsSoon']);
		const { userSubscriptions } = club.sandbox.club;
		const DAY = 24 * HOUR;
		const [renewed] = userSubscriptions.values();
		renewed.To = new Date(Date.now() + 300 * DAY).toISOString();
		const old = { ...renewed, UserClassSubscriptionId: club.sandbox.club.nextId(), To: new Date(Date.now() - 10 * DAY).toISOString() };
		userSubscriptions.set(old.UserClassSubscriptionId, old);
		await next(host);
		for (const listedRows of ['oneMissing', 'half', 'none'] as const) {
			Object.assign(club.sandbox.dialect, { listedRows });
			await next(host);
			await next(host);
		}
		club.sandbox.resetDialect();
		await next(host);
		expect(facts(host)).toEqual([]);
		userSubscriptions.delete(old.UserClassSubscriptionId);
	});
});

describe('records that are gone', () => {
	it('are read singly, 20 in a poll, while new ones are emitted', async () => {
		const host = await started(['Athlete.Created', 'Athlete.Deleted']);
		const gone = club.athletes().slice(0, 50);
		for (const { UserId } of gone) club.sandbox.club.athletes.delete(UserId);
		const emitted = [];
		for (let poll = 0; poll < 4; poll++) {
			const { UserId } = club.sandbox.act.addAthlete();
			const { items = [] } = await next(host);
			expect(facts({ items })).toContain(`Athlete.Created Athletes/${UserId}`);
			emitted.push(items.length - 1);
		}
		expect(emitted).toEqual([0, 20, 20, 10]);
		for (const athlete of gone) club.sandbox.club.athletes.set(athlete.UserId, athlete);
	});

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
		expect(facts(host)).toEqual([]);
		await next(host, 5 * MINUTE);
		expect(facts(host)).toEqual([`Contact.Deleted Contacts/${gone.UserId}`]);
		club.sandbox.clearFaults();
		list(all);
	});

	it('do not block others if one of them cannot be read', async () => {
		const host = await started(['Athlete.Created', 'Athlete.Deleted']);
		const [broken, gone] = club.athletes();
		for (const { UserId } of [broken, gone]) club.sandbox.club.athletes.delete(UserId);
		const joined = club.sandbox.act.addAthlete();
		club.sandbox.inject({ kind: 'status', status: 500, match: { route: 'GET /Athletes/{userId}', every: true } });
		for (let poll = 0; poll < 2; poll++) expect((await next(host)).error).toBeUndefined();
		expect(facts(host)).toEqual([`Athlete.Created Athletes/${joined.UserId}`]);
		expect(host.logs[0]).toMatch(/could not be read by itself.*GET .Athletes.\{userId\}/);
		club.sandbox.clearFaults();
		await next(host);
		expect(facts(host).slice(1).sort()).toEqual([broken, gone].map(({ UserId }) => `Athlete.Deleted Athletes/${UserId}`));
		for (const athlete of [broken, gone]) club.sandbox.club.athletes.set(athlete.UserId, athlete);
	});
});
