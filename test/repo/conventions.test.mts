import { readFileSync } from 'node:fs';
import { filesHere } from '../../dev/checks/files.cjs';

const files = filesHere().filter((file) => /\.[cm]?[jt]s$/.test(file) && file !== 'test/repo/conventions.test.mts');

/** How long a file of the nodes may be, and an operation on average, in lines. */
const LONGEST = 300;
const OPERATION = 40;

const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

const having = (expression: RegExp): string[] => files.filter((file) => expression.test(readFileSync(file, 'utf8')));

describe('The sources', () => {
	it('switch off no rule of a linter and no check of the compiler', () => {
		expect(having(/eslint-disable|@ts-ignore|@ts-nocheck/)).toEqual([]);
	});

	it('leave no test out and nothing for later', () => {
		expect(having(/\b(?:it|test|describe)\.(?:only|skip)\b|\b(?:xit|xdescribe|fit)\(|TODO|FIXME/)).toEqual([]);
	});

	it('read the times of a club in one place, since the timezone of the machine says nothing of it', () => {
		const readers = having(/\bDate\.parse\b|new Date\([\w.]*(?:text|value|String)|DateTime\.from(?!Millis|JSDate)/);
		// The other one reads Retry-After, a date of HTTP, which is in GMT.
		expect(readers.filter((file) => file.startsWith('nodes/'))).toEqual(['nodes/shared/api/time.ts', 'nodes/shared/transport/ledger.ts']);
	});

	it('stay short enough to be read at one sitting', () => {
		expect(files.filter((file) => file.startsWith('nodes/') && linesOf(file) > LONGEST)).toEqual([]);
		const resources = having(/\bdefineOperation\(/).filter((file) => file.startsWith('nodes/Club/resources/'));
		const lines = resources.reduce((sum, file) => sum + linesOf(file), 0);
		const operations = resources.flatMap((file) => readFileSync(file, 'utf8').match(/\bdefineOperation\(/g) ?? []);
		expect(operations.length).toBeGreaterThan(50);
		expect(lines / operations.length).toBeLessThanOrEqual(OPERATION);
	});
});
