import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

/** Every regular expression that stands in what ships, and where. */
function expressions(): Array<[where: string, expression: string]> {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	);
	return files
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => {
			const found: Array<[string, string]> = [];
			const source = ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest);
			const visit = (node: ts.Node): void => {
				if (ts.isRegularExpressionLiteral(node))
					found.push([`${name}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`, node.text]);
				ts.forEachChild(node, visit);
			};
			visit(source);
			return found;
		});
}

/** Long enough for a quadratic expression to show, which takes so many times as long as a linear one. */
const LENGTH = 100_000;

/** Texts that make a careless expression look again from each of their places: one thing over and over, and an end that fits nothing. */
function floods(expression: string): string[] {
	const signs = [
		...new Set([...expression.replace(/\\[a-zA-Z]|[\\()[\]{}*+?|^$]/g, ''), ' ', 'a', 'A', '1', '.', '/', '@', '%', '<', '\n']),
	];
	const pairs = ['a@', '@.', 'a.', ' .', '; ', '%2', 'token=', 'aA', '1 ', '-1'];
	return [...signs, ...pairs].map((part) => `${part.repeat(Math.floor(LENGTH / part.length))}\u{1F600}`);
}

const script = (expression: string) => new Script(`floods.forEach((text) => text.replace(${expression}, ''))`);

/** How many times as long as a plain linear expression one may take on this machine; a quadratic one takes some thousand times as long. */
const MOST = 500;

function plainMs(expression: string): number {
	const context = createContext({ floods: floods(expression) });
	const began = performance.now();
	script('/[a-z]/g').runInContext(context);
	return performance.now() - began;
}

describe('every regular expression of what ships', () => {
	const all = expressions();

	test('is found', () => expect(all.length).toBeGreaterThan(20));

	test.each(all)('%s %s goes once through a long text, whatever it holds', (_, expression) => {
		const timeout = Math.ceil(MOST * plainMs(expression));
		expect(() => script(expression).runInContext(createContext({ floods: floods(expression) }), { timeout })).not.toThrow();
	});
});
