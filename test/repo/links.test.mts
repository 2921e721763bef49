import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resources } from '../../nodes/Club/resources';
import { messagesIn } from '../support/messages.mts';

const filesUnder = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
	);

const pages = [...readdirSync('.'), ...filesUnder('docs'), ...filesUnder('templates'), 'test/README.md'].filter((file) =>
	file.endsWith('.md'),
);
const textOf = (page: string): string => readFileSync(page, 'utf8');

/** A page without its code blocks, where brackets and hashes mean other things. */
const proseOf = (page: string): string => textOf(page).replace(/^```[^]*?^```$/gm, '');

const anchorsOf = (page: string): string[] =>
	[...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);

/** What a page links to or shows, as it is written: links and pictures of Markdown, and of HTML. */
const targetsOf = (page: string): string[] =>
	[...proseOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, markdown, html]) => markdown ?? html);

/** Where GitHub shows the files of a release, such as the pictures of README, which npm shows too. */
const OF_RELEASE = /^https:\/\/raw\.githubusercontent\.com\/n8n-nodes-club\/n8n-nodes-club\/v([\d.]+)\/(.+)$/;

const isOutside = (target: string): boolean => /^[a-z]+:/.test(target) && !OF_RELEASE.test(target);

/** A target as a path in the repository, and its anchor. */
function pathOf(page: string, target: string): { path: string; anchor?: string } {
	const [, , released] = OF_RELEASE.exec(target) ?? [];
	if (released) return { path: released };
	const [path, anchor] = target.split('#');
	return { path: path === '' ? page : join(dirname(page), decodeURI(path)), anchor };
}

const codeOf = (page: string): string[] => [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);

describe.each(pages)('%s', (page) => {
	const targets = targetsOf(page).filter((target) => !isOutside(target));

	test('links to files and headings that exist', () => {
		const broken = targets.filter((target) => {
			const { path, anchor } = pathOf(page, target);
			return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
		});
		expect(broken).toEqual([]);
	});

	test('names commands that exist', () => {
		const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
		const named = [...textOf(page).matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});

	test('names files and folders of the repository that exist', () => {
		const made = readFileSync('.gitignore', 'utf8')
			.split('\n')
			.map((line) => line.replace(/^\/|\/$/g, ''));
		const top = readdirSync('.').filter((name) => !made.includes(name));
		const paths = codeOf(page).filter(
			(code) => /^[\w.@/-]+$/.test(code) && top.includes(code.split('/')[0]) && (code.includes('/') || code.includes('.')),
		);
		expect(paths.filter((path) => !existsSync(path) && !existsSync(`${path}.ts`))).toEqual([]);
	});
});

test('README shows the pictures of its own release', () => {
	const { version } = JSON.parse(textOf('package.json')) as { version: string };
	const pictures = targetsOf('README.md').filter((target) => /\.(webp|png|svg)$/.test(target));
	expect(pictures.length).toBeGreaterThan(0);
	expect(pictures.filter((target) => OF_RELEASE.exec(target)?.[1] !== version)).toEqual([]);
});

test('each example workflow stands in the table of the examples, and no other does', () => {
	const named = [...textOf('templates/README.md').matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)];
	expect(named.map(([, , file]) => file).sort()).toEqual(readdirSync('templates').filter((file) => file.endsWith('.json')));
});

test('the examples link to headings that exist', () => {
	const texts = filesUnder('templates').map(textOf).join('');
	const links = [...texts.matchAll(/n8n-nodes-club\/blob\/main\/([\w/.-]+)#([\w-]+)/g)];
	expect(links.map(([, page, anchor]) => [anchor, anchorsOf(page).includes(anchor)])).toEqual([['it-ran-and-sent-nothing', true]]);
});

const rowsIn = (text: string): string[][] =>
	text
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);

describe('The README', () => {
	const sections = textOf('README.md').split('\n## ');
	const rowsUnder = (heading: string): string[][] => rowsIn(sections.find((section) => section.startsWith(`${heading}\n`)) ?? '');

	test('names each operation under its resource', () => {
		const table = new Map(rowsUnder('Operations').map(([resource, operations]) => [resource, operations]));
		const expected = resources.map(({ name, operations }): [string, string] => [
			name,
			operations.map((operation) => operation.name).join(', '),
		]);
		expect(Object.fromEntries(table)).toMatchObject(Object.fromEntries(expected));
	});
});

describe('The page of troubleshooting', () => {
	/** The messages that the page explains, with `…` in place of a value. */
	const explained = rowsIn(textOf('docs/troubleshooting.md')).map(([message]) => message.replace(/\*/g, ''));
	const unexplained = (messages: string[]): string[] => messages.filter((message) => !explained.some((row) => row.includes(message)));

	/** The messages and families of messages that the page names in italics, each as the beginning of a message. */
	const families = [...textOf('docs/troubleshooting.md').matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)]
		.map(([, words]) =>
			words
				.replace(/ …$/, '')
				.split('…')
				.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
		)
		.map((parts) => new RegExp(`^${parts.join('.*')}`));

	test('explains each message of an error that the pack can show, by its words or as one of a family', () => {
		const code = ['nodes', 'credentials'].flatMap(filesUnder).filter((file) => file.endsWith('.ts'));
		const messages = code.flatMap(messagesIn);
		expect(messages.length).toBeGreaterThan(100);
		// A family of values alone would explain everything.
		expect(families.filter((family) => family.test('Something else went wrong') || family.test('"A" went wrong'))).toEqual([]);
		expect(messages.filter((message) => !families.some((family) => family.test(message)))).toEqual([]);
	});

	test('explains each refusal of a registration by its status', () => {
		const byStatus = [...textOf('nodes/ClubTrigger/registration.ts').matchAll(/^\t\d{3}: '([^.]+)\./gm)].map(([, sentence]) => sentence);
		expect(byStatus).toHaveLength(5);
		expect(unexplained(byStatus)).toEqual([]);
	});

	test('explains each ErrorType of the API', () => {
		// §7.1 of the API's description.
		expect(unexplained(['InvalidData', 'LicenseResourceLimitExceeded', 'EmailAlreadyInUse', 'Internal', 'SubscriptionInUse'])).toEqual([]);
	});
});
