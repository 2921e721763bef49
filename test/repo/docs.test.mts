import { readdirSync, readFileSync } from 'node:fs';
import { resources } from '../../nodes/Club/resources';
import { DOOR, LIVING } from '../../dev/checks/reliabilityPage.mts';
import { eventsPage } from '../../dev/docs/eventsPage.mts';
import { llmsPage } from '../../dev/docs/llmsPage.mts';
import { operationsPage } from '../../dev/docs/operationsPage.mts';

const textOf = (file: string): string => readFileSync(file, 'utf8');

test.each<[string, () => string | Promise<string>]>([
	['docs/operations.md', () => operationsPage(resources)],
	['docs/events.md', eventsPage],
	['llms.txt', llmsPage],
])('%s is what `npm run docs` writes', async (file, written) => expect(textOf(file)).toBe(await written()));

describe('What people write by hand', () => {
	const GENERATED = ['operations.md', 'events.md'];
	const pages = readdirSync('docs').filter((file) => file.endsWith('.md') && !GENERATED.includes(file));

	/** The words of a text, as `wc -w` counts them. */
	const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

	/** A page without the sections that a run writes. */
	const byHand = (file: string): string =>
		textOf(file)
			.split(/^(?=## )/m)
			.filter((section) => ![LIVING, DOOR].some((heading) => section.startsWith(`${heading}\n`)))
			.join('');

	test('is at most 11 pages and 8,000 words in docs', () => {
		expect(pages.length).toBeLessThanOrEqual(11);
		expect(wordsIn(pages.map((file) => byHand(`docs/${file}`)).join('\n'))).toBeLessThanOrEqual(8_000);
	});

	test.each([
		['README.md', 1_200],
		['CONTRIBUTING.md', 1_200],
		['templates/README.md', 1_500],
		['docs/how-it-works.md', 700],
	])('is no longer in %s than %d words', (file, most) => {
		expect(wordsIn(byHand(file))).toBeLessThanOrEqual(most);
	});
});
