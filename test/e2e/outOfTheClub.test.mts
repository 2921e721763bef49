import { fitted, template } from '../../dev/demo/templates.mts';
import type { CredentialReference, WorkflowJson } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { GoogleSheets } from './support/googleSheets.mts';
import { useHost } from './support/host.mts';
import { Hubspot } from './support/hubspot.mts';
import { Mailchimp } from './support/mailchimp.mts';
import { Outside } from './support/outside.mts';

describe('The example workflows between the club and other products', () => {
	const sheets = new GoogleSheets();
	const audience = new Mailchimp();
	const crm = new Hubspot();
	const outside = new Outside([sheets, audience, crm]);
	beforeAll(async () => await outside.start());
	const host = useHost({ sandbox: { athletes: 30, rate: false }, env: outside.env });
	const credentials: Record<string, CredentialReference> = {};

	beforeAll(async () => {
		credentials.googleApi = await host.rest.createCredential('Google', sheets.credential, 'googleApi');
		credentials.mailchimpApi = await host.rest.createCredential('Mailchimp', audience.credential, 'mailchimpApi');
		credentials.hubspotAppToken = await host.rest.createCredential('HubSpot', crm.credential, 'hubspotAppToken');
		credentials.clubApi = host.credential;
	});
	let people: Athlete[] = [];
	beforeEach(() => {
		people = structuredClone([...host.sandbox.club.athletes.values()]);
		host.sandbox.clearFaults();
		host.sandbox.resetRecords();
	});
	afterEach(async () => {
		host.sandbox.club.athletes.clear();
		for (const athlete of people) host.sandbox.club.athletes.set(athlete.UserId, athlete);
		await host.rest.deactivateAll();
		expect(host.sandbox.breaches).toEqual([]);
		expect(outside.refused).toEqual([]);
	});
	afterAll(async () => await outside.close());

	const athletes = () => listedAthletes(host.sandbox.club);

	const published = async (workflow: WorkflowJson): Promise<string> => {
		const { id } = await host.rest.createWorkflow(workflow);
		expect((await host.rest.activate(id)).message).toBeUndefined();
		return id;
	};

	/** A template as a user has it after doing what its notes ask for. */
	const prepared = (name: string): WorkflowJson => fitted(template(`${name}.json`), { credentials, crm: '' });

	describe('members-to-google-sheet', () => {
		const HEADER = ['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage'];

		const night = async () => {
			const workflow = prepared('members-to-google-sheet');
			for (const { type, parameters } of workflow.nodes)
				if (type === 'n8n-nodes-base.googleSheets')
					for (const [name, value] of Object.entries(sheets.chosen)) Object.assign(parameters[name] as object, { value });
			const { id } = await host.rest.createWorkflow(workflow);
			return await host.rest.runManually(id, 'Every night');
		};

		/** A row as the sheet has it. */
		const rowOf = (athlete: Athlete) => HEADER.map((name) => athlete[name as keyof Athlete] ?? '');

		const byId = (rows: unknown[][]) => rows.map((row) => row.slice(0, 6)).sort(([a], [b]) => Number(a) - Number(b));

		it('has a row for each athlete, adds, writes and deletes what differs, and leaves the own columns and rows of the club', async () => {
			Object.assign(sheets, { rows: [[...HEADER, 'Locker']], rowCount: 5 });
			const [formula, changed, left, ...others] = athletes();
			Object.assign(formula, { FirstMidName: '=HYPERLINK("https://evil.example","Pay")', LastName: '@SUM(A1)', Phone: '+46 70 123' });
			expect((await night()).error).toBeUndefined();
			expect(byId(sheets.rows.slice(1))).toEqual(byId(athletes().map(rowOf)));

			sheets.rows.reverse().unshift(sheets.rows.pop()!);
			const rowIn = (UserId: number) => sheets.rows.find(([id]) => id === UserId)!;
			rowIn(others[0].UserId)[6] = 'B 12';
			rowIn(others[1].UserId)[5] = 'Typed by hand';
			sheets.rows.splice(4, 0, ['', 'Call these first']);
			sheets.rowCount += 1;
			changed.Phone = '';
			host.sandbox.club.athletes.delete(left.UserId);
			const joined = host.sandbox.act.addAthlete();
			expect((await night()).error).toBeUndefined();
			const members = sheets.rows.slice(1).filter(([id]) => id !== '');
			expect(byId(members)).toEqual(byId(athletes().map(rowOf)));
			expect(members.map(([id]) => id)).not.toContain(left.UserId);
			expect(members.at(-1)?.[0]).toBe(joined.UserId);
			expect(rowIn(others[0].UserId)[6]).toBe('B 12');
			expect(sheets.rows).toContainEqual(['', 'Call these first']);

			const before = JSON.stringify(sheets.rows);
			const run = await night();
			expect([run.runsOf('Write to the sheet'), run.runsOf('Delete the row'), JSON.stringify(sheets.rows)]).toEqual([[], [], before]);
		});

		it('deletes no row when the club cannot be read whole, or seems to be another one', async () => {
			const ids = () => sheets.rows.map(([id]) => id);
			const before = ids();
			for (const { UserId } of athletes().slice(0, 25)) host.sandbox.club.athletes.delete(UserId);
			expect((await night()).error?.message).toMatch(/^2\d members would have left in one night\. Is this the right club\?/);
			expect(ids()).toEqual(expect.arrayContaining(before));
			host.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes' } });
			expect((await night()).error).toBeDefined();
			expect(ids()).toEqual(expect.arrayContaining(before));
		});
	});

	describe('members-to-mailchimp', () => {
		const night = async () => {
			const workflow = prepared('members-to-mailchimp');
			for (const { type, parameters } of workflow.nodes)
				if (type === 'n8n-nodes-base.mailchimp') Object.assign(parameters, audience.chosen);
			const { id } = await host.rest.createWorkflow(workflow);
			audience.changes.length = 0;
			return await host.rest.runManually(id, 'Every night');
		};

		const contactOf = ({ Email }: { Email: string }) => audience.contacts.get(Email.toLowerCase());

		const fieldsOf = ({ FirstMidName, LastName, ClientStage, UserId }: Athlete) => ({
			FNAME: FirstMidName,
			LNAME: LastName,
			STAGE: ClientStage,
			CLUBID: String(UserId),
		});

		beforeEach(() => {
			audience.contacts.clear();
			audience.fake.clear();
			audience.fields = ['FNAME', 'LNAME', 'STAGE', 'CLUBID'];
		});

		it('asks new members for their consent, updates who is there, and subscribes nobody again', async () => {
			const [anna, berit, carl] = athletes();
			const stranger = { email_address: 'reader@example.com', status: 'subscribed', merge_fields: { FNAME: 'Rita' } };
			audience.contacts.set('reader@example.com', stranger);
			audience.contacts.set(anna.Email, { email_address: anna.Email.toUpperCase(), status: 'unsubscribed', merge_fields: {} });
			audience.contacts.set(berit.Email, { email_address: berit.Email, status: 'archived', merge_fields: {} });
			audience.contacts.set(carl.Email, { email_address: carl.Email, status: 'cleaned', merge_fields: {} });
			expect((await night()).error).toBeUndefined();
			expect(contactOf(anna)).toMatchObject({ status: 'unsubscribed', merge_fields: fieldsOf(anna) });
			expect(audience.changes).not.toContain(`POST ${anna.Email}`);
			expect([contactOf(berit), contactOf(carl)]).toMatchObject([{ status: 'archived' }, { status: 'cleaned' }]);
			expect(audience.contacts.get('reader@example.com')).toEqual(stranger);
			for (const athlete of athletes().slice(3)) {
				expect(contactOf(athlete)).toMatchObject({ status: 'pending', merge_fields: fieldsOf(athlete) });
			}
			expect(audience.contacts.size).toBe(athletes().length + 1);
			await night();
			expect(audience.changes).toEqual([]);
		});

		it('unsubscribes an address when the last athlete who has it has left or has another one', async () => {
			const [parent, child, moved] = athletes();
			const old = moved.Email;
			child.Email = parent.Email;
			await night();
			for (const contact of audience.contacts.values()) contact.status = 'subscribed';
			expect(contactOf(parent)?.merge_fields).toEqual(fieldsOf(parent));
			moved.Email = 'moved@example.com';
			host.sandbox.club.athletes.delete(parent.UserId);
			expect((await night()).error).toBeUndefined();
			expect(contactOf(parent)).toMatchObject({ status: 'subscribed', merge_fields: fieldsOf(child) });
			expect([audience.contacts.get(old), contactOf(moved)]).toMatchObject([{ status: 'unsubscribed' }, { status: 'pending' }]);
			host.sandbox.club.athletes.delete(child.UserId);
			expect((await night()).error).toBeUndefined();
			expect(contactOf(parent)).toMatchObject({ status: 'unsubscribed' });
		});

		it('brings no markup into the names, leaves out what is not one address, and unsubscribes nobody of a club that seems to be another one', async () => {
			const [hostile, several] = athletes();
			hostile.FirstMidName = '<a href="https://evil.example/pay">Anna</a>';
			several.Email = 'one@example.com,two@example.com';
			expect((await night()).error).toBeUndefined();
			expect(contactOf(hostile)?.merge_fields).toEqual({ ...fieldsOf(hostile), FNAME: '' });
			expect([...audience.contacts.keys()].filter((address) => /,|one@|two@/.test(address))).toEqual([]);
			for (const { UserId } of athletes().slice(2, 27)) host.sandbox.club.athletes.delete(UserId);
			expect((await night()).error?.message).toMatch(/^25 members would have left in one night\. Is this the right club\?/);
			host.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes' } });
			expect((await night()).error).toBeDefined();
			expect([...audience.contacts.values()].filter(({ status }) => status !== 'pending')).toEqual([]);
		});

		it('fails aloud when Mailchimp refuses somebody or lacks a field, once all others are done', async () => {
			const [refused, ...others] = athletes();
			audience.fake.add(refused.Email);
			expect((await night()).error?.message).toMatch(new RegExp(`^Mailchimp refused ${refused.Email}\\. The first reason: `));
			expect(audience.contacts.size).toBe(others.length);
			audience.fake.clear();
			audience.fields = ['FNAME', 'LNAME'];
			expect((await night()).error?.message).toBe('Add the text fields STAGE and CLUBID to the audience: Mailchimp has not stored CLUBID.');
		});
	});

	describe('stages-hubspot', () => {
		const hour = async () => {
			const { id } = await host.rest.createWorkflow(prepared('stages-hubspot'));
			return await host.rest.runManually(id, 'Every hour');
		};

		const other = (stage: string) => (stage === 'Prospect' ? 'Qualified' : 'Prospect');

		/** Changes a stage in the club, and waits until its event is done. */
		const changed = async (person: Athlete) => {
			await host.sandbox.delivery.idle();
			host.sandbox.resetRecords();
			host.sandbox.act.setClientStage(person.UserId, other(person.ClientStage) as typeof person.ClientStage);
			await host.sandbox.delivery.idle();
			expect(host.sandbox.deliveries.map(({ status }) => status)).toEqual([200]);
			return { email: person.Email, stage: person.ClientStage, id: String(person.UserId) };
		};

		const synced = (stage: string, id: string) => ({ club_stage: stage, club_stage_synced: stage, club_user_id: id });

		beforeEach(() => {
			crm.contacts.clear();
			crm.written.length = 0;
		});

		it('adds a contact, takes one with the same email and name, and leaves that of another person of the family alone', async () => {
			const [added, named, child, nameless] = athletes();
			child.Email = named.Email;
			added.LastName = '<img src="https://evil.example/x">';
			crm.write(named.Email, { firstname: named.FirstMidName.toUpperCase(), lastname: named.LastName });
			crm.write(nameless.Email, {});
			await published(prepared('stages-hubspot'));
			const first = await changed(added);
			expect(crm.contacts.get(first.email)).toMatchObject({ firstname: added.FirstMidName, ...synced(first.stage, first.id) });
			expect(JSON.stringify([...crm.contacts])).not.toContain('evil.example');
			await changed(child);
			expect(crm.written).toEqual([first.email]);
			const second = await changed(named);
			expect(crm.contacts.get(second.email)).toMatchObject({
				firstname: named.FirstMidName.toUpperCase(),
				...synced(second.stage, second.id),
			});
			await changed(child);
			const third = await changed(nameless);
			expect(crm.contacts.get(third.email)).toMatchObject(synced(third.stage, third.id));
			expect(crm.written).toEqual([first.email, second.email, third.email]);
		});

		it('finds a contact by the ID of the club, and writes nothing when the stage is the same or somebody forges an event', async () => {
			const [person] = athletes();
			const { UserId } = person;
			crm.write('old@example.com', synced(other(person.ClientStage), String(UserId)));
			await published(prepared('stages-hubspot'));
			await changed(person);
			const [{ Url }] = host.sandbox.club.webhookSubscriptions.values();
			const data = { UserId, Email: 'evil@example.com', ClientStage: other(person.ClientStage) };
			const forged = {
				id: 'forged',
				topic: 't',
				subject: `Athletes/${UserId}`,
				eventType: 'Athlete.Updated',
				eventTime: new Date().toISOString(),
				data,
				dataVersion: '1.0',
			};
			const answer = await fetch(Url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify([forged]) });
			expect([answer.status, crm.written]).toEqual([200, []]);
			host.sandbox.resetRecords();
			const { stage, id } = await changed(person);
			expect(crm.written).toEqual(['old@example.com']);
			expect(crm.contacts.get('old@example.com')).toMatchObject(synced(stage, id));
		});

		it('takes a stage from HubSpot without an echo, keeps that of the club where both changed, and passes over who has left', async () => {
			const [inHubspot, inBoth, left, wrong] = athletes();
			for (const { UserId, Email, ClientStage } of [inHubspot, inBoth, left, wrong]) crm.write(Email, synced(ClientStage, String(UserId)));
			await published(prepared('stages-hubspot'));
			const stage = other(inHubspot.ClientStage);
			crm.write(inHubspot.Email, { club_stage: stage });
			crm.write(inBoth.Email, { club_stage: 'Client', club_stage_synced: 'nothing yet' });
			crm.write(left.Email, { club_stage: other(left.ClientStage), club_user_id: '999999' });
			crm.write(wrong.Email, { club_stage: 'Champion' });
			const kept = inBoth.ClientStage;
			expect((await hour()).error).toBeUndefined();
			await host.sandbox.delivery.idle();
			expect([inHubspot.ClientStage, inBoth.ClientStage]).toEqual([stage, kept]);
			expect(crm.contacts.get(inHubspot.Email)).toMatchObject(synced(stage, String(inHubspot.UserId)));
			expect(crm.contacts.get(inBoth.Email)).toMatchObject(synced(kept, String(inBoth.UserId)));
			const puts = () => host.sandbox.requests.filter(({ method }) => method === 'PUT').length;
			expect(puts()).toBe(1);
			crm.written.length = 0;
			expect((await hour()).error).toBeUndefined();
			await host.sandbox.delivery.idle();
			expect([puts(), crm.written]).toEqual([1, []]);
		});

		it('fails aloud when the club does not let an athlete be read', async () => {
			const [{ UserId, Email, ClientStage }] = athletes();
			crm.write(Email, { ...synced(ClientStage, String(UserId)), club_stage: other(ClientStage) });
			host.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes/{userId}' } });
			expect((await hour()).error?.message).toMatch(/^A stage of HubSpot did not reach the club: /);
		});
	});
});
