import { READINGS } from '../../nodes/shared/api/readings';
import type { Question } from '../../nodes/shared/api/readings/question';
import { switchNames } from '../../sandbox/dialect.mts';

const HEADING = '## What the document leaves open';

const rowOf = (name: keyof typeof READINGS): string => {
	const { part, about, readings, check, untold }: Question = READINGS[name];
	const said = Object.entries(readings).map(([reading, words]) => `\`${reading}\`: ${words}`);
	return `| \`${name}\` | ${part} | ${about} | ${said.join('<br>')} | ${check ?? `reads cannot tell: ${untold}`} |`;
};

/** The page of the sandbox with the table of its switches, which stands at its end. */
export function sandboxPage(page: string): string {
	const before = page.split(HEADING)[0].trimEnd();
	return `${before}

${HEADING}

Each question that the description of the API leaves open is a switch of the sandbox (\`sandbox/dialect.mts\`); the first
reading is the one it takes unless told otherwise. A program sets \`dialect\` when it starts a sandbox or at any time
after; \`npm run sandbox -- --dialect idOrder=descending,nulls=missing\` does so from a terminal, and \`--dialect opposite\`
takes the last reading of each. \`npm run test:dialects\` runs the integration tests in the default, in its opposite, and in so many
dialects that each two readings meet (with \`-- --sample 4\` in four of these); \`CLUB_DIALECT=idOrder=descending npx jest --selectProjects integration\` runs them in one, and
\`CLUB_DIALECT_SEED=7\` in one that is drawn. \`npm test\` runs them in one of all these that its seed chooses,
and prints which.

**Club Profile → Check** tells which reading a club takes; the last column says by what. [Open questions](open-questions.md) has
those that matter most, and those that reads cannot tell.

| switch | part | what is open | readings | how *Check* tells |
| --- | --- | --- | --- | --- |
${switchNames.map(rowOf).join('\n')}
`;
}
