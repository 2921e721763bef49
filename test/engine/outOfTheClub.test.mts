import type { Athlete } from '../../sandbox/types.mts';
import { Engine } from './support/engine.mts';

describe('The example workflows between the club and other products', () => {
	const engine = new Engine();
	const { sheets, audience, hubspot: crm } = engine;
	let people: Athlete[] = [];

	beforeAll(async () => {
		await engine.start();
		people = structuredClone(engine.people());
	});
	beforeEach(() => {
		engine.reset();
		engine.sandbox.club.athletes.clear();
		for (const athlete of structuredClone(people)) engine.sandbox.club.athletes.set(athlete.UserId, athlete);
	});
	afterEach(() => expect([engine.sandbox.breaches, engine.lost]).toEqual([[], []]));
	afterAll(async () => await engine.close());

	const athletes = () => engine.people();

	describe('members-to-google-sheet', () => {
		const HEADER = ['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage'];

		const night = async () => await engine.run('members-to-google-sheet', 'Every night');

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
			engine.sandbox.club.athletes.delete(left.UserId);
			const joined = engine.sandbox.act.addAthlete();
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

		it('names the rows that Google refuses to delete, and deletes those of no others, also by Retry after the sheet was sorted', async () => {
			sheets.rows = [[...HEADER]];
			await night();
			const [first, second, third] = athletes();
			for (const { UserId } of [first, second, third]) engine.sandbox.club.athletes.delete(UserId);
			let deletions = 0;
			sheets.refuses = (call) => (call.includes('deleteDimension') && ++deletions === 2 ? 429 : undefined);
			const run = await night();
			sheets.refuses = () => undefined;
			expect(run.error?.message).toMatch(new RegExp(`^The row of athlete ${second.UserId} is still in the sheet: `));
			await engine.retry(run);
			const left = [second, ...athletes()].map(({ UserId }) => UserId).sort();
			expect(
				sheets.rows
					.slice(1)
					.map(([id]) => id)
					.sort(),
			).toEqual(left);
			await night();
			expect(sheets.rows).toHaveLength(1 + athletes().length);
			const [fourth, fifth] = athletes();
			for (const { UserId } of [fourth, fifth]) engine.sandbox.club.athletes.delete(UserId);
			engine.sandbox.act.addAthlete();
			sheets.refuses = (call) => (call.includes('deleteDimension') ? undefined : 429);
			const stopped = await night();
			sheets.refuses = () => undefined;
			expect(stopped.error).toBeDefined();
			sheets.rows = [sheets.rows[0], ...sheets.rows.slice(1).reverse()];
			expect((await engine.retry(stopped)).error).toBeUndefined();
			expect(byId(sheets.rows.slice(1))).toEqual(byId(athletes().map(rowOf)));
		});
	});

	describe('members-to-mailchimp', () => {
		const night = async () => {
			audience.changes.length = 0;
			return await engine.run('members-to-mailchimp', 'Every night');
		};

		const contactOf = ({ Email }: { Email: string }) => audience.contacts.get(Email.toLowerCase());

		const fieldsOf = ({ FirstMidName, LastName, ClientStage, UserId }: Athlete) => ({
			FNAME: FirstMidName,
			LNAME: LastName,
			STAGE: ClientStage,
			CLUBID: String(UserId),
		});

		beforeEach(() => {
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
			engine.sandbox.club.athletes.delete(parent.UserId);
			expect((await night()).error).toBeUndefined();
			expect(contactOf(parent)).toMatchObject({ status: 'subscribed', merge_fields: fieldsOf(child) });
			expect([audience.contacts.get(old), contactOf(moved)]).toMatchObject([{ status: 'unsubscribed' }, { status: 'pending' }]);
			engine.sandbox.club.athletes.delete(child.UserId);
			expect((await night()).error).toBeUndefined();
			expect(contactOf(parent)).toMatchObject({ status: 'unsubscribed' });
		});

		it('brings no markup into the names, and leaves out what is not one address', async () => {
			const [hostile, several] = athletes();
			hostile.FirstMidName = '<a href="https://evil.example/pay">Anna</a>';
			several.Email = 'one@example.com,two@example.com';
			expect((await night()).error).toBeUndefined();
			expect(contactOf(hostile)?.merge_fields).toEqual({ ...fieldsOf(hostile), FNAME: '' });
			expect([...audience.contacts.keys()].filter((address) => /,|one@|two@/.test(address))).toEqual([]);
		});

		it('fails aloud when Mailchimp refuses somebody or lacks a field, once all others are done', async () => {
			const [refused, ...others] = athletes();
			audience.refuses = (change) => (change.endsWith(refused.Email) ? 400 : undefined);
			expect((await night()).error?.message).toMatch(new RegExp(`^Mailchimp refused ${refused.Email}\\. The first reason: `));
			expect(audience.contacts.size).toBe(others.length);
			audience.refuses = () => undefined;
			audience.fields = ['FNAME', 'LNAME'];
			expect((await night()).error?.message).toBe('Add the text fields STAGE and CLUBID to the audience: Mailchimp has not stored CLUBID.');
		});
	});

	describe('stages-hubspot', () => {
		const hour = async () => await engine.run('stages-hubspot', 'Every hour');

		const other = (stage: string) => (stage === 'Prospect' ? 'Qualified' : 'Prospect');

		/** Changes a stage in the club, and waits until its event is done. */
		const changed = async (person: Athlete) => {
			await engine.sandbox.delivery.idle();
			engine.sandbox.resetRecords();
			engine.sandbox.act.setClientStage(person.UserId, other(person.ClientStage) as typeof person.ClientStage);
			await engine.sandbox.delivery.idle();
			expect(engine.sandbox.deliveries.map(({ status }) => status)).toEqual([200]);
			return { email: person.Email, stage: person.ClientStage, id: String(person.UserId) };
		};

		const synced = (stage: string, id: string) => ({ club_stage: stage, club_stage_synced: stage, club_user_id: id });

		it('adds a contact, takes one with the same email and name, and leaves that of another person of the family alone', async () => {
			const [added, named, child, nameless] = athletes();
			child.Email = named.Email;
			added.LastName = '<img src="https://evil.example/x">';
			crm.write(named.Email, { firstname: named.FirstMidName.toUpperCase(), lastname: named.LastName });
			crm.write(nameless.Email, {});
			await engine.activate('stages-hubspot');
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
			await engine.activate('stages-hubspot');
			await changed(person);
			const [{ Url }] = engine.sandbox.club.webhookSubscriptions.values();
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
			engine.sandbox.resetRecords();
			const { stage, id } = await changed(person);
			expect(crm.written).toEqual(['old@example.com']);
			expect(crm.contacts.get('old@example.com')).toMatchObject(synced(stage, id));
		});

		it('takes a stage from HubSpot without an echo, keeps that of the club where both changed, and passes over who has left', async () => {
			const [inHubspot, inBoth, left, wrong] = athletes();
			for (const { UserId, Email, ClientStage } of [inHubspot, inBoth, left, wrong]) crm.write(Email, synced(ClientStage, String(UserId)));
			await engine.activate('stages-hubspot');
			const stage = other(inHubspot.ClientStage);
			crm.write(inHubspot.Email, { club_stage: stage });
			crm.write(inBoth.Email, { club_stage: 'Client', club_stage_synced: 'nothing yet' });
			crm.write(left.Email, { club_stage: other(left.ClientStage), club_user_id: '999999' });
			crm.write(wrong.Email, { club_stage: 'Champion' });
			const kept = inBoth.ClientStage;
			expect((await hour()).error).toBeUndefined();
			await engine.sandbox.delivery.idle();
			expect([inHubspot.ClientStage, inBoth.ClientStage]).toEqual([stage, kept]);
			expect(crm.contacts.get(inHubspot.Email)).toMatchObject(synced(stage, String(inHubspot.UserId)));
			expect(crm.contacts.get(inBoth.Email)).toMatchObject(synced(kept, String(inBoth.UserId)));
			const puts = () => engine.sandbox.requests.filter(({ method }) => method === 'PUT').length;
			expect(puts()).toBe(1);
			crm.written.length = 0;
			expect((await hour()).error).toBeUndefined();
			await engine.sandbox.delivery.idle();
			expect([puts(), crm.written]).toEqual([1, []]);
		});

		it('goes on with all others when the club refuses one stage, and names the athlete', async () => {
			const [refused, ...others] = athletes().slice(0, 4);
			const before = others.map(({ ClientStage }) => other(ClientStage));
			for (const { UserId, Email, ClientStage } of [refused, ...others])
				crm.write(Email, { ...synced(ClientStage, String(UserId)), club_stage: other(ClientStage) });
			const match = {
				route: 'PUT /Athletes/{userId}/ClientStage',
				when: ({ url }: { url: string }) => url.includes(`/${refused.UserId}/`),
			};
			engine.sandbox.inject({ kind: 'status', status: 403, match });
			expect((await hour()).error?.message).toMatch(new RegExp(`^The stage of athlete ${refused.UserId} in HubSpot did not go on: .*$`));
			expect(others.map(({ ClientStage }) => ClientStage)).toEqual(before);
		});

		it('takes the new ID of who comes back to the club, and none of somebody who is still there', async () => {
			const [back, twin] = athletes();
			crm.write(back.Email, { firstname: back.FirstMidName, lastname: back.LastName, ...synced('Lead', '999999') });
			const merged = { firstname: back.FirstMidName, lastname: back.LastName, hs_additional_emails: twin.Email };
			await engine.activate('stages-hubspot');
			const { email, stage, id } = await changed(back);
			expect(crm.contacts.get(email)).toMatchObject(synced(stage, id));
			// Somebody has merged the contacts of both in HubSpot.
			crm.write(back.Email, merged);
			Object.assign(twin, { FirstMidName: back.FirstMidName, LastName: back.LastName });
			await changed(twin);
			expect(crm.contacts.get(email)).toMatchObject(synced(stage, id));
		});
	});
});
