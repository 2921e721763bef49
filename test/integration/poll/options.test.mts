import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { testClub } from '../../support/club.mts';
import { search } from '../../support/picker.mts';
import { pollsOf, spentBy } from './support/pollHost.mts';
import { useTime } from './support/time.mts';

const club = testClub({ athletes: 60, dialect: { attendanceNames: 'rolling' } });

const time = useTime();
const { pollFor, started, next } = pollsOf(club, time);

describe('the options of the poll trigger', () => {
	it('Only When emits matching events, and the others not later either', async () => {
		const condition = [{ field: 'record.ClientStage', is: 'equals', value: 'Client' }];
		const host = pollFor(['Athlete.StageChanged'], { onlyWhen: { condition } });
		const [one, other] = club.athletes();
		for (const athlete of [one, other]) club.sandbox.act.setClientStage(athlete.UserId, 'Lead');
		await host.start();
		club.sandbox.act.setClientStage(one.UserId, 'Client');
		club.sandbox.act.setClientStage(other.UserId, 'Prospect');
		expect((await next(host)).items).toMatchObject([{ ids: { userId: one.UserId }, previous: { ClientStage: 'Lead' } }]);
		expect((await next(host)).items ?? []).toEqual([]);
	});

	it('Only When on the athlete is left to the execution, which attaches them', async () => {
		const condition = [{ field: 'athlete.ClientStage', is: 'equals', value: 'Client' }];
		const host = pollFor(['Athlete.StageChanged'], { attachAthlete: true, onlyWhen: { condition } });
		const [{ UserId }] = club.athletes();
		club.sandbox.act.setClientStage(UserId, 'Lead');
		await host.start();
		club.sandbox.act.setClientStage(UserId, 'Prospect');
		expect((await next(host)).items).toMatchObject([{ ids: { userId: UserId } }]);
	});

	it('Only When takes a day in the timezone of the workflow, in the execution too', async () => {
		const condition = [{ field: 'record.Begin', is: 'smaller', value: '2026-11-21' }];
		const items = ['22:30', '23:30'].map((time) => ({ record: { Begin: `2026-11-20T${time}:00Z` } }));
		expect((await pollFor(['Class.Updated'], { onlyWhen: { condition } }).run(items)).items).toEqual(items.slice(0, 1));
	});

	it.each([
		['data.ClientStage', /no event has "data" at its top level\. Did you mean "record\.ClientStage"\?/],
		['athlete.ClientStage', /events have only with "Attach Athlete"/],
	])('Only When refuses %s before anything is read', async (field, message) => {
		const host = pollFor(['Athlete.StageChanged'], { onlyWhen: { condition: [{ field, is: 'equals', value: 'Client' }] } });
		const before = club.sandbox.requests.length;
		expect((await host.start()).error?.message).toMatch(message);
		expect(club.sandbox.requests).toHaveLength(before);
	});

	it('Only When may use a field that only some events have', async () => {
		const condition = ['added', 'milestone', 'participants', 'queued'].map((field) => ({ field, is: 'greater', value: '0' }));
		await started(['Athlete.Visited', 'Athlete.VisitMilestone', 'Class.PlaceFree'], { onlyWhen: { condition } });
	});

	it('Recent Visits Are In offers the counts of the summaries, with one call', async () => {
		const visits = [10, 40, 41].map((days) => Date.now() - days * 86_400_000);
		club.sandbox.club.checkIns = new Map(club.athletes().map(({ UserId }, index) => [UserId, index === 0 ? [] : visits.slice(index % 2)]));
		const { results } = await search(club.sandbox, 'searchCountFields', { type: new ClubPollTrigger() });
		expect(results.map(({ value }) => value).sort()).toEqual(['PriorCheckIns', 'RollingCheckIns', 'TotalCheckIns']);
		// The examples are of somebody who comes.
		for (const { name } of results) expect(name).toMatch(/\(e\.g\. [1-9]\d*\)$/);
		expect(club.calls()).toEqual(['GET /Athletes/AttendanceSummaries?count=100']);
		club.sandbox.club.checkIns = undefined;
	});

	it('one count cannot be two of the fields, and that is refused before a call', async () => {
		const host = pollFor(['Athlete.VisitsDropping'], {}, { fields: { priorField: 'RollingCheckIns' } });
		expect((await host.start()).error?.message).toMatch(/^"Earlier Visits Are In" and "Recent Visits Are In" name the same property\. /);
		expect(club.calls()).toEqual([]);
	});

	it('Recent Visits Are In: accepts a nested count', async () => {
		Object.assign(club.sandbox.dialect, { attendanceShape: 'nested' });
		const { results } = await search(club.sandbox, 'searchCountFields', { type: new ClubPollTrigger() });
		expect(results.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['CurrentPeriod.CheckIns', 'PreviousPeriod.CheckIns', 'TotalCheckIns']),
		);
		const { bookings } = club.sandbox.club;
		const [{ UserId }] = club.athletes();
		const [template] = bookings;
		bookings.splice(0, Infinity, { ...template, UserId, Begin: new Date(Date.now() - 86_400_000).toISOString() });
		const fields = { absenceField: { __rl: true, mode: 'id', value: 'CurrentPeriod.CheckIns' } };
		const host = await started(['Athlete.Absent'], { days: 7 }, { fields });
		bookings[0].Begin = new Date(Date.now() - 20 * 86_400_000).toISOString();
		expect((await next(host)).items).toMatchObject([{ subject: `Athletes/${UserId}`, record: { CurrentPeriod: { CheckIns: 0 } } }]);
	});

	it('Watched Fields: accepts a nested property', async () => {
		const host = await started(['Athlete.Updated'], { watchedFields: 'HomeTown.Name' });
		const [one, other] = club.athletes();
		one.HomeTown = { ...(one.HomeTown as IDataObject), Country: 'XX' };
		other.HomeTown = { ...(other.HomeTown as IDataObject), Name: 'Ystad' };
		expect((await next(host)).items).toMatchObject([{ subject: `Athletes/${other.UserId}`, changed: ['HomeTown.Name'] }]);
	});

	describe('a name in Watched Fields that no record has', () => {
		const errorsOf = async (events: string[], watchedFields: string) => {
			const host = pollFor(events, { watchedFields });
			const polls = [await host.start()];
			for (let poll = 0; poll < 4; poll++) polls.push(await next(host));
			const [one] = club.athletes();
			one.Phone = `${one.Phone}1`;
			polls.push(await next(host));
			return { messages: polls.flatMap(({ error }) => error?.message ?? []), host, polls };
		};

		it('is reported once, and the others are watched', async () => {
			const { messages, host, polls } = await errorsOf(['Athlete.Updated', 'Athlete.LevelChanged'], 'Phone, Fone');
			expect(messages).toEqual(['No record of GET /Athletes has a property "Fone"']);
			expect(polls[1].error?.description).toContain('"Watched Fields" names it');
			expect(host.items).toHaveLength(1);
		});

		it('is reported for each name, but not if another list of the node has it', async () => {
			const { messages } = await errorsOf(['Athlete.Updated', 'Class.Updated', 'Badge.Awarded'], 'Phone, Begin, Fone, Beginn');
			expect(messages).toEqual(
				['Beginn', 'Fone'].map((name) => `No record of GET /Athletes or GET /Classes/Calendars/{calendarType} has a property "${name}"`),
			);
		});

		it('is not reported for an empty list', async () => {
			const { contacts } = club.sandbox.club;
			const all = [...contacts];
			contacts.clear();
			const { messages } = await errorsOf(['Contact.Updated'], 'Fone');
			expect(messages).toEqual([]);
			for (const [id, contact] of all) contacts.set(id, contact);
		});
	});

	it('a level that no summary has is reported once, since its changes cannot be found', async () => {
		const host = await started(['Athlete.LevelChanged']);
		const Results = club.athletes().map(({ UserId }) => ({ UserId }));
		club.sandbox.inject({
			kind: 'status',
			status: 200,
			body: { Results, Continue: false },
			match: { route: 'GET /Athletes/EngagementSummaries', every: true },
		});
		const polls = [await next(host), await next(host, 60_000)];
		await host.start();
		const errors = [...polls, await next(host)].map(({ error }) => error?.message);
		expect(errors).toEqual(['No record of GET /Athletes/EngagementSummaries has a property "CurrentLevel"', undefined, undefined]);
		club.sandbox.clearFaults();
	});

	it.each([
		['Athlete.Absent', undefined, 'Recent Visits Are In', 'absenceField'],
		['Athlete.Absent', 'existing', 'All Visits Are In', 'totalField'],
		['Athlete.VisitsDropping', undefined, 'Earlier Visits Are In', 'priorField'],
		['Athlete.Visited', undefined, 'All Visits Are In', 'totalField'],
		['Class.Full', undefined, 'Waiting List Is In', 'queuedField'],
	] as const)(
		'%s (first poll: %s) is refused without its %s, at publication and in a test run, before a call',
		async (event, first, label, name) => {
			const polls = pollFor([event], {}, { firstPoll: first, fields: { [name]: { __rl: true, mode: 'list', value: '' } } });
			expect((await polls.start()).error?.message).toContain(`"${label}" is missing. ${event} needs it`);
			expect((await polls.test()).error?.message).toBe(`"${label}" is missing`);
			expect(club.calls()).toEqual([]);
		},
	);

	it('Waiting List Is In offers that there is none, and the properties of the bookings ahead, first those that may tell who waits', async () => {
		const rows = ['Confirmed', 'Queued', 'Late'].map((State, Place) => ({ RoomId: Place, Note: null, Status: 'Active', Place, State }));
		const match = { route: 'GET /Classes/Bookings' };
		club.sandbox.inject({ kind: 'status', status: 200, body: { Results: rows, Continue: false }, match });
		const { results } = await search(club.sandbox, 'searchQueuedFields', { type: new ClubPollTrigger() });
		expect(results[0]).toEqual({ name: 'No Waiting List', value: 'none' });
		const shown = ['State (e.g. Confirmed or Queued)', 'Place (e.g. 0 or 1)', 'Status (e.g. Active)', 'RoomId (e.g. 0 or 1)'];
		expect(results.slice(1).map(({ name }) => name)).toEqual(shown);
		const [, to] = /^GET \/Classes\/Bookings\?to=(\S+)&count=100$/.exec(club.calls().join()) ?? [];
		expect((Date.parse(decodeURIComponent(to)) - Date.now()) / 86_400_000).toBeCloseTo(14);
	});

	it.each(['absenceField', 'priorField'])('a %s that no summary has is refused, with a list of those that exist', async (name) => {
		for (const field of ['VisitsThen', 'LastCheckInUtc']) {
			const { error } = await pollFor(['Athlete.VisitsDropping'], {}, { fields: { [name]: field } }).start();
			expect(error?.message).toMatch(/^The attendance summaries have no property "(VisitsThen|LastCheckInUtc)"\. .*RollingCheckIns, [A-Z]/);
		}
	});

	describe('a count that single summaries do not have', () => {
		it('is no error, and emits nothing for these athletes', async () => {
			club.sandbox.club.bookings.splice(0, Infinity, ...club.sandbox.club.bookings.slice(0, 1));
			Object.assign(club.sandbox.dialect, { attendanceCounts: 'absent' });
			const host = await started(['Athlete.Absent', 'Badge.Awarded'], {}, { fields: { absenceField: 'RollingCheckIns' } });
			expect((await next(host)).error).toBeUndefined();
		});

		it('is reported once an hour if none has it any more, and does not block the node’s other lists', async () => {
			const host = await started(['Athlete.Absent', 'Badge.Awarded'], {}, { fields: { absenceField: 'RollingCheckIns' } });
			Object.assign(club.sandbox.dialect, { attendanceNames: 'windows' });
			const errors = [];
			const happened = [];
			for (let poll = 0; poll < 4; poll++) {
				happened.push(`Badge.Awarded-${club.sandbox.act.awardBadge().AchievedBadgeId}`);
				errors.push((await next(host, 20 * 60_000)).error);
			}
			// A poll that says so gives nothing; the next one does.
			await next(host, 60_000);
			expect(host.items.map(({ id }) => id)).toEqual(happened);
			const { message, description, failure } = errors.find((error) => error) ?? {};
			expect(message).toBe('The attendance summaries have no property "RollingCheckIns"');
			expect(description).toContain('CurrentWindowCount');
			expect(failure).toEqual({ cause: 'temporarily-unavailable' });
			expect(errors.filter((error) => error)).toHaveLength(2);
		});

		it('is logged at publication if the node has other lists, and is an error in the next poll', async () => {
			const host = await started(['Athlete.Visited', 'Badge.Awarded'], {}, { fields: { totalField: 'VisitsEver' } });
			expect(host.logs.join()).toContain('"VisitsEver". Choose "All Visits Are In"');
			const { AchievedBadgeId } = club.sandbox.act.awardBadge();
			const message = 'The attendance summaries have no property "VisitsEver"';
			expect((await next(host)).error?.message).toBe(message);
			expect((await next(host, 60_000)).items).toMatchObject([{ id: `Badge.Awarded-${AchievedBadgeId}` }]);
			// Published again, it says so again, without waiting for the hour to be over.
			await host.start();
			expect((await next(host, 600_000)).error?.message).toBe(message);
		});
	});

	it('0 days before the end is the last day', async () => {
		expect((await pollFor(['Membership.EndsSoon'], { daysBefore: 0 }).start()).error).toBeUndefined();
	});

	it.each([undefined, 400_000])('of two polls at once only the first runs, also with %p ms for each', async (budgetMs) => {
		const host = await started(['Badge.Awarded'], {}, { budgetMs });
		club.sandbox.act.awardBadge();
		time.ahead += 3_600_000;
		const poll = async () => await (budgetMs ? host.tryAgain() : host.poll());
		const both = await Promise.all([poll(), poll()]);
		expect(both.map(({ items }) => items?.length)).toEqual([1, undefined]);
	});

	it('learns anew after a change of club under the same keys, and goes on after a change of keys', async () => {
		const credentials: IDataObject = {};
		const host = await started(['Athlete.Created'], {}, { credentials });
		const { profile } = club.sandbox.club;
		const { ClubId } = profile;
		Object.assign(profile, { ClubId: 77 });
		const state = JSON.parse(host.memory.replace(/\\"key\\":\\"[^"\\]*\\"/, '\\"key\\":\\"other\\"')) as IDataObject;
		host.stored = state;
		const athlete = club.sandbox.act.addAthlete();
		expect((await host.start()).items ?? []).toEqual([]);
		// The calls are those of the key, whichever club it opens.
		expect(spentBy(host)).toBe(club.calls().length);
		// Its name may change.
		Object.assign(profile, { ClubId, Name: 'Another Name' });
		host.stored = state;
		time.ahead += 3_600_000;
		expect((await host.start()).items).toMatchObject([{ ids: { userId: athlete.UserId } }]);
		club.sandbox.requests.length = 0;
		await next(host);
		expect(club.calls()).toEqual(['GET /Athletes?fromId=1&count=1000']);
		// Another address is another club, whatever its profile says.
		club.sandbox.act.addAthlete();
		time.ahead += 3_600_000;
		credentials.baseUrl = club.sandbox.url.replace('127.0.0.1', 'localhost');
		expect((await host.start()).items ?? []).toEqual([]);
	});
});

describe('a test run', () => {
	it.each<[IDataObject, string, string[]?]>([
		[{ item: [{ mode: 'everyHour' }] }, 'The last whole poll made 1 call; at these poll times 720 a month', ['Athlete.Created']],
		[
			{ item: [{ mode: 'everyMinute' }] },
			'The last whole poll made 2 calls; at these poll times 86,400 a month, of which "Calls per Day" allows 12,000',
		],
		[
			{ item: [{ mode: 'everyX', value: 2, unit: 'hours' }, { mode: 'everyX', value: 30, unit: 'minutes' }, { mode: 'everyDay' }] },
			'The last whole poll made 2 calls; at these poll times 3,660 a month',
		],
		[{ item: [{ mode: 'everyHour' }, { mode: 'custom', cronExpression: '0 7 * * *' }] }, 'The last whole poll made 2 calls'],
	])('says what polls at %j cost, once there was a whole one', async (pollTimes, hint, events = ['Athlete.Created', 'Badge.Awarded']) => {
		const host = pollFor(events, { callsPerDay: 400 });
		host.parameters.pollTimes = pollTimes;
		await host.test();
		expect(host.hints).toEqual([]);
		await host.start();
		await host.test();
		expect(host.hints).toEqual([hint]);
	});

	it('refuses options that a poll cannot use as an error of the node, also once the costs are known', async () => {
		const host = await started(['Athlete.Created']);
		host.parameters.options = { callsPerDay: 0 };
		const { error } = await host.test();
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error?.message).toMatch(/"Calls per Day" must be a whole number/);
	});

	it('shows events that do not match Only When, and says why they would not start the workflow', async () => {
		const host = pollFor(['Badge.Awarded'], {
			onlyWhen: { condition: [{ field: 'record.BadgeName', is: 'equals', value: 'nobody has it' }] },
		});
		expect((await host.test()).items).toHaveLength(1);
		expect(host.hints).toEqual([
			expect.stringMatching(/It would not start the live workflow\. record\.BadgeName is .* is equal to "nobody has it"$/),
		]);
	});
});
