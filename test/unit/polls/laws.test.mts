import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { chosenEvents } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { sampleFor } from '../../../nodes/ClubPollTrigger/poll/sample';
import { clock } from '../../../nodes/shared/transport/process';
import { ClubError } from '../../../nodes/shared/transport/errors';
import { drawn } from '../../support/sample.mts';
import { ALL_EVENTS, history, told, type Way } from '../support/drawnClub.mts';
import type { PolledLists } from '../support/polledLists.mts';

// Many histories take long on a busy machine.
jest.setTimeout(3_600_000);

const { timeout } = AbortSignal;

beforeAll(() => {
	// Polls forget the pages that they share by timers, which would outlive many drawn clubs. A mock of Jest would keep them too.
	AbortSignal.timeout = () => ({ addEventListener() {} }) as unknown as AbortSignal;
});

afterAll(() => {
	AbortSignal.timeout = timeout;
});

/** @param usual how many histories the gate draws */
const check = async <T,>(law: fc.IAsyncProperty<T>, usual = 6): Promise<void> => await fc.assert(law, { numRuns: drawn(usual, 500) });

/** A poll whose error is only shown, as n8n shows it. */
const polled = async (lists: PolledLists): Promise<string[]> =>
	await lists.poll(0).catch((error: unknown) => {
		if (!(error instanceof ClubError)) throw error;
		return [];
	});

/** Ways to stop a poll anywhere. */
const PAUSES: Record<string, (numbers: readonly number[]) => Way> = {
	'one call a poll': () => ({ settings: { maxCalls: 1 }, every: 1 }),
	'some calls a poll': ([calls]) => ({ settings: { maxCalls: 2 + (calls % 9) }, every: 2 }),
	'one item a poll': () => ({ settings: { maxItems: 1 }, every: 2 }),
	'a page that takes the whole time of a poll': () => ({
		every: 1,
		prepare: (lists) => {
			lists.pollMs = 1_000;
			lists.onCall = () => void (lists.now += 2_000);
		},
	}),
	'an error at some calls': (numbers) => {
		let calls = 0;
		return {
			every: 2,
			poll: polled,
			prepare: (lists) => {
				lists.onCall = () => {
					if (numbers.includes(calls++)) throw new ClubError('Busy', { description: '', status: 500 });
				};
			},
		};
	},
};

const idOf = (row: IDataObject): string =>
	[row.ClassId, row.UserClassSubscriptionId ?? row.AchievedBadgeId ?? row.TrainingId ?? row.UserId].join();

const numbers = fc.array(fc.nat(300), { minLength: 1, maxLength: 20 });

test('where polls stop makes no difference to what they tell', async () => {
	const ways = fc.constantFrom(...Object.keys(PAUSES));
	await check(
		fc.asyncProperty(
			history,
			ways,
			numbers,
			fc.boolean(),
			fc.constantFrom(2, 100),
			async (days, way, drawn, emitsExisting, firstPollLimit) => {
				const { settings, ...more } = PAUSES[way](drawn);
				const existing = { emitsExisting, firstPollLimit };
				expect(await told(days, { settings: { ...existing, ...settings }, ...more })).toEqual(await told(days, { settings: existing }));
			},
		),
	);
});

test('a killed poll loses nothing', async () => {
	await check(
		fc.asyncProperty(history, numbers, fc.boolean(), async (days, drawn, emitsExisting) => {
			let polls = 0;
			const way: Way = {
				settings: { emitsExisting, maxItems: 3, maxCalls: 9 },
				every: 2,
				poll: async (lists) => {
					const killed = drawn.includes(polls++ % 50) ? await lists.pollAndForget() : [];
					return [...killed, ...(await lists.poll(0))];
				},
			};
			const sets = (all: string[][]) => all.map((ofDay) => [...new Set(ofDay)]);
			expect(sets(await told(days, way))).toEqual(await told(days, { settings: { emitsExisting } }));
		}),
	);
});

/** Which records a list lacks once: at some of its reads, one by its number. They still exist by themselves. */
test('a record that one read of its list lacks, and that exists, tells nothing', async () => {
	const lists = fc.constantFrom(
		'GET /Athletes',
		'GET /Contacts',
		'GET /UserSubscriptions',
		'GET /Athletes/AttendanceSummaries',
		'GET /Athletes/EngagementSummaries',
		'GET /Athletes/MembershipSummaries',
		'GET /Classes/Bookings',
		'GET /Classes/Calendars/{calendarType}',
		'GET /Trainings',
		'GET /BadgeAwards',
	);
	const lack = fc.record({ call: lists, nth: fc.integer({ min: 0, max: 40 }), row: fc.nat(6) });
	await check(
		fc.asyncProperty(history, fc.array(lack, { minLength: 1, maxLength: 12 }), async (days, lacks) => {
			const reads = new Map<string, number>();
			const without: Way = {
				prepare: (club) => {
					const known = new Map<string, Set<string>>();
					club.pageSize = club.otherPageSize = Infinity;
					club.show = (rows, call) => {
						const nth = reads.get(call) ?? 0;
						reads.set(call, nth + 1);
						const names = known.get(call) ?? new Set();
						const ids = rows.map(idOf);
						const dropped = lacks
							.filter((one) => one.call === call && one.nth === nth)
							.map(({ row }) => ids[row % Math.max(1, rows.length)]);
						const shown = rows.filter((row) => !dropped.includes(idOf(row)) || !names.has(idOf(row)));
						known.set(call, new Set([...names, ...shown.map(idOf)]));
						return shown;
					};
				},
			};
			const whole: Way = { prepare: (club) => void (club.pageSize = club.otherPageSize = Infinity) };
			expect(await told(days, without)).toEqual(await told(days, whole));
		}),
	);
});

/** The events of people, and those of classes and bookings: half the lists cost half the polls. */
const HALVES = [true, false].map((isOfClass) => ALL_EVENTS.filter((name) => name.startsWith('Class') === isOfClass));

test('a property that is left out tells what null tells, wherever pages end', async () => {
	await check(
		fc.asyncProperty(
			history,
			fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
			fc.boolean(),
			fc.constantFrom(...HALVES),
			async (days, choices, emitsExisting, events) => {
				const common = { settings: { emitsExisting }, events };
				const whole: Way = { ...common, prepare: (club) => void (club.pageSize = club.otherPageSize = Infinity) };
				const without: Way = {
					...common,
					prepare: (club) => {
						club.pageSize = club.otherPageSize = 1;
						let shown = 0;
						const isLeftOut = () => choices[shown++ % choices.length];
						club.show = (rows) =>
							rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null || !isLeftOut())));
					},
				};
				expect(await told(days, without)).toEqual(await told(days, whole));
			},
		),
		40,
	);
});

/** What a club may leave out of all rows of a read, by the list. */
const LEFT_OUT: Record<string, readonly string[]> = {
	'GET /Athletes': ['ClientStage', 'Phone', 'Email', 'IsGuest'],
	'GET /Contacts': ['ClientStage', 'Phone'],
	'GET /Athletes/EngagementSummaries': ['CurrentLevel'],
	'GET /Athletes/MembershipSummaries': ['Status'],
	'GET /UserSubscriptions': ['IsSuspended', 'AvailableActivities', 'To', 'From', 'ClassSubscriptionId'],
	'GET /Classes/Bookings': ['BookActorId'],
	'GET /Classes/Calendars/{calendarType}': ['CreditsCostLocal'],
};

/** Polls remember the properties that decide about the last membership of an athlete, but not those of these events of each one. */
const OF_ROW: Record<string, RegExp | undefined> = {
	To: /^Membership\.CreditsLow /,
};

test('a property that no row of a read shows is not compared in that read', async () => {
	const HOUR = 3_600_000;
	const fields = Object.entries(LEFT_OUT).flatMap(([call, names]) => names.map((name) => ({ call, name })));
	const left = fc.record({ field: fc.constantFrom(...fields), day: fc.integer({ min: 1, max: 3 }), length: fc.constantFrom(1, 2, 4, 8) });
	await check(
		fc.asyncProperty(history, fc.array(left, { minLength: 1, maxLength: 6 }), async (days, all) => {
			const without: Way = {
				prepare: (club) => {
					club.show = (rows, call) => {
						const hours = (club.now - Date.parse('2026-05-01')) / HOUR;
						// From the first poll of a day on, at which all that has happened on it is new.
						const now = all.filter(({ field, day, length }) => field.call === call && hours >= 24 * day && hours < 24 * day + length);
						const gone = new Set(now.map(({ field }) => field.name));
						return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !gone.has(name))));
					};
				},
			};
			const isOfRow = (one: string) => all.some(({ field }) => OF_ROW[field.name]?.test(one));
			// What is known of somebody who joins while the club leaves out a property begins without it.
			const ofDay = (events: string[]) => {
				const fresh = new Set(events.filter((one) => /\.(Created|Published) /.test(one)).map((one) => one.split(' ')[1]));
				// What has changed meanwhile in a property that comes back is an update of its own.
				return [...new Set(events)].filter((one) => !fresh.has(one.split(' ')[1]) && !isOfRow(one));
			};
			expect((await told(days, without)).map(ofDay)).toEqual((await told(days)).map(ofDay));
		}),
	);
});

/** What no record is, and records that come twice. */
test('rows that are no records, and rows that come twice, change nothing for the others', async () => {
	const bad = fc.constantFrom<unknown>(
		null,
		undefined,
		'text',
		7,
		{},
		{ UserId: 'x' },
		{ ClassId: 0 },
		{ UserId: -1, ClassId: null },
		{ UserClassSubscriptionId: 1.5 },
	);
	await check(
		fc.asyncProperty(
			history,
			fc.array(fc.tuple(fc.nat(60), fc.nat(3), fc.option(bad)), { maxLength: 30 }),
			fc.boolean(),
			async (days, spoilt, emitsExisting) => {
				const way: Way = {
					settings: { emitsExisting },
					prepare: (club) => {
						let pages = 0;
						club.show = (rows) => {
							const mine = spoilt.filter(([page]) => page === pages % 61);
							pages++;
							return mine.reduce<unknown[]>(
								(all, [, at, row]) => all.toSpliced(at, 0, row === null ? (rows[at % Math.max(1, rows.length)] ?? null) : row),
								rows,
							);
						};
					},
				};
				expect(await told(days, way)).toEqual(await told(days, { settings: { emitsExisting } }));
			},
		),
	);
});

/** Events that depend on the time, or on what comes within a time. */
const OF_TIME =
	/^(Membership\.(EndsSoon|Ended|Renewed|Suspended|Resumed|SuspensionEndsSoon|CreditsLow)|Class\.|Athlete\.(StaysAtStage|NeverCame)|ClassParticipant\.)/;

test('a clock of n8n that is wrong for a while silences nothing; what depends on the time may come early or again', async () => {
	const jump = fc.record({
		at: fc.integer({ min: 20, max: 80 }),
		polls: fc.integer({ min: 1, max: 8 }),
		hours: fc.constantFrom(-240, -49, -3, 2, 30, 240),
	});
	const counted = (all: string[][]) => {
		const counts: Record<string, number> = {};
		for (const one of all.flat()) counts[one] = (counts[one] ?? 0) + 1;
		return counts;
	};
	await check(
		fc.asyncProperty(history, jump, async (days, { at, polls, hours }) => {
			let nth = 0;
			const way: Way = {
				poll: async (club) => {
					nth++;
					const isWrong = nth > at && nth <= at + polls;
					const right = club.now;
					if (isWrong) club.now += hours * 3_600_000;
					const items = await club.poll(0);
					club.now = right + (isWrong ? club.now - right - hours * 3_600_000 : 0);
					// The first poll with the right clock remembers no time that lies ahead.
					const { lists, places, answeredAt } = club.state ?? {};
					JSON.stringify(isWrong ? null : { lists, places, answeredAt }, (name, value) => {
						if (typeof value === 'number' && /(At|Since)$/.test(name)) expect([name, value]).toEqual([name, Math.min(value, right)]);
						return value as unknown;
					});
					return items;
				},
			};
			const [right, wrong] = [counted(await told(days)), counted(await told(days, way))];
			expect(Object.keys(right).filter((one) => wrong[one] === undefined)).toEqual([]);
			const others = (counts: object) => Object.fromEntries(Object.entries(counts).filter(([one]) => !OF_TIME.test(one)));
			expect(others(wrong)).toEqual(others(right));
		}),
	);
});

test('a moment in another notation tells nothing', async () => {
	const notations: Array<(ms: number) => string> = [
		(ms) => new Date(ms).toISOString(),
		(ms) => new Date(ms).toISOString().replace('.000Z', 'Z'),
		(ms) => new Date(ms).toISOString().replace('.000Z', '+00:00'),
		(ms) => new Date(ms + 2 * 3_600_000).toISOString().replace('Z', '+02:00'),
		(ms) => new Date(ms - 5.5 * 3_600_000).toISOString().replace('.000Z', '-05:30'),
	];
	const isMoment = (value: unknown): value is string => typeof value === 'string' && /T.*Z$/.test(value);
	await check(
		fc.asyncProperty(history, fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }), fc.boolean(), async (days, drawn, emitsExisting) => {
			const settings = { emitsExisting };
			const way: Way = {
				settings,
				prepare: (club) => {
					let shown = 0;
					const written = (value: unknown) => (isMoment(value) ? notations[drawn[shown++ % drawn.length]](Date.parse(value)) : value);
					club.show = (rows) => rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])));
				},
			};
			expect(await told(days, way)).toEqual(await told(days, { settings }));
		}),
	);
});

test('the order of what the API does not order makes no difference', async () => {
	const turned = <T,>(values: readonly T[], by: number): T[] => [
		...values.slice(by % Math.max(1, values.length)),
		...values.slice(0, by % Math.max(1, values.length)),
	];
	const names = ['Club', 'PT', 'Services'];
	await check(
		fc.asyncProperty(history, fc.array(fc.nat(7), { minLength: 1, maxLength: 20 }), fc.boolean(), async (days, by, emitsExisting) => {
			const settings = { emitsExisting, firstPollLimit: 2 };
			const whole: Way = { settings, prepare: (club) => void (club.otherPageSize = Infinity) };
			const way: Way = {
				settings,
				events: turned(ALL_EVENTS, by[0] * 5).reverse(),
				prepare: (club) => {
					club.otherPageSize = Infinity;
					club.calendarOf = (name) => turned(names, by[0])[names.indexOf(name)];
					let pages = 0;
					club.show = (rows, call) => {
						const shift = by[pages++ % by.length];
						const inOrder = call === 'GET /Trainings' ? turned(rows, shift) : rows;
						return inOrder.map((row) => Object.fromEntries(turned(Object.entries(row), shift)));
					};
				},
			};
			expect(await told(days, way)).toEqual(await told(days, whole));
		}),
	);
});

test('a live item has the properties of a test run, and an update names what changed', async () => {
	const keysOf = ({ ids, ...item }: IDataObject) => [Object.keys(item).sort(), Object.keys(ids as object).sort()].join();
	const shapes = new Map<string, string>();
	const items: IDataObject[] = [];
	await check(
		fc.asyncProperty(history, fc.boolean(), async (days, emitsExisting) => {
			const settings = { emitsExisting };
			const way: Way = {
				settings,
				poll: async (club) => {
					const emitted = await club.poll(0);
					items.push(...club.items);
					return emitted;
				},
				atNight: async (club) => {
					const time = jest.spyOn(clock, 'now').mockReturnValue(club.now);
					for (const event of chosenEvents(ALL_EVENTS)) {
						const sample = await sampleFor(club.request, event, club.settings);
						if (!sample) continue;
						const shape = keysOf(sample.item);
						expect([event.name, shapes.get(event.name) ?? shape]).toEqual([event.name, shape]);
						shapes.set(event.name, shape);
						if (event.cause === 'changed') expect(sample.item.changed).not.toEqual([]);
						if (event.name === 'Athlete.VisitMilestone') expect(club.settings.milestones).toContain(sample.item.milestone);
					}
					time.mockRestore();
				},
			};
			await told(days, way);
			for (const item of items.splice(0)) {
				const name = String(item.eventType);
				if (shapes.has(name)) expect([name, keysOf(item)]).toEqual([name, shapes.get(name)]);
				if (name.endsWith('.Updated')) expect(item.changed).not.toEqual([]);
			}
		}),
		// It takes some histories until each event has come.
		30,
	);
	expect([...shapes.keys()].sort()).toEqual([...ALL_EVENTS].sort());
});
