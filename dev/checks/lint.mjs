// Runs each check of form, also after one that failed, so that one run shows all mistakes.
import { run } from '../bootstrap.mjs';

const SHIPPED = '{nodes,credentials}/**/*.ts';
const OWN = '{sandbox,dev,test}/**/*.{mts,mjs}';
/** A file that has passed is known by its content. */
const cachedIn = (folder) => ['--cache', '--cache-strategy', 'content', '--cache-location', folder];
const CHECKS = [
	['prettier', '--check', '--log-level', 'warn', ...cachedIn('.cache/prettier'), SHIPPED, OWN],
	['n8n-node', 'lint'],
	['tsx', 'dev/checks/workflows.mts'],
	['eslint', '--max-warnings', '0', '-c', 'dev/eslint.config.mjs', ...cachedIn('.cache/eslint'), SHIPPED, OWN],
];

const failed = [];
for (const [command, ...args] of CHECKS) if ((await run(command, args)) !== 0) failed.push(`${command} ${args[0]}`);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
