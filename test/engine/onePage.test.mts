import { writeFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isActive } from '../../sandbox/data/catalogue.mts';
import { LivingClub } from '../../sandbox/living/livingClub.mts';
import { IS_WHOLE } from '../support/sample.mts';
import { useEngine, ZONE } from './support/engine.mts';
import { clock, time } from './support/time.mts';

const FILE = 'club-on-one-page';

/** The product of the living club that renews itself. */
const MONTHLY = 12;

/** The days that the club lives: a year in the whole run, whose page is the picture in the README. */
const DAYS = IS_WHOLE ? 365 : 30;

const WEEKS = 12;

const MONDAY = 1;

describe('The club on one page', () => {
	const engine = useEngine();
	const night = async (products = '') => {
		const workflow = engine.prepared(FILE);
		const { assignments } = workflow.nodes.find(({ name }) => name === 'Settings')!.parameters.assignments as {
			assignments: IDataObject[];
		};
		assignments.find(({ name }) => name === 'Products That Renew Themselves')!.value = products;
		engine.sandbox.resetRecords();
		return await engine.run(FILE, 'Every night', undefined, 'trigger', workflow);
	};
	const opened = async () => JSON.parse(await engine.visit(FILE, 'When a browser opens the page', { headers: {} })) as string;
	const here = (ms: number | string = Date.now()) =>
		(typeof ms === 'string' ? DateTime.fromISO(ms) : DateTime.fromMillis(ms)).setZone(ZONE);
	const morning = (days: number) => here().plus({ days }).set({ hour: 5, minute: 0, second: 0, millisecond: 0 }).toMillis();

	/** What somebody reads, without markup. */
	const words = (html: string) =>
		html
			.replace(/<style>[^]*?<\/style>|<\/?bdi>/g, '')
			.replace(/<[^>]+>/g, ' ')
			.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
			.replace(/\s+/g, ' ')
			.trim();
	const partOf = (html: string, title: string) => html.split('<section').find((part) => part.includes(`<h2>${title}`)) ?? '';
	/** The cells of its table, without the bars. */
	const tableIn = (html: string, title: string) =>
		[...(partOf(html, title).split('<tbody>')[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
			row
				.split(/<t[hd]/)
				.slice(1)
				.filter((cell) => !cell.startsWith(' class="bar"'))
				.map((cell) => words(`<td${cell}`)),
		);
	const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '±0');

	it('says on the first days what it cannot know yet, and shows no zero for it', async () => {
		expect(words(await opened())).toContain('No figures yet. They come with the first night.');
		expect((await night()).error).toBeUndefined();
		const html = await opened();
		expect(words(partOf(html, 'Joined and left'))).toContain('Counted from the second day on.');
		expect(tableIn(html, 'Members by stage').map(([, , ...changes]) => changes)).toContainEqual(['not known yet', 'not known yet']);
		expect(html).not.toContain('joined this week');
	});

	it('says which list the club refuses, fails with the reason, and counts the bookings later', async () => {
		for (const route of ['/Athletes', '/UserSubscriptions/Active', '/BadgeAwards', '/Classes/Bookings'])
			engine.sandbox.inject({ kind: 'status', status: 403, times: 1_000, match: { route: `GET ${route}`, every: true } });
		const { error } = await night();
		for (const node of ['Get all athletes', 'Get active memberships', 'Get the badges', 'Get the bookings'])
			expect(error?.message).toContain(`${node}: `);
		const refused = await opened();
		for (const title of ['Members', 'Joined', 'Bookings', 'Classes', 'Memberships', 'Badges'])
			expect(words(partOf(refused, title))).toMatch(/The club did not give its \w+ last time: The club does not allow this/);
		expect(tableIn(refused, 'Members by stage')).toEqual([]);
		engine.sandbox.clearFaults();
		time.set(morning(3));
		expect((await night()).error).toBeUndefined();
		const html = await opened();
		const [, from] = /bookings? from (\d+ \w+) to/.exec(words(html)) ?? [];
		expect(from).toBe(here().minus({ days: 10 }).toFormat('d LLLL'));
		time.set(morning(3));
		expect(words(await opened())).toContain('These figures are old');
	});

	it('shows hostile texts of the club as texts', async () => {
		const HOSTILE = `<script>alert("1")</script></h2>"' onload=x \u202eevil\u0007 ${'long'.repeat(100)}`;
		const { athletes, userSubscriptions, products, classes, awards } = engine.sandbox.club;
		const [person] = engine.people();
		Object.assign(person, { FirstMidName: HOSTILE, LastName: '&amp;', ClientStage: HOSTILE });
		const before = structuredClone([...products]);
		const [membership] = userSubscriptions.values();
		const soon = {
			UserId: person.UserId,
			From: here().minus({ days: 9 }).toISO()!,
			To: here().plus({ days: 9 }).toISO()!,
			Disabled: false,
		};
		Object.assign(membership, soon);
		for (const list of [products, classes] as Array<Map<number, { Name: string }>>) for (const one of list.values()) one.Name = HOSTILE;
		for (const award of awards.values()) Object.assign(award, { BadgeName: HOSTILE, AchievedAt: here().minus({ days: 1 }).toISO() });
		expect((await night()).error).toBeUndefined();
		const html = await opened();
		for (const [id, product] of before) products.set(id, product);
		expect(athletes.size).toBeGreaterThan(0);
		expect(html.replace(/[\n\t]/g, '').match(/<script|<\/h2>"|alert\("|\p{C}|(long){20}/gu)).toBeNull();
		for (const title of ['Members', 'Classes', 'Memberships', 'Badges']) expect(words(partOf(html, title))).toContain('<script>alert("1")');
		expect(html.match(/(src|href|url)\b[=(]/g)).toBeNull();
	});

	it('shows what the records of a living club hold, for six calls a night', async () => {
		const { club } = engine.sandbox;
		const living = new LivingClub(engine.sandbox, clock, { seed: 3, members: 200 });
		living.live(morning(181));
		const stages: Array<Map<string, number>> = [];
		const bookings = new Map<string, number>();
		const nights: number[] = [];
		let booked = 0;
		for (let day = 0; day < DAYS; day++) {
			living.live(morning(1));
			nights.push(Date.now());
			expect((await night(String(MONTHLY))).error).toBeUndefined();
			if (day > 0) expect(engine.sandbox.requests).toHaveLength(6);
			const counts = new Map<string, number>();
			for (const { ClientStage } of engine.people()) counts.set(ClientStage, (counts.get(ClientStage) ?? 0) + 1);
			stages.push(counts);
			const yesterday = here().minus({ days: 1 }).toISODate();
			for (const { Begin, State } of club.bookings) {
				if (here(Begin).toISODate() !== yesterday || State !== 'Confirmed' || day < DAYS - 28) continue;
				const key = `${here(Begin).toFormat('HH')}:00 ${here(Begin).weekday}`;
				bookings.set(key, (bookings.get(key) ?? 0) + 1);
				booked += 1;
			}
		}
		const html = await opened();
		if (IS_WHOLE) writeFileSync('.cache/club-on-one-page.html', html);

		const [latest, before, week] = [stages.at(-1)!, stages.at(-2)!, stages.at(-8)!];
		const of = (counts: Map<string, number>, stage: string) => counts.get(stage) ?? 0;
		expect(tableIn(html, 'Members by stage').sort()).toEqual(
			[...new Set([...latest.keys(), ...before.keys(), ...week.keys()])]
				.map((stage) => [
					stage,
					String(of(latest, stage)),
					signed(of(latest, stage) - of(before, stage)),
					signed(of(latest, stage) - of(week, stage)),
				])
				.sort(),
		);

		const weeks = new Map<string, [joined: number, left: number]>();
		for (const [index, until] of nights.entries()) {
			if (index === 0) continue;
			const monday = here(until).set({ weekday: MONDAY }).toFormat('d LLL');
			const did = (what: string) => living.acts.filter((act) => act.did === what && act.at > nights[index - 1] && act.at <= until).length;
			const [joined, left] = weeks.get(monday) ?? [0, 0];
			weeks.set(monday, [joined + did('joins'), left + did('leaves')]);
		}
		expect(tableIn(html, 'Joined and left')).toEqual([...weeks].slice(-WEEKS).map(([monday, counts]) => [monday, ...counts.map(String)]));

		const hours = tableIn(html, 'Bookings by weekday and hour');
		const shown = hours.flatMap(([hour, ...counts]) => counts.map((count, place) => [`${hour} ${place + 1}`, Number(count)] as const));
		expect(new Map(shown.filter(([, count]) => count > 0))).toEqual(bookings);
		expect(booked).toBeGreaterThan(100);

		const [now, end] = [Date.now(), here().plus({ days: 30 }).toMillis()];
		const active = [...club.userSubscriptions.values()].filter((membership) => isActive(membership, now));
		const ending = active.filter(
			({ To, ClassSubscriptionId: product, UserId }) =>
				product !== MONTHLY &&
				Date.parse(To) <= end &&
				!active.some((one) => one.UserId === UserId && one.ClassSubscriptionId === product && Date.parse(one.To) > end),
		);
		expect(words(html)).toContain(`${ending.length} memberships end soon`);
		const name = ({ UserId }: { UserId: number }) => `${club.athletes.get(UserId)!.FirstMidName} ${club.athletes.get(UserId)!.LastName}`;
		const first = ending.sort((a, b) => Date.parse(a.To) - Date.parse(b.To)).slice(0, 25);
		expect(tableIn(html, 'Memberships').map(([, member]) => member)).toEqual(first.map(name));

		const badges = [...club.awards.values()].filter(({ AchievedAt }) => Date.parse(AchievedAt) >= here(now).minus({ days: 7 }).toMillis());
		const counts = tableIn(html, 'Badges of the week').map(([, count]) => Number(count));
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(badges.length);
		for (const [, percent] of tableIn(html, 'Classes')) expect(Number(percent.replace(' %', ''))).toBeLessThanOrEqual(110);
	}, 1_200_000);
});
