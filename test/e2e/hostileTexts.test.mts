import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { Crm } from '../../dev/demo/crm.mts';
import { Mailbox } from '../../dev/demo/mailbox.mts';
import { dataTables, enterTables, fitted, template, WATCHDOG_SCOPES } from '../../dev/demo/templates.mts';
import { waitFor } from '../../dev/host/wait.mts';
import type { CredentialReference } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { Club } from '../../sandbox/club.mts';
import { endsWithMails, openDoor } from './support/door.mts';
import { useHost } from './support/host.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

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

/** The example workflows that send a mail, the trigger to run them from, and whom the mail is for. */
const MAILED: ReadonlyArray<[file: string, trigger: string, to: 'member' | 'staff']> = [
	['badge-congratulation', 'Check for missed badges', 'member'],
	['celebrate-visits', 'A visit to celebrate', 'member'],
	['win-back', 'Member stays away or returns', 'member'],
	['renewal-offer', 'A membership ends soon', 'member'],
	['ticket-card', 'Few visits are left', 'member'],
	['freeze-ends', 'A freeze ends within a week', 'member'],
	['welcome-client', 'An athlete became a client', 'member'],
	['off-waiting-list', 'A member got a place', 'member'],
	['free-place', 'A full class has a free place', 'member'],
	['class-reminder', 'Every day at 17', 'member'],
	['empty-class', 'A class is nearly empty', 'staff'],
	['expiring-memberships', 'Every Monday', 'staff'],
	['segment-marketing', 'Every month', 'staff'],
	['every-club-of-a-chain', 'Every Monday', 'staff'],
	['subscription-watchdog', 'Every hour', 'staff'],
	['notice-service-changes', 'Every night', 'staff'],
];

describe('The example workflows in a club with hostile texts', () => {
	const host = useHost({ sandbox: { athletes: 12, rate: false } });
	const crm = new Crm();
	const mailbox = new Mailbox();
	const credentials: Record<string, CredentialReference> = {};
	let tables: Record<string, string> = {};
	let door = '';

	beforeAll(async () => {
		await Promise.all([crm.start(), mailbox.start()]);
		crm.holds = [];
		const key = { name: 'x-crm-key', value: 'key-of-the-crm' };
		credentials.clubApi = host.credential;
		credentials.smtp = await host.rest.createCredential('Mail of the club', mailbox.credential, 'smtp');
		credentials.n8nApi = await host.rest.createCredential('Key of n8n', await host.rest.apiKey('Watchdog', WATCHDOG_SCOPES), 'n8nApi');
		credentials.httpHeaderAuth = await host.rest.createCredential('Key of the CRM', key, 'httpHeaderAuth');
		tables = await enterTables(host.rest);
		door = await openDoor(host, surroundings());

		const { club } = host.sandbox;
		fill(club, Object.fromEntries(TEXTS.map((name) => [name, HOSTILE])));
		const [anna, berit, clara] = listedAthletes(club);
		for (const { UserClassSubscriptionId, UserId } of [...club.userSubscriptions.values()])
			if (UserId === clara.UserId) club.userSubscriptions.delete(UserClassSubscriptionId);
		const [frozen, running] = club.userSubscriptions.values();
		const ends = { From: iso(Date.now() - DAY), To: iso(Date.now() + 5 * DAY), MaxActivities: 10, AvailableActivities: 1, Disabled: false };
		const pause = { SuspensionState: 'Suspended', SuspensionStartUTC: iso(Date.now() - DAY), ReactivationDate: iso(Date.now() + 4 * DAY) };
		Object.assign(frozen, ends, pause);
		Object.assign(running, ends, { SuspensionState: 'None', SuspensionStartUTC: null, ReactivationDate: null });
		const [booking] = club.bookings;
		const published = [...club.classes.values()].filter(({ Published }) => Published);
		const tomorrow = DateTime.now().setZone('Europe/Stockholm').plus({ days: 1 }).set({ hour: 12 }).toISO();
		published.find(({ CalendarType }) => CalendarType === 'Club')!.Begin = String(tomorrow);
		club.bookings.splice(
			0,
			club.bookings.length,
			...club.bookings.filter(({ UserId }) => UserId !== anna.UserId && UserId !== berit.UserId),
		);
		for (const { ClassId, Begin } of published)
			club.bookings.push(
				{ ...booking, ClassId, Begin, UserId: anna.UserId, State: 'Confirmed' },
				{ ...booking, ClassId, Begin, UserId: berit.UserId, State: 'Queued' },
			);
		for (let days = 1; days <= 5; days++) club.bookings.push({ ...booking, UserId: clara.UserId, Begin: iso(Date.now() - days * DAY) });
	});
	beforeEach(() => {
		for (const list of [crm.received, crm.requests, mailbox.mails]) list.length = 0;
	});
	afterAll(async () => await Promise.all([crm.close(), mailbox.close()]));

	const surroundings = () => ({ credentials, crm: crm.url.slice(0, -1), tables });

	const imported = async (name: string): Promise<string> =>
		(await host.rest.createWorkflow(endsWithMails(fitted(template(`${name}.json`), { ...surroundings(), door })))).id;

	const rowsOf = async (table: string): Promise<IDataObject[]> => {
		const path = `${await dataTables(host.rest)}/${tables[table]}/rows`;
		return (await host.rest.session.send<{ data: IDataObject[] }>('GET', path)).data;
	};

	const people = () => listedAthletes(host.sandbox.club);

	it.each(MAILED)('%s sends text alone, to one address, and greets nobody by it', async (name, trigger, to) => {
		const { error } = await host.rest.runManually(await imported(name), trigger);
		expect(error).toBeUndefined();
		// The first night only fills the table.
		if (name !== 'notice-service-changes') expect(mailbox.mails).not.toEqual([]);
		const known = to === 'member' ? people().map(({ Email }) => Email) : [expect.stringMatching(/^\w+@club\.example$/)];
		for (const mail of mailbox.mails) {
			if (to === 'member') expect(known).toContain(mail.to);
			else expect([mail.to]).toEqual(known);
			expect(mail.subject).not.toMatch(/[\r\n]/);
			expect(mail.html?.match(/<(?!\/?(p|b|br|h2|ul|li)>|img src="http:\/\/127\.0\.0\.1:\d+\/[\w/.-]+" alt="" width="160">)/g)).toBeNull();
			expect(mail.html).not.toMatch(/(Hello|Well done) [^<]*=HYPERLINK|undefined|\[object/);
		}
	});

	it('tables have no formula, and no row of somebody who has left', async () => {
		const ids = { athletes: await imported('club-in-data-tables'), stages: await imported('client-stages-and-a-sheet') };
		const night = async () => {
			for (const id of Object.values(ids)) expect((await host.rest.runManually(id, 'Every night')).error).toBeUndefined();
		};
		await night();
		for (const table of ['Athletes', 'Client stages']) {
			const rows = await rowsOf(table);
			expect(rows).not.toEqual([]);
			for (const row of rows) expect(Object.values(row).filter((value) => /^[=+\-@\t\r]/.test(String(value)))).toEqual([]);
			expect(rows[0].FirstMidName).toBe(`'${HOSTILE}`);
		}
		const [left] = people();
		host.sandbox.club.athletes.delete(left.UserId);
		await night();
		for (const table of ['Athletes', 'Client stages']) {
			const rows = (await rowsOf(table)).map(({ UserId }) => UserId).sort();
			expect(rows).toEqual(
				people()
					.map(({ UserId }) => UserId)
					.sort(),
			);
		}
	});

	it('copies get the records as they are, with a key', async () => {
		expect((await host.rest.runManually(await imported('nightly-reconciliation'), 'Every night')).error).toBeUndefined();
		expect(crm.received.some(({ record }) => (record as IDataObject).FirstMidName === HOSTILE)).toBe(true);
		expect(crm.keys).toEqual(new Set(['key-of-the-crm']));
	});

	it('the mail server stays silent for a forged event: no words of it, no badge of somebody else', async () => {
		const id = await imported('badge-congratulation');
		expect((await host.rest.activate(id)).message).toBeUndefined();
		const { club, act } = host.sandbox;
		const [{ Url }] = club.webhookSubscriptions.values();
		const [award] = club.awards.values();
		const other = people().find(({ UserId }) => UserId !== award.UserId)!;
		const forged = (subject: string, eventTime: string) => ({
			id: `forged-${subject}-${eventTime}`,
			topic: '/streams/club-1-events',
			subject,
			data: { ...award, UserId: other.UserId, BadgeName: 'LAST REMINDER: pay at https://evil.example' },
			eventType: 'Badge.Awarded',
			eventTime,
			dataVersion: '1.0',
			metadataVersion: '1',
		});
		const forgeries = [
			forged(`Athletes/${other.UserId}/Badges/999999`, iso(Date.now() - DAY)),
			forged(`Athletes/${other.UserId}/Badges/${award.AchievedBadgeId}`, iso(Date.now() - DAY)),
		];
		for (const event of forgeries) {
			const body = JSON.stringify([event]);
			const { status } = await fetch(Url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
			expect(status).toBe(200);
		}
		const ended = async () =>
			(await host.rest.executions(id))
				.filter(({ mode }) => mode === 'webhook')
				.map(({ status }) => (status === 'success' || status === 'error' ? status : undefined));
		await waitFor('The end of both', async () => ((await ended()).filter(Boolean).length === 2 ? true : undefined));
		expect((await ended()).sort()).toEqual(['error', 'success']);
		expect(mailbox.mails).toEqual([]);
		act.awardBadge(other.UserId);
		await waitFor('The mail of the badge', () => mailbox.mails.length > 0 || undefined);
		expect(mailbox.mails).toMatchObject([{ to: other.Email }]);
		expect(mailbox.mails[0].html).not.toContain('REMINDER');
		await host.rest.deactivate(id);
	});

	it.each(MAILED.filter(([, , to]) => to === 'member'))(
		'%s sends nothing where an address is three, and says so',
		async (name, trigger) => {
			fill(host.sandbox.club, { Email: ADDRESSES });
			const { error } = await host.rest.runManually(await imported(name), trigger);
			expect(error?.message).toMatch(/exactly one email address/);
			expect(mailbox.mails).toEqual([]);
		},
	);
});
