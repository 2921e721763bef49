import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { template, templateFiles } from '../../dev/demo/templates.mts';
import { evaluated } from '../support/evaluated.mts';

/** What somebody may have called a person or a class: it ends an attribute, an element and a line, and begins others. */
const HOSTILE = `=HYPERLINK("https://evil.example")" style="color:red"></h2></b></p><a href="https://evil.example/pay">Pay & go</a><img src="x\r\nBcc: all@evil.example`;

const nodesOf = (type: string): Array<{ file: string; node: INode }> =>
	templateFiles().flatMap((file) =>
		template(file)
			.nodes.filter((node) => node.type === type)
			.map((node) => ({ file, node })),
	);

const isNote = ({ type }: INode): boolean => type === 'n8n-nodes-base.stickyNote';

/** The texts of the nodes of all example workflows, without their notes. */
const written = templateFiles().map((file) => [file, JSON.stringify(template(file).nodes.filter((node) => !isNote(node)))] as const);

interface WrittenMail {
	file: string;
	name: string;
	to: string;
	subject: string;
	/** Undefined for a mail of plain text. */
	html?: string;
}

type Assignments = { assignments: Array<{ name: string; value: string | number }> };

const fieldsOf = ({ parameters }: INode): Array<[string, string]> =>
	(parameters.assignments as Assignments).assignments.map(({ name, value }) => [name, String(value)]);

/** What the clubs say in *Settings*. */
const SETTINGS = Object.fromEntries(
	nodesOf('n8n-nodes-base.set')
		.flatMap(({ node }) => (node.name === 'Settings' ? fieldsOf(node) : []))
		.filter(([, value]) => !value.startsWith('=')),
);

/** A node's texts, once for each step right before it that writes their parts, with these parts put in. */
function composed(file: string, node: string, texts: IDataObject): Array<Record<string, string>> {
	const { nodes, connections } = template(file);
	const leads = ({ name }: INode) => (connections[name]?.main ?? []).flat().some((link) => link?.node === node);
	const steps = nodes.filter((one) => one.type === 'n8n-nodes-base.set' && leads(one)).map((one) => Object.fromEntries(fieldsOf(one)));
	const mailed = Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
	return (steps.length > 0 ? steps : [{}]).map((parts: Record<string, string>) => {
		const single = (field: string) => /^=\{\{ ((?:(?!\}\}).)*) \}\}$/s.exec(parts[field] ?? '')?.[1];
		const whole = (all: string, field: string) => (field in parts ? parts[field].replace(/^=/, '') : all);
		const inner = (all: string, field: string) => (single(field) ? `(${single(field)})` : all);
		const filled = (text: string) => text.replace(/\{\{ \$json\.(\w+) \}\}/g, whole).replace(/\$json\.(\w+)(?![\w.?[])/g, inner);
		return Object.fromEntries(mailed.map(([name, text]) => [name, filled(text)]));
	});
}

/** The mails: those that a template sends, and those that it has written by the workflow that writes to members. */
const mails: WrittenMail[] = [
	...nodesOf('n8n-nodes-base.emailSend').flatMap(({ file, node: { name, parameters } }) =>
		composed(file, name, parameters as IDataObject).map(({ toEmail: to, subject, html }) => ({ file, name, to, subject, html })),
	),
	...nodesOf('n8n-nodes-base.executeWorkflow').flatMap(({ file, node: { name, parameters } }) => {
		const { value } = parameters.workflowInputs as { value: IDataObject };
		const all = value.subject ? composed(file, name, value) : [];
		return all.map(({ email, subject, text }) => ({ file, name, to: email, subject, html: text }));
	}),
];

/** The texts of the mails, by a name: their subject, or their HTML. */
const textsOf = (part: 'subject' | 'html') =>
	mails.flatMap((mail) => {
		const text = mail[part];
		return text === undefined ? [] : [[`${mail.file}: ${mail.name}`, text] as const];
	});

/** An item in which each property of the API that a text reads is this, and so is each text of a node before. */
function itemOf(text: string, value: string | undefined, more: object): INodeExecutionData {
	const record = { ...Object.fromEntries([...text.matchAll(/\.([A-Z]\w*)/g)].map(([, name]) => [name, value])), ...more };
	const lists = Object.fromEntries(['line', 'problems', 'changes', 'advice'].map((name) => [name, [value ?? '']]));
	const budget: IDataObject = { byWorkflow: [{ name: value ?? '', calls: 7 }], calls: { last24Hours: 7 }, forecast30Days: 210 };
	const json = { ...SETTINGS, ...record, ...lists, ...budget, athlete: record, record, previous: record };
	return { json, pairedItem: { item: 0 } };
}

/** A text as n8n makes it where the club's records hold this text. */
const made = (text: string, value: string | undefined, more = {}, zone?: string): string =>
	evaluated(text, itemOf(text, value, more), zone);

const markupOf = (html: string): string[] => [...html.matchAll(/<(?:"[^"]*"|[^">])*>/g)].map(([tag]) => tag.replace(/src="[^"]*"/, 'src'));

describe('A mail of an example workflow', () => {
	it('is HTML in a parameter that these tests know', () => {
		const html = (value: unknown): boolean => /<[a-z]\w*[\s>]/i.test(JSON.stringify(value));
		const nodes = templateFiles().flatMap((file) => template(file).nodes.filter((node) => !isNote(node) && html(node.parameters)));
		// The text of a mail, and a page that a template answers with: one that code makes is tested where it is opened.
		const others = nodes.filter(({ parameters: { html: text, workflowInputs, responseBody, jsCode, ...rest } }) => {
			const { text: written, ...inputs } = (workflowInputs as { value?: IDataObject } | undefined)?.value ?? {};
			return html(rest) || html(inputs) || !(text ?? written ?? responseBody ?? jsCode);
		});
		expect(others).toEqual([]);
	});

	it.each(textsOf('html'))('has the markup of the template alone, whatever a record holds: %s', (_name, text) => {
		const html = made(text, HOSTILE);
		expect(markupOf(html)).toEqual(markupOf(made(text, 'Anna')));
		expect(html.replace(/&#\d+;|&gt;/g, '')).not.toContain('&');
	});

	it.each(textsOf('subject'))('has one line as its subject: %s', (_name, text) => {
		expect(made(text, HOSTILE)).not.toMatch(/\p{C}/u);
	});

	it.each([...textsOf('subject'), ...textsOf('html')].filter(([, text]) => text.includes('FirstMidName')))(
		'greets by what looks like a name alone: %s',
		(_name, text) => {
			const greeted = (FirstMidName: unknown) => made(text, 'x', { FirstMidName });
			for (const name of ["Zoë O'Neill-Ström", 'Jean-Luc', 'Мария', '李小龍', 'D’Arcy', 'अनीता'])
				expect(greeted(name)).toContain(` ${name}`);
			const nameless = greeted('');
			for (const words of [
				'evil.example',
				'pay at https://evil.example',
				'<b>Anna</b>',
				'a\nb',
				'+46 70',
				'a'.repeat(41),
				null,
				undefined,
				7,
			])
				expect(greeted(words)).toBe(nameless);
			expect(nameless).not.toMatch(/ [,!?]/);
		},
	);

	it.each(textsOf('html').filter(([, text]) => text.includes('<img')))(
		'shows a picture by https only, its address escaped: %s',
		(_name, text) => {
			const shown = (PictureUri: unknown) => /<img src="([^"]*)" alt="" width="160">/.exec(made(text, 'Anna', { PictureUri }))?.[1];
			expect(shown('https://cdn.example/a.png?b=1&c=2')).toBe('https://cdn.example/a.png?b=1&#38;c=2');
			expect(shown('https://cdn.example/a.png" onerror="alert(1)')).toBe('https://cdn.example/a.png&#34; onerror=&#34;alert(1)');
			expect(['http://cdn.example/a.png', 'javascript:alert(1)', 'data:image/png;base64,AAAA', '', null, undefined].map(shown)).toEqual(
				Array(6).fill(undefined),
			);
		},
	);

	it.each([...textsOf('subject'), ...textsOf('html')])('leaves out what a record does not hold: %s', (_name, text) => {
		expect(made(text, undefined)).not.toMatch(/undefined|null/);
	});
});

describe('A text in a table', () => {
	const columns = nodesOf('n8n-nodes-base.dataTable').flatMap(({ file, node }) =>
		Object.entries(((node.parameters.columns as IDataObject | undefined)?.value ?? {}) as IDataObject)
			.filter(([column]) => /^(Email|FirstMidName|LastName|Phone|Note|most)$/.test(column))
			.map(([column, value]) => [`${file}: ${column}`, String(value)] as const),
	);

	it.each(columns)('is no formula: %s', (_name, text) => {
		for (const value of [HOSTILE, '+1+cmd', '-1+cmd', '@SUM(A1)', '\t=1']) expect(made(text, value)).not.toMatch(/^[=+\-@\t\r]/);
	});

	it('is in a column that these tests know', () => {
		expect(columns.length).toBeGreaterThan(10);
	});

	it.each(columns.filter(([name]) => name.endsWith('Phone')))('is a phone number as it is: %s', (_name, text) => {
		expect(made(text, '+46 (70) 915-77.77')).toBe('+46 (70) 915-77.77');
	});
});

describe('The expressions of the example workflows', () => {
	/** The different forms of an expression that begins and ends so. */
	const forms = (pattern: RegExp): Set<string> =>
		new Set(written.flatMap(([, text]) => [...text.replaceAll('\\"', '"').matchAll(pattern)].map(([form]) => form)));

	it('have one form for a text in HTML, a line, a name to greet by, an address and a cell of a table', () => {
		expect(forms(/\.replace\(\/\[&<>.*? \+ ';'\)/g).size).toBe(1);
		expect(forms(/\/\^\[\\\\p\{L\}.*?\.test\(/g).size).toBe(1);
		expect(forms(/\/\^\[\^\\\\s@.*?\.test\(/g).size).toBe(1);
		expect(forms(/\.replace\(\/\^\(\?=\[=.*?"'"\)/g).size).toBe(1);
		expect(forms(/removeTags|escapeHtml|encodeURIComponent/g)).toEqual(new Set());
	});

	it('take one address for one, and nothing else', () => {
		const [form] = forms(/\/\^\[\^\\\\s@.*?\.test\(/g);
		const passes = (Email: unknown) => made(`={{ ${form.replaceAll('\\\\', '\\')}$json.Email ?? '') }}`, 'x', { Email });
		expect(['anna@example.com', 'a.b+c@sub.example.co', 'jean&marie@example.com'].map(passes)).toEqual(['true', 'true', 'true']);
		const several = ['one@a.example, two@b.example', 'one@a.example;two@b.example', 'one@a.example two@b.example', 'a@b@c.example'];
		const others = ['Anna <anna@example.com>', '=cmd@example.com', '+a@example.com', '@example.com', 'anna@', 'none', '', null, undefined];
		expect([...several, ...others].filter((address) => passes(address) !== 'false')).toEqual([]);
	});

	it.each(nodesOf('n8n-nodes-club.clubTrigger'))('of $file read nothing that only a delivery says', ({ file, node }) => {
		expect(node.parameters.options).toMatchObject({ resolveRecord: true });
		expect(new Map(written).get(file)).not.toMatch(/json\.data\b|\.body\.data\b/);
	});

	it.each(nodesOf('n8n-nodes-base.httpRequest'))('of $file send a key with what they send out of the club: $node.name', ({ node }) => {
		expect(node.parameters).toMatchObject({ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' });
	});
});

describe('A time of the club', () => {
	const zones = ['Europe/Stockholm', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland'];
	const HOUR = 3_600_000;

	/** The nights in which the clocks of a zone change, in ms. */
	const changes = zones.flatMap((zone) => {
		const days = Array.from({ length: 366 }, (_none, day) => DateTime.utc(2027).plus({ days: day }));
		return days.filter((day) => day.setZone(zone).offset !== day.plus({ days: 1 }).setZone(zone).offset).map((day) => day.toMillis());
	});

	const moments = fc
		.tuple(fc.constantFrom(...changes, Date.UTC(2027, 0, 24), Date.UTC(2027, 6, 24)), fc.integer({ min: -24, max: 48 }))
		.map(([day, halves]) => DateTime.fromMillis(day + (halves * HOUR) / 2));

	const told = templateFiles().flatMap((file) =>
		template(file)
			.nodes.filter((node) => !isNote(node) && !node.parameters.jsCode)
			.flatMap(({ name, parameters }) =>
				[
					...JSON.stringify(parameters).matchAll(
						/"((?:[^"\\]|\\.)*DateTime\.fromISO(?:[^"\\]|\\.)*\.to(?:Format|ISODate|Locale\w+)\((?:[^"\\]|\\.)*)"/g,
					),
				].map(([, text]) => [`${file}: ${name}`, JSON.parse(`"${text}"`) as string] as const),
			),
	);

	it.each(told)('is told with the offset that the club gives, or in the zone of the workflow: %s', (_name, text) => {
		const names = [...text.matchAll(/fromISO\([^,]*\.(\w+),/g)].map(([, name]) => name);
		const shown = (time: string | null, zone: string) => made(text, 'x', Object.fromEntries(names.map((name) => [name, time])), zone);
		fc.assert(
			fc.property(moments, fc.constantFrom(...zones), fc.constantFrom(...zones), (moment, zone, other) => {
				const own = moment.setZone(zone).toISO();
				expect(shown(own, other)).toBe(shown(own, zone));
				expect(shown(moment.toUTC().toISO(), zone)).toBe(shown(own, zone));
			}),
		);
	});

	it('is told somewhere', () => expect(told.length).toBeGreaterThan(8));

	/** What goes by the zone of the workflow: its schedules, its polls, the days it counts, and the times that an agent types. */
	const BY_ZONE = /scheduleTrigger|clubPollTrigger|\$now\b(?!\.toISO\(\))|\$today\b|\bDateTime\b|clubTool/;

	it.each(written.filter(([, text]) => BY_ZONE.test(text)).map(([file]) => file))(
		'is in the zone that a note of %s says to set',
		(file) => {
			const notes = template(file).nodes.filter(isNote);
			expect(notes.map(({ parameters }) => parameters.content).join()).toMatch(
				/set the time zone of your club \(\*⋯ → Settings → Timezone\*\)/i,
			);
		},
	);
});

describe('A mail that the server does not take at once', () => {
	it.each(nodesOf('n8n-nodes-base.emailSend'))('of $file is sent again: $node.name', ({ file, node: { name, retryOnFail } }) => {
		const [, refused = []] = template(file).connections[name]?.main ?? [];
		const next = refused?.map((link) => link.node);
		// n8n itself tries again. What still fails stops the execution, or somebody is named.
		if (retryOnFail) expect([[], ['Say who got no email']]).toContainEqual(next);
		else expect(next).toEqual(['May be sent again']);
	});
});

describe('The note of an example that sends emails', () => {
	const senders = nodesOf('n8n-nodes-base.emailSend');

	it.each(senders)('of $file names the node to change for Gmail or Outlook: $node.name', ({ file, node }) => {
		const notes = template(file).nodes.filter(isNote);
		const line = `**Gmail or Outlook:** put n8n's *Gmail* or *Microsoft Outlook* node in the place of *${node.name}*.`;
		expect(notes.map(({ parameters }) => parameters.content).join('\n')).toContain(line);
	});
});

describe('The note of an example that starts while nobody looks', () => {
	const STARTED_BY_SOMEBODY = /\.(manual|chat|executeWorkflow|error|mcp)Trigger$/;
	const startsAlone = ({ type }: { type: string }) => /(Trigger|\.webhook)$/.test(type) && !STARTED_BY_SOMEBODY.test(type);

	it.each(templateFiles().filter((file) => template(file).nodes.some(startsAlone)))('says how one hears of a failure: %s', (file) => {
		const notes = template(file).nodes.filter(isNote);
		expect(notes.map(({ parameters }) => parameters.content).join('\n')).toContain(
			'**If it fails:** publish *Tell me when a workflow fails*, and choose it as the error workflow',
		);
	});
});

describe('The poll times of the example workflows', () => {
	it('meet, so that polls of one club share what they read', () => {
		const times = nodesOf('n8n-nodes-club.clubPollTrigger').flatMap(
			({ node }) => (node.parameters.pollTimes as { item: Array<{ minute?: number; cronExpression?: string }> }).item,
		);
		const minutes = times.map(({ minute, cronExpression }) => cronExpression?.split(' ')[1] ?? String(minute));
		expect([...new Set(minutes)].sort()).toEqual(['0', '0,30']);
	});
});

describe('The answer of the agent at the front desk', () => {
	it('shows no picture and leads to no other site', () => {
		const [answer] = template('front-desk-agent.json').nodes.filter(({ name }) => name === 'Answer');
		const output = 'Hi ![x](https://evil.example/?a=1) [pay](//evil.example) <img src=x> www.evil.example HTTP://EVIL.example data://x end';
		const shown = evaluated(String(answer.parameters.message), { json: { output } });
		expect(shown).not.toMatch(/[[\]<>]|evil/i);
		expect(shown).toMatch(/^Hi !.* end$/);
	});
});
