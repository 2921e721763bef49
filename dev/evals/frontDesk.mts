import type { Answer, Choice } from './scripted.mts';
import { about, rowsOf, search } from './scripted.mts';
import { TOMORROW, visitsOf } from './scene.mts';
import type { Task } from './task.mts';

const isTomorrow = (moment: string): boolean =>
	Date.parse(moment) >= Date.parse(TOMORROW.from) && Date.parse(moment) < Date.parse(TOMORROW.to);

/** A class in a calendar, by name. */
const classIn = (calendar: Answer, name: string): Answer => rowsOf(calendar).find((row) => String(row.Name) === name)!;

/** A class as a tool takes it, by its name and when it begins. */
export const nameAndTime = ({ Name, Begin }: Answer): string => `${String(Name)}, ${String(Begin)}`;

/** The only person in the result of the search, as a tool that changes something takes them. */
export const member = ({ results }: Answer): Record<string, unknown> => ({
	member_name: `${String(results[0].FirstMidName)} ${String(results[0].LastName)}`,
	member_email: results[0].Email,
});

const freeze = (start: string, end: string): Choice => [
	'Freeze_a_membership',
	([found, memberships]) => ({ ...member(found), membership_id: rowsOf(memberships)[0].UserClassSubscriptionId, start, end }),
];

/** Tasks of the front desk. */
export const frontDeskTasks: readonly Task[] = [
	{
		team: 'Front desk',
		ask: 'Does Maja Quist have credits left, and how many?',
		calls: 3,
		says: () => [/\b4\b|\bfour\b/i],
		script: {
			choices: [search('Maja Quist'), about('Look_at_memberships')],
			answer: ([, memberships]) => `She has ${String(rowsOf(memberships)[0].AvailableActivities)} left.`,
		},
	},
	{
		team: 'Front desk',
		ask: 'Somebody called. I only heard "akerblom". Who is that, and what is the email address?',
		calls: 2,
		says: () => [/Ingrid/, /ingrid\.a@example\.com/],
		script: {
			choices: [search('akerblom')],
			answer: ([{ results }]) => `${String(results[0].FirstMidName)} ${String(results[0].LastName)}, ${String(results[0].Email)}.`,
		},
	},
	{
		team: 'Front desk',
		ask: 'A call from 070-555 44 33. Whose number is that?',
		calls: 2,
		says: () => [/Maja Quist/],
		script: {
			choices: [search('070-555 44 33')],
			answer: ([{ results }]) => `That is ${String(results[0].FirstMidName)} ${String(results[0].LastName)}.`,
		},
	},
	{
		team: 'Front desk',
		ask: 'Is nobody.here@example.com a member?',
		calls: 2,
		says: () => [/\bnot?\b/i],
		script: { choices: [search('nobody.here@example.com')], answer: 'No, nobody here has that address.' },
	},
	{
		team: 'Front desk',
		ask: "Book Johan Ek into tomorrow's spinning.",
		calls: 2,
		says: ({ johans: [first, second] }) => [new RegExp(first.Email), new RegExp(second.Email)],
		script: {
			choices: [search('Johan Ek')],
			answer: ([found]) =>
				`There are several: ${rowsOf(found)
					.map(({ Email }) => String(Email))
					.join(', ')}. Which one?`,
		},
	},
	{
		team: 'Front desk',
		ask: 'Which classes can people book tomorrow after 5 p.m.?',
		calls: 2,
		says: () => [/Spinning/],
		script: {
			choices: [['Look_at_the_calendar', { ...TOMORROW, from: '2026-11-22T17:00:00+01:00' }]],
			answer: ([calendar]) =>
				rowsOf(calendar)
					.map(({ Name, Begin }) => `${String(Name)} at ${String(Begin)}`)
					.join(', '),
		},
	},
	{
		team: 'Front desk',
		ask: "Book Maja Quist into tomorrow's spinning.",
		calls: 5,
		changes: ({ maja, spinning }) => [`booking of ${maja.UserId} in ${spinning.ClassId} none -> there`],
		script: {
			choices: [
				search('Maja Quist'),
				['Look_at_the_calendar', TOMORROW],
				['Book_a_class', ([found, calendar]) => ({ class: nameAndTime(classIn(calendar, 'Spinning')), ...member(found) })],
			],
			answer: 'Booked.',
		},
	},
	{
		team: 'Front desk',
		ask: 'Maja Quist cannot come tomorrow morning, take her off the class.',
		calls: 6,
		changes: ({ maja, yoga }) => [`booking of ${maja.UserId} in ${yoga.ClassId} there -> none`],
		script: {
			choices: [
				search('Maja Quist'),
				about('Look_at_bookings', TOMORROW),
				['Look_at_the_calendar', TOMORROW],
				[
					'Cancel_a_booking',
					([found, bookings, calendar]) => {
						const { ClassId } = rowsOf(bookings).find(({ Begin }) => isTomorrow(String(Begin)))!;
						const scheduled = rowsOf(calendar).find((row) => String(row.ClassId) === String(ClassId))!;
						return { class: nameAndTime(scheduled), ...member(found) };
					},
				],
			],
			answer: 'Maja is off the class.',
		},
	},
	{
		team: 'Front desk',
		ask: "How many take part in tomorrow's spinning, without the queue?",
		calls: 3,
		says: ({ sandbox: { club }, spinning }) => [
			new RegExp(`\\b${club.bookings.filter(({ ClassId, State }) => ClassId === spinning.ClassId && State === 'Confirmed').length}\\b`),
		],
		script: {
			choices: [
				['Look_at_the_calendar', TOMORROW],
				['Look_at_participants', ([calendar]) => ({ class_id: classIn(calendar, 'Spinning').ClassId })],
			],
			answer: ([, participants]) => String(rowsOf(participants).filter(({ State }) => String(State) === 'Confirmed').length),
		},
	},
	{
		team: 'Front desk',
		ask: "Freeze Anna Wikander's membership for August 2027, she is away. The club is in Stockholm.",
		calls: 5,
		changes: ({ anna, membershipOf }) => {
			const { UserClassSubscriptionId: id } = membershipOf(anna);
			return [
				`membership ${id}: SuspensionState "None" -> "Scheduled"`,
				`membership ${id}: SuspensionStartUTC null -> "2027-07-31T22:00:00.000Z"`,
				`membership ${id}: ReactivationDate null -> "2027-08-31T22:00:00.000Z"`,
			];
		},
		script: {
			choices: [search('Anna Wikander'), about('Look_at_memberships'), freeze('2027-08-01T00:00:00', '2027-09-01T00:00:00')],
			answer: 'It is frozen from the first of August to the end of the month.',
		},
	},
	{
		team: 'Front desk',
		ask: 'Ingrid Åkerblom is back. End the freeze of her membership.',
		calls: 5,
		changes: ({ ingrid, membershipOf }) => {
			const { UserClassSubscriptionId: id } = membershipOf(ingrid);
			return [
				`membership ${id}: SuspensionState "Suspended" -> "None"`,
				`membership ${id}: SuspensionStartUTC "2026-11-20T12:00:00+00:00" -> null`,
			];
		},
		script: {
			choices: [
				search('ingrid åkerblom'),
				about('Look_at_memberships'),
				['End_a_freeze', ([found, memberships]) => ({ ...member(found), membership_id: rowsOf(memberships)[0].UserClassSubscriptionId })],
			],
			answer: 'Her membership runs again.',
		},
	},
	{
		team: 'Front desk',
		ask: 'Which badge did Maja Quist earn last, and when?',
		calls: 3,
		says: ({ sandbox: { club }, maja }) => {
			const own = [...club.awards.values()].filter(({ UserId }) => UserId === maja.UserId);
			const last = own.sort((a, b) => b.AchievedAt.localeCompare(a.AchievedAt))[0];
			return [new RegExp(last?.BadgeName ?? 'none', 'i')];
		},
		script: {
			choices: [search('Maja Quist'), about('Look_at_badges')],
			answer: ([, badges]) => {
				const last = [...rowsOf(badges)].sort((a, b) => String(b.AchievedAt).localeCompare(String(a.AchievedAt)))[0];
				return last ? `${String(last.BadgeName)}, on ${String(last.AchievedAt)}.` : 'None so far.';
			},
		},
	},
	{
		team: 'Front desk',
		ask: 'How often has Anna Wikander been here in the last 30 days?',
		calls: 6,
		says: ({ sandbox, anna }) => [new RegExp(`\\b${visitsOf(sandbox.club.bookings, anna.UserId)}\\b`)],
		script: {
			choices: [search('Anna Wikander'), about('Overview_of_a_member')],
			answer: ([, { Attendance }]) => `${String(Attendance.RollingCheckIns)} times.`,
		},
	},
	{
		team: 'Front desk',
		ask: 'Anna Wikander wants her account deleted. Do it now.',
		calls: 1,
		says: () => [/can ?not|can['’]t|unable|no tool|not able/i],
		script: { choices: [], answer: 'I cannot delete an account; please ask a manager.' },
	},
];
