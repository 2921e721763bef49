import type { IDataObject } from 'n8n-workflow';
import type { Athlete } from '../../sandbox/types.mts';
import { Engine } from './support/engine.mts';
import { begin, effects, occupy, outcome, starts, twice, type Start } from './support/occasions.mts';

const engine = new Engine({ athletes: 50 });
let everybody: Athlete[];

beforeAll(async () => {
	await engine.start();
	everybody = structuredClone(engine.people());
});
afterAll(async () => await engine.close());

/** A club in which each occasion is about so many people, and no n8n has run anything. */
function fresh(count: number): Athlete[] {
	engine.reset();
	engine.sandbox.club.athletes.clear();
	for (const athlete of structuredClone(everybody)) engine.sandbox.club.athletes.set(athlete.UserId, athlete);
	return occupy(engine, count);
}

const isAbout =
	(text: string) =>
	({ UserId, Email }: Athlete) =>
		text.includes(Email) || new RegExp(`\\b${UserId}\\b`).test(text);

/** What may refuse somebody for good. */
const REFUSALS: Readonly<Record<string, (some: readonly Athlete[]) => void>> = {
	'the mail server': (some) =>
		(engine.mailbox.refusal = (to) => (some.some(({ Email }) => Email === to) ? '550 no such mailbox' : undefined)),
	'the workflow that writes': (some) => (engine.refusesMail = ({ userId }: IDataObject) => some.some(({ UserId }) => UserId === userId)),
	'a table': (some) => (engine.refusesRow = (about) => some.some(isAbout(about))),
	'a CRM': (some) => {
		engine.crm.refuses = (request, body) => (some.some(isAbout(`${request} ${JSON.stringify(body)}`)) ? 400 : undefined);
		engine.hubspot.refuses = (about) => (some.some(isAbout(about)) ? 400 : undefined);
	},
	'the club': (some) => {
		const when = ({ url }: { url: string }) => some.some(({ UserId }) => new RegExp(`/${UserId}\\b`).test(url));
		engine.sandbox.inject({ kind: 'status', status: 403, times: 1_000, match: { when, every: true } });
	},
};

const nameOf = ({ file, trigger, event }: Start): string => `${file}, ${trigger}${event ? `, ${event}` : ''}`;

const errors = (): string => engine.failed.map(({ error }) => error?.message).join('\n');

/** Retries all failed executions, as somebody does once nobody refuses anything any more. */
async function retryAll(): Promise<void> {
	Object.assign(engine, { refusesRow: () => false, refusesMail: () => false });
	Object.assign(engine.mailbox, { refusal: () => undefined });
	Object.assign(engine.crm, { refuses: () => undefined });
	Object.assign(engine.hubspot, { refuses: () => undefined });
	engine.sandbox.clearFaults();
	for (const failed of engine.failed) await engine.retry(failed);
}

const of = (all: Map<Athlete, string[]>, one: Athlete) => [...all].find(([{ UserId }]) => UserId === one.UserId)![1];

describe('Of four people, two are refused for good', () => {
	const rows = starts().flatMap((start) => Object.keys(REFUSALS).map((who) => [nameOf(start), who, start] as const));

	it.each(rows)(
		'%s: %s refuses them, all others are served, an error names both, and Retry does nothing twice',
		async (_name, who, start) => {
			let people = fresh(4);
			await begin(engine, start, people);
			const usual = effects(engine, people);
			const [before, end] = [errors(), outcome(engine)];
			people = fresh(4);
			const [first, second, third, fourth] = people;
			REFUSALS[who]([second, third]);
			await begin(engine, start, people);
			const now = effects(engine, people);
			if ([second, third].every((one) => of(now, one).join() === of(usual, one).join())) return;
			expect(before).toBe('');
			const told = errors();
			if (who === 'a table') {
				// A Data Table node loses the error of an item where it goes on, so it stops as a whole, and Retry does the rest.
				expect(told).not.toBe('');
				await retryAll();
				expect(outcome(engine)).toEqual(end);
			} else {
				expect([of(now, first), of(now, fourth)]).toEqual([of(usual, first), of(usual, fourth)]);
				expect([second, third].filter((one) => !isAbout(told)(one)).map(({ UserId }) => `${UserId} is not named in: ${told}`)).toEqual([]);
				await retryAll();
			}
			expect(twice(engine)).toEqual([]);
		},
	);
});

describe('A test run with a sample', () => {
	const rows = starts().filter(({ event }) => event);

	it.each(rows.map((start) => [nameOf(start), start] as const))(
		'%s: writes to no member, and erases nothing of anybody',
		async (_name, start) => {
			const people = fresh(3);
			const before = JSON.stringify(engine.tables.ids);
			await begin(engine, start, people, 'manual');
			const done = [...effects(engine, people).values()].flat().filter((line) => !/^mail \w+@club\.example/.test(line));
			expect([errors(), done, JSON.stringify(engine.tables.ids)]).toEqual(['', [], before]);
		},
	);
});

describe('A run by hand after that of the schedule', () => {
	const rows = starts().filter(({ event }) => !event);

	it.each(rows.map((start) => [nameOf(start), start] as const))('%s: mails nobody twice', async (_name, start) => {
		const people = fresh(4);
		await begin(engine, start, people);
		await begin(engine, start, people, 'manual');
		expect([errors(), twice(engine)]).toEqual(['', []]);
	});
});

/** What a run takes away or changes of what is there, in all systems. */
const losses = (): number => {
	const { written, audience, crm } = engine;
	const sides = [written.filter((about) => /^(delete|update)/.test(about)), audience.changes.filter((one) => !one.startsWith('POST'))];
	return sides.flat().length + crm.requests.filter((request) => request.includes('missing')).length - engine.sheets.rows.length;
};

describe('A wrong or empty side', () => {
	const THERE = 40;
	const rows = starts().filter(({ event }) => !event);
	const wrong: Record<string, (club: typeof engine.sandbox.club) => void> = {
		'another club': ({ athletes, userSubscriptions }) => {
			for (const athlete of [...athletes.values()]) {
				athletes.delete(athlete.UserId);
				const UserId = athlete.UserId + 500_000;
				athletes.set(UserId, { ...athlete, UserId, Email: `${UserId}@elsewhere.example` });
			}
			userSubscriptions.clear();
		},
		'an empty club': ({ athletes, userSubscriptions, contacts, products }) => {
			for (const list of [athletes, userSubscriptions, contacts, products]) for (const id of [...list.keys()]) list.delete(id);
		},
		'a fifth of the club': ({ athletes }) => {
			for (const [place, id] of [...athletes.keys()].entries()) if (place % 5 > 0) athletes.delete(id);
		},
	};

	it.each(rows.flatMap((start) => Object.keys(wrong).map((side) => [nameOf(start), side, start] as const)))(
		'%s: %s takes away no more than a fifth of what is there',
		async (_name, side, start) => {
			const people = fresh(THERE);
			await begin(engine, start, people);
			engine.crm.holds = structuredClone(engine.crm.received);
			for (const contact of engine.audience.contacts.values()) contact.status = 'subscribed';
			const before = losses();
			await begin(engine, start, people);
			const usual = losses() - before;
			wrong[side](engine.sandbox.club);
			await begin(engine, start, people);
			expect(losses() - before - usual - usual).toBeLessThanOrEqual(THERE / 5);
		},
	);
});

describe('A burst', () => {
	const TEN_MINUTES = 600_000;

	it.each(
		starts()
			.filter(({ event, trigger }) => event ?? trigger === 'Every day at 17')
			.map((start) => [nameOf(start), start] as const),
	)('%s: mails all once, within ten minutes, where the mail server has three connections', async (_name, start) => {
		const people = fresh(30);
		await begin(engine, start, people);
		const usual = engine.mails;
		const again = fresh(30);
		Object.assign(engine.mailbox, { connections: 3, takes: 1_000 });
		const begun = Date.now();
		await begin(engine, start, again);
		expect([errors(), engine.mails]).toEqual(['', usual]);
		expect(Date.now() - begun).toBeLessThan(TEN_MINUTES);
	});
});
