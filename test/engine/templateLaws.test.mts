import { DateTime } from 'luxon';
import type { AssignmentCollectionValue, IDataObject } from 'n8n-workflow';
import { DOOR, template, withSettings } from '../../dev/demo/templates.mts';
import type { WorkflowJson } from '../../dev/host/workflow.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { MESSAGES } from '../e2e/support/month/tables.mts';
import { Engine, ZONE } from './support/engine.mts';
import {
	begin,
	answerAll,
	effects,
	eventsOf,
	isAbout,
	nameOf,
	occupy,
	starts,
	toMembers,
	twice,
	writes,
	type Start,
} from './support/occasions.mts';

const engine = new Engine();
let everybody: Athlete[];

beforeAll(async () => {
	await engine.start();
	everybody = structuredClone(engine.people());
});
afterEach(() => expect([engine.sandbox.breaches, engine.lost]).toEqual([[], []]));
afterAll(async () => await engine.close());

/** A club in which each occasion is about so many people, and no n8n has run anything. */
function fresh(count: number): Athlete[] {
	engine.reset();
	engine.sandbox.club.athletes.clear();
	for (const athlete of structuredClone(everybody)) engine.sandbox.club.athletes.set(athlete.UserId, athlete);
	return occupy(engine, count);
}

const STARTS = starts();
const WRITERS = STARTS.filter(writes);
const each = (some: readonly Start[]) => some.map((start) => [nameOf(start), start] as const);
const errors = (): string => engine.failed.map(({ error }) => error?.message).join('\n');
const nodesOf = (file: string): string[] => template(file).nodes.flatMap(({ name, type }) => (type.endsWith('stickyNote') ? [] : [name]));
const rowsOf = (person: Athlete) =>
	engine.tables.rows(MESSAGES).filter(({ UserId, Reason }) => UserId === person.UserId && Reason !== 'Old');
const receivers = () =>
	toMembers(engine)
		.map(({ to }) => to)
		.sort();
const subjects = () =>
	toMembers(engine)
		.map(({ to, subject }) => `${to}: ${subject}`)
		.sort();
/** All that is held of people, but the test messages. */
const held = () => JSON.stringify(engine.tables.names.map((name) => engine.tables.rows(name).filter(({ UserId }) => UserId !== 0)));

/** Retries all failed executions, as somebody does once nothing is broken any more. */
async function retryAll(): Promise<void> {
	engine.break();
	for (const failed of engine.failed) await engine.retry(failed);
	await answerAll(engine);
}

describe('A test run with a sample', () => {
	// A listening Club Trigger hands over a real event: nothing in it says that it is a test.
	const MARKS = (start: Start) => (start.trigger === 'Badge awarded' ? /^(Settings|Note a test run)/ : /^Note a test run/);

	it.each(each(STARTS.filter(({ event }) => event)))(
		'%s: writes to nobody but the test address, and erases nobody, also by Retry after any node',
		async (_name, start) => {
			const own = nodesOf(start.file).filter((node) => node !== start.trigger && !MARKS(start).test(node));
			const broken = [undefined, ...own.map((node) => ({ file: start.file, node }))];
			if (start.event === 'Badge.Awarded') broken.push(...nodesOf(DOOR).map((node) => ({ file: DOOR, node })));
			for (const one of broken) {
				const people = fresh(2);
				const before = held();
				engine.break(one);
				await begin(engine, start, people, 'manual');
				await retryAll();
				const done = effects(engine, people)
					.flat()
					.filter((line) => !/^mail \w+@club\.example/.test(line));
				expect([one, toMembers(engine), done.filter((line) => !/^(table|sheet)/.test(line))]).toEqual([one, [], []]);
				if (start.file !== 'members-in-a-table.json') expect([one, held()]).toEqual([one, before]);
			}
		},
	);
});

/** What may refuse two people, and for whom it is about. */
const REFUSALS: Readonly<Record<string, (some: readonly Athlete[]) => void>> = {
	'the mail server': (some) =>
		(engine.mailbox.refusal = (to) => (some.some(({ Email }) => Email === to) ? '550 no such mailbox' : undefined)),
	'a full mailbox': (some) => (engine.mailbox.refusal = (to) => (some.some(({ Email }) => Email === to) ? '452 mailbox full' : undefined)),
	'another system': (some) => {
		const refuses = (about: string) => (some.some(isAbout(about)) ? 400 : undefined);
		for (const product of [engine.hubspot, engine.audience]) product.refuses = refuses;
	},
	'the club': (some) => {
		const when = ({ url }: { url: string }) => some.some(({ UserId }) => new RegExp(`/${UserId}\\b`).test(url));
		engine.sandbox.inject({ kind: 'status', status: 403, times: 1_000, match: { when, every: true } });
	},
};

/** What a start does about four people where nobody is refused. */
async function usually(start: Start): Promise<string[][]> {
	const people = fresh(4);
	await begin(engine, start, people);
	expect(errors()).toBe('');
	return effects(engine, people);
}

describe('One of many', () => {
	it.each(each(STARTS))('%s: two of four are refused for good: the others are served, and an error names both', async (_name, start) => {
		const usual = await usually(start);
		for (const [who, refuse] of Object.entries(REFUSALS)) {
			const people = fresh(4);
			const refused = [people[1], people[2]];
			refuse(refused);
			await begin(engine, start, people);
			const now = effects(engine, people);
			if ([1, 2].every((place) => now[place].join() === usual[place].join())) continue;
			expect([who, now[0], now[3]]).toEqual([who, usual[0], usual[3]]);
			expect([who, refused.filter((one) => !isAbout(errors())(one)).map(({ UserId }) => UserId), errors()]).toEqual([who, [], errors()]);
		}
	});

	it.each(each(WRITERS))('%s: somebody without exactly one address is named or noted, the other gets theirs', async (_name, start) => {
		for (const Email of ['', 'one@example.com, two@example.com', 'Anna <anna@example.com>']) {
			const people = fresh(2);
			people[0].Email = Email;
			await begin(engine, start, people);
			expect(toMembers(engine).filter(({ to }) => to !== people[1].Email)).toEqual([]);
			expect([Email, errors() + JSON.stringify(rowsOf(people[0]))]).toEqual([
				Email,
				expect.stringMatching(/isn't exactly one|no email address/),
			]);
		}
	});
});

describe('Twice', () => {
	it.each(each(STARTS))('%s: a second run, and Retry after any node, serve everybody once', async (_name, start) => {
		const usual = await usually(start);
		const mails = subjects();
		for (const node of nodesOf(start.file).filter((name) => name !== start.trigger)) {
			const people = fresh(4);
			engine.break({ file: start.file, node });
			await begin(engine, start, people);
			await retryAll();
			await begin(engine, start, people);
			expect([node, twice(engine), subjects()]).toEqual([node, [], mails]);
		}
		expect(usual).toHaveLength(4);
	});

	it.each(nodesOf(DOOR).slice(1))(
		'Write to a member, killed or broken at %s: nobody gets two, and whoever gets none has a row',
		async (node) => {
			const start = WRITERS.find(({ file }) => file === 'celebrate-visits.json')!;
			const people = fresh(2);
			engine.break({ file: DOOR, node });
			await begin(engine, start, people);
			engine.break();
			await begin(engine, start, people);
			expect(twice(engine)).toEqual([]);
			const without = people.filter(({ Email }) => !toMembers(engine).some(({ to }) => to === Email));
			expect(without.filter((one) => rowsOf(one).length === 0 && !errors())).toEqual([]);
		},
	);
});

describe('Two at once', () => {
	it('share one cap, and both links to stop work', async () => {
		const [person] = fresh(1);
		const two = WRITERS.filter(({ file }) =>
			['win-back.json', 'renewal-offer.json', 'first-30-days.json', 'celebrate-visits.json'].includes(file),
		);
		expect(two.length).toBeGreaterThan(5);
		await Promise.all(two.map(async (start) => await begin(engine, start, [person])));
		const mails = toMembers(engine);
		expect(mails).toHaveLength(3);
		for (const { html = '' } of mails) {
			const [, link] = /href="([^"]*club-stop-emails[^"]*)"/.exec(html)!;
			const query = Object.fromEntries(new URL(link.replaceAll('&#38;', '&')).searchParams);
			expect(await engine.visit('stop-emails', 'When somebody opens the link', { query, headers: {} })).toContain('Stop all emails');
		}
	});
});

describe('Night', () => {
	it.each(each(WRITERS))('%s: whatever the hour, members are written to within the hours, once', async (_name, start) => {
		for (const hour of [2, 5, 7, 12, 21, 23]) {
			const people = fresh(2);
			engine.setTime(DateTime.now().setZone(ZONE).set({ hour }).toMillis());
			await begin(engine, start, people);
			const isService = rowsOf(people[0])[0]?.Kind === 'service';
			const isOpen = isService ? hour >= 6 && hour < 22 : hour >= 8 && hour < 21;
			expect([hour, toMembers(engine).length]).toEqual([hour, isOpen ? 2 : 0]);
			if (!isOpen) expect(rowsOf(people[0])).toMatchObject([{ Outcome: isService ? 'waits until 06:00' : 'waits until 08:00' }]);
			await engine.resumeAll();
			expect([hour, toMembers(engine).length, twice(engine), errors()]).toEqual([hour, 2, [], '']);
		}
	});

	it('waits on where n8n was off until the next night', async () => {
		const people = fresh(1);
		engine.setTime(DateTime.now().setZone(ZONE).set({ hour: 23 }).toMillis());
		await begin(engine, WRITERS.find(({ file }) => file === 'celebrate-visits.json')!, people);
		const [waiting] = engine.waiting.splice(0);
		engine.setTime(DateTime.fromMillis(waiting.until, { zone: ZONE }).set({ hour: 22 }).toMillis());
		await engine.process.resume(waiting);
		expect([toMembers(engine), engine.waiting.length]).toEqual([[], 1]);
	});
});

type Line = AssignmentCollectionValue['assignments'][number];

/** The lines of *Settings* that somebody writes, of each node of that name. */
const linesOf = ({ nodes }: WorkflowJson): Line[] =>
	nodes
		.filter(({ name }) => name.startsWith('Settings'))
		.flatMap(({ parameters }) => (parameters.assignments as AssignmentCollectionValue).assignments)
		.filter(({ value }) => !String(value).startsWith('='));

/** A workflow in which a line has another value, or is gone. */
function changed(json: WorkflowJson, name: string, value: string | undefined): WorkflowJson {
	if (value !== undefined) return withSettings(json, { [name]: value });
	for (const { parameters } of json.nodes) {
		const all = parameters.assignments as AssignmentCollectionValue | undefined;
		if (all) all.assignments = all.assignments.filter((line) => line.name !== name);
	}
	return json;
}

const VALUES = ['', undefined, '0', 'three', '1e12'];

describe('Settings', () => {
	/** Values that say that nobody gets one. */
	const SAYS_NO = /They got 0 emails|sent|waits/;

	it.each(linesOf(template(DOOR)).map(({ name }) => name))(
		'of Write to a member, %s: does what it says, or fails in words',
		async (name) => {
			for (const kind of ['celebrate-visits.json', 'off-waiting-list.json'])
				for (const value of VALUES) {
					const people = fresh(1);
					engine.publish(DOOR, changed(engine.prepared(DOOR), name, value));
					await begin(engine, WRITERS.find(({ file }) => file === kind)!, people);
					const [row] = rowsOf(people[0]);
					if (toMembers(engine).length === 1) continue;
					const isSaid =
						row?.Outcome === 'refused'
							? errors().includes(`"${name}"`) || errors().includes(`{${name}}`)
							: SAYS_NO.test(`${row?.Outcome} ${row?.Reason}`);
					expect([value, isSaid, row?.Reason, errors()]).toEqual([value, true, row?.Reason, errors()]);
				}
		},
	);

	it.each(each(WRITERS))(
		'%s: each line blank, gone, 0, a word or huge: everybody gets theirs, or the error says what is missing',
		async (_name, start) => {
			for (const { name } of linesOf(template(start.file)))
				for (const value of VALUES) {
					fresh(1);
					const json = changed(engine.prepared(start.file), name, value);
					if (start.file === 'slipping-away.json')
						json.nodes.find((node) => node.name === 'Start one for each person')!.onError = undefined;
					await engine.run(start.file, start.trigger, undefined, 'manual', json);
					await answerAll(engine);
					expect([name, value, engine.mailbox.mails.length + engine.failed.length > 0]).toEqual([name, value, true]);
				}
		},
	);
});

describe('Words', () => {
	/** Those whose words stand in *Settings*: a model drafts the others. */
	const OF_SETTINGS = WRITERS.filter(({ file }) => file !== 'slipping-away.json');
	const TYPED = 'Write to <Anna> "now" & pay $5: {{ $json.x }} \\o/\n\nAsk Anna <anna@club.example>, or see https://club.example/?a=1&b=2.';

	it.each(each(OF_SETTINGS))('%s: arrive as they were typed, in the text and in the HTML', async (_name, start) => {
		const people = fresh(1);
		const json = engine.prepared(start.file);
		withSettings(json, { Text: TYPED });
		engine.publish(start.file, json);
		await begin(engine, start, people, 'trigger', { json });
		const [{ text, html = '' }] = toMembers(engine);
		expect(text).toContain(TYPED);
		const shown = html
			.replace(/<\/p>\s*<p>/g, '\n\n')
			.replace(/<[^>]*>/g, '')
			.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
		expect(shown).toContain(TYPED);
		expect(html).toContain('<a href="https://club.example/?a=1&#38;b=2">');
	});

	it.each(each(OF_SETTINGS))('%s: in another language leave no English to a member, dates included', async (_name, start) => {
		const people = fresh(1);
		const greek = (json: WorkflowJson): WorkflowJson => {
			for (const line of linesOf(json))
				if (!/^(Sender|Test Address|Language|Link Secret|Night|Most|In Days|About|Only After)/.test(line.name))
					line.value = `Ωμέγα ${(String(line.value).match(/\{[^}]+\}/g) ?? []).join(' ')}`;
			return withSettings(json, { Language: 'el' });
		};
		engine.publish(DOOR, greek(engine.prepared(DOOR)));
		const json = greek(engine.prepared(start.file));
		await begin(engine, start, people, 'trigger', { json });
		const [{ subject, text }] = toMembers(engine);
		const values = [people[0].FirstMidName, /https:\S+/g, /Class \d+/g, 'Bronze', 'Silver', 'Gold'];
		const left = values.reduce<string>((words, value) => words.replaceAll(value as never, ''), `${subject} ${text}`);
		expect(left).not.toMatch(/[A-Za-z]{2,}/);
	});
});

describe('A club that leaves out a property', () => {
	it.each(each(WRITERS.filter(({ event }) => event)))('%s: everybody gets theirs, or an error names them', async (_name, start) => {
		const probe = fresh(1);
		const [sample] = eventsOf(engine, start.event!, probe);
		const names = Object.keys((sample.record ?? {}) as object);
		for (const name of names) {
			const people = fresh(1);
			await begin(engine, start, people, 'trigger', {
				change: ({ record, athlete }) => {
					delete (record as IDataObject)[name];
					if (start.event!.startsWith('Athlete')) delete (athlete as IDataObject)[name];
				},
			});
			const isServed = toMembers(engine).length === 1 || engine.mailbox.mails.some(({ to }) => to.startsWith('coach@'));
			expect([name, isServed || isAbout(errors() + JSON.stringify(rowsOf(people[0])))(people[0])]).toEqual([name, true]);
			expect(engine.mailbox.mails.map(({ text, subject }) => subject + text).join()).not.toMatch(/undefined|null|NaN|Invalid/);
		}
	});
});

describe('A small club', () => {
	it.each(each(STARTS.filter(({ event }) => event === 'Athlete.Deleted')))(
		'%s: of nine members two leave, and only they are marked or erased',
		async (_name, start) => {
			const people = fresh(9);
			const before = effects(engine, people);
			await begin(engine, start, people.slice(0, 2));
			const done = effects(engine, people).map((lines, place) => lines.filter((line) => !before[place].includes(line)).length > 0);
			expect([errors(), done]).toEqual(['', people.map((_one, place) => place < 2)]);
		},
	);
});

describe('Whoever is queued', () => {
	it('gets no reminder, and whoever has a place gets no offer, whatever else the club says about the queue', async () => {
		for (const more of [{}, { QueueLength: 1 }, { TotalQueued: 3, WaitingListEnabled: true }]) {
			const people = fresh(4);
			for (const booking of engine.sandbox.club.bookings) Object.assign(booking, more);
			for (const one of ['class-reminder.json', 'free-place.json']) {
				await begin(engine, STARTS.find(({ file }) => file === one)!, people);
				expect([one, receivers()]).toEqual([one, people.map(({ Email }) => Email).sort()]);
				engine.mailbox.mails.length = 0;
			}
		}
	});
});

describe('A burst of 30 people', () => {
	it.each(each(WRITERS))('%s: gets all through a mail server that is busy at first and takes three connections', async (_name, start) => {
		const people = fresh(30);
		const begun = Date.now();
		Object.assign(engine.mailbox, { connections: () => (Date.now() < begun + 15_000 ? 0 : 3), takes: 1_000 });
		await begin(engine, start, people);
		expect([errors(), twice(engine), toMembers(engine).length]).toEqual(['', [], 30]);
	});
});
