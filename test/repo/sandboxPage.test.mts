import { readFileSync } from 'node:fs';
import { openQuestionsPage } from '../../dev/docs/openQuestionsPage.mts';
import { sandboxPage } from '../../dev/docs/sandboxPage.mts';

test('the page of the sandbox has the table of switches that `npm run docs` writes', () => {
	const page = readFileSync('docs/sandbox.md', 'utf8');
	expect(page).toBe(sandboxPage(page));
});

describe('the page of open questions', () => {
	const page = readFileSync('docs/open-questions.md', 'utf8');

	test('is what `npm run docs` writes', () => {
		expect(page).toBe(openQuestionsPage());
	});

	test('puts fifteen questions to the platform', () => {
		expect(page.match(/^### \d+\. /gm)).toHaveLength(15);
	});
});
