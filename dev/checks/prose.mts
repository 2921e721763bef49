// Checks the English of the hand-written pages: long sentences, passive voice, repeated words. Without a finding it prints nothing.
import { readFileSync } from 'node:fs';
import { toNlcst } from 'mdast-util-to-nlcst';
import { ParseEnglish } from 'parse-english';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import retextPassive from 'retext-passive';
import retextRepeatedWords from 'retext-repeated-words';
import { MAX_WORDS, PAGES, PASSIVES } from './proseRules.mts';

/** A node in the syntax tree of a page, of its Markdown or of its English. */
interface Part {
	type: string;
	depth?: number;
	value?: string;
	children?: Part[];
}
type Page = Parameters<typeof toNlcst>[0];
type File = Parameters<typeof toNlcst>[1];

const partsOf = (part: Part, ...types: string[]): Part[] =>
	types.includes(part.type) ? [part] : (part.children ?? []).flatMap((child) => partsOf(child, ...types));

function checkLength(text: Part, file: File): void {
	for (const sentence of partsOf(text, 'SentenceNode')) {
		const words = partsOf(sentence, 'WordNode', 'SourceNode').length;
		if (words > MAX_WORDS) file.message(`Sentence of ${words} words, more than ${MAX_WORDS}`, sentence);
	}
}

const checks = [checkLength, retextPassive({ ignore: PASSIVES }), retextRepeatedWords()];

function checkPage(page: Page, file: File): void {
	// One passage at a time. Otherwise the cells of a table would become one sentence.
	const passages = partsOf(page, 'paragraph', 'heading', 'tableCell');
	for (const passage of passages) {
		// The parser expects a capital letter at the start of a sentence, and n8n has none.
		for (const words of partsOf(passage, 'text')) words.value = words.value?.replaceAll('n8n', 'N8n');
		// The parser skips table cells, so each becomes a paragraph. Emphasized text quotes the panel and is not checked.
		const text = toNlcst({ ...passage, type: 'paragraph' } as Page, file, ParseEnglish, { source: ['emphasis'] });
		for (const check of checks) check(text, file);
	}
}

const processor = remark()
	.use(remarkGfm)
	.use(() => checkPage);

for (const path of PAGES) {
	const { messages } = await processor.process({ path, value: readFileSync(path, 'utf8') });
	for (const { line, column, reason, actual } of messages) {
		console.error(`${path}:${line}:${column} ${reason}${actual ? ` (${actual})` : ''}`);
		process.exitCode = 1;
	}
}
