import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../../shared/api/endpoints';
import { HOUR_MS, MINUTE_MS, timeOf } from '../../../shared/api/time';
import type { RECORD_READINGS } from '../../../shared/api/readings/records';
import { isObject } from '../../../shared/transport/json';
import type { Evidence, Sight } from '../evidence';
import { clubZone, sightOf } from '../evidence';
import { ASSIGNMENT_FINDERS } from './assignments';
import type { Finders, Finding } from './tellers';
import { answered, hasOffset, lists, recordsIn, rowsIn, findingFrom, tally, textsIn, withOffset } from './tellers';

const AWARDS = ['GET /BadgeAwards', 'GET /Athletes/{userId}/BadgeAwards'] as const;
const BOOKINGS = [
	'GET /Classes/Bookings',
	'GET /Classes/{classId}/Bookings',
	'GET /Athletes/{userId}/Bookings',
	'GET /Classes/{classId}/Participants',
	'GET /Classes/Participants/Recent',
] as const;
const SUMMARIES = ['GET /Athletes/EngagementSummaries', 'GET /Athletes/MembershipSummaries', 'GET /Athletes/AttendanceSummaries'] as const;
const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

/** The reads of one record whose answer the API description does not show (§4.8). */
export const SINGLES: readonly FreeCall[] = [
	'GET /Classes/{classId}',
	'GET /Classes/{classId}/Participants/{userId}',
	'GET /Contacts/ByEmail',
	'GET /Contacts/{userId}',
	'GET /Trainings/{trainingId}',
	'GET /Challenges/{challengeId}',
	'GET /Challenges/{challengeId}/Results/{userId}',
];

/** Properties of an award that can be null (§2.10). */
const NULLABLE = ['ChallengeName', 'ClubId', 'BrandId', 'GoalStep', 'Rank', 'RankPercent', 'Score', 'RankingCriteria', 'Participants'];

/** The properties of athletes (§2.1, §2.2) and trainings (§1, §2.13, §4.8) in the API description. */
const NAMED: ReadonlySet<string> = new Set([
	...['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'IsDemo', 'IsGuest', 'ClientStage', 'EmailVerified', 'Sensors'],
	...['TrainingId', 'BeginDateLocal', 'Telemetry', 'User'],
]);

/** Endings of booking properties that cannot show whether the person is confirmed or queued. */
const NO_STATE = /(Id|Name|Title|Begin|End|Credits|Date|Local|UTC|Email|Phone|Class|Subscription|User)$/i;

const partOf = (row: IDataObject, name: string): IDataObject => (isObject(row[name]) ? (row[name] as IDataObject) : {});

/** The begins of classes and bookings, as sent. */
const beginsIn = (evidence: Evidence): string[] => {
	const rows = rowsIn(evidence, CALENDAR, ...BOOKINGS);
	return textsIn([...rows, ...rows.map((row) => partOf(row, 'Class'))], 'Begin', 'End');
};

/** The format of a moment. */
function formatOf(text: string): 'offset' | 'milliseconds' | 'seconds' | undefined {
	if (!hasOffset(text)) return undefined;
	if (!/z$/i.test(text)) return 'offset';
	return /\.\d+z$/i.test(text) ? 'milliseconds' : 'seconds';
}

/** The offset of the local begin of each training from its begin in UTC, in minutes, if it has both. */
const offsetsIn = (trainings: readonly IDataObject[]): number[] =>
	trainings.flatMap((training) => {
		const name = Object.keys(training).find((key) => /^(begin|start).*utc$/i.test(key));
		const [local, moment] = [timeOf(training.BeginDateLocal, 'utc'), timeOf(training[name ?? ''], 'utc')];
		return local === undefined || moment === undefined ? [] : [Math.round((local - moment) / MINUTE_MS)];
	});

/** The timezone of the local begin of trainings. Offsets in the club's timezone differ by at most an hour, for summer time. */
function localTimes(evidence: Evidence): Finding<'utc' | 'club' | 'athlete'> {
	const offsets = offsetsIn(rowsIn(evidence, 'GET /Trainings'));
	const because = `${offsets.length} trainings also have a begin in UTC. In ${offsets.filter((offset) => offset === 0).length} of them both are the same.`;
	if (offsets.length === 0) return { because };
	if (Math.max(...offsets) - Math.min(...offsets) > HOUR_MS / MINUTE_MS) return { reading: 'athlete', because };
	const zone = clubZone(evidence);
	const isElsewhere = zone !== undefined && timeOf('2026-01-01T00:00:00', zone) !== timeOf('2026-01-01T00:00:00', 'utc');
	return isElsewhere && offsets.length > 9 && offsets.every((offset) => offset === 0) ? { reading: 'utc', because } : { because };
}

/** The names of the counts in an attendance summary: numbers, and objects that contain one. */
const countsIn = (row: IDataObject): { flat: string[]; nested: string[] } => {
	const names = Object.keys(row).filter((name) => !/(Id|Days)$/.test(name));
	const flat = names.filter((name) => typeof row[name] === 'number');
	const nested = names.filter((name) =>
		Object.entries(partOf(row, name)).some(([key, value]) => typeof value === 'number' && !/Id$/.test(key)),
	);
	return { flat, nested };
};

function attendanceShape(row: IDataObject): 'flat' | 'nested' | undefined {
	const { flat, nested } = countsIn(row);
	if (flat.length > 2 && nested.length === 0) return 'flat';
	return nested.length === 2 && flat.length < 3 ? 'nested' : undefined;
}

/** Whether the summary of an athlete who never checked in has the same counts as others. */
function attendanceCounts(evidence: Evidence): Finding<'zero' | 'absent'> {
	const rows = rowsIn(evidence, 'GET /Athletes/AttendanceSummaries');
	const named = rows.map((row) => {
		const { flat, nested } = countsIn(row);
		return { row, names: [...flat, ...nested] };
	});
	const max = Math.max(0, ...named.map(({ names }) => names.length));
	const counts = tally(named, ({ row, names }) => {
		const isNever = names.some((name) => /total/i.test(name) && row[name] === 0);
		return isNever ? (names.length === max ? 'zero' : 'absent') : undefined;
	});
	// Without anybody who checked in, all summaries may lack the same counts.
	return named.some(({ names, row }) => names.length === max && names.some((name) => Number(row[name]) > 0))
		? findingFrom('summaries of athletes who never checked in', counts)
		: { because: 'No athlete who has checked in has a summary.' };
}

/** Whether a booking contains its subscription (`nested`), or at most the ID and begin of its class (`flat`). */
function bookingContext(row: IDataObject): 'flat' | 'nested' | undefined {
	const parts = Object.keys(row).filter((name) => isObject(row[name]));
	if (parts.some((name) => /subscription/i.test(name))) return 'nested';
	const isAlone = parts.every(
		(name) => name === 'Class' && Object.keys(partOf(row, name)).every((key) => ['ClassId', 'Begin'].includes(key)),
	);
	return isAlone && (row.TotalCredits ?? null) === null ? 'flat' : undefined;
}

/** Whether arrays of IDs have a fixed order, in the subscriptions of classes. Arrays of one or two IDs prove nothing. */
function idArrays(evidence: Evidence): Finding<'fixed' | 'any'> {
	const rows = [...rowsIn(evidence, CALENDAR), ...recordsIn(evidence, 'GET /Classes/{classId}')];
	const sets = rows.flatMap(({ ClassId, LocalSubscriptionIds: ids }) =>
		Array.isArray(ids) && ids.length > 2 ? [{ ClassId, ids: ids.map(Number) }] : [],
	);
	const sorted = ({ ids }: { ids: number[] }) => [...ids].sort((a, b) => a - b).join();
	const reordered = sets.filter((set) =>
		sets.some((other) => other.ClassId === set.ClassId && sorted(other) === sorted(set) && other.ids.join() !== set.ids.join()),
	).length;
	const ascending = sets.filter((set) => set.ids.join() === sorted(set)).length;
	const because = `Of ${sets.length} sets of three or more IDs, ${ascending} ascend and ${reordered} came in two orders.`;
	if (reordered > 0) return { reading: 'any', because };
	return ascending === sets.length && ascending > 9 ? { reading: 'fixed', because } : { because };
}

/** The products that were read with plans, in the list and one by one. */
const productsWithPlans = (evidence: Evidence): { list: IDataObject[]; single: IDataObject[] } => {
	const reads = { ...evidence, sights: evidence.sights.filter(({ query }) => Boolean(query.withPlans)) };
	return { list: rowsIn(reads, 'GET /Subscriptions'), single: recordsIn(reads, 'GET /Subscriptions/{subscriptionId}') };
};

const plansIn = (row: IDataObject): 'plans' | 'classSubscriptionPlans' | undefined =>
	Array.isArray(row.Plans) ? 'plans' : Array.isArray(row.ClassSubscriptionPlans) ? 'classSubscriptionPlans' : undefined;

function planRead(evidence: Evidence): Finding<'list' | 'single'> {
	const { list, single } = productsWithPlans(evidence);
	const countWithPlans = (rows: IDataObject[]) => rows.filter((row) => plansIn(row)).length;
	const because = `${countWithPlans(list)} of ${list.length} listed products have plans, and ${countWithPlans(single)} of ${single.length} products read one by one.`;
	if (countWithPlans(list) > 0) return { reading: 'list', because };
	return list.length > 0 && countWithPlans(single) > 0 ? { reading: 'single', because } : { because };
}

function participation(row: IDataObject): 'state' | 'status' | 'isQueued' | 'absent' | undefined {
	if ('State' in row) return 'state';
	if ('Status' in row) return 'status';
	if ('IsQueued' in row) return 'isQueued';
	return Object.keys(row).every((name) => NO_STATE.test(name)) ? 'absent' : undefined;
}

function profileNames({ ClubId, Name, Id, ClubName, Title }: IDataObject): 'clubId' | 'id' | 'title' | undefined {
	if (ClubId !== undefined && Name !== undefined) return 'clubId';
	if (Id !== undefined && ClubName !== undefined) return 'id';
	return Id !== undefined && Title !== undefined ? 'title' : undefined;
}

const answersOfSingles = (evidence: Evidence): Sight[] => evidence.sights.filter(({ call }) => SINGLES.includes(call));

/** The readings of records. */
export const RECORD_FINDERS: Finders<typeof RECORD_READINGS> = {
	...ASSIGNMENT_FINDERS,
	nulls: (evidence) => {
		const awards = rowsIn(evidence, ...AWARDS);
		const rows = lists(evidence).flatMap((sight) => rowsIn({ ...evidence, sights: [sight] }));
		const given = rows.filter((row) => Object.values(row).includes(null)).length;
		return findingFrom('records', { given, missing: awards.filter((award) => NULLABLE.some((name) => !(name in award))).length });
	},
	unnamedProperties: (evidence) => {
		const [athletes, trainings] = [rowsIn(evidence, 'GET /Athletes'), rowsIn(evidence, 'GET /Trainings')];
		const more = [...athletes, ...trainings].filter((row) => Object.keys(row).some((name) => !NAMED.has(name))).length;
		const because = `${more} of ${athletes.length} athletes and ${trainings.length} trainings have other properties.`;
		if (more > 0) return { reading: 'ours', because };
		return athletes.length > 0 && trainings.length > 0 ? { reading: 'absent', because } : { because };
	},
	dateTimes: (evidence) =>
		findingFrom('moments', tally([...textsIn(rowsIn(evidence, ...AWARDS), 'AchievedAt'), ...beginsIn(evidence)], formatOf), 5),
	localTimes,
	classTimes: (evidence) => {
		const { moment, none: local } = tally(beginsIn(evidence), withOffset);
		return findingFrom('begins of classes and bookings', { moment, local });
	},
	bookingBegin: (evidence) =>
		findingFrom(
			'bookings',
			tally(rowsIn(evidence, ...BOOKINGS), (row) => ('Begin' in row ? 'begin' : 'Begin' in partOf(row, 'Class') ? 'inClass' : undefined)),
		),
	singleBegin: (evidence) =>
		findingFrom(
			'classes read one by one',
			tally(recordsIn(evidence, 'GET /Classes/{classId}'), (row) => ('Begin' in row ? 'given' : 'absent')),
		),
	names: (evidence) => {
		const rows = rowsIn(evidence, CALENDAR, 'GET /Subscriptions', 'GET /Challenges');
		return findingFrom(
			'classes, products and challenges',
			tally(rows, (row) => ('Name' in row ? 'name' : 'Title' in row ? 'title' : undefined)),
		);
	},
	emailCase: (evidence) => {
		const emails = textsIn(rowsIn(evidence, 'GET /Athletes', 'GET /Contacts'), 'Email');
		return findingFrom('addresses', { kept: emails.filter((email) => email !== email.toLowerCase()).length });
	},
	sensors: (evidence) => {
		const people = rowsIn(evidence, 'GET /Athletes', 'GET /Contacts');
		return findingFrom('athletes and contacts', { given: people.filter((row) => 'Sensors' in row || 'EmailVerified' in row).length });
	},
	levels: (evidence) =>
		findingFrom(
			'engagement summaries',
			tally(rowsIn(evidence, 'GET /Athletes/EngagementSummaries'), ({ CurrentLevel: level }) =>
				typeof level === 'number' ? 'number' : typeof level === 'string' ? 'text' : isObject(level) ? 'object' : undefined,
			),
		),
	attendanceNames: (evidence) =>
		findingFrom(
			'attendance summaries',
			tally(rowsIn(evidence, 'GET /Athletes/AttendanceSummaries'), (row) =>
				'RollingCheckIns' in row ? 'rolling' : 'CurrentWindowCount' in row ? 'windows' : undefined,
			),
		),
	attendanceShape: (evidence) =>
		findingFrom('attendance summaries', tally(rowsIn(evidence, 'GET /Athletes/AttendanceSummaries'), attendanceShape)),
	attendanceCounts,
	summaryPerson: (evidence) =>
		findingFrom(
			'summaries',
			tally(rowsIn(evidence, ...SUMMARIES), (row) => {
				if (typeof row.UserId === 'number') return 'own';
				return Object.keys(row).some((name) => typeof partOf(row, name).UserId === 'number') ? 'nested' : undefined;
			}),
		),
	contactStage: (evidence) =>
		findingFrom(
			'contacts',
			tally(rowsIn(evidence, 'GET /Contacts'), (row) => ('ClientStage' in row ? 'clientStage' : 'Stage' in row ? 'stage' : undefined)),
		),
	productType: (evidence) =>
		findingFrom(
			'products',
			tally(rowsIn(evidence, 'GET /Subscriptions'), ({ Type }) => {
				if ((Type ?? null) === null) return 'absent';
				return typeof Type === 'string' && Type !== 'Trial' ? 'words' : undefined;
			}),
		),
	plans: (evidence) => {
		const { list, single } = productsWithPlans(evidence);
		return findingFrom('products with plans', tally([...list, ...single], plansIn));
	},
	bookingContext: (evidence) => findingFrom('bookings', tally(rowsIn(evidence, ...BOOKINGS), bookingContext)),
	idArrays,
	planRead,
	participation: (evidence) => findingFrom('bookings', tally(rowsIn(evidence, ...BOOKINGS), participation)),
	profileNames: (evidence) => findingFrom('the profile', tally(recordsIn(evidence, 'GET /Profile'), profileNames)),
	singleRecord: (evidence) =>
		findingFrom(
			'reads of one record',
			tally(answered(evidence, ...SINGLES), ({ body }) => (Array.isArray(body) ? 'array' : isObject(body) ? 'record' : undefined)),
		),
	absentRecord: (evidence) =>
		findingFrom(
			'reads of a record that does not exist',
			tally(answersOfSingles(evidence), ({ status, purpose, call }) => {
				if (status === 204) return 'noContent';
				return status === 404 && purpose === 'absent' && sightOf(evidence, call)?.status === 200 ? 'notFound' : undefined;
			}),
		),
};
