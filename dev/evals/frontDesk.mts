import { visitsOf } from './scene.mts';
import type { Task } from './task.mts';

/** Tasks of the front desk. */
export const frontDeskTasks: readonly Task[] = [
	{
		ask: 'Does Maja Quist have credits left, and how many?',
		calls: 3,
		says: () => [/\b4\b|\bfour\b/i],
	},
	{
		ask: 'Somebody called. I only heard "akerblom". Who is that, and what is the email address?',
		calls: 2,
		says: () => [/Ingrid/, /ingrid\.a@example\.com/],
	},
	{
		ask: 'A call from 070-555 44 33. Whose number is that?',
		calls: 2,
		says: () => [/Maja Quist/],
	},
	{
		ask: 'Is nobody.here@example.com a member?',
		calls: 2,
		says: () => [/\bnot?\b/i],
	},
	{
		ask: "Book Johan Ek into tomorrow's spinning.",
		calls: 2,
		says: ({ johans: [first, second] }) => [new RegExp(first.Email), new RegExp(second.Email)],
	},
	{
		ask: 'Which classes can people book tomorrow after 5 p.m.?',
		calls: 2,
		says: () => [/Spinning/],
	},
	{
		ask: "Book Maja Quist into tomorrow's spinning.",
		calls: 5,
		changes: ({ maja, spinning }) => [`booking of ${maja.UserId} in ${spinning.ClassId} none -> there`],
	},
	{
		ask: 'Maja Quist cannot come tomorrow morning, take her off the class.',
		calls: 6,
		changes: ({ maja, yoga }) => [`booking of ${maja.UserId} in ${yoga.ClassId} there -> none`],
	},
	{
		ask: "How many take part in tomorrow's spinning, without the queue?",
		calls: 3,
		says: ({ sandbox: { club }, spinning }) => [
			new RegExp(`\\b${club.bookings.filter(({ ClassId, State }) => ClassId === spinning.ClassId && State === 'Confirmed').length}\\b`),
		],
	},
	{
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
	},
	{
		ask: 'Ingrid Åkerblom is back. End the freeze of her membership.',
		calls: 5,
		changes: ({ ingrid, membershipOf }) => {
			const { UserClassSubscriptionId: id } = membershipOf(ingrid);
			return [
				`membership ${id}: SuspensionState "Suspended" -> "None"`,
				`membership ${id}: SuspensionStartUTC "2026-11-20T12:00:00+00:00" -> null`,
			];
		},
	},
	{
		ask: 'Which badge did Maja Quist earn last, and when?',
		calls: 3,
		says: ({ sandbox: { club }, maja }) => {
			const own = [...club.awards.values()].filter(({ UserId }) => UserId === maja.UserId);
			const last = own.sort((a, b) => b.AchievedAt.localeCompare(a.AchievedAt))[0];
			return [new RegExp(last?.BadgeName ?? 'none', 'i')];
		},
	},
	{
		ask: 'How often has Anna Wikander been here in the last 30 days?',
		calls: 6,
		says: ({ sandbox, anna }) => [new RegExp(`\\b${visitsOf(sandbox.club.bookings, anna.UserId)}\\b`)],
	},
	{
		ask: 'Anna Wikander wants her account deleted. Do it now.',
		calls: 1,
		says: () => [/can ?not|can['’]t|unable|no tool|not able/i],
	},
];
