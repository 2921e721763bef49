import { READINGS } from '../../sandbox/readings.mts';
import type { Question } from '../../sandbox/readings/question.mts';
import { switchNames } from '../../sandbox/dialect.mts';

const rowOf = (name: keyof typeof READINGS): string => {
	const { part, about, readings }: Question = READINGS[name];
	const said = Object.entries(readings).map(([reading, words]) => `\`${reading}\`: ${words}`);
	return `| \`${name}\` | ${part} | ${about} | ${said.join('<br>')} |`;
};

/** The page of the switches of the sandbox. */
export function dialectsPage(): string {
	return `# Dialects of the sandbox

Use this page to try the pack against another reading of the API's description. \`npm run docs\` writes it.

The API's description leaves questions open. Each of them is a switch of the sandbox (\`sandbox/dialect.mts\`), and each answer is a
reading. By default, the sandbox takes the first reading. A dialect is a choice of one reading for every switch.

| to choose a dialect | |
| --- | --- |
| in a terminal | \`npm run sandbox -- --dialect idOrder=descending,nulls=missing\`; \`--dialect opposite\` takes the last reading of each switch |
| in a program | set \`dialect\` when you start a sandbox, or at any later time |
| in the integration tests | \`CLUB_DIALECT=idOrder=descending npx jest --selectProjects integration\` |

\`npm test\` runs the integration tests in the default dialect. \`npm run test:dialects\` runs them in the default, in its opposite, and in enough
others for each two readings to meet.

[Open questions](open-questions.md) lists the most expensive ones for the platform.

| switch | part | open question | readings |
| --- | --- | --- | --- |
${switchNames.map(rowOf).join('\n')}
`;
}
