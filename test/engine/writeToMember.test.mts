import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { DOOR } from '../../dev/demo/templates.mts';
import type { WorkflowJson } from '../../dev/host/workflow.mts';
import { PUBLIC } from '../e2e/support/month/published.mts';
import { MESSAGES, PREFERENCES } from '../e2e/support/month/tables.mts';
import { Engine, ZONE } from './support/engine.mts';
import { time } from './support/time.mts';

const DAY = 24 * 60 * 60 * 1000;

const [anna, berit, clara] = [0, 1, 2];

describe('Write to a member', () => {
	const engine = new Engine();
	const person = (place: number) => engine.people()[place];
	const mailTo = (place: number, more: object = {}) => {
		const { UserId, Email } = person(place);
		return { userId: UserId, email: Email, topic: 'Visits', subject: 'Hello', text: '<p>Hello</p>', ...more };
	};
	const write = async (...mails: object[]) =>
		await Promise.all(mails.map(async (mail) => await engine.run(DOOR, 'When a template writes', [mail], 'integrated')));
	const receivers = () => engine.mailbox.mails.map(({ to }) => to).sort();
	const rowsOf = (table: string) => engine.tables.rows(table) as unknown as IDataObject[];
	/** What became of the messages to a person, and why. */
	const outcomes = (place: number): string[] =>
		rowsOf(MESSAGES)
			.filter(({ UserId }) => UserId === person(place).UserId)
			.map(({ Outcome, Reason }) => [Outcome, Reason].filter(Boolean).join(': '))
			.sort();
	const changed = (table: string, data: IDataObject) => rowsOf(table).forEach((row) => Object.assign(row, data));
	const ids = (table: string) => rowsOf(table).map(({ UserId }) => UserId);
	const pages = (node: string, more: object) => engine.visit('stop-mails', node, { headers: {}, params: {}, query: {}, body: {}, ...more });
	const stopped = (place: number) => rowsOf(PREFERENCES).find(({ UserId }) => UserId === person(place).UserId)?.StoppedTopics ?? '';

	beforeAll(async () => await engine.start());
	beforeEach(() => engine.reset());
	afterAll(async () => await engine.close());

	it('lets three mails a person through, however many come at once, and says why the fourth is not sent', async () => {
		await write(mailTo(anna), mailTo(anna), mailTo(anna), mailTo(anna), mailTo(berit));
		expect(outcomes(anna)).toEqual(['not sent: They got 3 emails in 7 days', 'sent', 'sent', 'sent']);
		expect(receivers()).toEqual([...Array<string>(3).fill(person(anna).Email), person(berit).Email].sort());
		expect(rowsOf(MESSAGES)[0]).toMatchObject({ Topic: 'Visits', Subject: 'Hello' });
		changed(MESSAGES, { At: new Date(Date.now() - 8 * DAY) });
		await write(mailTo(anna));
		expect(engine.mailbox.mails).toHaveLength(5);
	});

	it('does not count a mail that the server refused, and fails aloud for it', async () => {
		engine.mailbox.refusal = () => '550 no such mailbox';
		await write(mailTo(anna), mailTo(anna), mailTo(anna));
		expect(outcomes(anna)).toEqual(Array(3).fill(expect.stringMatching(/^refused: .*550/)));
		expect(engine.failed).toHaveLength(3);
		engine.mailbox.refusal = () => undefined;
		await write(mailTo(anna), mailTo(anna), mailTo(anna));
		expect(receivers()).toEqual(Array(3).fill(person(anna).Email));
	});

	it('sends 200 mails at once, each one time, through a mail server with three connections, within ten minutes', async () => {
		Object.assign(engine.mailbox, { connections: () => 3, takes: 1_000 });
		const begun = Date.now();
		const mails = Array.from({ length: 200 }, (_none, place) => mailTo(anna, { userId: 10_000 + place, subject: `Mail ${place}` }));
		await write(...mails);
		expect(engine.failed).toEqual([]);
		expect(engine.mailbox.mails.map(({ subject }) => subject).sort()).toEqual(mails.map(({ subject }) => subject).sort());
		expect(Date.now() - begun).toBeLessThan(600_000);
	});

	it('writes to no address but one, and says so', async () => {
		await write(mailTo(anna, { email: 'one@example.com, two@example.com' }));
		expect(outcomes(anna)).toEqual(['not sent: They do not have exactly one email address']);
		expect(receivers()).toEqual([]);
	});

	it('sends a test to the test address, also at night, and counts it for nobody', async () => {
		time.set(DateTime.now().setZone(ZONE).set({ hour: 23 }).toMillis());
		await write(...Array.from({ length: 5 }, () => mailTo(anna, { isTest: true })));
		expect([receivers(), outcomes(anna)]).toEqual([Array(5).fill('test@club.example'), []]);
		expect(engine.mailbox.mails[0].html).not.toContain(String(person(anna).UserId));
	});

	it('sends nothing where the node that calls it hands over several mails at once', async () => {
		const { error } = await engine.run(DOOR, 'When a template writes', [mailTo(anna), mailTo(berit)], 'integrated');
		expect(error?.message).toContain('Loop Over Items');
		expect(receivers()).toEqual([]);
	});

	it('ends a mail with a link, or with words where n8n has no public address', async () => {
		await write(mailTo(anna, { topic: 'Free place' }));
		const [{ Token }] = rowsOf(PREFERENCES);
		expect(Token).toMatch(/^[0-9a-f]{32}$/);
		const link = `${PUBLIC}/webhook/club-stop-mails?topic=Free%20place&#38;t=${String(Token)}`;
		expect(engine.mailbox.mails[0].html).toBe(`<p>Hello</p>\n<p><a href="${link}">Stop these emails</a></p>`);
		const text = JSON.stringify(engine.prepared(DOOR)).replaceAll('$execution.resumeUrl', "'http://localhost:5678/webhook-waiting/1'");
		await engine.run(DOOR, 'When a template writes', [mailTo(anna)], 'integrated', JSON.parse(text) as WorkflowJson);
		expect(engine.mailbox.mails[1].html).toBe('<p>Hello</p>\n<p>To stop these emails, reply STOP.</p>');
		expect(rowsOf(PREFERENCES)).toHaveLength(1);
	});

	it.each([
		[23, 9],
		[3, 5],
	])('waits for the morning where it is %i o’clock, without a row', async (hour, hours) => {
		const now = DateTime.now().setZone(ZONE).set({ hour, minute: 0 });
		time.set(now.toMillis());
		await write(mailTo(anna));
		expect(engine.waiting.map(({ until }) => until)).toEqual([now.plus({ hours }).toMillis()]);
		expect([rowsOf(MESSAGES), receivers()]).toEqual([[], []]);
	});

	it('looks again after the night: at who has stopped the mails, who has left, and how many went out', async () => {
		await write(mailTo(berit));
		engine.mailbox.mails.length = 0;
		time.set(DateTime.now().setZone(ZONE).set({ hour: 23 }).toMillis());
		await write(mailTo(anna), mailTo(anna), mailTo(anna), mailTo(anna), mailTo(berit), mailTo(clara));
		changed(PREFERENCES, { StoppedTopics: 'Welcome, Visits' });
		const left = person(clara);
		engine.sandbox.club.athletes.delete(left.UserId);
		await engine.resumeAll();
		engine.sandbox.club.athletes.set(left.UserId, left);
		expect(outcomes(anna)).toEqual(['not sent: They got 3 emails in 7 days', 'sent', 'sent', 'sent']);
		expect(outcomes(berit)).toEqual(['not sent: They stopped these emails', 'sent']);
		expect(outcomes(clara)).toEqual(['not sent: They left the club']);
		expect(receivers()).toEqual(Array(3).fill(person(anna).Email));
	});

	it('sends an SMS instead, once it is switched on, to whose phone is a full number, within the same limits and stops', async () => {
		const phones = ['+46 (70) 123-45.67', '070-123 45 67', '+46701234568'];
		for (const [place, Phone] of phones.entries()) person(place).Phone = Phone;
		const workflow = engine.prepared(DOOR);
		const sms = workflow.nodes.find(({ name }) => name === 'Send it as an SMS')!;
		Object.assign(sms.parameters.workflowId as object, { value: 'sms-to-member.json' });
		engine.publish('sms-to-member');
		const MESSAGE = `<p>Hello <b>Tom &#38; Ann</b>,</p><p>${'come! '.repeat(60)}<a href="https://club.example/?a=1&#38;b=2">Book</a></p>`;
		const text = async (place: number, more: object = {}) =>
			await engine.run(DOOR, 'When a template writes', [mailTo(place, { text: MESSAGE, ...more })], 'integrated', workflow);
		await text(anna);
		expect([receivers(), engine.twilio.messages]).toEqual([[person(anna).Email], []]);
		sms.disabled = false;
		engine.mailbox.mails.length = 0;
		for (const place of [anna, berit, anna, anna]) await text(place);
		await text(anna, { isTest: true });
		const token = String(rowsOf(PREFERENCES).find(({ UserId }) => UserId === person(anna).UserId)?.Token);
		const words = `Hello Tom & Ann , ${'come! '.repeat(60)}Book https://club.example/?a=1&b=2`;
		const Body = `${words}\nStop: ${PUBLIC}/webhook/club-stop-mails?topic=Visits&t=${token}`;
		expect(engine.twilio.messages).toEqual(Array(2).fill({ From: '+46700000000', To: '+46701234567', Body }));
		expect(receivers()).toEqual([person(berit).Email, 'test@club.example'].sort());
		expect(outcomes(anna)).toEqual(['not sent: They got 3 emails in 7 days', 'sent', 'sent', 'sent']);
		engine.twilio.refuses = () => true;
		expect((await text(clara)).error?.message).toContain(`Athlete ${person(clara).UserId} got no email: `);
		expect([outcomes(clara), receivers()]).toEqual([
			[expect.stringMatching(/^refused: /)],
			expect.not.arrayContaining([person(clara).Email]),
		]);
		engine.twilio.refuses = () => false;
		changed(PREFERENCES, { StoppedTopics: 'All' });
		await text(clara);
		expect([outcomes(clara)[0], engine.twilio.messages.length]).toEqual(['not sent: They stopped these emails', 2]);
	});

	it('stops a topic, or all, by a press on the page of the link, and by nothing else', async () => {
		await write(mailTo(anna), mailTo(berit));
		const tokenOf = (place: number) => String(rowsOf(PREFERENCES).find(({ UserId }) => UserId === person(place).UserId)?.Token);
		const open = async (t: unknown, topic = 'Visits') => await pages('When somebody opens the link', { query: { t, topic } });
		const press = async (t: string, stop: string, topic?: string) =>
			await pages('When somebody presses a button', { body: { t, stop, topic } });
		expect(await open(tokenOf(anna))).toContain('Stop emails of this kind: Visits');
		expect(stopped(anna)).toBe('');
		expect(await press(tokenOf(anna), 'topic', 'Visits')).toContain('no more emails of this kind: Visits');
		expect([stopped(anna), stopped(berit)]).toEqual(['Visits', '']);
		await press(tokenOf(anna), 'topic', 'Welcome');
		expect(stopped(anna)).toBe('Visits, Welcome');
		await press(tokenOf(berit), 'all');
		expect(stopped(berit)).toBe('All');
		expect(await open(tokenOf(anna), '"><script>alert(1)</script>')).not.toContain('script');
		for (const guess of [undefined, '', '0123456789abcdef0123456789abcdef', ['a', 'b']])
			expect(await open(guess)).toContain('no longer valid');
		for (const guess of ['', '0123456789abcdef0123456789abcdef']) expect(await press(guess, 'all')).toContain('no longer valid');
		await write(mailTo(anna), mailTo(anna, { topic: 'Renewal' }), mailTo(berit, { topic: 'Renewal' }));
		expect(outcomes(anna)).toEqual(['not sent: They stopped these emails', 'sent', 'sent']);
		expect(outcomes(berit)).toEqual(['not sent: They stopped these emails', 'sent']);
	});

	it('stops the mails to who says so at the front desk, also before the first one, and starts them again', async () => {
		const fill = async (Email: string, Stop: string) => await pages('Front desk stops emails', { 'Email address': Email, Stop });
		await fill(person(anna).Email, 'Welcome');
		await fill(person(anna).Email, 'All');
		expect(stopped(anna)).toBe('Welcome, All');
		await fill('nobody@example.com', 'All');
		await write(mailTo(anna));
		expect(outcomes(anna)).toEqual(['not sent: They stopped these emails']);
		await fill(person(anna).Email, 'None');
		await write(mailTo(anna));
		expect(outcomes(anna)).toContain('sent');
		expect(rowsOf(PREFERENCES)).toMatchObject([{ UserId: person(anna).UserId, Token: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
	});

	it('erases who has left from both tables, and every mail after 90 days', async () => {
		await write(mailTo(anna), mailTo(berit));
		const event = { eventType: 'Athlete.Deleted', ids: { userId: person(anna).UserId } };
		await engine.run('stop-mails', 'A member left', [event]);
		const other = [person(berit).UserId];
		expect([ids(MESSAGES), ids(PREFERENCES)]).toEqual([other, other]);
		changed(MESSAGES, { At: new Date(Date.now() - 89 * DAY) });
		await engine.run('stop-mails', 'Every night');
		expect(ids(MESSAGES)).toEqual(other);
		changed(MESSAGES, { At: new Date(Date.now() - 91 * DAY) });
		await engine.run('stop-mails', 'Every night');
		expect([ids(MESSAGES), ids(PREFERENCES)]).toEqual([[], other]);
	});
});
