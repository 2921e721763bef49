import { READINGS } from '../../sandbox/readings.mts';
import type { Question } from '../../sandbox/readings/question.mts';

const questions = Object.values<Question>(READINGS);

const capital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** A costly question, as a question to the platform. */
function asked({ part, about, readings, cost }: Question, index: number): string {
	const choices = Object.values(readings).map((words) => `- ${words}`);
	return `### ${index + 1}. ${capital(about)}

Open in ${part}. Which reading is right?

${choices.join('\n')}

If the guess is wrong: ${cost}.
`;
}

const rowOf = ({ part, about, readings, notChecked }: Question): string =>
	`| ${part} | ${about} | ${Object.values(readings).join('<br>')} | ${notChecked} |`;

/** The page of questions to the platform: those that cost most, and those that no read answers. */
export function openQuestionsPage(): string {
	const costly = questions.filter(({ cost }) => cost !== undefined);
	const notChecked = questions.filter((question) => question.notChecked !== undefined);
	return `# Open questions

Use this page to see what the API's description leaves open, which questions matter most, and which ones a read can answer.

There are ${questions.length} open questions. [One table](sandbox.md#what-the-document-leaves-open) lists the readings of each, and the pack is tested with all of
them. Nobody here has called the real service, so nobody knows its readings.

**Club Profile → Check** reads a club once and changes nothing. For ${questions.length - notChecked.length} of the questions, it reports which reading the club takes, as far as its
records show it. Its result names no person, so you can send it to us.

## To the platform

These ${costly.length} questions cost most if a guess is wrong. The pack works with each of the readings below. An answer would show whether another one exists.

${costly.map(asked).join('\n')}
## What reads cannot tell

A read of *Check* cannot answer these ${notChecked.length} questions. Only a change, an event, a failure or another read can.

| part | open question | readings | why no read answers it |
| --- | --- | --- | --- |
${notChecked.map(rowOf).join('\n')}
`;
}
