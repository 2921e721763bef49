import type { IDataObject } from 'n8n-workflow';
import { FailingLists } from '../../../nodes/ClubPollTrigger/poll/problems';
import { poll } from '../../../nodes/ClubPollTrigger/poll/poll';
import { DEFAULTS } from '../../../nodes/ClubPollTrigger/defaults';
import { ClubError } from '../../../nodes/shared/transport/errors';
import { IS_WHOLE } from '../../support/sample.mts';
import type { PolledClub } from '../../../nodes/ClubPollTrigger/scan/callsOfPoll';

/** The largest clubs; a sample of them where the suites do not run whole. */
const ATHLETES = IS_WHOLE ? 100_000 : 10_000;
/** As n8n stores it, in bytes: 0.6 MB for 20,000 athletes, 3 MB for 100,000. */
const MOST_REMEMBERED = 30 * ATHLETES;
const storedBytes = (memory: unknown): number => Buffer.byteLength(JSON.stringify({ state: JSON.stringify(memory) }));
const PAGE = 1_000;

/** People whose ids are as far apart as they can be. */
const peopleOf = (count: number): IDataObject[] => {
	const step = Math.floor(2 ** 31 / count);
	return Array.from({ length: count }, (_, index) => ({
		UserId: 1 + index * step + ((index * 7919) % Math.floor(step * 0.9)),
		Email: `person${index}@example.com`,
		FirstMidName: `First ${index % 300}`,
		LastName: `Last ${index % 7_000}`,
		Phone: `+39 ${3_000_000_000 + index * 91}`,
		ClientStage: ['Lead', 'Prospect', 'Qualified', 'Client'][index % 4],
		IsGuest: index % 20 === 0,
	}));
};

const people = peopleOf(ATHLETES);

let calls = 0;
let now = Date.parse('2026-05-01T08:00:00Z');

const club: PolledClub = {
	key: 'size',
	now: () => now,
	calls: () => calls,
	async send(call, values) {
		calls++;
		if (call === 'GET /Profile') return { ClubId: 1 } as IDataObject;
		if (call === 'GET /Athletes/{userId}') throw new ClubError('Not found', { description: '', status: 404 });
		const fromId = Number((values as unknown as { query: IDataObject }).query.fromId);
		const first = people.findIndex(({ UserId }) => Number(UserId) >= fromId);
		const Results = first < 0 ? [] : people.slice(first, first + PAGE);
		return { Results, Continue: Results.length === PAGE };
	},
};

test('a poll of 100,000 athletes remembers at most 3 MB, one of 20,000 at most 0.6 MB, and finds changes in one read of the list', async () => {
	const events = ['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted', 'Athlete.StageChanged'];
	const settings = { ...DEFAULTS, events, maxCalls: 10_000, callsPerDay: 25_000 };
	const context = {
		key: 'key',
		identify: () => 'owner',
		until: Infinity,
		failing: new FailingLists(),
	};
	const { state, items } = await poll(undefined, club, context, settings);
	expect(items).toEqual([]);
	expect(storedBytes(state)).toBeLessThanOrEqual(MOST_REMEMBERED);

	const [changed, moved] = [people[ATHLETES / 2], people[ATHLETES - 1]];
	changed.Phone = '+39 1';
	moved.ClientStage = 'Lead';
	const [gone] = people.splice(3, 1);
	now += 24 * 3_600_000;
	calls = 0;
	const next = await poll(state, club, context, settings);
	const eventsOf = (found: IDataObject[]) => found.map(({ eventType, ids }) => [eventType, (ids as IDataObject).userId]);
	expect(calls).toBe(Math.ceil(people.length / PAGE));
	expect(eventsOf(next.items)).toEqual([
		['Athlete.Updated', changed.UserId],
		['Athlete.Updated', moved.UserId],
		['Athlete.StageChanged', moved.UserId],
	]);
	expect(storedBytes(next.state)).toBeLessThanOrEqual(MOST_REMEMBERED);

	// The second whole read without a person leads to one read of them alone.
	now += 24 * 3_600_000;
	calls = 0;
	const last = await poll(next.state, club, context, settings);
	expect(calls).toBe(Math.ceil(people.length / PAGE) + 1);
	expect(eventsOf(last.items)).toEqual([['Athlete.Deleted', gone.UserId]]);
});
