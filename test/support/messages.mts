import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What the variables of a file may hold, by their names. */
function valuesOf(source: ts.SourceFile): Map<string, ts.Expression[]> {
	const values = new Map<string, ts.Expression[]>();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && node.initializer) {
			const name = node.name.getText();
			values.set(name, [...(values.get(name) ?? []), node.initializer]);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return values;
}

/** The texts that an expression can be, with `…` for a value; none if the file does not show them. */
function textsOf(node: ts.Node, source: ts.SourceFile): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, source);
	if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((one) => textsOf(one, source));
	if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap((one) => textsOf(one, source));
	if (ts.isIdentifier(node)) return (valuesOf(source).get(node.text) ?? []).flatMap((value) => textsOf(value, source));
	if (!ts.isTemplateExpression(node)) return [];
	return node.templateSpans.reduce(
		(texts, { expression, literal }) => {
			const values = textsOf(expression, source);
			return texts.flatMap((text) => (values.length > 0 ? values : ['…']).map((value) => text + value + literal.text));
		},
		[node.head.text],
	);
}

/**
 * The messages of the errors that a file of the pack makes, with `…` for a value. n8n's own errors have theirs after the node, the table of
 * statuses has them by name, and the credential test returns its own.
 */
export function messagesIn(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node)) {
			const [first, second] = node.arguments ?? [];
			const name = node.expression.getText();
			const message = /^Node(Api|Operation)Error$/.test(name)
				? second
				: /^(ClubError|InvalidInput|WrongColumns)$/.test(name)
					? first
					: undefined;
			if (message) found.push(...textsOf(message, source));
		}
		if (ts.isCallExpression(node) && node.expression.getText() === 'failed') found.push(...textsOf(node.arguments[0], source));
		if (ts.isPropertyAssignment(node) && node.name.getText() === 'message' && node.parent.getText().includes('failure:'))
			found.push(...textsOf(node.initializer, source));
		ts.forEachChild(node, visit);
	};
	visit(source);
	// A message that begins with a value and a full stop is another message with more behind it.
	return found.filter((text) => /^(?!…\. ).*\p{L}/u.test(text));
}
