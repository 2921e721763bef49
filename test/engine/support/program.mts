// Its import comes first: n8n-core reads its settings when it is loaded.
import '../../../dev/host/environment.mts';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import '../../integration/trigger/processed.mts';
import './month/clock.mts';

interface Result {
	testPath: string[];
	status: string;
	duration?: number;
	errors: unknown[];
}

/** The parts of Jest that declare, run and check tests; they come with it. */
const ofJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const ofCore = createRequire(createRequire(ofJest.resolve('@jest/core')).resolve('jest-config'));
const circus = ofCore('jest-circus') as Record<string, unknown> & {
	getState(): { testNamePattern?: RegExp };
	run(): Promise<{ testResults: Result[]; unhandledErrors: unknown[] }>;
};
const { expect } = createRequire(ofCore.resolve('jest-circus'))('expect') as { expect: unknown };

const [file, report, pattern] = process.argv.slice(2);
const names = ['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterEach', 'afterAll'];
Object.assign(globalThis, Object.fromEntries(names.map((name) => [name, circus[name]])), { expect });
(globalThis as unknown as Record<symbol, number>)[Symbol.for('TEST_TIMEOUT_SYMBOL')] = 120_000;

await import('./time.mts');
await import(pathToFileURL(file).href);
if (pattern) circus.getState().testNamePattern = new RegExp(pattern, 'i');
const { testResults, unhandledErrors } = await circus.run();
const results = testResults.map(({ testPath, status, duration, errors }) => {
	const ancestorTitles = testPath.slice(1, -1);
	const title = testPath.at(-1) ?? '';
	const failureMessages = errors.map(String);
	const outcome = errors.length > 0 ? 'failed' : 'passed';
	const fullName = [...ancestorTitles, title].join(' ');
	return { ancestorTitles, title, fullName, status: status === 'done' ? outcome : 'pending', duration, failureMessages };
});
if (unhandledErrors.length > 0) throw new Error(unhandledErrors.join('\n'));
writeFileSync(report, JSON.stringify(results));
// Connections and timers of the nodes may be open.
process.exit();
