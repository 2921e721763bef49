import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import { Meter, PollPaused, type PolledClub } from '../../../../nodes/ClubPollTrigger/scan/callsOfPoll';
import { LARGEST_OFFSET_MS } from '../../../../nodes/shared/api/time';
import type { PollRun } from '../../../../nodes/ClubPollTrigger/scan/pollRun';
import { readPages } from '../../../../nodes/ClubPollTrigger/scan/readPages';
import { DEFAULTS, type PollSettings } from '../../../../nodes/ClubPollTrigger/defaults';
import { askedPage, askedRows, keepPage } from '../../../../nodes/ClubPollTrigger/scan/sharedPages';
import type { PollState } from '../../../../nodes/ClubPollTrigger/scan/state';
import { writtenScopes, whileWriting } from '../../../../nodes/shared/transport/answers';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import { membership, PolledLists } from '../../support/polledLists.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let names = 0;
/** A name that no other test has. */
const nameless = (): string => `page ${++names}`;

/** Poll triggers in one process. They have one club, and one key unless `isApart`. */
class Triggers {
	now = Date.parse('2026-05-01T08:00:00Z');
	athletes: IDataObject[] = [];
	contacts: IDataObject[] = [];
	memberships: IDataObject[] = [];
	classes: IDataObject[] = [];
	bookings: IDataObject[] = [];
	readonly all: PolledLists[];

	constructor(count: number, events: string[], settings: Partial<PollSettings> = {}, isApart = false) {
		this.all = Array.from({ length: count }, () => new PolledLists(events, settings));
		if (!isApart) for (const trigger of this.all) trigger.key = this.all[0].key;
	}

	/** One poll of a trigger, some ms after the last one of any. @returns its items as `event subject` */
	async poll(index: number, later = 0): Promise<string[]> {
		this.now += later;
		const { now, athletes, contacts, memberships, classes, bookings } = this;
		return await Object.assign(this.all[index], { now, athletes, contacts, memberships, classes, bookings }).poll(0);
	}

	/** One poll of each trigger, all begun at once. */
	async pollAll(): Promise<void> {
		await Promise.all(this.all.map(async (_trigger, index) => await this.poll(index)));
	}

	/** The calls of the last poll of each trigger. */
	calls(): number[] {
		return this.all.map(({ calls }) => calls.length);
	}

	state(index: number): PollState {
		return JSON.parse(this.all[index].memory) as PollState;
	}
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe('ten poll triggers of one club share pages:', () => {
	const EVENTS = ['Athlete.Created', 'Membership.EndsSoon', 'Class.Published', 'Contact.Created'];

	const club = () => {
		const triggers = new Triggers(10, EVENTS);
		triggers.athletes = [{ UserId: 1 }];
		triggers.memberships = [1, 2, 3, 4, 5].map((id) => membership(id, id, 90));
		return triggers;
	};

	it('each counts only its own calls, and remembers what a whole read costs', async () => {
		const triggers = club();
		await triggers.pollAll();
		triggers.now += DAY + HOUR;
		for (let index = 0; index < 10; index++) await triggers.poll(index);
		const spent = triggers.all.map((_trigger, index) => sum(triggers.state(index).spent.map(([, calls]) => calls)));
		expect(spent).toEqual([7, ...Array<number>(9).fill(0)]);
		for (let index = 0; index < 10; index++) expect(triggers.state(index).lists.memberships?.cost).toBe(2);
	});

	it('a poll without calls left reads on from pages of others', async () => {
		const triggers = club();
		await triggers.pollAll();
		await triggers.poll(0, HOUR);
		triggers.athletes = [{ UserId: 1 }, { UserId: 2 }];
		await triggers.poll(0, HOUR);
		triggers.all[1].settings.maxCalls = 0;
		expect(await triggers.poll(1)).toEqual(['Athlete.Created Athletes/2']);
		// What was told is remembered, although the poll made no call.
		expect(await triggers.poll(1)).toEqual([]);
	});
});

describe('a poll with a page of another trigger', () => {
	it('remembers when the page was read', async () => {
		const triggers = new Triggers(2, ['Athlete.Created', 'UserSubscription.Created']);
		await triggers.pollAll();
		await triggers.poll(0, HOUR);
		const readAt = triggers.now;
		await triggers.poll(1, 3 * MINUTE);
		const { athletes, newMemberships } = triggers.state(1).lists;
		expect([athletes?.begunAt, athletes?.snapshotAt, newMemberships?.snapshotAt]).toEqual([readAt, readAt, readAt]);
	});

	it('uses the page for five minutes, not longer', async () => {
		const triggers = new Triggers(3, ['Athlete.Created']);
		await triggers.pollAll();
		await triggers.poll(0, HOUR);
		await triggers.poll(1, 5 * MINUTE);
		await triggers.poll(2, 1);
		expect(triggers.calls()).toEqual([1, 0, 1]);
	});

	it('uses no page from before its first read: existing records are no events', async () => {
		const triggers = new Triggers(2, ['Athlete.Created']);
		await triggers.poll(0);
		triggers.now += MINUTE;
		triggers.athletes = [{ UserId: 1 }];
		await triggers.poll(1, MINUTE);
		expect(await triggers.poll(1, HOUR)).toEqual([]);
	});

	it.each(['Contact.Created', 'UserSubscription.Created'])('uses no page from before an event was chosen: %s', async (event) => {
		const triggers = new Triggers(2, ['Athlete.Created']);
		await triggers.pollAll();
		triggers.now += HOUR;
		triggers.all[0].settings.events = [event];
		await triggers.poll(0);
		triggers.now += MINUTE;
		triggers.contacts = [{ UserId: 1 }];
		triggers.memberships = [membership(1, 1, 2)];
		triggers.now += MINUTE;
		triggers.all[1].settings.events = ['Athlete.Created', event];
		expect(await triggers.poll(1)).toEqual([]);
		expect(await triggers.poll(1, HOUR)).toEqual([]);
	});

	it('does not go back to a page from before its last poll', async () => {
		const triggers = new Triggers(2, ['ClassParticipant.Updated']);
		const booking = (State: string) => [{ ClassId: 1, UserId: 1, Begin: '2026-05-03T08:00:00Z', State }];
		triggers.bookings = booking('Queued');
		await triggers.pollAll();
		triggers.now += HOUR;
		// The window of bookings begins at the last whole read, so the two ask for the same only later.
		await triggers.poll(0);
		await triggers.poll(0, MINUTE);
		triggers.bookings = booking('Confirmed');
		triggers.now += MINUTE;
		triggers.all[1].key += ' for a while';
		expect(await triggers.poll(1)).toHaveLength(1);
		triggers.all[1].key = triggers.all[0].key;
		expect(await triggers.poll(1, MINUTE)).toEqual([]);
	});

	it('emits Class Hardly Booked only if it was true when the bookings were read', async () => {
		const triggers = new Triggers(2, ['Class.HardlyBooked'], { fewParticipants: 0 });
		const Begin = new Date(triggers.now + DAY + HOUR + MINUTE).toISOString();
		triggers.classes = [{ ClassId: 1, Begin, MaxLocalParticipants: 9 }];
		await triggers.pollAll();
		await triggers.poll(0, HOUR);
		triggers.bookings = [{ ClassId: 1, UserId: 1, Begin, State: 'Confirmed' }];
		expect(await triggers.poll(1, 3 * MINUTE)).toEqual([]);
		expect(triggers.all[1].calls).toEqual([]);
		expect(await triggers.poll(1, HOUR)).toEqual([]);
	});

	it('emits a condition only if it was true when the page was read', async () => {
		const triggers = new Triggers(2, ['Membership.Ended']);
		triggers.memberships = [membership(1, 1, 61 / 60 / 24)];
		await triggers.pollAll();
		await triggers.poll(0, HOUR);
		// Renewed just in time, which the page does not show.
		triggers.memberships = [membership(1, 1, 30)];
		expect(await triggers.poll(1, 3 * MINUTE)).toEqual([]);
		expect(triggers.all[1].calls).toEqual([]);
	});

	it('does not count a read within 15 minutes as the second read of a removal', async () => {
		const triggers = new Triggers(2, ['Contact.Deleted'], {});
		const refused = new ClubError('Refused', { description: '', status: 403 });
		for (const { failing } of triggers.all) failing.set('GET /Contacts/{userId}', refused);
		triggers.contacts = [{ UserId: 1 }];
		await triggers.pollAll();
		triggers.contacts = [];
		triggers.now += HOUR;
		// Read by the trigger itself, which a poll 19 minutes later compares with a page of 14 minutes later.
		await triggers.poll(1);
		await triggers.poll(0, 14 * MINUTE);
		expect(await triggers.poll(1, 5 * MINUTE)).toEqual([]);
		expect(triggers.all[1].calls).toEqual([]);
		expect(await triggers.poll(1, 2 * MINUTE)).toEqual(['Contact.Deleted Contacts/1']);
	});
});

describe('what several poll triggers of one club emit', () => {
	interface Step {
		minutes: number;
		poll: number;
		act: 'join' | 'leave' | 'change' | 'none';
		whom: number;
	}

	const steps = fc.array(
		fc.record<Step>({
			minutes: fc.constantFrom(0, 0.1, 1, 2, 4, 6, 20),
			poll: fc.integer({ min: 0, max: 3 }),
			act: fc.constantFrom('join', 'leave', 'change', 'none'),
			whom: fc.nat(9),
		}),
		{ minLength: 10, maxLength: 50 },
	);

	/** A list whose records have a version, which counts the changes of all of them. */
	interface Kind {
		list: 'athletes' | 'memberships';
		events: string;
		id: string;
		version: string;
		settings: Partial<PollSettings>;
	}

	/** Lives these steps. @returns what each trigger told of each record: the version, or null where it was removed */
	async function live(taken: readonly Step[], { list, events, id, version, settings }: Kind, isApart: boolean) {
		const names = ['Created', 'Updated', 'Deleted'].map((name) => `${events}.${name}`);
		const triggers = new Triggers(4, names, settings, isApart);
		const recordOf = (of: number) => ({ UserId: of, [id]: of, [version]: 0, To: new Date(triggers.now + 999 * DAY).toISOString() });
		triggers[list] = [1, 2, 3, 4, 5].map(recordOf);
		for (let poll = 0; poll < 3; poll++) await triggers.pollAll();
		triggers.now += HOUR;
		const told = triggers.all.map(() => new Map<number, Array<number | null>>());
		let [calls, changes, last] = [0, 0, 5];
		const poll = async (index: number) => {
			await triggers.poll(index);
			calls += triggers.all[index].calls.length;
			for (const { subject, record } of triggers.all[index].items as Array<{ subject: string; record: IDataObject | null }>) {
				const of = Number(subject.split('/')[1]);
				told[index].set(of, [...(told[index].get(of) ?? []), record && Number(record[version])]);
			}
		};
		for (const { minutes, poll: index, act, whom } of taken) {
			triggers.now += minutes * MINUTE;
			const records = triggers[list];
			const chosen = records[whom % Math.max(1, records.length)];
			if (act === 'join') triggers[list] = [...records, recordOf(++last)];
			if (act === 'leave') triggers[list] = records.filter((record) => record !== chosen);
			if (act === 'change') triggers[list] = records.map((record) => (record === chosen ? { ...record, [version]: ++changes } : record));
			await poll(index);
		}
		for (let round = 0; round < 10; round++) {
			triggers.now += 20 * MINUTE;
			for (let index = 0; index < 4; index++) await poll(index);
		}
		return { told, calls, last, now: new Map(triggers[list].map((record) => [Number(record[id]), Number(record[version])])) };
	}

	it.each<[what: string, kind: Kind]>([
		['in a list of one page', { list: 'athletes', events: 'Athlete', id: 'UserId', version: 'Phone', settings: {} }],
		[
			'in a list of several pages, some polls of which make one call',
			{
				list: 'memberships',
				events: 'UserSubscription',
				id: 'UserClassSubscriptionId',
				version: 'AvailableActivities',
				settings: { maxCalls: 2 },
			},
		],
	])('is each event once, none from before, and all in the end: %s', async (_what, kind) => {
		await fc.assert(
			fc.asyncProperty(steps, async (taken) => {
				const shared = await live(taken, kind, false);
				for (const facts of shared.told) {
					for (let of = 1; of <= shared.last; of++) {
						const ofRecord = facts.get(of) ?? [];
						const versions = ofRecord.filter((version) => version !== null);
						expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
						const isKnown = of <= 5 || versions.length > 0;
						expect(ofRecord.filter((version) => version === null)).toHaveLength(isKnown && !shared.now.has(of) ? 1 : 0);
						const version = shared.now.get(of);
						if (version !== undefined && (of > 5 || version > 0)) expect(versions.at(-1)).toBe(version);
					}
				}
				if (kind.list === 'athletes') expect(shared.calls).toBeLessThan((await live(taken, kind, true)).calls);
			}),
			{ numRuns: 12 },
		);
	});
});

describe('the window of a list', () => {
	it.each(['calendars', 'bookings', 'trainings'] as const)('of %s is the same for polls within five minutes', async (name) => {
		const queries: IDataObject[] = [];
		const settings = { ...DEFAULTS, events: [] };
		const list = POLLED_LISTS[name];
		const start = Date.parse('2026-05-01T08:10:00Z');
		for (const now of [start, start + 17 * SECOND, start + 5 * MINUTE - 1, start + 50 * MINUTE]) {
			const club = {
				key: nameless(),
				now: () => now,
				calls: () => 0,
				async send(_call: string, { query = {} }: { query?: IDataObject } = {}) {
					queries.push(query);
					return await Promise.resolve({ Results: [] });
				},
			} as PolledClub;
			const run = { settings, now, meter: new Meter(club, 9, Infinity, 0), notes: [] } as unknown as PollRun;
			const span = list.span?.(settings, now, now);
			for await (const page of readPages(list, { read: 0, span }, run)) expect(page.rows).toEqual([]);
			// Outwards: nothing of the window is left out, in whatever zone the club compares the times.
			const { from, to } = queries.at(-1) as { from: string; to?: string };
			expect(Date.parse(from)).toBeLessThanOrEqual(Date.parse(String(span?.from)) - LARGEST_OFFSET_MS);
			if (span?.to) expect(Date.parse(String(to))).toBeGreaterThanOrEqual(Date.parse(span.to) + LARGEST_OFFSET_MS);
		}
		const times = queries.map(({ from }) => from);
		expect(times[1]).toEqual(times[0]);
		expect(times[2]).toEqual(times[0]);
		expect(times[3]).not.toEqual(times[0]);
		for (const { from, to } of queries) for (const time of [from, to ?? from]) expect(Date.parse(String(time)) % (5 * MINUTE)).toBe(0);
	});
});

describe('a shared page', () => {
	const megabytes = (count: number): IDataObject => ({ Results: ['x'.repeat(count * 1_000_000)] });
	const settled = async () => await new Promise((done) => setImmediate(done));

	it('is a copy for each poll: changes by one workflow do not reach another', async () => {
		const name = nameless();
		const body = { Results: [{ UserId: 1 }] };
		keepPage(name, 0, Promise.resolve(body));
		const first = await askedPage(name, 0, 0);
		expect(first).toEqual({ body, askedAt: 0 });
		// A clock that was set back.
		expect(askedPage(name, 0, -1)).toBeUndefined();
		Object.assign((first as { body: IDataObject }).body, { Results: [] });
		body.Results = [];
		expect((await askedPage(name, 0, 0))?.body).toEqual({ Results: [{ UserId: 1 }] });
	});

	it('is not kept if all together have more than 50 MB, until the others are five minutes old', async () => {
		const start = 1_000 * DAY;
		const [first, second, third, fourth] = [nameless(), nameless(), nameless(), nameless()];
		keepPage(first, start, Promise.resolve(megabytes(20)));
		keepPage(second, start + MINUTE, Promise.resolve(megabytes(20)));
		await settled();
		keepPage(third, start + MINUTE, Promise.resolve(megabytes(20)));
		// Whoever waits for it still gets it.
		const awaited = askedPage(third, 0, start + MINUTE);
		await settled();
		expect((await awaited)?.askedAt).toBe(start + MINUTE);
		expect([first, second, third].map((name) => askedPage(name, 0, start + MINUTE) !== undefined)).toEqual([true, true, false]);
		keepPage(fourth, start + 5 * MINUTE + 1, Promise.resolve(megabytes(20)));
		await settled();
		expect([first, second, fourth].map((name) => askedPage(name, 0, start + 5 * MINUTE + 1) !== undefined)).toEqual([false, true, true]);
	});

	it('that cannot be read is an error for the polls that wait for it, not for later ones', async () => {
		const name = nameless();
		const failed = Promise.reject(new Error('away'));
		keepPage(name, 0, failed);
		const awaited = askedPage(name, 0, 0);
		// Nobody waits for it who only looks for rows.
		expect(await askedRows(name, 'UserId', 0)).toEqual(new Map());
		await expect(awaited).rejects.toThrow('away');
		await settled();
		expect(askedPage(name, 0, 0)).toBeUndefined();
	});

	it('is not used after a write of this process to its club', async () => {
		const [name, other] = [nameless(), nameless()];
		keepPage(name, 0, Promise.resolve({}), 'club');
		keepPage(other, 0, Promise.resolve({}), 'other club');
		await whileWriting('club', writtenScopes('PUT /Athletes/{userId}', { userId: 7 }), async () => await Promise.resolve());
		expect([name, other].map((page) => askedPage(page, 0, 0) !== undefined)).toEqual([false, true]);
	});

	it('is forgotten after five minutes, even without another poll', async () => {
		const over = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
		const name = nameless();
		const askedAt = Date.now() - 5 * MINUTE - 1;
		keepPage(name, askedAt, Promise.resolve({}));
		await settled();
		expect(timeout).toHaveBeenCalledWith(5 * MINUTE + 1);
		expect(askedPage(name, 0, askedAt)).toBeDefined();
		over.abort();
		expect(askedPage(name, 0, askedAt)).toBeUndefined();
		timeout.mockRestore();
	});

	it('is not used if it is older than the poll’s own reads', async () => {
		let now = 100;
		const calls: string[] = [];
		const club: PolledClub = {
			key: nameless(),
			now: () => now,
			calls: () => calls.length,
			async send(call) {
				calls.push(call);
				if (call === 'GET /Contacts/1') throw new ClubError('Gone', { description: '', status: 404 });
				return await Promise.resolve({});
			},
		};
		const meterOf = (answeredAt: number) => new Meter(club, 9, Infinity, answeredAt);
		const pageOf = async (meter: Meter, since = 0) => (await meter.page('GET /Athletes', {}, since)).askedAt;
		await pageOf(meterOf(0));
		now = 200;
		const meter = meterOf(99);
		expect([await pageOf(meter), await pageOf(meter, 100), meter.calls, meter.reads, meter.answeredAt]).toEqual([100, 100, 0, 2, 200]);
		await expect(new Meter(club, 9, 200, 0).page('GET /Athletes', {}, 0)).rejects.toBeInstanceOf(PollPaused);
		// A page of this scan is younger, or the last poll had an answer later.
		expect(await pageOf(meter, 101)).toBe(200);
		now = 300;
		expect(await pageOf(meterOf(200))).toBe(300);
		now = 400;
		const settling = meterOf(99);
		await expect(settling.send('GET /Contacts/1')).rejects.toThrow('Gone');
		expect([settling.answeredAt, await pageOf(settling)]).toEqual([400, 400]);
	});

	it('is requested again by waiting polls if the reading poll has no time left', async () => {
		let calls = 0;
		const meterOf = (send: PolledClub['send']) => new Meter({ key: 'waiting', now: () => 1, calls: () => calls, send }, 9, Infinity, 0);
		let pause: (error: Error) => void = () => undefined;
		const first = meterOf(async () => await new Promise((_done, reject) => (pause = reject)));
		const others = [1, 2].map(() => meterOf(async () => await Promise.resolve({ call: ++calls })));
		const asked = first.page('GET /Athletes', {}, 0);
		const answers = others.map(async (meter) => await meter.page('GET /Athletes', {}, 0));
		pause(new PollPaused());
		await expect(asked).rejects.toBeInstanceOf(PollPaused);
		expect((await Promise.all(answers)).map(({ body }) => body)).toEqual([{ call: 1 }, { call: 1 }]);
		expect(sum(others.map((meter) => meter.calls))).toBe(1);
	});
});
