import { DateTime } from 'luxon';
import type { AssignmentCollectionValue, IDataObject } from 'n8n-workflow';
import { DOOR, template, withSettings } from '../../dev/demo/templates.mts';
import type { WorkflowJson } from '../../dev/host/workflow.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { MESSAGES } from './support/month/tables.mts';
import { useEngine, ZONE } from './support/engine.mts';
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

const engine = useEngine();

/** A club in which each occasion is about so many people, and no n8n has run anything. */
function fresh(count: number): Athlete[] {
	engine.reset();
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

	const POLLED = WRITERS.filter(({ file, trigger }) => trigger !== 'Badge awarded' && file !== 'free-place.json');

	it.each(each(POLLED))('%s: its button mails a real case to the test address, again if it is pressed again', async (_name, start) => {
		fresh(2);
		for (const membership of engine.sandbox.club.userSubscriptions.values()) membership.ReactivationDate = membership.To;
		const counts = [0];
		for (const place of [1, 2]) {
			await engine.run(start.file, start.trigger, undefined, 'manual');
			await answerAll(engine);
			const mails = engine.mailbox.mails.filter(({ to }) => !to.startsWith('coach@'));
			expect([errors(), mails.filter(({ to }) => to !== 'test@club.example')]).toEqual(['', []]);
			expect(mails.map(({ subject, html }) => subject + html).join()).not.toMatch(/undefined|null|Invalid|\[object|[{}]/);
			counts[place] = mails.length;
		}
		expect([counts[1] > 0, counts[2]]).toEqual([true, 2 * counts[1]]);
	});
});

/** What may refuse two people, and what may be wrong with their addresses. */
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
	'no address': (some) => some.forEach((one) => (one.Email = '')),
	'no single address': ([one, two]) => ([one.Email, two.Email] = ['one@example.com, two@example.com', 'Anna <anna@example.com>']),
};

/** What a start does about four people where nobody is refused: each gets theirs, and nobody whom an event isn't about. */
async function usually(start: Start): Promise<string[][]> {
	const members = fresh(start.event ? 9 : 4);
	const people = members.slice(0, 4);
	await begin(engine, start, people);
	expect([errors(), twice(engine)]).toEqual(['', []]);
	const done = effects(engine, people);
	if (writes(start)) expect(receivers()).toEqual(people.map(({ Email }) => Email).sort());
	if (start.event?.startsWith('Athlete')) {
		expect(done.filter((lines) => lines.length === 0)).toEqual([]);
		expect(effects(engine, members.slice(4)).flat()).toEqual([]);
	}
	return done;
}

it.each(each(STARTS))('%s: two of four are refused for good: the others are served, and an error names both', async (_name, start) => {
	const usual = await usually(start);
	for (const [who, refuse] of Object.entries(REFUSALS)) {
		if (who.endsWith(' address') && !writes(start)) continue;
		const people = fresh(4);
		const refused = [people[1], people[2]];
		refuse(refused);
		await begin(engine, start, people);
		const now = effects(engine, people);
		if ([1, 2].every((place) => now[place].join() === usual[place].join())) continue;
		expect([who, now[0], now[3]]).toEqual([who, usual[0], usual[3]]);
		const isNamed = (one: Athlete) => isAbout(errors())(one) || rowsOf(one).some(({ Reason }) => Reason === 'They have no email address');
		expect([who, refused.filter((one) => !isNamed(one)).map(({ UserId }) => UserId), errors()]).toEqual([who, [], errors()]);
	}
});

describe('Twice', () => {
	it.each(each(STARTS))('%s: a second run, and Retry after any node, serve everybody once', async (_name, start) => {
		await usually(start);
		const mails = subjects();
		for (const node of nodesOf(start.file).filter((name) => name !== start.trigger)) {
			const people = fresh(4);
			engine.break({ file: start.file, node });
			await begin(engine, start, people);
			await retryAll();
			await begin(engine, start, people);
			expect([node, twice(engine), subjects()]).toEqual([node, [], mails]);
		}
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
			expect(people.filter((one) => !receivers().includes(one.Email) && rowsOf(one).length === 0 && !errors())).toEqual([]);
		},
	);
});

/** Examples about what somebody has booked or asked for. The others advertise. */
const SERVICE = ['badge-congratulation.json', 'class-reminder.json', 'free-place.json', 'off-waiting-list.json'];

it.each(each(WRITERS))('%s: whatever the hour, members are written to within the hours, once', async (_name, start) => {
	for (const hour of [2, 5, 7, 12, 21, 23]) {
		const people = fresh(2);
		engine.setTime(DateTime.now().setZone(ZONE).set({ hour }).toMillis());
		await begin(engine, start, people);
		const isService = SERVICE.includes(start.file);
		const isOpen = isService ? hour >= 6 && hour < 22 : hour >= 8 && hour < 21;
		expect([hour, toMembers(engine).length]).toEqual([hour, isOpen ? 2 : 0]);
		if (!isOpen) expect(rowsOf(people[0])).toMatchObject([{ Outcome: isService ? 'waits until 06:00' : 'waits until 08:00' }]);
		await engine.resumeAll();
		expect([hour, toMembers(engine).length, twice(engine), errors()]).toEqual([hour, 2, [], '']);
	}
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
		const json = withSettings(engine.prepared(start.file), { Text: TYPED });
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
		const left = `${subject} ${text}`.replaceAll(people[0].FirstMidName, '').replace(/https:\S+|Class \d+|Bronze|Silver|Gold/g, '');
		expect(left).not.toMatch(/[A-Za-z]{2,}/);
	});
});

it.each(each(WRITERS.filter(({ event }) => event)))('%s: if a property is left out, all get theirs or are named', async (_name, start) => {
	const [sample] = eventsOf(engine, start.event!, fresh(1));
	for (const name of Object.keys(sample.record as object)) {
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

it.each(each(WRITERS))('%s: a burst of 30 gets through a mail server that is busy and slow, in ten minutes', async (_name, start) => {
	const people = fresh(30);
	const begun = Date.now();
	// The email to the coach has five tries in 25 seconds.
	const takes = start.file === 'slipping-away.json' ? 1_000 : 7_000;
	Object.assign(engine.mailbox, { connections: () => (Date.now() < begun + 15_000 ? 0 : 3), takes });
	await begin(engine, start, people);
	expect([errors(), twice(engine), toMembers(engine).length]).toEqual(['', [], 30]);
	expect(Date.now() - begun).toBeLessThan(600_000);
});
