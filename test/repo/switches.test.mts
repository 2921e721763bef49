import { readFileSync } from 'node:fs';
import { readingsOf, switchNames } from '../../sandbox/dialect.mts';
import { LIST_READINGS } from '../../sandbox/readings/lists.mts';

/** Where a test shows what the product does with each further reading of a switch: its answer, or the words in which it fails. */
const SHOWN_IN: Readonly<Record<string, string>> = {
	nulls: 'integration/poll/events',
	localTimes: 'integration/poll/zones',
	classTimes: 'integration/zones',
	bookingBegin: 'integration/zones',
	singleBegin: 'integration/poll/zones',
	names: 'integration/conformance/pickers',
	serialIds: 'integration/poll/events',
	emailCase: 'integration/athlete',
	sensors: 'integration/athlete',
	attendanceNames: 'integration/poll/options',
	attendanceShape: 'integration/poll/options',
	attendanceCounts: 'integration/poll/options',
	membershipDates: 'integration/membership',
	summaryPerson: 'integration/people',
	contactStage: 'integration/people',
	membershipDays: 'integration/membership',
	unlimitedActivities: 'integration/membership',
	suspensionState: 'integration/membership',
	suspensionTimes: 'integration/zones',
	bookingContext: 'integration/poll/events',
	idArrays: 'integration/poll/events',
	participation: 'integration/participants',
	singleRecord: 'integration/participants',
	absentRecord: 'integration/participants',
	emptyPage: 'integration/list',
	bounds: 'integration/zones',
	calendarOrder: 'integration/dialects',
	trainingOrder: 'integration/dialects',
	largestToId: 'integration/membership',
	listedRows: 'integration/poll/leftOut',
	otherConflicts: 'integration/athlete',
	emailLookUp: 'integration/athlete',
	bookedActivities: 'integration/pacing',
	suspensionBody: 'integration/membership',
	participantRemoval: 'integration/participants',
	equalState: 'integration/membership',
	fullClass: 'integration/participants',
	bookedTwice: 'integration/participants',
	utcOffsets: 'integration/zones',
	unshownAnswers: 'integration/membership',
	webhookUrl: 'integration/trigger/registration',
	eventTypesShown: 'integration/trigger/registration',
	provisioningSeconds: 'integration/trigger/registration',
	webhookAnswer: 'integration/trigger/registration',
	busyChanges: 'integration/trigger/registration',
	eventData: 'integration/trigger/delivery',
	eventPerson: 'integration/trigger/delivery',
	dataVersion: 'integration/trigger/delivery',
	readAfterEvent: 'integration/trigger/delivery',
	errorBodies: 'integration/switches',
	errorDetails: 'integration/switches',
	cutOff: 'integration/createdOnce',
	missingPermission: 'integration/switches',
	webhookReads: 'integration/keys',
	rateHeaders: 'integration/switches',
	usedUp: 'integration/switches',
	retryAfter: 'integration/switches',
};

/** The switches of which `integration/dialects` takes every reading, and reads every list whole. */
const OF_LISTS = Object.entries(LIST_READINGS).flatMap(([name, question]) => ('undrawn' in question ? [] : [name]));

const others = switchNames.filter((name) => !OF_LISTS.includes(name));

test('the list names each switch of the sandbox, and no other', () => {
	expect(Object.keys(SHOWN_IN).sort()).toEqual([...others].sort());
});

test.each(others)('a test shows what the product does with each reading of %s', (name) => {
	const text = readFileSync(`test/${SHOWN_IN[name]}.test.mts`, 'utf8');
	expect(text).toMatch(new RegExp(`\\b${name}\\b`));
	const isNamed = (reading: string) =>
		new RegExp(/^\d+$/.test(reading) ? `\\b${reading}\\b` : `'${reading.replaceAll('.', '\\.')}'`).test(text);
	if (!text.includes(`readingsOf('${name}')`))
		expect(
			readingsOf(name)
				.slice(1)
				.filter((reading) => !isNamed(reading)),
		).toEqual([]);
});
