import type { IDataObject } from 'n8n-workflow';
import type { Club } from '../../sandbox/club.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { until } from '../support/waiting.mts';
import { Engine } from './support/engine.mts';
import { begin, occupy, starts } from './support/occasions.mts';

/** What a member may have called themselves, and a trainer a class. */
const HOSTILE =
	'=HYPERLINK("https://evil.example")<script>alert(\'1\')</script><img src="https://evil.example/x.png"> pay at https://evil.example\r\nBcc: all@evil.example';

/** Three addresses in one. */
const ADDRESSES = 'one@evil.example, two@evil.example, three@evil.example';

const TEXTS = [
	'FirstMidName',
	'LastName',
	'Phone',
	'Name',
	'ClassName',
	'Title',
	'Description',
	'BadgeName',
	'ChallengeName',
	'BookActorName',
];

/** Puts these texts into every record of the club that has such a property. */
function fill(club: Club, texts: Readonly<Record<string, string>>): void {
	const lists = [
		club.athletes,
		club.contacts,
		club.classes,
		club.products,
		club.awards,
		club.challenges,
		club.trainings,
		club.userSubscriptions,
	];
	const records = [...lists.flatMap((list) => [...list.values()] as object[]), ...club.bookings, club.profile] as Array<
		Record<string, unknown>
	>;
	for (const record of records) for (const [name, text] of Object.entries(texts)) if (typeof record[name] === 'string') record[name] = text;
}

describe('The example workflows in a club with hostile texts', () => {
	const engine = new Engine();
	let everybody: Athlete[] = [];
	const rows = starts().map((start) => [[start.file, start.trigger, start.event].filter(Boolean).join(', '), start] as const);

	const fresh = (texts: Readonly<Record<string, string>>): Athlete[] => {
		engine.reset();
		engine.sandbox.club.athletes.clear();
		for (const athlete of structuredClone(everybody)) engine.sandbox.club.athletes.set(athlete.UserId, athlete);
		const people = occupy(engine, 4);
		fill(engine.sandbox.club, texts);
		for (const name of Object.keys(engine.tables.ids))
			for (const row of engine.tables.rows(name) as unknown as IDataObject[])
				for (const [column, text] of Object.entries(texts)) if (row[column]) row[column] = text;
		return people;
	};

	beforeAll(async () => {
		await engine.start();
		everybody = structuredClone(engine.people());
	});
	afterAll(async () => await engine.close());

	it.each(rows)('%s sends text alone, to one address, and greets nobody by it', async (_name, start) => {
		const people = fresh(Object.fromEntries(TEXTS.map((name) => [name, HOSTILE])));
		await begin(engine, start, people);
		const known = people.map(({ Email }) => Email);
		// The page around a draft is n8n's.
		for (const mail of engine.mailbox.mails.filter(({ subject }) => !subject.startsWith('A draft for'))) {
			if (!/^\w+@club\.example$/.test(mail.to)) expect(known).toContain(mail.to);
			expect(mail.subject).not.toMatch(/[\r\n]/);
			expect(
				mail.html?.match(/<(?!\/?(p|b|br|h2|ul|li)>|\/a>|a href="https:\/\/n8n\.club\.example\/|img src="https:\/\/cdn\.example\/)/g) ??
					null,
			).toBeNull();
			expect(mail.html ?? '').not.toMatch(/(Hello|Well done) [^<]*=HYPERLINK|undefined|\[object/);
		}
	});

	it('tables have no formula, and no row of somebody who has left', async () => {
		const people = fresh(Object.fromEntries(TEXTS.map((name) => [name, HOSTILE])));
		const night = async () => {
			for (const name of ['club-in-data-tables', 'client-stages-and-a-sheet'])
				expect((await engine.run(name, 'Every night')).error).toBeUndefined();
		};
		await night();
		const rowsOf = (table: string) => engine.tables.rows(table) as unknown as IDataObject[];
		for (const row of rowsOf('Athletes')) expect(Object.values(row).filter((value) => /^[=+\-@\t\r]/.test(String(value)))).toEqual([]);
		expect(rowsOf('Athletes')[0].FirstMidName).toBe(`'${HOSTILE}`);
		const [left, ...others] = people;
		engine.sandbox.club.athletes.delete(left.UserId);
		await night();
		for (const table of ['Athletes', 'Client stages'])
			expect(
				rowsOf(table)
					.map(({ UserId }) => UserId)
					.sort(),
			).toEqual(others.map(({ UserId }) => UserId).sort());
	});

	it('copies get the records as they are, with a key', async () => {
		fresh(Object.fromEntries(TEXTS.map((name) => [name, HOSTILE])));
		expect((await engine.run('nightly-reconciliation', 'Every night')).error).toBeUndefined();
		expect(engine.crm.received.some(({ record }) => (record as IDataObject).FirstMidName === HOSTILE)).toBe(true);
		expect(engine.crm.keys).toEqual(new Set(['key-of-the-crm']));
	});

	it('the mail server stays silent for a forged event: no words of it, no badge of somebody else', async () => {
		const [owner, other] = fresh({});
		await engine.activate('badge-congratulation');
		const { club, act } = engine.sandbox;
		const [{ Url }] = club.webhookSubscriptions.values();
		const { AchievedBadgeId } = act.awardBadge(owner.UserId);
		await until(() => engine.mails.length === 1);
		engine.mailbox.mails.length = 0;
		for (const id of [999_999, AchievedBadgeId]) {
			const data = { AchievedBadgeId: id, UserId: other.UserId, BadgeName: 'LAST REMINDER: pay at https://evil.example' };
			const about = { id: `forged-${id}`, topic: 't', subject: `Athletes/${other.UserId}/Badges/${id}`, eventType: 'Badge.Awarded' };
			const event = { ...about, eventTime: new Date().toISOString(), data, dataVersion: '1.0', metadataVersion: '1' };
			const body = JSON.stringify([event]);
			expect((await fetch(Url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(200);
		}
		await until(() => engine.runs.length === 3);
		expect(engine.mails).toEqual([]);
		act.awardBadge(other.UserId);
		await until(() => engine.mails.length === 1);
		expect(engine.mailbox.mails).toMatchObject([{ to: other.Email }]);
		expect(engine.mailbox.mails[0].html).not.toContain('REMINDER');
	});

	it.each(rows)('%s sends nothing where an address is three, and says so', async (_name, start) => {
		await begin(engine, start, fresh({}));
		const isMailing = engine.mailbox.mails.some(({ to }) => !to.endsWith('@club.example'));
		await begin(engine, start, fresh({ Email: ADDRESSES }));
		expect(engine.mailbox.mails.filter(({ to }) => !to.endsWith('@club.example'))).toEqual([]);
		if (isMailing) expect(engine.failed.map(({ error }) => error?.message).join()).toMatch(/exactly one email address/);
	});
});
