import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const files = execFileSync('git', ['ls-files', '*.ts', '*.mts', '*.mjs', '*.cjs', '*.js'], { encoding: 'utf8' })
	.trim()
	.split('\n')
	.filter((file) => file !== 'test/repo/conventions.test.mts');

const having = (expression: RegExp): string[] => files.filter((file) => expression.test(readFileSync(file, 'utf8')));

describe('The sources', () => {
	it('switch off no rule of a linter and no check of the compiler', () => {
		expect(having(/eslint-disable|@ts-ignore|@ts-nocheck/)).toEqual([]);
	});

	it('leave no test out and nothing for later', () => {
		expect(having(/\b(?:it|test|describe)\.(?:only|skip)\(|\b(?:xit|xdescribe|fit)\(|TODO|FIXME/)).toEqual([]);
	});
});
