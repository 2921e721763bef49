import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../nodes/shared/transport/errors';
import { EVENTS, Ledger } from '../../support/clubLedger.mts';
import { Life, priorOf, recentOf } from '../../support/clubLife.mts';
import { IS_WHOLE } from '../../support/sample.mts';
import type { PollSettings } from '../../../nodes/ClubPollTrigger/causes/settings';
import { PolledLists } from '../support/polledLists.mts';

const DAY = 86_400_000;

/** 400 days in the whole run; the gate has enough of them for somebody to stay away, to be missed and to come back. */
const DAYS = IS_WHOLE ? 400 : 75;

const AWAY_DAYS = 30;
const STAY_DAYS = 14;

/** How a club shows what the spec leaves open. */
interface Reading {
	counts: (recent: number, prior: number) => IDataObject;
	fields: Pick<PollSettings, 'absenceField' | 'priorField' | 'queuedField'>;
	queued: (isQueued: boolean) => IDataObject;
	/** Whether times have an offset. */
	offset: boolean;
	zone: string;
	/** Whether what has no value is left out. */
	isTerse?: boolean;
}

const READINGS: Record<string, Reading> = {
	'the names of the sandbox': {
		fields: { absenceField: 'RollingCheckIns', priorField: 'PriorCheckIns', queuedField: 'State' },
		counts: (RollingCheckIns, PriorCheckIns) => ({ RollingCheckIns, PriorCheckIns }),
		queued: (isQueued) => ({ State: isQueued ? 'Queued' : 'Confirmed' }),
		offset: true,
		zone: 'Europe/Rome',
	},
	'windows, and times without an offset': {
		fields: { absenceField: 'CurrentWindowCount', priorField: 'PreviousWindowCount', queuedField: 'IsQueued' },
		counts: (CurrentWindowCount, PreviousWindowCount) => ({ CurrentWindowCount, PreviousWindowCount }),
		queued: (IsQueued) => ({ IsQueued }),
		offset: false,
		zone: 'America/New_York',
	},
	'counts that lie deeper': {
		fields: { absenceField: 'CurrentPeriod.CheckIns', priorField: 'PreviousPeriod.CheckIns', queuedField: 'Status' },
		counts: (recent, prior) => ({ CurrentPeriod: { CheckIns: recent }, PreviousPeriod: { CheckIns: prior } }),
		queued: (isQueued) => ({ Status: isQueued ? 'Waitlisted' : 'Booked' }),
		offset: true,
		zone: 'America/New_York',
		isTerse: true,
	},
};

/** Moments as a club writes them, each made once. */
function timesOf({ zone, offset }: Reading): (ms?: number) => string | null {
	const times = new Map<number, string | null>();
	return (ms) => {
		if (ms === undefined) return null;
		const known = times.get(ms) ?? DateTime.fromMillis(ms, { zone }).toISO({ includeOffset: offset });
		times.set(ms, known);
		return known;
	};
}

/** The lists of the club, as it shows them now. */
function show(
	{ people, contacts, lessons, now }: Life,
	lists: PolledLists,
	reading: Reading,
	timeOf: (ms?: number) => string | null,
): void {
	const shown = (row: IDataObject): IDataObject =>
		reading.isTerse ? Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) : row;
	lists.athletes = people.map(({ id, stage }) => ({ UserId: id, ClientStage: stage }));
	lists.contacts = [...contacts].map(([UserId, ClientStage]) => ({ UserId, ClientStage }));
	lists.summaries = people.map((person) =>
		shown({
			UserId: person.id,
			TotalCheckIns: person.visits.length,
			...reading.counts(recentOf(person, now, AWAY_DAYS), priorOf(person, now, AWAY_DAYS)),
		}),
	);
	lists.memberships = people
		.map(({ id, end, freeze }) =>
			shown({
				UserClassSubscriptionId: id,
				UserId: id,
				To: new Date(end).toISOString(),
				Disabled: false,
				SuspensionState: freeze ? 'Scheduled' : 'None',
				SuspensionStartUTC: freeze ? new Date(freeze.from).toISOString() : null,
				ReactivationDate: freeze ? new Date(freeze.to).toISOString() : null,
			}),
		)
		.sort((a, b) => Number(a.UserId) - Number(b.UserId));
	lists.classes = lessons.map(({ id, begin, places }) => ({ ClassId: id, Begin: timeOf(begin), MaxLocalParticipants: places }));
	lists.bookings = lessons.flatMap(({ id, begin, booked, queued }) =>
		[...booked.map((UserId) => ({ UserId, isQueued: false })), ...queued.map((UserId) => ({ UserId, isQueued: true }))].map(
			({ UserId, isQueued }) => ({ ClassId: id, UserId, Begin: timeOf(begin), ...reading.queued(isQueued) }),
		),
	);
}

test.each(Object.entries(READINGS))(`${DAYS} days of a club with %s: nothing twice, nothing lost`, async (_name, reading) => {
	const ways = { zone: reading.zone, awayDays: AWAY_DAYS, stayDays: STAY_DAYS };
	const life = new Life(7, Date.parse('2026-03-01T08:00:00Z'), ways);
	const timeOf = timesOf(reading);
	const lists = new PolledLists(EVENTS, {
		...reading.fields,
		...{ totalField: 'TotalCheckIns', zone: reading.zone, days: AWAY_DAYS, stageTo: ['Lead', 'Qualified'], daysAtStage: STAY_DAYS },
		...{ maxCalls: 1000, callsPerDay: 25_000, maxItems: 100_000 },
	});
	const ledger = new Ledger(ways);
	const seen = new Map<string, number>();
	for (let poll = 0; life.now < Date.parse('2026-03-01T08:00:00Z') + DAYS * DAY; poll++) {
		life.live(4 + ((poll * 7) % 17));
		show(life, lists, reading, timeOf);
		lists.now = life.now;
		if (poll % 9 === 4) {
			// An outage, and an n8n that is killed before it has stored what it was given: the next poll finds the same.
			lists.failing.set('GET /Athletes/AttendanceSummaries', new ClubError('Busy', { description: '', status: 500 }));
			await expect(lists.poll(0)).rejects.toThrow('Busy');
			lists.failing.clear();
			await lists.pollAndForget();
		}
		const emitted = (await lists.poll(0)).sort();
		expect(emitted).toEqual(ledger.settle(life));
		for (const one of emitted) seen.set(one.split(' ')[0], (seen.get(one.split(' ')[0]) ?? 0) + 1);
		expect(await lists.poll(0)).toEqual([]);
	}
	// Each event has come to pass, or its silence would say nothing.
	expect([...seen.keys()].sort()).toEqual([...EVENTS].sort());
});
