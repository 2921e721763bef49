import type { IDataObject } from 'n8n-workflow';
import type { WorkflowJson } from '../../dev/host/workflow.mts';
import { PUBLIC } from '../e2e/support/month/published.mts';
import { Engine } from './support/engine.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

describe('The sequences of the example workflows', () => {
	const engine = new Engine();
	type Person = ReturnType<typeof engine.people>[number];

	beforeAll(async () => await engine.start());
	beforeEach(() => {
		engine.reset();
		engine.sandbox.club.checkIns = new Map();
	});
	afterAll(async () => await engine.close());

	const event = (eventType: string, person: Person, more: object = {}) => ({
		eventType,
		eventTime: iso(Date.now()),
		ids: { userId: person.UserId },
		athlete: eventType === 'Athlete.Deleted' ? null : person,
		...more,
	});

	/** The mails that a run of the trigger with these events sends, or one of the schedule. */
	const mailed = async (name: string, trigger: string, events?: object[], json?: WorkflowJson): Promise<string[]> => {
		engine.mailbox.mails.length = 0;
		expect((await engine.run(name, trigger, events, 'trigger', json)).error).toBeUndefined();
		return engine.mails;
	};

	const rowsOf = (table: string) => engine.tables.rows(table) as unknown as IDataObject[];
	const listed = (table: string) => rowsOf(table).map(({ UserId }) => UserId);
	const changed = (table: string, data: IDataObject) => rowsOf(table).forEach((row) => Object.assign(row, data));

	/** Takes somebody out of the club until the work is done. */
	const without = async <T,>({ UserId }: Person, work: () => Promise<T>): Promise<T> => {
		const { athletes } = engine.sandbox.club;
		const left = athletes.get(UserId)!;
		athletes.delete(UserId);
		return await work().finally(() => athletes.set(UserId, left));
	};

	it('first-30-days welcomes who joins, invites who has not come, and stops once they come or leave', async () => {
		const [away, late, gone, older] = engine.people();
		const { checkIns } = engine.sandbox.club;
		const tell = async (...events: object[]) => await mailed('first-30-days', 'Somebody joins, comes or stays away', events);
		const welcomes = [away, late, gone].map(({ Email, FirstMidName }) => `${Email}: Welcome, ${FirstMidName}`);
		expect(await tell(...[away, late, gone].map((person) => event('Athlete.Created', person)))).toEqual(welcomes.sort());

		// The poll has not seen yet that one came, and one left, in the hour before.
		checkIns!.set(late.UserId, [Date.now() - DAY / 48]);
		const never = [away, late, gone, older].map((person) => event('Athlete.NeverCame', person));
		expect(await without(gone, async () => await tell(...never))).toEqual([`${away.Email}: Your first visit, ${away.FirstMidName}`]);

		checkIns!.set(older.UserId, [Date.now() - DAY / 48]);
		const first = [late, older].map((person) => event('Athlete.VisitMilestone', person, { milestone: 1 }));
		expect(await tell(...first)).toEqual([`${late.Email}: How was your first visit, ${late.FirstMidName}?`]);

		await tell(event('Athlete.Deleted', gone));
		expect(listed('First 30 days').sort()).toEqual([away.UserId, late.UserId].sort());
		changed('First 30 days', { Since: new Date(Date.now() - 31 * DAY) });
		expect(await tell(event('Athlete.NeverCame', away))).toEqual([]);
		await mailed('first-30-days', 'Every night');
		expect(listed('First 30 days')).toEqual([]);
	});

	it('slipping-away sends what the coach made of a draft, and nothing to who has come or left since, or whom the coach spares', async () => {
		const [away, late, gone, spared] = engine.people();
		const all = [away, late, gone, spared];
		const record = { RollingCheckIns: 1, PriorCheckIns: 9, TotalCheckIns: 0 };
		const drafts = await mailed(
			'slipping-away',
			'Visits are dropping',
			all.map((person) => event('Athlete.VisitsDropping', person, { record })),
		);
		expect(drafts).toEqual(all.map(({ UserId }) => `coach@club.example: A draft for athlete ${UserId}`).sort());
		const asked = JSON.stringify(engine.model.requests);
		expect(asked).toContain('came 1 times in the last 30 days, and 9 times');
		for (const { Email, LastName } of all) for (const words of [Email, LastName]) expect(asked).not.toContain(words);
		const about = engine.mailbox.mails.map(({ subject }) => Number(/\d+$/.exec(subject)));
		engine.mailbox.mails.length = 0;
		engine.sandbox.club.checkIns!.set(late.UserId, [Date.now() - DAY / 48]);
		const waiting = engine.waiting.splice(0);
		await without(gone, async () => {
			for (const [place, one] of waiting.entries()) {
				const decision = about[place] === spared.UserId ? 'Do not send' : 'Send';
				await engine.process.resume(one, { 'field-0': 'How are you?\n<b>Call me</b>', 'field-1': decision });
			}
		});
		expect(engine.mails).toEqual([`${away.Email}: How are you, ${away.FirstMidName}?`]);
		expect(engine.mailbox.mails[0].html).toContain('<p>How are you?<br>&#60;b&#62;Call me&#60;/b&#62;</p>');
	});

	it('membership-ended-why asks once, keeps the answer of who has the link, and erases who leaves', async () => {
		const [anna, berit] = engine.people();
		const tell = async (...events: object[]) => await mailed('membership-ended-why', 'A membership ended', events);
		const asked = [anna, berit].map(({ Email, FirstMidName }) => `${Email}: May we ask why you stopped, ${FirstMidName}?`);
		expect(await tell(event('Membership.Ended', anna), event('Membership.Ended', berit))).toEqual(asked.sort());
		const { html = '' } = engine.mailbox.mails.find(({ to }) => to === anna.Email)!;
		const [, link, token] = /href="([^"?]+)\?t=([0-9a-f]{32})">/.exec(html)!;
		expect(link).toBe(`${PUBLIC}/form/club-why-you-left`);
		const answer = async (t: string, words: string) =>
			await mailed('membership-ended-why', 'Somebody answers', [
				{ 'What was the main reason?': 'Too expensive', 'What could we have done better?': words, t },
			]);
		for (const [t, words] of [
			['0'.repeat(32), 'Forged'],
			['', 'Forged'],
			[token, '=1+1'],
		])
			await answer(t, words);
		const answers = () => rowsOf('Membership ended').map(({ UserId, Words }) => [UserId, Words]);
		const kept = [
			[anna.UserId, "'=1+1"],
			[berit.UserId, null],
		];
		expect(answers().sort()).toEqual(kept.sort());
		await tell(event('Athlete.Deleted', anna));
		expect(answers()).toEqual([[berit.UserId, null]]);
		changed('Membership ended', { AskedAt: new Date(Date.now() - 366 * DAY) });
		await mailed('membership-ended-why', 'Every night');
		expect(answers()).toEqual([]);
	});

	it('win-back mails who stays away, and two weeks later who has neither returned nor left by then', async () => {
		const trigger = 'Member stays away or returns';
		const tell = async (eventType: string, ...about: Person[]) =>
			await mailed(
				'win-back',
				trigger,
				about.map((one) => event(eventType, one)),
			);
		const schedule = async () => await mailed('win-back', 'Every day at 10');
		/** The members on the list. A test run leaves a row of nobody. */
		const members = () => listed('Win back').filter((id) => id !== 0);
		const added = (days: number) => changed('Win back', { AwaySince: new Date(Date.now() - days * DAY) });
		const people = engine.people().slice(0, 5);
		const [returned, left, away, late, gone] = people;
		const { checkIns } = engine.sandbox.club;
		for (const { UserId } of people) checkIns!.set(UserId, [Date.now() - 60 * DAY]);
		// A shorter period of the trigger: who came before the first email still stays away.
		checkIns!.set(away.UserId, [Date.now() - 20 * DAY]);
		const first = people.map(({ Email, FirstMidName }) => `${Email}: We miss you, ${FirstMidName}`);
		expect(await tell('Athlete.Absent', ...people)).toEqual(first.sort());
		await engine.run('win-back', trigger, [event('Athlete.Absent', away)], 'manual');
		expect(members().sort()).toEqual(people.map(({ UserId }) => UserId).sort());
		added(13);
		expect(await schedule()).toEqual([]);
		expect([await tell('Athlete.CameBack', returned), await tell('Athlete.Deleted', left)]).toEqual([[], []]);
		added(14);
		// The club is away at ten: nobody gets a mail, and nobody is taken off the list.
		engine.sandbox.inject({
			kind: 'status',
			status: 403,
			times: 3,
			match: { route: 'GET /Athletes/{userId}/AttendanceSummary', every: true },
		});
		const awayAtTen = await engine.run('win-back', 'Every day at 10');
		engine.sandbox.clearFaults();
		expect([awayAtTen.error?.message.split('\n').length, members().length]).toEqual([3, 3]);
		// In the hour before the second mail, one comes and one leaves, and no poll has told of it yet.
		checkIns!.set(late.UserId, [Date.now() - 60 * DAY, Date.now() - DAY / 48]);
		expect(await without(gone, schedule)).toEqual([`${away.Email}: A session with a trainer is on us, ${away.FirstMidName}`]);
		expect([members(), await schedule()]).toEqual([[], []]);
	});
});
