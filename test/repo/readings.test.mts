import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READINGS } from '../../nodes/shared/api/readings';
import type { Question } from '../../nodes/shared/api/readings/question';

const NODES = join(import.meta.dirname, '../../nodes');

/** The questions that the comments of each file name with `@reading`. */
const tagged = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts') && !file.startsWith('shared/api/readings/'))
	.flatMap((file) => [...readFileSync(join(NODES, file), 'utf8').matchAll(/@reading (\w+)/g)].map(([, question]) => ({ file, question })));

describe('the register of readings', () => {
	test('is what the comments of the code name, question by question', () => {
		const named = Object.entries<Question>(READINGS).flatMap(([question, { code = [] }]) => code.map((file) => `${question}: ${file}`));
		expect([...new Set(tagged.map(({ file, question }) => `${question}: ${file}`))].sort()).toEqual(named.sort());
	});

	test.each(Object.entries<Question>(READINGS))('%s names a part of the document and two readings or more', (_name, { part, readings }) => {
		expect(part).toMatch(/^§\d/);
		expect(Object.keys(readings).length).toBeGreaterThan(1);
	});
});
