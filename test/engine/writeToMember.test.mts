import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { DOOR, withSettings } from '../../dev/demo/templates.mts';
import { PUBLIC } from './support/month/published.mts';
import { MESSAGES } from './support/month/tables.mts';
import { useEngine, ZONE } from './support/engine.mts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const [anna, berit, clara] = [0, 1, 2];

describe('Write to a member', () => {
	const engine = useEngine();
	let number = 0;
	const person = (place: number) => engine.people()[place];
	/** A call of an example, about something else each time. */
	const mailTo = (place: number, more: object = {}) => ({
		item: { ids: { userId: person(place).UserId }, athlete: person(place), record: person(place) },
		...{
			kind: 'advertising',
			topic: 'Visits',
			about: `visit ${++number}`,
			subject: 'Hello',
			text: 'Hello',
			workflow: 'Celebrate',
			isTest: false,
		},
		...more,
	});
	const write = async (...mails: object[]) =>
		await Promise.all(mails.map(async (mail) => await engine.run(DOOR, 'When an example writes', [mail], 'integrated')));
	const receivers = () => engine.mailbox.mails.map(({ to }) => to).sort();
	const rowsOf = () => engine.tables.rows(MESSAGES) as unknown as IDataObject[];
	/** What became of the messages to a person, and why. */
	const outcomes = (place: number): string[] =>
		rowsOf()
			.filter(({ UserId, Outcome }) => UserId === person(place).UserId && Outcome !== 'stopped')
			.map(({ Outcome, Reason }) => [Outcome, Reason].filter(Boolean).join(': '))
			.sort();
	const changed = (data: IDataObject) => rowsOf().forEach((row) => Object.assign(row, data));
	const ids = () => rowsOf().map(({ UserId }) => UserId);
	const pages = (node: string, more: object) => engine.visit('stop-emails', node, { headers: {}, query: {}, body: {}, ...more });
	const stopped = (place: number) =>
		rowsOf().flatMap(({ UserId, Outcome, Topic }) => (UserId === person(place).UserId && Outcome === 'stopped' ? [Topic] : []));
	const CAP = 'not sent: They got 3 emails in 7 days';

	it('lets three advertising emails a person through, from all examples together, however many come at once, and does not count service', async () => {
		const kinds = [{}, {}, { kind: 'service' }, { workflow: 'Another' }, {}];
		await write(...kinds.map((more) => mailTo(anna, more)), mailTo(berit));
		expect(outcomes(anna)).toEqual([CAP, 'sent', 'sent', 'sent', 'sent']);
		expect(receivers()).toEqual([...Array<string>(4).fill(person(anna).Email), person(berit).Email].sort());
		changed({ At: new Date(Date.now() - 8 * DAY) });
		await write(mailTo(anna));
		expect(engine.mailbox.mails).toHaveLength(6);
	});

	it('writes once about the same thing, but again after a refusal, and another workflow may write about it too', async () => {
		const about = 'Badge.Awarded Athletes/7/Badges/9';
		engine.mailbox.refusal = () => '550 no such mailbox';
		await write(mailTo(anna, { about }));
		engine.mailbox.refusal = () => undefined;
		await write(mailTo(anna, { about }), mailTo(anna, { about }), mailTo(anna, { about, workflow: 'Another' }));
		expect(outcomes(anna)).toEqual(['not sent: They got this email before', expect.stringMatching(/^refused: .*550/), 'sent', 'sent']);
	});

	it('writes only to active members where an example asks for it: nobody on a freeze, nobody whose membership ended', async () => {
		const { userSubscriptions } = engine.sandbox.club;
		const [like] = userSubscriptions.values();
		const iso = (days: number) => new Date(Date.now() + days * DAY).toISOString();
		const runs = {
			...like,
			From: iso(-9),
			To: iso(9),
			MaxActivities: 0,
			AvailableActivities: 0,
			Disabled: false,
			SuspensionState: 'None' as const,
		};
		const frozen = { SuspensionState: 'Suspended' as const, IsSuspended: true, SuspensionStartUTC: iso(-2), ReactivationDate: iso(5) };
		const states = [{}, frozen, { To: iso(-1) }];
		userSubscriptions.clear();
		for (const [place, state] of states.entries())
			userSubscriptions.set(place + 1, { ...runs, ...state, UserClassSubscriptionId: place + 1, UserId: person(place).UserId });
		await write(...states.map((_state, place) => mailTo(place, { onlyActive: true })));
		const NO = 'not sent: Their membership is frozen or has ended';
		expect(states.map((_state, place) => outcomes(place))).toEqual([['sent'], [NO], [NO]]);
	});

	it('writes the second email of a sequence only to those who got the first', async () => {
		await write(mailTo(anna, { about: '30 days 1' }));
		await write(mailTo(anna, { about: '44 days 1', onlyAfter: '30 days' }), mailTo(berit, { about: '44 days 1', onlyAfter: '30 days' }));
		expect([outcomes(anna), outcomes(berit)]).toEqual([['sent', 'sent'], ['not sent: They did not get the email "30 days" before']]);
	});

	it('fills in the record and the member, escapes what they hold, and writes dates in the language and the zone of the club', async () => {
		const record = { Name: '<a href="https://evil.example">Pay</a>', Begin: '2026-12-03T17:30:00Z' };
		const athlete = { ...person(anna), FirstMidName: 'https://evil.example' };
		const words = { subject: '{FirstMidName}, {Name}', text: 'Hello {FirstMidName},\n{Name}, {Begin day}, {Begin time}, {Begin}' };
		const german = withSettings(engine.prepared(DOOR), { Language: 'de' });
		const mail = mailTo(anna, { kind: 'service', item: { record, athlete }, ...words });
		await engine.run(DOOR, 'When an example writes', [mail], 'integrated', german);
		const [{ subject, text, html }] = engine.mailbox.mails;
		expect(subject).toBe(record.Name);
		expect(text).toBe(`Hello,\n${record.Name}, Donnerstag, 3. Dezember, 18:30, 3. Dezember 2026`);
		expect(html).toBe(
			'<p>Hello,<br>&#60;a href=&#34;https://evil.example&#34;&#62;Pay&#60;/a&#62;, Donnerstag, 3. Dezember, 18:30, 3. Dezember 2026</p>',
		);
	});

	it('names the member where the record is not about them or cannot be read, and a caller that hands over several', async () => {
		const item = { athlete: person(anna), record: { UserId: person(berit).UserId } };
		await write(
			mailTo(anna, { item }),
			mailTo(clara, { item: { ids: { userId: person(clara).UserId }, athleteError: { message: 'HTTP 500' } } }),
		);
		const messages = engine.failed.map(({ error }) => error?.message).join('\n');
		for (const place of [anna, clara]) expect(messages).toContain(`Athlete ${person(place).UserId} got no email from Celebrate: `);
		const { error } = await engine.run(DOOR, 'When an example writes', [mailTo(anna), mailTo(berit)], 'integrated');
		expect([error?.message, receivers()]).toEqual([expect.stringContaining('Loop Over Items'), []]);
	});

	it('looks again after the night: at stops, and at how many went out', async () => {
		await write(mailTo(berit));
		engine.mailbox.mails.length = 0;
		engine.setTime(DateTime.now().setZone(ZONE).set({ hour: 23 }).toMillis());
		await write(mailTo(anna), mailTo(anna), mailTo(anna), mailTo(anna), mailTo(berit));
		await pages('Front desk stops emails', { 'Email address': person(berit).Email, Stop: 'All' });
		expect(outcomes(anna)).toEqual(Array(4).fill('waits until 08:00'));
		// n8n was off until the next night.
		for (const waiting of engine.waiting) waiting.until += 14 * HOUR;
		await engine.resumeAll();
		expect(receivers()).toEqual([]);
		await engine.resumeAll();
		expect(outcomes(anna)).toEqual([CAP, 'sent', 'sent', 'sent']);
		expect(outcomes(berit)).toEqual(['not sent: They stopped these emails', 'sent']);
	});

	const PHONES: Array<[string, string]> = [
		['+46 (70) 123-45.67', '+46701234567'],
		['+49 (0)171 7654321', '+491717654321'],
		['+49 171/7654321', '+491717654321'],
		['+44 7700 900123 / 4', ''],
		['+44 7700 900123 ext. 5', ''],
		['070-123 45 67', ''],
		['', ''],
	];

	it.each(PHONES)('sends an SMS to %s, once it is switched on, as %s, or else the email', async (Phone, to) => {
		const workflow = engine.prepared(DOOR);
		const sms = workflow.nodes.find(({ name }) => name === 'Send it as an SMS')!;
		Object.assign(sms.parameters.workflowId as object, { value: 'sms-to-member.json' });
		sms.disabled = false;
		engine.publish('sms-to-member');
		engine.publish(DOOR, workflow);
		person(anna).Phone = Phone;
		const text = async () => await engine.run(DOOR, 'When an example writes', [mailTo(anna)], 'integrated', workflow);
		await text();
		expect([engine.twilio.messages.map((one) => one.To), receivers()]).toEqual(to ? [[to], []] : [[], [person(anna).Email]]);
		engine.twilio.refuses = () => true;
		engine.mailbox.mails.length = 0;
		await text();
		expect([receivers(), outcomes(anna)]).toEqual([[person(anna).Email], ['sent', 'sent']]);
	});

	it('ends an advertising email with a link, or with words where there is no secret', async () => {
		await write(mailTo(anna, { topic: 'Free place' }), mailTo(anna, { kind: 'service' }));
		const link = new RegExp(`^${PUBLIC}/webhook/club-stop-emails\\?u=${person(anna).UserId}&topic=Free%20place&t=[0-9a-f]{32}$`);
		const [, shown] = /<a href="([^"]*)">Stop these emails<\/a>/.exec(engine.mailbox.mails.map(({ html }) => html).join())!;
		expect(shown.replaceAll('&#38;', '&')).toMatch(link);
		const without = withSettings(engine.prepared(DOOR), { 'Link Secret': '' });
		await engine.run(DOOR, 'When an example writes', [mailTo(anna)], 'integrated', without);
		expect(engine.mailbox.mails.at(-1)!.text).toBe('Hello\n\nTo stop these emails, reply STOP.');
		expect(engine.mailbox.mails.filter(({ text }) => text === 'Hello')).toHaveLength(1);
	});

	it('stops a topic, or all, by a press on the page of the link, and by nothing else', async () => {
		await write(mailTo(anna), mailTo(berit), mailTo(berit));
		const queriesOf = (place: number): Array<Record<string, string>> =>
			engine.mailbox.mails
				.filter(({ to }) => to === person(place).Email)
				.map(({ html = '' }) => /href="([^"]*stop-emails[^"]*)"/.exec(html)![1].replaceAll('&#38;', '&'))
				.map((link) => Object.fromEntries(new URL(link).searchParams));
		const queryOf = (place: number) => queriesOf(place)[0];
		const open = async (query: object) => await pages('When somebody opens the link', { query });
		const press = async (body: object) => await pages('When somebody presses a button', { body });
		for (const query of [anna, berit].flatMap(queriesOf)) expect(await open(query)).toContain('Stop emails of this kind: Visits');
		expect(stopped(anna)).toEqual([]);
		expect(await press({ ...queryOf(anna), stop: 'topic' })).toContain('Done');
		await press({ ...queryOf(anna), stop: 'topic', topic: 'Welcome' });
		await press({ ...queryOf(berit), stop: 'all' });
		expect([stopped(anna), stopped(berit), stopped(clara)]).toEqual([['Visits', 'Welcome'], ['All'], []]);
		expect(await open({ ...queryOf(anna), topic: '"><script>alert(1)</script>' })).not.toContain('<script');
		for (const guess of [
			{},
			{ ...queryOf(anna), u: person(clara).UserId },
			{ ...queryOf(anna), t: '0'.repeat(32) },
			{ u: ['1'], t: ['a', 'b'] },
		]) {
			expect(await open(guess)).toContain('not valid');
			expect(await press({ ...guess, stop: 'all' })).toContain('not valid');
		}
		await write(mailTo(anna), mailTo(anna, { topic: 'Renewal' }), mailTo(berit, { topic: 'Renewal' }), mailTo(berit, { kind: 'service' }));
		const NO = 'not sent: They stopped these emails';
		expect([outcomes(anna), outcomes(berit), stopped(clara)]).toEqual([[NO, 'sent', 'sent'], [NO, 'sent', 'sent', 'sent'], []]);
	});

	it('stops and starts emails from the form of the front desk, also before the first one', async () => {
		const fill = async (Email: string, Stop: string) => await pages('Front desk stops emails', { 'Email address': Email, Stop });
		await fill(person(anna).Email, 'Welcome');
		await fill(person(anna).Email, 'All');
		await fill('nobody@example.com', 'All');
		expect(stopped(anna)).toEqual(['Welcome', 'All']);
		await fill(person(anna).Email, 'None');
		await write(mailTo(anna));
		expect([stopped(anna), outcomes(anna)]).toEqual([[], ['sent']]);
	});

	it('erases members who left, and rows after 90 days, but not what somebody has stopped', async () => {
		await write(mailTo(anna), mailTo(berit));
		await pages('Front desk stops emails', { 'Email address': person(berit).Email, Stop: 'All' });
		await engine.run('stop-emails', 'A member left', [{ eventType: 'Athlete.Deleted', ids: { userId: person(anna).UserId } }]);
		expect(ids()).toEqual([person(berit).UserId, person(berit).UserId]);
		changed({ At: new Date(Date.now() - 91 * DAY) });
		await engine.run('stop-emails', 'Every night');
		expect([ids(), stopped(berit)]).toEqual([[person(berit).UserId], ['All']]);
	});
});
