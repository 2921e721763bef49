import type { IDataObject } from 'n8n-workflow';
import { withSettings } from '../../dev/demo/templates.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { useEngine } from './support/engine.mts';

const TRIGGER = 'Somebody joined, changed or left';

describe('The example workflows between the club and other systems', () => {
	const engine = useEngine({ athletes: 12 });
	const { sheets, audience, hubspot } = engine;

	const about = (eventType: string, athlete: Athlete, more: object = {}): IDataObject => ({
		eventType,
		ids: { userId: athlete.UserId },
		record: eventType === 'Athlete.Deleted' ? null : { ...athlete },
		eventTime: new Date().toISOString(),
		...more,
	});
	const told = async (file: string, ...events: IDataObject[]) => {
		const { error } = await engine.run(file, TRIGGER, events);
		expect(error?.message).toBeUndefined();
	};
	/** Takes over who is there, by its button. */
	const first = async (file: string) =>
		expect((await engine.run(file, 'When clicking Execute workflow', undefined, 'manual')).error).toBeUndefined();

	it('members-to-google-sheet writes a row for each, keeps own columns, writes texts as they are, and marks who left', async () => {
		const HEADER = ['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage', 'Left', 'Locker'];
		Object.assign(sheets, { rows: [HEADER], rowCount: 5 });
		await first('members-to-google-sheet');
		const rowIn = ({ UserId }: Athlete) => sheets.rows.find(([id]) => id === UserId)!;
		expect(sheets.rows).toHaveLength(1 + engine.people().length);
		const [changed, left] = engine.people();
		rowIn(changed)[7] = 'B 12';
		const formula = '=HYPERLINK("https://evil.example","Pay")';
		await told('members-to-google-sheet', about('Athlete.Updated', { ...changed, FirstMidName: formula }), about('Athlete.Deleted', left));
		expect([rowIn(changed)[2], rowIn(changed)[7]]).toEqual([formula, 'B 12']);
		expect([rowIn(left)[1], rowIn(left)[6]]).toEqual([left.Email, expect.stringMatching(/^20\d\d-\d\d-\d\d$/)]);
		expect(sheets.rows).toHaveLength(1 + engine.people().length);
	});

	it('members-in-a-table writes rows, marks who left, sets the stages that somebody writes, and notes those that the club refuses', async () => {
		await first('members-in-a-table');
		const rowOf = ({ UserId }: Athlete) => engine.tables.rows('Athletes').find((row) => row.UserId === UserId)! as unknown as IDataObject;
		const [moved, refused, left] = engine.people();
		Object.assign(rowOf(moved), { NewStage: moved.ClientStage === 'Lead' ? 'prospect' : 'lead' });
		Object.assign(rowOf(refused), { NewStage: 'Champion' });
		await told('members-in-a-table', about('Athlete.Deleted', left));
		const { error } = await engine.run('members-in-a-table', 'Every hour');
		expect(error?.message).toMatch(
			new RegExp(`^Athlete ${refused.UserId} did not get the stage Champion. Not set in the club: .*must be one of .*, not "Champion"`),
		);
		const stage = engine.sandbox.club.athletes.get(moved.UserId)!.ClientStage;
		expect(rowOf(moved)).toMatchObject({ ClientStage: stage, NewStage: '', Note: '' });
		expect([rowOf(left).LeftAt, rowOf(moved).LeftAt]).toEqual([expect.any(Date), null]);
	});

	it('members-to-mailchimp asks new members for consent, subscribes nobody again, and unsubscribes an address with its last member', async () => {
		const [anna, berit, carl] = engine.people();
		berit.Email = anna.Email;
		audience.contacts.set(carl.Email, { email_address: carl.Email, status: 'unsubscribed', merge_fields: {} });
		await first('members-to-mailchimp');
		const statusOf = ({ Email }: Athlete) => audience.contacts.get(Email.toLowerCase())?.status;
		expect([statusOf(anna), statusOf(carl)]).toEqual(['pending', 'unsubscribed']);
		audience.contacts.get(anna.Email.toLowerCase())!.status = 'subscribed';
		await told('members-to-mailchimp', about('Athlete.Deleted', anna));
		expect(statusOf(anna)).toBe('subscribed');
		await told('members-to-mailchimp', about('Athlete.Deleted', berit));
		expect(statusOf(berit)).toBe('unsubscribed');
	});

	it('members-to-mailchimp moves a member to their new address, and keeps nobody who shares the old one from getting theirs', async () => {
		const [anna, berit, carl] = engine.people();
		berit.Email = anna.Email;
		await first('members-to-mailchimp');
		for (const contact of audience.contacts.values()) contact.status = 'subscribed';
		const before = { anna: anna.Email.toLowerCase(), carl: carl.Email.toLowerCase() };
		Object.assign(anna, { Email: 'Anna.New@example.net' });
		Object.assign(carl, { Email: '' });
		await told('members-to-mailchimp', ...[anna, berit, carl].map((one) => about('Athlete.Updated', one)));
		const statuses = ['anna.new@example.net', before.anna, before.carl].map((email) => audience.contacts.get(email)?.status);
		expect(statuses).toEqual(['pending', 'subscribed', 'unsubscribed']);
		await told('members-to-mailchimp', about('Athlete.Updated', { ...berit, Email: 'berit.new@example.net' }));
		expect([audience.contacts.get(before.anna)?.status, engine.tables.rows('Mailchimp members').length]).toEqual([
			'unsubscribed',
			engine.people().length - 1,
		]);
	});

	it('stages-hubspot keeps the stage of the club where both changed, and writes who left', async () => {
		await first('stages-hubspot');
		const contactOf = ({ Email }: Athlete) => hubspot.contacts.get(Email.toLowerCase())!;
		const [both, left] = engine.people();
		hubspot.write(both.Email.toLowerCase(), { club_stage: both.ClientStage === 'Lead' ? 'Client' : 'Lead' });
		engine.sandbox.act.setClientStage(both.UserId, 'Qualified');
		expect((await engine.run('stages-hubspot', 'Every hour')).error).toBeUndefined();
		expect(both.ClientStage).toBe('Qualified');
		await told('stages-hubspot', about('Athlete.StageChanged', both), about('Athlete.Deleted', left));
		expect([contactOf(both).club_stage, contactOf(left).club_stage]).toEqual(['Qualified', 'Left']);
		engine.sandbox.resetRecords();
		await engine.run('stages-hubspot', 'Every hour');
		expect(engine.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(contactOf(left).club_stage).toBe('Left');
	});

	it('stages-hubspot writes the name that Settings has for a stage, and takes it back as that stage', async () => {
		const json = withSettings(engine.prepared('stages-hubspot'), { Lead: 'Interested', Client: 'Customer', Prospect: '', Left: 'Former' });
		expect((await engine.run('stages-hubspot', 'When clicking Execute workflow', undefined, 'manual', json)).error).toBeUndefined();
		const contactOf = ({ Email }: Athlete) => hubspot.contacts.get(Email.toLowerCase())!;
		const names: Record<string, string> = { Lead: 'Interested', Client: 'Customer' };
		for (const one of engine.people()) {
			const name = names[one.ClientStage] ?? one.ClientStage;
			expect(contactOf(one)).toMatchObject({ club_user_id: `${one.UserId}`, club_stage: name, club_stage_synced: name });
		}
		const [there, refused, left, plain] = engine.people();
		const [stage, name] = there.ClientStage === 'Lead' ? ['Client', 'Customer'] : ['Lead', 'Interested'];
		hubspot.write(there.Email.toLowerCase(), { club_stage: name });
		hubspot.write(refused.Email.toLowerCase(), { club_stage: 'Champion' });
		hubspot.write(plain.Email.toLowerCase(), { club_stage: 'Qualified' });
		const { error } = await engine.run('stages-hubspot', 'Every hour', undefined, 'trigger', json);
		expect(error?.message).toMatch(new RegExp(`^Not in step with HubSpot: ${refused.UserId}: .*must be one of .*, not "Champion"`));
		expect([there.ClientStage, contactOf(there).club_stage_synced, plain.ClientStage]).toEqual([stage, name, 'Qualified']);
		await engine.run('stages-hubspot', TRIGGER, [about('Athlete.Deleted', left)], 'trigger', json);
		expect(contactOf(left).club_stage).toBe('Former');
	});
});
