import { useTimeWithoutWaits } from './support/waits.mts';
import type { IDataObject, INode } from 'n8n-workflow';
import offWaitingList from '../../../templates/off-waiting-list.json';
import preview from '../../../nodes/ClubPollTrigger/__schema__/v1.0.0.json';
import { POLLED_TYPES } from '../../../nodes/shared/api/eventSubjects';
import type { PollState } from '../../../nodes/ClubPollTrigger/scan/state';
import { testClub } from '../../support/club.mts';
import { pollsOf, type PollHost } from './support/pollHost.mts';

const club = testClub({
	athletes: 60,
	dialect: { attendanceNames: 'rolling', nulls: 'given' },
});

/** Enough calls for each poll to read what it needs. */
const OFTEN = { callsPerDay: 25_000, maxCalls: 100 };

const time = useTimeWithoutWaits();
const { pollFor, started, next } = pollsOf(club, time, OFTEN);

const facts = (items: IDataObject[] | undefined) => (items ?? []).map(({ eventType, subject }) => [eventType, subject]);

describe('the poll trigger', () => {
	it('gives what happens once the type and the subject of the delivery, so that Remove Duplicates behind both triggers knows it', async () => {
		const once = POLLED_TYPES.filter(({ occursOnce }) => occursOnce).map(({ name }) => name);
		const host = await started(once);
		const sent = jest.spyOn(club.sandbox.delivery, 'publish');
		const [{ UserId }] = club.athletes();
		club.sandbox.act.awardBadge(UserId);
		club.sandbox.act.addTraining(UserId, { BeginUTC: new Date(Date.now() - 60_000).toISOString() });
		club.sandbox.act.addSubscription(UserId);
		club.sandbox.act.deleteSubscription();
		const polled = [];
		for (let poll = 0; poll < 3; poll++) polled.push(...((await next(host)).items ?? []));
		const delivered = sent.mock.calls
			.map(([, { eventType, subject }]) => [eventType, subject])
			.filter(([type]) => once.some((name) => name === type));
		expect(new Set(delivered.map(([type]) => type))).toEqual(new Set(once));
		expect(facts(polled).sort()).toEqual(delivered.sort());
	});

	it('gives events in the shape of the Club Trigger', async () => {
		const host = await started(['Athlete.Updated', 'Athlete.StageChanged', 'Athlete.Deleted', 'Badge.Awarded']);
		const [athlete, other] = club.athletes();
		club.sandbox.act.setClientStage(athlete.UserId, 'Lead');
		club.sandbox.club.athletes.delete(other.UserId);
		await next(host);
		club.sandbox.act.setClientStage(athlete.UserId, 'Qualified');
		const award = club.sandbox.act.awardBadge(athlete.UserId);
		const { items = [] } = await next(host);
		const byType = Object.fromEntries(items.map((item) => [item.eventType, item]));
		// n8n shows this preview before there was an event.
		expect(Object.keys(preview.properties).sort()).toEqual([...new Set(items.flatMap(Object.keys))].sort());
		const eventTime = byType['Athlete.Deleted'].eventTime as string;
		expect(Date.parse(eventTime)).not.toBeNaN();
		expect(byType).toEqual({
			'Athlete.Updated': {
				id: `Athlete.Updated-${athlete.UserId}-${eventTime}`,
				eventType: 'Athlete.Updated',
				subject: `Athletes/${athlete.UserId}`,
				eventTime,
				ids: { userId: athlete.UserId },
				record: athlete,
				changed: ['ClientStage'],
				polled: true,
			},
			'Athlete.StageChanged': {
				id: `Athlete.StageChanged-${athlete.UserId}-${eventTime}`,
				eventType: 'Athlete.StageChanged',
				subject: `Athletes/${athlete.UserId}`,
				eventTime,
				ids: { userId: athlete.UserId },
				record: athlete,
				previous: { ClientStage: 'Lead' },
				changed: ['ClientStage'],
				polled: true,
			},
			'Athlete.Deleted': {
				id: `Athlete.Deleted-${other.UserId}-${eventTime}`,
				eventType: 'Athlete.Deleted',
				subject: `Athletes/${other.UserId}`,
				eventTime,
				ids: { userId: other.UserId },
				record: null,
				polled: true,
			},
			'Badge.Awarded': {
				id: `Badge.Awarded-${award.AchievedBadgeId}`,
				eventType: 'Badge.Awarded',
				subject: `Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`,
				eventTime,
				ids: { userId: athlete.UserId, achievedBadgeId: award.AchievedBadgeId },
				record: award,
				polled: true,
			},
		});
	});

	it('notices that an athlete came back, even if the trigger does not watch for athletes who leave', async () => {
		const host = await started(['Athlete.Created']);
		const [athlete] = club.athletes();
		club.sandbox.club.athletes.delete(athlete.UserId);
		// Nothing to emit, but n8n saves what was learned.
		expect(await next(host)).toEqual({ items: [] });
		await next(host);
		club.sandbox.club.athletes.set(athlete.UserId, athlete);
		expect(facts((await next(host)).items)).toEqual([['Athlete.Created', `Athletes/${athlete.UserId}`]]);
	});

	it('emits a change of stage only from and to the chosen ones', async () => {
		const [athlete] = club.athletes();
		club.sandbox.act.setClientStage(athlete.UserId, 'Lead');
		const host = await started(['Athlete.StageChanged'], { stageFrom: ['Qualified'], stageTo: ['Client'] });
		club.sandbox.act.setClientStage(athlete.UserId, 'Client');
		expect((await next(host)).items ?? []).toEqual([]);
		club.sandbox.act.setClientStage(athlete.UserId, 'Qualified');
		expect((await next(host)).items ?? []).toEqual([]);
		club.sandbox.act.setClientStage(athlete.UserId, 'Client');
		expect((await next(host)).items).toMatchObject([{ previous: { ClientStage: 'Qualified' } }]);
	});
});

describe('the first poll', () => {
	it.each([400, 30])(
		'and later polls without events are saved by an empty execution, once an hour: %d calls a day',
		async (callsPerDay) => {
			const host = pollFor(['Athlete.Created'], { callsPerDay });
			expect((await host.start()).items).toEqual([]);
			const saved = [];
			for (let poll = 0; poll < 12; poll++) {
				const [leaving] = club.athletes();
				club.sandbox.club.athletes.delete(leaving.UserId);
				saved.push((await next(host, 600_000)).items);
			}
			expect(saved.map((items) => items?.length)).toEqual([...Array(5), 0, ...Array(5), 0]);
		},
	);

	it('loses at most an hour of counted calls in a restart, even without events', async () => {
		const host = pollFor(['Athlete.Created'], { callsPerDay: 400 });
		club.sandbox.resetRecords();
		await host.start();
		let before = 0;
		for (let minute = 0; minute < 10 * 60; minute++) {
			if (minute === 9 * 60) before = club.sandbox.requests.length;
			await next(host, 60_000);
		}
		const [{ state }] = Object.values(host.stored) as Array<{ state: string }>;
		const { spent } = JSON.parse(state) as PollState;
		expect(before).toBeGreaterThan(100);
		expect(spent.reduce((sum, [, calls]) => sum + calls, 0)).toBeGreaterThanOrEqual(before);
	});

	it('stores salted hashes of club and key, different for each node', async () => {
		const namesIn = (host: PollHost): string[] => {
			const [{ state }] = Object.values(host.stored) as Array<{ state: string }>;
			const { clubKey, key } = JSON.parse(state) as PollState;
			return [clubKey, key];
		};
		const hosts = [pollFor(['Badge.Awarded']), pollFor(['Badge.Awarded'])];
		for (const host of hosts) await host.start();
		const [one, other] = hosts.map(namesIn);
		expect(new Set([...one, ...other]).size).toBe(4);
		club.sandbox.resetRecords();
		time.ahead += 3_600_000;
		await hosts[0].start();
		expect(namesIn(hosts[0])).toEqual(one);
		expect(club.calls()).not.toContain('GET /Profile');
	});

	it('does not throw for temporary failures, which the log has', async () => {
		club.sandbox.inject({ kind: 'status', status: 503, match: { every: true } });
		const host = pollFor(['Badge.Awarded']);
		expect(await host.start()).toEqual({});
		expect(host.logs.join()).toContain('The next poll tries again');
		expect((await next(host, 60_000)).error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		club.sandbox.clearFaults();
		expect((await host.poll()).items).toEqual([]);
	});
});

it('the template for athletes off the waiting list starts for each booking that was queued and has a place now, not for those who still wait or leave', async () => {
	const { parameters } = (offWaitingList.nodes as unknown as INode[]).find(({ type }) => type.endsWith('clubPollTrigger'))!;
	const host = pollFor(parameters.events as string[], parameters.options as IDataObject);
	host.parameters.queuedField = parameters.queuedField;
	const soon = club.sandbox.club.bookings.filter(({ Begin, UserId }) => {
		const hours = (Date.parse(Begin) - Date.now()) / 3_600_000;
		return hours > 6 && hours < 48 && club.sandbox.club.athletes.has(UserId);
	});
	const [moved, waiting, leaving, booked] = soon;
	for (const booking of [moved, waiting, leaving]) booking.State = 'Queued';
	booked.State = 'Confirmed';
	await host.start();
	moved.State = 'Confirmed';
	booked.Note = 'Row 2';
	club.sandbox.club.bookings.splice(club.sandbox.club.bookings.indexOf(leaving), 1);
	const { items } = await next(host);
	const subject = `Classes/${moved.ClassId}/Participants/${moved.UserId}`;
	expect(items).toMatchObject([
		{ eventType: 'ClassParticipant.OffWaitingList', subject, changed: ['State'], record: { State: 'Confirmed' } },
	]);
	const run = await host.run(items!);
	expect(run.items).toMatchObject([{ subject, athlete: { UserId: moved.UserId, Email: expect.any(String) as string } }]);
});
