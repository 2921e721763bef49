import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { Athlete } from '../../sandbox/types.mts';
import { until } from '../support/waiting.mts';
import { Engine, ZONE } from './support/engine.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

const [anna, berit] = [0, 1];

/** Tomorrow at noon, where the club is. */
const tomorrow = (): string => String(DateTime.now().setZone(ZONE).plus({ days: 1 }).set({ hour: 12, minute: 0 }).toISO());

describe('The example workflows', () => {
	const engine = new Engine({ athletes: 60 });
	beforeAll(async () => await engine.start());
	beforeEach(() => engine.reset());
	afterEach(() => expect(engine.sandbox.breaches).toEqual([]));
	afterAll(async () => await engine.close());

	const rowsOf = (table: string) => engine.tables.rows(table) as unknown as IDataObject[];

	/** Runs a template from a trigger, as its button does, and expects success. */
	const ran = async (name: string, trigger: string) => {
		const run = await engine.run(name, trigger, undefined, 'manual');
		expect(run.error?.message).toBeUndefined();
		return run;
	};

	it('nightly-reconciliation writes what the copy lacks or has wrong, and reports what only the copy has', async () => {
		const { club } = engine.sandbox;
		engine.crm.holds = [];
		const first = await ran('nightly-reconciliation', 'Every night');
		expect(first.rowsOf('Write to your copy')).toHaveLength(engine.crm.received.length);
		const count = (wanted: string) => engine.crm.received.filter(({ kind }) => kind === wanted).length;
		expect(['athlete', 'contact', 'membership', 'product'].map(count)).toEqual([
			engine.people().length,
			club.contacts.size,
			club.userSubscriptions.size,
			club.products.size,
		]);
		expect([count('class'), count('training')]).not.toContain(0);
		const copy = engine.crm.received.slice();
		expect(engine.sandbox.requests.length).toBeLessThan(15);

		const person = engine.people()[anna];
		const wrong = { kind: 'athlete', id: person.UserId, record: { ...person, Phone: 'wrong' } };
		engine.crm.holds = [
			...copy.filter(({ kind, id: of }) => !(kind === 'athlete' && of === person.UserId)),
			wrong,
			{ kind: 'contact', id: 7, record: {} },
		];
		for (const list of [engine.crm.received, engine.crm.requests]) list.length = 0;
		await ran('nightly-reconciliation', 'Every night');
		expect(engine.crm.requests.sort()).toEqual(['POST /missing', `PUT /records/athlete/${person.UserId}`]);
		expect(engine.crm.received).toContainEqual({ kind: 'contact', id: 7 });
		expect(engine.crm.received).toContainEqual({ kind: 'athlete', id: person.UserId, record: person });

		for (const list of [engine.crm.received, engine.crm.requests]) list.length = 0;
		engine.crm.holds = copy;
		await ran('nightly-reconciliation', 'Every night');
		expect(engine.crm.requests).toEqual([]);
	});

	it('expiring-memberships tells the front desk of those that end within two weeks', async () => {
		const [membership] = engine.sandbox.club.userSubscriptions.values();
		membership.To = iso(Date.now() + 5 * DAY);
		const person = engine.sandbox.club.athletes.get(membership.UserId);
		await ran('expiring-memberships', 'Every Monday');
		expect(engine.mailbox.mails).toMatchObject([{ to: 'frontdesk@club.example', subject: 'Memberships that end within two weeks: 1' }]);
		expect(engine.mailbox.mails[0].text).toContain(`${person?.FirstMidName} ${person?.LastName}, ${person?.Email}`);
	});

	it('class-reminder mails those who have a place in a class of tomorrow, and neither the queue nor who was taken off or has left the club', async () => {
		const { classes, bookings } = engine.sandbox.club;
		const bookedOf = (ClassId: number) => bookings.filter((booking) => booking.ClassId === ClassId);
		const chosen = [...classes.values()].find(
			({ ClassId, CalendarType, Published }) => CalendarType === 'Club' && Published && bookedOf(ClassId).length > 3,
		);
		if (!chosen) throw new Error('Nobody has booked anything.');
		Object.assign(chosen, { Name: 'Night ride', Begin: tomorrow() });
		for (const booking of bookedOf(chosen.ClassId)) booking.Begin = chosen.Begin;
		const [queued, former, removed, ...others] = bookedOf(chosen.ClassId);
		for (const booking of [former, ...others]) booking.State = 'Confirmed';
		Object.assign(queued, { State: 'Queued' });
		Object.assign(removed, { State: 'Removed' });
		const left = engine.sandbox.club.athletes.get(former.UserId);
		engine.sandbox.club.athletes.delete(former.UserId);
		await ran('class-reminder', 'Every day at 17').finally(() => left && engine.sandbox.club.athletes.set(left.UserId, left));
		const expected = others.map(({ UserId }) => engine.sandbox.club.athletes.get(UserId)?.Email);
		const reminded = engine.mailbox.mails.filter(({ subject }) => subject.startsWith('Night ride tomorrow at ')).map(({ to }) => to);
		expect(reminded.sort()).toEqual(expected.sort());
	});

	it('class-reminder passes over a class that is no longer published, and reminds those of the others', async () => {
		const { classes, bookings } = engine.sandbox.club;
		const isBooked = (ClassId: number) => bookings.some((booking) => booking.ClassId === ClassId);
		const [ride, out] = [...classes.values()].filter(
			({ ClassId, CalendarType, Published }) => CalendarType === 'Club' && Published && isBooked(ClassId),
		);
		for (const one of [ride, out]) {
			Object.assign(one, { Name: one === ride ? 'Dawn ride' : 'Dusk ride', Begin: tomorrow() });
			for (const booking of bookings) if (booking.ClassId === one.ClassId) Object.assign(booking, { Begin: one.Begin, State: 'Confirmed' });
		}
		out.Published = false;
		await ran('class-reminder', 'Every day at 17').finally(() => (out.Published = true));
		const subjects = engine.mailbox.mails.map(({ subject }) => subject);
		expect(subjects).toContainEqual(expect.stringMatching(/^Dawn ride tomorrow at 12:00$/));
		expect(subjects).not.toContainEqual(expect.stringMatching(/^Dusk ride/));
	});

	it.each([
		['badge-congratulation', 'Check for missed badges', /^Well done, .+: you earned the .+ badge$/],
		['celebrate-visits', 'A visit to celebrate', /^(How was your first visit, .+\?|\d+ visits: well done, .+!)$/],
		['win-back', 'Member stays away or returns', /^We miss you, /],
		['renewal-offer', 'A membership ends soon', /^Your membership ends on /],
		['ticket-card', 'Few visits are left', /^You have \d+ of \d+ visits left$/],
		['freeze-ends', 'A freeze ends within a week', /^Your membership resumes on \w+ \d+, 20\d\d$/],
		['welcome-client', 'An athlete became a client', /^Welcome, /],
		['off-waiting-list', 'A member got a place', /^You have a place on \w+day, \d\d:\d\d$/],
	])('%s shows a real case of the club as its test event, and mails the test address', async (name, trigger, subject) => {
		const [membership] = engine.sandbox.club.userSubscriptions.values();
		Object.assign(membership, {
			From: iso(Date.now() - DAY),
			To: iso(Date.now() + 5 * DAY),
			MaxActivities: 10,
			AvailableActivities: 1,
			Disabled: false,
			SuspensionState: 'Suspended',
			SuspensionStartUTC: iso(Date.now() - DAY),
			ReactivationDate: iso(Date.now() + 4 * DAY),
		});
		await ran(name, trigger);
		expect(engine.mailbox.mails).toMatchObject([{ to: 'test@club.example', subject: expect.stringMatching(subject) }]);
		expect(engine.mailbox.mails[0].html).not.toMatch(/undefined|null|Invalid|\[object/);
	});

	it('free-place offers the place to those who wait, passes over who has left the club, and fails aloud where one cannot be read', async () => {
		const { bookings, classes } = engine.sandbox.club;
		const bookedOf = (ClassId: number) => bookings.filter((booking) => booking.ClassId === ClassId);
		const chosen = [...classes.values()].find(({ ClassId, Published }) => Published && bookedOf(ClassId).length > 3)!;
		const [former, waiting, other, ...others] = bookedOf(chosen.ClassId);
		for (const booking of [former, waiting, other]) booking.State = 'Queued';
		for (const booking of others) booking.State = 'Confirmed';
		const left = engine.sandbox.club.athletes.get(former.UserId)!;
		const event = {
			eventType: 'Class.PlaceFree',
			ids: { classId: chosen.ClassId },
			record: chosen,
			participants: others.length,
			queued: 3,
		};
		const trigger = 'A full class has a free place';
		engine.sandbox.club.athletes.delete(left.UserId);
		expect((await engine.run('free-place', trigger, [event])).error).toBeUndefined();
		const emailOf = ({ UserId }: { UserId: number }) => engine.sandbox.club.athletes.get(UserId)?.Email;
		expect(engine.mailbox.mails.map(({ to }) => to).sort()).toEqual([waiting, other].map(emailOf).sort());
		expect(engine.mailbox.mails[0].subject).toMatch(/^A place is free on \w+day, \d\d:\d\d$/);
		expect(engine.mailbox.mails[0].html).toContain(`for ${chosen.Name} on`);
		engine.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes/{userId}' } });
		const run = await engine.run('free-place', trigger, [event]);
		expect(run.error?.message).toMatch(/^Athlete \d+ on the waiting list got no email: /);
		expect(engine.mailbox.mails).toHaveLength(3);
		engine.sandbox.club.athletes.set(left.UserId, left);
	});

	it('empty-class shows a real class of the club as its test event, and tells the coach how many take part', async () => {
		const trigger = 'A class is nearly empty';
		const run = await ran('empty-class', trigger);
		const [{ record, participants }] = run.rowsOf(trigger) as Array<{ record: IDataObject; participants: number }>;
		expect(engine.mailbox.mails).toMatchObject([
			{
				to: 'coach@club.example',
				subject: expect.stringMatching(`^${participants} booked for ${String(record.Name)} on \\w+day, \\d\\d:\\d\\d$`),
			},
		]);
		expect(engine.mailbox.mails[0].html).toContain(`has only ${participants} of ${String(record.MaxLocalParticipants)} places booked`);
	});

	it('club-in-data-tables has the people of the club, keeps its rows if a scan breaks off, and answers a dashboard from it without a call', async () => {
		const workflow = engine.prepared('club-in-data-tables');
		workflow.nodes.find(({ name }) => name === 'Get all athletes')!.parameters.options = { pageSize: 20 };
		const night = async () => await engine.run('club-in-data-tables', 'Every night', undefined, 'trigger', workflow);
		const lineOf = ({ UserId, Email, ClientStage }: object & Partial<Athlete>) => `${UserId} ${Email} ${ClientStage}`;
		const inTable = () => rowsOf('Athletes').map(lineOf).sort();
		const inClub = () => engine.people().map(lineOf).sort();
		await night();
		const before = inClub();
		expect(inTable()).toEqual(before);
		const [left, changed] = engine.people();
		engine.sandbox.club.athletes.delete(left.UserId);
		engine.sandbox.act.setClientStage(changed.UserId, changed.ClientStage === 'Lead' ? 'Client' : 'Lead');
		engine.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes', nth: 2 } });
		expect((await night()).error).toBeDefined();
		expect(inTable()).toEqual(before);
		await night();
		expect(inTable()).toEqual(inClub());
		engine.sandbox.resetRecords();
		const answer = await engine.run('club-in-data-tables', 'When a dashboard asks', [{ headers: {} }], 'webhook');
		const counts = new Map<string, number>();
		for (const { ClientStage } of engine.people()) counts.set(ClientStage, (counts.get(ClientStage) ?? 0) + 1);
		expect(new Map(answer.rowsOf('Format the answer').map((row) => [row.ClientStage, row.athletes]))).toEqual(counts);
		expect(engine.sandbox.requests).toEqual([]);
		engine.sandbox.club.athletes.set(left.UserId, left);
	});

	it('client-stages-and-a-sheet carries a stage from the side that changed it; where both did, the club stands', async () => {
		const change = (UserId: number, data: IDataObject) =>
			rowsOf('Client stages')
				.filter((row) => row.UserId === UserId)
				.forEach((row) => Object.assign(row, data));
		const rowOf = async ({ UserId }: { UserId: number }) => rowsOf('Client stages').filter((row) => row.UserId === UserId);
		const night = async (error?: RegExp) => {
			engine.sandbox.resetRecords();
			const run = await engine.run('client-stages-and-a-sheet', 'Every night');
			expect(run.error?.message ?? '').toMatch(error ?? /^$/);
			return engine.sandbox.requests.filter(({ method }) => method !== 'GET').map((request) => request.path);
		};
		const [inTable, inClub, inBoth, sister, brother, refused] = engine.people();
		for (const person of [inTable, inClub, inBoth, sister, brother, refused]) person.ClientStage = 'Lead';
		expect(await night()).toEqual([]);
		expect(
			rowsOf('Client stages')
				.map(({ UserId, Stage, StageBefore }) => [UserId, Stage, StageBefore])
				.sort(),
		).toEqual(
			engine
				.people()
				.map(({ UserId, ClientStage }) => [UserId, ClientStage, ClientStage])
				.sort(),
		);

		change(inTable.UserId, { Stage: 'Client' });
		change(inBoth.UserId, { Stage: 'Prospect' });
		engine.sandbox.act.setClientStage(inClub.UserId, 'Qualified');
		engine.sandbox.act.setClientStage(inBoth.UserId, 'Client');
		// A row without an id belongs to the person that it names, not to another one with the same address.
		const own = brother.Email;
		brother.Email = sister.Email;
		change(brother.UserId, { UserId: null, Stage: null, StageBefore: null, Email: sister.Email });
		const data = [{ Email: sister.Email, FirstMidName: 'Some', LastName: 'Body', Stage: 'Client' }];
		engine.tables.insert('Client stages', data);
		expect(await night()).toEqual([`/Athletes/${inTable.UserId}/ClientStage`]);
		expect([inTable, inClub, inBoth].map(({ ClientStage }) => ClientStage)).toEqual(['Client', 'Qualified', 'Client']);
		expect(await rowOf(inTable)).toMatchObject([{ Stage: 'Client', StageBefore: 'Client', Note: '' }]);
		expect(await rowOf(inClub)).toMatchObject([{ Stage: 'Qualified', StageBefore: 'Qualified', Note: '' }]);
		const note = 'Changed on both sides. The stage of the club was kept. The table had Prospect';
		expect(await rowOf(inBoth)).toMatchObject([{ Stage: 'Client', StageBefore: 'Client', Note: note }]);
		for (const person of [sister, brother])
			expect(await rowOf(person)).toMatchObject([{ FirstMidName: person.FirstMidName, Stage: 'Lead', StageBefore: 'Lead' }]);
		expect(rowsOf('Client stages')).toHaveLength(engine.people().length + 1);

		change(refused.UserId, { Stage: 'Champion' });
		expect(await night(new RegExp(`^The club did not take the stage Champion of athlete ${refused.UserId}: `))).toEqual([]);
		const [row] = await rowOf(refused);
		expect(row).toMatchObject({
			Stage: 'Champion',
			StageBefore: 'Lead',
			Note: expect.stringMatching(/^Not set in the club: .*Client Stage/),
		});
		brother.Email = own;
	});

	it('call-budget keeps what was spent, and warns once a day when the month would not last', async () => {
		await ran('call-budget', 'Every hour');
		expect(rowsOf('Call budget')).toMatchObject([
			{
				lastHour: expect.any(Number),
				forecast30Days: expect.any(Number),
				takenAt: expect.any(Date),
				since: expect.stringMatching(/^\d{4}-.*Z$/),
			},
		]);
		expect(engine.sandbox.requests).toEqual([]);
		engine.mailbox.mails.length = 0;
		const budget = (last24Hours: number, since = Date.now() - DAY) => ({
			json: {
				calls: { lastHour: 10, last24Hours, sinceStart: last24Hours },
				since: iso(since),
				byWorkflow: [{ workflowId: '1', name: 'Sync', calls: last24Hours }],
				forecast30Days: last24Hours * (since < Date.now() - DAY / 2 ? 30 : 720),
			},
		});
		for (const item of [budget(660), budget(60, Date.now() - DAY / 24), budget(700), budget(710)]) {
			const workflow = engine.prepared('call-budget');
			const [get] = workflow.nodes.filter(({ name }) => name === 'Get call budget');
			Object.assign(get, {
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify(item.json), options: {} },
			});
			expect((await engine.run('call-budget', 'Every hour', undefined, 'trigger', workflow)).error).toBeUndefined();
		}
		expect(engine.mailbox.mails.map(({ subject }) => subject)).toEqual([
			'At this rate, your workflows make 21000 calls to the club in 30 days',
		]);
		expect(engine.mailbox.mails[0].html).toContain('<li>Sync: 700</li>');
	});

	it('segment-marketing lists who came often and has no membership, and nobody who has one', async () => {
		const { bookings, userSubscriptions } = engine.sandbox.club;
		const [guest, member] = engine.people();
		for (const { UserClassSubscriptionId, UserId } of [...userSubscriptions.values()])
			if (UserId === guest.UserId) userSubscriptions.delete(UserClassSubscriptionId);
		const [membership] = userSubscriptions.values();
		const running = {
			From: iso(Date.now() - DAY),
			To: iso(Date.now() + 50 * DAY),
			MaxActivities: 0,
			AvailableActivities: 0,
			Disabled: false,
			SuspensionState: 'None' as const,
		};
		userSubscriptions.set(900_001, { ...membership, ...running, UserClassSubscriptionId: 900_001, UserId: member.UserId });
		const [booking] = bookings;
		const visits = [guest, member].flatMap(({ UserId }) =>
			[1, 2, 3, 4, 5].map((days) => ({ ...booking, UserId, Begin: iso(Date.now() - days * DAY) })),
		);
		bookings.push(...visits);
		await ran('segment-marketing', 'Every month');
		expect(engine.mailbox.mails).toMatchObject([
			{ to: 'marketing@club.example', subject: expect.stringMatching(/^Frequent visitors without a membership: \d+$/) },
		]);
		expect(engine.mailbox.mails[0].html).toMatch(
			new RegExp(`<li>${guest.FirstMidName} ${guest.LastName}, ${guest.Email}: \\d+ visits</li>`),
		);
		expect(engine.mailbox.mails[0].html).not.toContain(member.Email);
	});

	it('client-stage-to-crm asks for an event again when the athlete cannot be read', async () => {
		await engine.activate('client-stage-to-crm');
		engine.sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Athletes/{userId}' } });
		const person = engine.people()[berit];
		engine.sandbox.act.setClientStage(person.UserId, person.ClientStage === 'Lead' ? 'Client' : 'Lead');
		await engine.sandbox.delivery.idle();
		expect(engine.sandbox.deliveries.slice(1).map(({ status }) => status)).toEqual([500, 200]);
		expect(engine.crm.received).toMatchObject([{ clubUserId: person.UserId, stage: person.ClientStage }]);
	});

	it('badge-congratulation stays silent for a forged event: no words of it, no badge of somebody else', async () => {
		const [owner, other] = engine.people();
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
});
