import { isActive } from '../../sandbox/data/catalogue.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { Answer, Choice } from './scripted.mts';
import { rowsOf, search } from './scripted.mts';
import type { Scene } from './scene.mts';
import { DAY, NOW, visitsOf } from './scene.mts';
import type { Task } from './task.mts';

const OVERVIEWS: Choice = ['Overviews_of_members', { limit: 1000, days: 30 }];

/** The overviews that did not fit into one answer. */
const REST: Choice = [
	'Overviews_of_members',
	(answers) => ({ limit: 1000, days: 30, from_id: Number(rowsOf(answers[answers.length - 1]).at(-1)!.UserId) + 1 }),
];

const idsOf = (rows: readonly Answer[]): string => [...new Set(rows.map(({ UserId }) => String(UserId)))].join(', ');

/** Sets the stage of the first person in an earlier result, this many answers back. */
const makeClient = (back: number): Choice => [
	'Set_the_stage_of_a_member',
	(answers) => ({ user_id: answers[answers.length - back].results[0].UserId, stage: 'Client' }),
];

const hasActive = ({ sandbox: { club } }: Scene, userId: number): boolean =>
	[...club.userSubscriptions.values()].some((membership) => membership.UserId === userId && isActive(membership, NOW.getTime()));

/** Minimum number of visits a month that counts as often. */
const OFTEN = 12;

/** Tasks of a marketing team. */
export const marketingTasks: readonly Task[] = [
	{
		team: 'Marketing',
		ask: 'How many members are at the stage Client?',
		calls: 3,
		says: ({ sandbox }) => [
			new RegExp(`\\b${listedAthletes(sandbox.club).filter(({ ClientStage }) => ClientStage === 'Client').length}\\b`),
		],
		script: {
			choices: [
				['List_members_of_a_stage', { limit: 5, stage: 'Client' }],
				['List_members_of_a_stage', ([{ hasMore }]) => ({ limit: hasMore ? 1000 : 5, stage: 'Client' })],
			],
			answer: ([, all]) => `There are ${rowsOf(all).length}.`,
		},
	},
	{
		team: 'Marketing',
		ask: 'Who books and never comes? Give me the UserIds of those who booked a class in the next 7 days and were not here in the last 30.',
		calls: 5,
		names: ({ sandbox: { club } }) => {
			const week = (begin: string) => Date.parse(begin) >= NOW.getTime() && Date.parse(begin) < NOW.getTime() + 7 * DAY;
			const booked = club.bookings.filter(({ Begin, UserId }) => week(Begin) && club.athletes.get(UserId)?.IsDemo === false);
			return [...new Set(booked.map(({ UserId }) => UserId))].filter((userId) => visitsOf(club.bookings, userId) === 0);
		},
		script: {
			choices: [['Bookings_of_a_period', { from: NOW.toISOString(), to: '2026-11-28T12:00:00Z', limit: 500 }], OVERVIEWS],
			answer: ([bookings, overviews]) => {
				const absent = rowsOf(overviews).filter(({ Attendance }) => Number(Attendance.RollingCheckIns) === 0);
				const booked = new Set(rowsOf(bookings).map(({ UserId }) => UserId));
				return idsOf(absent.filter(({ UserId }) => booked.has(UserId)));
			},
		},
	},
	{
		team: 'Marketing',
		ask: `Who was here at least ${OFTEN} times in the last 30 days and has no active membership? Give me the UserIds.`,
		calls: 7,
		names: (scene) =>
			listedAthletes(scene.sandbox.club)
				.map(({ UserId }) => UserId)
				.filter((userId) => visitsOf(scene.sandbox.club.bookings, userId) >= OFTEN && !hasActive(scene, userId)),
		script: {
			choices: [OVERVIEWS, REST],
			answer: (overviews) =>
				idsOf(
					overviews
						.flatMap(rowsOf)
						.filter(({ Attendance, Membership }) => Number(Attendance.RollingCheckIns) >= OFTEN && String(Membership.Status) !== 'Active'),
				),
		},
	},
	{
		team: 'Marketing',
		ask: 'Whose membership ends within the next two weeks? Give me the UserIds.',
		calls: 2,
		names: ({ rolf }) => [rolf.UserId],
		script: {
			choices: [['Active_memberships', { limit: 1000 }]],
			answer: ([memberships]) => idsOf(rowsOf(memberships).filter(({ To }) => Date.parse(String(To)) < NOW.getTime() + 14 * DAY)),
		},
	},
	{
		team: 'Marketing',
		ask: 'The contact Greta Holmquist has asked for an offer: she is Qualified now.',
		calls: 3,
		changes: ({ greta }) => [`contact ${greta.UserId}: ClientStage "Lead" -> "Qualified"`],
		script: {
			choices: [
				['Search_for_a_contact', { query: 'greta holmquist' }],
				['Set_the_stage_of_a_contact', ([{ results }]) => ({ user_id: results[0].UserId, stage: 'Qualified' })],
			],
			answer: 'Greta Holmquist is Qualified now.',
		},
	},
	{
		team: 'Marketing',
		ask: 'Anna Wikander and Maja Quist have signed. Make both of them clients.',
		calls: 5,
		changes: ({ anna, maja }) => [
			`athlete ${anna.UserId}: ClientStage "Prospect" -> "Client"`,
			`athlete ${maja.UserId}: ClientStage "Qualified" -> "Client"`,
		],
		script: {
			choices: [search('Anna Wikander'), makeClient(1), search('Maja Quist'), makeClient(1)],
			answer: 'Both are clients now.',
		},
	},
	{
		team: 'Marketing',
		ask: 'What would we send to the club if Rolf Tamm became a client? Only show it, change nothing.',
		calls: 2,
		says: () => [/PUT/],
		script: {
			choices: [
				search('Rolf Tamm'),
				['Show_what_a_stage_of_a_member_would_send', ([{ results }]) => ({ user_id: results[0].UserId, stage: 'Client' })],
			],
			answer: ([, { wouldSend }]) => `${String(wouldSend[0].method)} ${String(wouldSend[0].path)}`,
		},
	},
	{
		team: 'Marketing',
		ask: 'What does a card of ten tickets cost?',
		calls: 2,
		says: () => [/\b999\b/],
		script: {
			choices: [['What_the_club_sells', {}]],
			answer: ([products]) => {
				const card = rowsOf(products).find(({ Name }) => String(Name) === '10 tickets')!;
				return String((card.Plans as unknown as Answer[])[0].Price);
			},
		},
	},
	{
		team: 'Marketing',
		ask: 'Who is first in the challenge "Autumn miles"? Give me the UserId.',
		calls: 3,
		names: ({ anna }) => [anna.UserId],
		script: {
			choices: [
				['Challenges', { limit: 50 }],
				[
					'Results_of_a_challenge',
					([challenges]) => ({
						challenge_id: rowsOf(challenges).find(({ Name }) => String(Name) === 'Autumn miles')!.ChallengeId,
						limit: 1000,
					}),
				],
			],
			answer: ([, results]) => idsOf(rowsOf(results).filter(({ Rank }) => Number(Rank) === 1)),
		},
	},
	{
		team: 'Marketing',
		ask: 'How many calls do we have left in this minute?',
		calls: 1,
		says: () => [/\b49\b/],
		script: { choices: [['Calls_that_are_left', {}]], answer: ([{ window }]) => `${String(window.left)} are left.` },
	},
	{
		team: 'Marketing',
		ask: 'Both people called Johan Ek have asked for a trial: make them prospects.',
		calls: 4,
		changes: ({ johans }) => johans.map(({ UserId }) => `athlete ${UserId}: ClientStage "Lead" -> "Prospect"`),
		script: {
			choices: [
				search('Johan Ek'),
				...[0, 1].map(
					(place): Choice => ['Set_the_stage_of_a_member', ([{ results }]) => ({ user_id: results[place].UserId, stage: 'Prospect' })],
				),
			],
			answer: 'Both are prospects now.',
		},
	},
];
