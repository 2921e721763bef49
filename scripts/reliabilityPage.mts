/** What the suites counted: sections, each with rows of a name and a count. */
export type Figures = Record<string, Record<string, number>>;

const INTRODUCTION = `# Reliability

Counted by the tests themselves and written by their run (\`npm test\`, \`npm run test:queue\`, \`npm run test:mutation\`); do not
edit by hand. Everything here runs against the [sandbox](sandbox.md), a strict club of our own that refuses what the
API's description refuses and keeps a record of every breach of a rule. **A test passes only when that record is empty.**
`;

/** The sections in their order, with what a reader must know of each. */
const SECTIONS: Readonly<Record<string, string>> = {
	Faults: `Every operation is run with every fault at its first, middle and last call: refusals, outages, broken connections, cut
or unreadable answers, and answers that got lost after the club had done the work. A run counts as survived when it came out
complete, or when its error names what was done and what was not. No row was lost, no record was made twice.`,
	'Hostile input': `Every parameter of every operation is given what nobody should send: prototype keys, paths and queries in IDs, control
characters, huge and deep JSON, wrong types, impossible dates. Nothing reached another route, a path, a query or a header that
it should not; what was refused was refused by an error of the node, in words.`,
	Events: `Events are delivered to a real n8n in duplicate, out of order and in batches; n8n is restarted and killed in between.`,
	Secrets: `Whatever the tests write (items, errors, log lines, the database of n8n, URLs) is searched for keys, passwords and
tokens, plain and encoded. None was found.`,
	Loads: `What was held, each row and each event once.`,
	Versions: `The versions of n8n in which the packed pack is installed and run.`,
	Mutation: `Small errors were planted in the code that both nodes share, one at a time; so many of them were noticed by a test.`,
};

const count = (value: number): string => value.toLocaleString('en');

/** The page docs/reliability.md. @throws when a section has no words here */
export function reliabilityPage(figures: Figures): string {
	const strangers = Object.keys(figures).filter((section) => !(section in SECTIONS));
	if (strangers.length > 0) throw new Error(`Nothing is said of ${strangers.join(', ')}.`);
	const sections = Object.entries(SECTIONS).filter(([section]) => figures[section]);
	return [
		INTRODUCTION,
		...sections.map(([section, words]) => {
			const rows = Object.entries(figures[section]).map(([what, value]) => `| ${what} | ${count(value)} |`);
			return [`## ${section}`, '', words, '', '| | |', '| --- | ---: |', ...rows, ''].join('\n');
		}),
	].join('\n');
}
