import { READINGS } from '../../nodes/shared/api/readings';
import type { Question } from '../../nodes/shared/api/readings/question';

const questions = Object.values<Question>(READINGS);

const capital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** A question that costs much, as one to the platform. */
function asked({ part, about, readings, cost, check, untold }: Question, index: number): string {
	const choices = Object.values(readings).map((words) => `- ${words}`);
	return `### ${index + 1}. ${capital(about)}

Left open by ${part}. Which is it?

${choices.join('\n')}

If the guess is wrong: ${cost}. ${check === undefined ? `*Check* cannot tell: ${untold}.` : `*Check* looks at this: ${check}.`}
`;
}

const rowOf = ({ part, about, readings, untold }: Question): string =>
	`| ${part} | ${about} | ${Object.values(readings).join('<br>')} | ${untold} |`;

/** The page of what the platform would have to answer: the questions that cost most, and those that no read answers. */
export function openQuestionsPage(): string {
	const costly = questions.filter(({ cost }) => cost !== undefined);
	const untold = questions.filter((question) => question.untold !== undefined);
	return `# Open questions

The description of the API leaves ${questions.length} questions open. [The table of them all](sandbox.md#what-the-document-leaves-open) has the readings of
each; the pack is tested with all of them. Nobody here has called the real service, so no reading is known to be its own.

**Club Profile → Check** reads a club once, changes nothing, and says for ${questions.length - untold.length} of the questions which reading it takes, as far as its
records show it. What it gives names no person, so it can be sent to us.

## To the platform

These ${costly.length} cost most where a guess is wrong. The pack is made for each of the readings below; an answer would show whether there is another one.

${costly.map(asked).join('\n')}
## What reads cannot tell

Only a change, an event or a failure shows these ${untold.length}, or nothing that *Check* asks for.

| part | what is open | readings | why no read tells |
| --- | --- | --- | --- |
${untold.map(rowOf).join('\n')}
`;
}
