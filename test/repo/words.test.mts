import { readdirSync, readFileSync } from 'node:fs';
import { template, templateFiles } from '../../dev/demo/templates.mts';

const filesUnder = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => `${folder}/${file}`);

/** Lines of code that hold a text, without those that hold a comment. */
const linesOf = (file: string): string[] =>
	readFileSync(file, 'utf8')
		.split('\n')
		.filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));

describe('What a user of n8n reads', () => {
	const texts = [
		...[...filesUnder('nodes'), ...filesUnder('credentials')].flatMap(linesOf),
		...templateFiles().flatMap((file) => template(file).nodes.flatMap(({ parameters }) => JSON.stringify(parameters).split('\\n'))),
	];

	it('names what starts a workflow for good by the word of n8n 2 and by that of n8n 1', () => {
		const about = texts.filter((text) => /\b(un)?publish (it|them|the|a|and|\()|and publish\b|activate (the|a) workflow/i.test(text));
		expect(about.length).toBeGreaterThan(10);
		expect(about.filter((text) => !/publish/i.test(text) || !/activate|active/i.test(text))).toEqual([]);
	});
});
