import type { IDataObject } from 'n8n-workflow';
import { POLLED_LISTS } from '../../../../nodes/ClubPollTrigger/causes/lists';
import { POLLED_EVENTS } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import type { Value } from '../../../../nodes/ClubPollTrigger/causes/polledEvent';
import { DEFAULTS, type PollSettings } from '../../../../nodes/ClubPollTrigger/defaults';

// "Within 14 days", "at most 2", "so many or more": each bound of each condition belongs to it, and a second or one more does not.

const NOW = Date.parse('2026-11-21T12:00:00Z');
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const at = (ms: number): string => new Date(NOW + ms).toISOString();
const inS = (ms: number): number => (NOW + ms) / 1000;

const settings: PollSettings = {
	...DEFAULTS,
	events: [],
	absenceField: 'Recent',
	totalField: 'Total',
	priorField: 'Prior',
	stageTo: ['Lead'],
	queuedField: 'none',
};

const term = (To: string): IDataObject => ({ From: at(-400 * DAY), To, MaxActivities: 10, AvailableActivities: 9 });
const frozen = (ReactivationDate: string): IDataObject => ({
	...term(at(99 * DAY)),
	SuspensionState: 'Suspended',
	SuspensionStartUTC: at(-DAY),
	ReactivationDate,
});
const booked = (participants: number, ahead: number): IDataObject => ({ time: inS(ahead), places: 9, participants, queued: 0 });

const visits = (Recent: number, Prior: number): IDataObject => ({ Recent, Prior });
const lead = { ClientStage: 'Lead' };
const stay = (since: number): Value => ['Lead', inS(since)];

/** Rows that fulfil a condition just so, and rows that just do not; with what is known of the record before, where that counts. */
const BOUNDS: ReadonlyArray<[event: string, just: IDataObject[], justNot: IDataObject[], known?: [just: Value, justNot: Value]]> = [
	['Class.BeginsSoon', [{ Begin: at(24 * HOUR) }, { Begin: at(0) }], [{ Begin: at(24 * HOUR + SECOND) }, { Begin: at(-SECOND) }]],
	['Class.HardlyBooked', [booked(2, 24 * HOUR)], [booked(3, HOUR), booked(2, 24 * HOUR + SECOND)]],
	['Class.Full', [booked(9, DAY), booked(10, DAY)], [booked(8, DAY)]],
	[
		'Membership.EndsSoon',
		[term(at(14 * DAY)), term(at(SECOND)), { From: at(-DAY), To: at(13 * DAY) }],
		[term(at(14 * DAY + SECOND)), { From: at(-DAY), To: at(13 * DAY - SECOND) }],
	],
	[
		'Membership.CreditsLow',
		[{ ...term(at(DAY)), AvailableActivities: 1 }],
		[
			{ ...term(at(DAY)), AvailableActivities: 2 },
			{ ...term(at(DAY)), MaxActivities: 1, AvailableActivities: 1 },
		],
	],
	['Membership.SuspensionEndsSoon', [frozen(at(14 * DAY))], [frozen(at(14 * DAY + SECOND))]],
	['Athlete.VisitsDropping', [visits(2, 4), visits(3, 6)], [visits(3, 4), visits(1, 3)]],
	['Athlete.NeverCame', [{ Total: 0 }], [{ Total: 0 }], [inS(-30 * DAY), inS(-30 * DAY + SECOND)]],
	['Athlete.StaysAtStage', [lead], [lead], [stay(-14 * DAY), stay(-14 * DAY + SECOND)]],
];

test.each(BOUNDS)('%s', (name, just, justNot, [knownJust, knownNot] = [undefined, undefined] as never) => {
	const { value } = POLLED_EVENTS.find((event) => event.name === name)!;
	const isSo = (row: IDataObject, known?: Value): boolean => {
		const shown = value!(row, settings, NOW, known);
		// A stay and somebody who never came are counted from a time on until they are so.
		return known === undefined ? Boolean(shown) && shown !== 'flagged' : typeof shown !== typeof known;
	};
	expect(just.map((row) => isSo(row, knownJust))).toEqual(just.map(() => true));
	expect(justNot.map((row) => isSo(row, knownNot))).toEqual(justNot.map(() => false));
});

test('a milestone is reached with its very number', () => {
	const { value } = POLLED_EVENTS.find(({ name }) => name === 'Athlete.VisitMilestone')!;
	expect([9, 10, 11, 49, 50].map((Total) => value!({ Total }, settings, NOW))).toEqual([1, 10, 10, 10, 50]);
});

test('a stay counts from the day when its own stage was first seen', () => {
	const { value } = POLLED_EVENTS.find(({ name }) => name === 'Athlete.StaysAtStage')!;
	const both = { ...settings, stageTo: ['Lead', 'Prospect'] };
	const stays = [
		['Prospect', inS(-20 * DAY)],
		['Lead', inS(-20 * DAY)],
		['Lead', inS(-2 * DAY)],
		'Lead',
		'Prospect',
		false,
		undefined,
	] as Value[];
	const stay = (known: Value) => value!({ ClientStage: 'Lead' }, both, NOW, known);
	expect(stays.map(stay)).toEqual([['Lead', inS(0)], 'Lead', ['Lead', inS(-2 * DAY)], 'Lead', ...Array(3).fill(['Lead', inS(0)])]);
});

test.each(Object.entries(POLLED_LISTS))('a row of %s without one of the IDs that name it is no record', (_, { idsOf }) => {
	const names = ['UserId', 'ClassId', 'UserClassSubscriptionId', 'AchievedBadgeId', 'TrainingId'];
	const row = Object.fromEntries(names.map((name, index) => [name, index + 1]));
	const without = names.filter((name) => idsOf({ ...row, [name]: null }) === undefined);
	expect(without.map((name) => row[name]).sort()).toEqual([...(idsOf(row) ?? [])].sort());
});
