// The titles of all tests, without the rows of their tables: a lost title needs a reason, and a shorter table needs none.
//   npm run test:titles                                    writes test/titles.json again
//   npm run test:titles -- --why "The tests of X went."    where titles are lost: records the reason
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The titles of the last commit, and why the titles of earlier ones went. */
interface Titles {
	titles: string[];
	lost: Record<string, string>;
}

const FILE = 'test/titles.json';

/** What declares a test: `it`, `test`, or one for some runs, such as `itWhole` and `inV1`. */
const DECLARES = /^(it|test|declare|it[A-Z]\w*|in[A-Z]\w*)$/;

/** The name of the function that a call begins with: `it` in `it(...)`, `it.each(...)(...)` and `itHere(...)(...)`. */
function rootOf(callee: ts.Expression): string {
	if (ts.isIdentifier(callee)) return callee.text;
	if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootOf(callee.expression);
	return ts.isTaggedTemplateExpression(callee) ? rootOf(callee.tag) : '';
}

/** The titles of the tests in a source, as they are written there. */
function titlesIn(source: ts.SourceFile): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && DECLARES.test(rootOf(node.expression)) && node.arguments.length > 1) {
			const [title] = node.arguments;
			if (ts.isStringLiteralLike(title)) found.push(title.text);
			else if (ts.isTemplateExpression(title)) found.push(title.getText(source).slice(1, -1));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Each title in `test/`, behind the file that it is in, sorted. */
export function titlesOfTests(folder = 'test'): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mts'));
	const titles = files.flatMap((file) => {
		const source = ts.createSourceFile(file, readFileSync(`${folder}/${file}`, 'utf8'), ts.ScriptTarget.Latest);
		return titlesIn(source).map((title) => `${file.replace(/(\.test)?\.mts$/, '')}: ${title}`);
	});
	return [...new Set(titles)].sort();
}

export const savedTitles = (): Titles => JSON.parse(readFileSync(FILE, 'utf8')) as Titles;

const withoutFile = (title: string): string => title.slice(title.indexOf(': ') + 2);

/** The titles that are in no file any more: a title may move. */
export function lostOf(before: readonly string[], now: readonly string[]): string[] {
	const kept = new Set([...now, ...now.map(withoutFile)]);
	return before.filter((title) => !kept.has(title) && !kept.has(withoutFile(title)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = parseArgs({ options: { why: { type: 'string' } } });
	const titles = titlesOfTests();
	const { titles: before, lost } = savedTitles();
	const gone = lostOf(before, titles);
	if (gone.length > 0 && !values.why) {
		console.error(`These titles are lost. Add -- --why "...", or bring them back:\n${gone.join('\n')}`);
		process.exitCode = 1;
	} else {
		const reasons = Object.fromEntries(gone.map((title) => [title, values.why ?? '']));
		writeFileSync(FILE, `${JSON.stringify({ titles, lost: { ...lost, ...reasons } }, undefined, '\t')}\n`);
		console.log(`${titles.length} titles, ${gone.length} lost`);
	}
}
