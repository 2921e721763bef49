import type { IDataObject, INode } from 'n8n-workflow';
import { template, templateFiles } from '../../dev/demo/templates.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { Engine } from './support/engine.mts';
import { IS_WHOLE } from '../support/sample.mts';
import { begin, COACH, effects, occupy, outcome, starts, twice, type Start } from './support/occasions.mts';

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

const isThe =
	(id: unknown) =>
	({ UserId }: Athlete) =>
		UserId === id;

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
		engine.audience.refuses = (about) => (some.some(isAbout(about)) ? 400 : undefined);
	},
	'the club': (some) => {
		const when = ({ url }: { url: string }) => some.some(({ UserId }) => new RegExp(`/${UserId}\\b`).test(url));
		engine.sandbox.inject({ kind: 'status', status: 403, times: 1_000, match: { when, every: true } });
	},
};

/** By what some who are served as well wait for Retry, and why. */
const STOPS_ALL: Readonly<Record<string, string>> = {
	'a table': 'A Data Table node loses the error of an item where it goes on, so it stops as a whole.',
};

const nameOf = ({ file, trigger, event }: Start): string => `${file}, ${trigger}${event ? `, ${event}` : ''}`;

const errors = (): string => engine.failed.map(({ error }) => error?.message).join('\n');

/** Retries all failed executions, as somebody does once nobody refuses anything any more. */
async function retryAll(): Promise<void> {
	Object.assign(engine, { refusesRow: () => false, refusesMail: () => false });
	Object.assign(engine.mailbox, { refusal: () => undefined });
	Object.assign(engine.crm, { refuses: () => undefined });
	for (const product of [engine.hubspot, engine.audience]) Object.assign(product, { refuses: () => undefined });
	engine.sandbox.clearFaults();
	for (const failed of engine.failed) await engine.retry(failed);
}

const of = (all: Map<Athlete, string[]>, one: Athlete) => [...all].find(([{ UserId }]) => UserId === one.UserId)![1];

/** What a start does about four people where nobody is refused, by its name. */
const known = new Map<string, { usual: Map<Athlete, string[]>; before: string; end: string[] }>();

async function usually(start: Start) {
	const found = known.get(nameOf(start));
	if (found) return found;
	const people = fresh(4);
	await begin(engine, start, people);
	const done = { usual: effects(engine, people), before: errors(), end: outcome(engine) };
	known.set(nameOf(start), done);
	return done;
}

describe('Of four people, two are refused for good', () => {
	const rows = starts().flatMap((start) => Object.keys(REFUSALS).map((who) => [nameOf(start), who, start] as const));

	it.each(rows)(
		'%s: %s refuses them, all others are served, an error names both, and Retry does nothing twice',
		async (_name, who, start) => {
			const { usual, before, end } = await usually(start);
			const people = fresh(4);
			const [first, second, third, fourth] = people;
			REFUSALS[who]([second, third]);
			await begin(engine, start, people);
			const now = effects(engine, people);
			if ([second, third].every((one) => of(now, one).join() === of(usual, one).join())) return;
			expect(before).toBe('');
			const told = errors();
			if (STOPS_ALL[who]) {
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

const HOUR = 60 * 60 * 1000;

/** A service that is away for an hour from one of its calls on. */
class Away {
	calls = 0;
	private since = Infinity;

	constructor(private readonly from: number) {}

	/** Whether a call is lost now. */
	readonly is = (): boolean => {
		if (++this.calls === this.from) this.since = Date.now();
		return Date.now() >= this.since && Date.now() < this.since + HOUR;
	};
}

/** What may be away. */
const SERVICES: Readonly<Record<string, (away: Away) => void>> = {
	'the mail server': ({ is }) => (engine.mailbox.refusal = () => (is() ? '421 not available' : undefined)),
	'a table': ({ is }) => (engine.refusesRow = is),
	'a CRM': ({ is }) => (engine.crm.refuses = () => (is() ? 503 : undefined)),
	HubSpot: ({ is }) => (engine.hubspot.refuses = () => (is() ? 503 : undefined)),
	Mailchimp: ({ is }) => (engine.audience.refuses = () => (is() ? 503 : undefined)),
	'the club': ({ is }) => engine.sandbox.inject({ kind: 'status', status: 503, times: 10_000, match: { when: is, every: true } }),
};

describe('A service that is away for an hour', () => {
	it.each(starts().map((start) => [nameOf(start), start] as const))(
		'%s, from the first or last call to it on: who is due is served, is served by the next run, or is named',
		async (_name, start) => {
			const { usual, before } = await usually(start);
			if (before) return;
			const run = async (services: ReadonlyArray<readonly [string, Away]>) => {
				const people = fresh(4);
				for (const [name, away] of services) SERVICES[name](away);
				await begin(engine, start, people);
				return people;
			};
			const counted = Object.keys(SERVICES).map((name) => [name, new Away(Infinity)] as const);
			await run(counted);
			const problems: string[] = [];
			for (const [place, [who, { calls }]] of counted.entries())
				for (const from of new Set(IS_WHOLE ? [1, calls] : [place % 2 ? calls : 1])) {
					if (calls === 0) continue;
					const people = await run([[who, new Away(from)]]);
					const isServed = (one: Athlete) => of(usual, one).every((line) => of(effects(engine, people), one).includes(line));
					const told = errors();
					// A waiting list is named by its class.
					const isNamed = (one: Athlete) => isAbout(told)(one) || told.includes(`class ${1_000 + people.indexOf(one)} `);
					const due = people.filter((one) => !isServed(one) && !isNamed(one));
					if (due.length > 0) {
						engine.setTime(Date.now() + HOUR);
						if (start.event || STOPS_ALL[who]) await retryAll();
						else await begin(engine, start, people);
						await engine.resumeAll(COACH);
					}
					const lost = due.filter((one) => told === '' || !isServed(one)).map(({ UserId }) => UserId);
					if (lost.length > 0) problems.push(`${who} at call ${from} of ${calls}: ${lost.join()} not served, told: ${told}`);
					problems.push(...twice(engine).map((line) => `${who} at call ${from} of ${calls}: twice ${line}`));
				}
			expect(problems).toEqual([]);
		},
	);
});

describe('An address that is three', () => {
	it.each(starts().map((start) => [nameOf(start), start] as const))('%s: gets nothing, and an error says so', async (_name, start) => {
		const { usual } = await usually(start);
		const people = fresh(3);
		for (const person of people) person.Email = `one.${person.UserId}@example.com, two@example.com`;
		for (const name of Object.keys(engine.tables.ids))
			for (const row of engine.tables.rows(name)) if (row.Email) Object.assign(row, { Email: people[0].Email });
		await begin(engine, start, people);
		expect(engine.mailbox.mails.filter(({ to }) => !to.endsWith('@club.example'))).toEqual([]);
		if ([...usual.values()].flat().some((line) => /^mail (?!\w+@club)/.test(line))) expect(errors()).toMatch(/exactly one email address/);
	});
});

describe('A test run with a sample', () => {
	const rows = starts().filter(({ event }) => event);

	it.each(rows.map((start) => [nameOf(start), start] as const))(
		'%s: writes to no member, and erases nothing of anybody',
		async (_name, start) => {
			const people = fresh(3);
			const rows = () =>
				Object.keys(engine.tables.ids).map((name) => engine.tables.rows(name).filter((row) => people.some(isThe(row.UserId))));
			const before = JSON.stringify(rows());
			await begin(engine, start, people, 'manual');
			const done = [...effects(engine, people).values()].flat().filter((line) => !/^mail \w+@club\.example/.test(line));
			expect([errors(), done, JSON.stringify(rows())]).toEqual(['', [], before]);
		},
	);

	const samples = templateFiles().flatMap((file) =>
		Object.entries(template(file).pinData ?? {}).map(([trigger, [{ json }]]) => [`${file}, ${trigger}`, file, trigger, json] as const),
	);

	it.each(samples)('%s: the sample that the file holds changes nothing, here or elsewhere', async (_name, file, trigger, json) => {
		const [person] = fresh(3);
		const [address] = /[\w.]+@[\w.]+/.exec(JSON.stringify(json)) ?? [];
		if (address) person.Email = address;
		await engine.run(file, trigger, [json], 'manual');
		const writes = engine.sandbox.requests.filter(({ method }) => method !== 'GET');
		expect([errors(), writes, engine.crm.requests, engine.written]).toEqual(['', [], [], []]);
	});
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

/** How many records all runs so far took away or changed, in all systems. */
const losses = (): number => {
	const { written, audience, crm } = engine;
	const rows = written.flatMap((about) => {
		const [, what, changed] = /^(\w+).*? (\[.*)$/.exec(about)!;
		return what === 'insert' ? [] : ((JSON.parse(changed) as unknown[][]).at(-1) ?? []);
	});
	const others = [...audience.changes.filter((one) => !one.startsWith('POST')), ...crm.requests.filter((one) => one.includes('missing'))];
	return rows.length + others.length - engine.sheets.rows.length;
};

describe('A wrong or empty side', () => {
	const THERE = 40;
	const rows = starts().filter(({ event }) => !event);

	/** Where who leaves is taken off at once, and why. */
	const NO_LOSS: Readonly<Record<string, string>> = {
		'first-30-days.json': 'It is a list of people to write to. Who is off it by mistake gets fewer emails.',
		'membership-ended-why.json': 'The answers of who has left have no reader who could ask back. The poll finds at most 20 a day.',
		'win-back.json': 'It is a list of people to write to. Who is off it by mistake gets fewer emails.',
	};

	it.each(
		starts()
			.filter(({ file, event }) => event?.endsWith('.Deleted') && !NO_LOSS[file])
			.map((start) => [nameOf(start), start] as const),
	)('%s: erases no more than a fifth of what is there if all leave at once', async (_name, start) => {
		const people = fresh(THERE);
		const before = losses();
		await begin(engine, start, people);
		expect(losses() - before).toBeLessThanOrEqual(THERE / 5);
	});

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
	const COUNT = 30;
	/** For how long the mail server takes nothing at first, in ms. */
	const BUSY = 15_000;
	/** With a minute for the last ones that wait, 200 take ten minutes then. */
	const LIMIT = (540_000 * COUNT) / 200 + 60_000;

	/** Refuses what is more than four calls a second. */
	const fourASecond = () => {
		let last: number[] = [];
		return () => {
			last = [...last.filter((at) => at > Date.now() - 1_000), Date.now()];
			return last.length > 4 ? 429 : undefined;
		};
	};

	it.each(
		starts()
			.filter(({ event }) => !event?.endsWith('.Deleted'))
			.map((start) => [nameOf(start), start] as const),
	)(
		'%s: does all once, in time, where the mail server is busy and has three connections then, and a CRM takes four calls a second',
		async (_name, start) => {
			const { usual } = await usually(start);
			const people = fresh(COUNT);
			const begun = Date.now();
			Object.assign(engine.mailbox, { connections: () => (Date.now() < begun + BUSY ? 0 : 3), takes: 1_000 });
			for (const product of [engine.crm, engine.hubspot]) Object.assign(product, { refuses: fourASecond() });
			await begin(engine, start, people, 'trigger', true);
			const writes = [...engine.crm.requests, ...engine.hubspot.written].filter((one) => one !== 'POST /missing');
			expect([errors(), twice(engine), writes]).toEqual(['', [], [...new Set(writes)]]);
			// Such as a mail and a row of a table.
			const kindsOf = (done: string[]) => done.map((line) => line.split(' ')[0]);
			const [first, ...further] = [...usual.values()].map(kindsOf);
			const kinds = first.filter((kind) => further.every((done) => done.includes(kind)));
			const without = [...effects(engine, people)].filter(([, done]) => !kinds.every((kind) => kindsOf(done).includes(kind)));
			expect(without.map(([{ UserId }, done]) => `${UserId}: ${done.join(', ')}`)).toEqual([]);
			expect(Date.now() - begun).toBeLessThan(LIMIT);
		},
	);
});

describe('What a person types', () => {
	const forms = templateFiles().flatMap((file) =>
		template(file)
			.nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger')
			.map((node) => [`${file}, ${node.name}`, file, node] as const),
	);

	/** What somebody types into a field of this name. */
	const typedIn = (name: string): string =>
		/mail/i.test(name) ? "jean&marie-o'neil@example.com" : `${name}: Anna "Ann" (Jr.), <b>O’Neil</b> & 1=1`;

	it.each(forms)('%s: reaches the staff, a table or the page as it is', async (_name, file, node: INode) => {
		fresh(2);
		const { values } = node.parameters.formFields as {
			values: Array<{ fieldLabel?: string; fieldName?: string; fieldOptions?: IDataObject }>;
		};
		const typed = values.flatMap(({ fieldLabel, fieldOptions }) => (fieldLabel && !fieldOptions ? [fieldLabel] : []));
		const chosen = values.flatMap(({ fieldLabel = '', fieldOptions }) =>
			fieldOptions ? [[fieldLabel, (fieldOptions.values as Array<{ option: string }>)[0].option]] : [],
		);
		const hidden = values.flatMap(({ fieldName }) => (fieldName ? [[fieldName, engine.tables.rows('Membership ended')[0].Token]] : []));
		const form = Object.fromEntries([...typed.map((name) => [name, typedIn(name)]), ...chosen, ...hidden]) as IDataObject;
		await engine.visit(file, node.name, form);
		const rows = Object.keys(engine.tables.ids).flatMap((name) => engine.tables.rows(name).flatMap((row) => Object.values(row)));
		// The items of the page that an execution shows at its end.
		const pages = engine.waiting.map(({ data }) => data);
		const seen = [...engine.mailbox.mails.map(({ text }) => text), ...rows, ...pages].join('\n');
		expect([errors(), typed.filter((name) => !seen.includes(typedIn(name)))]).toEqual(['', []]);
	});
});
