/** Words that say nothing of what is meant. */
const EMPTY = new Set(
	'a an and are as at be by for has have he her i if in is it its of on or our she that the them then they this to us was we what when where which who with'.split(
		' ',
	),
);

/** Words as they are compared: `freezes`, `freezing` and `freeze` are one. */
export const wordsIn = (text: string): string[] =>
	(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
		.filter((word) => !EMPTY.has(word))
		.map((word) => word.replace(/(?<=.{3})(ings?|ed|es|s|e|y|ies)$/, ''));

/** A sentence that leads to something else, as "To end it, use Reactivate": its words are about that. */
const LEADS_AWAY = /[^.]*\buse (the )?[A-Z][^.]*\.?/g;

/** What the usual formula for the relevance of a text (BM25) takes: how soon more of a word adds less, and how much a long text loses. */
const [SATURATION, LENGTH] = [1.2, 0.6];

/**
 * The text that has most of some words, where a word that few texts have counts more; the first of equals, and nothing where no text has any.
 * @param textOf what is said of a choice
 */
export function bestOf<T>(choices: readonly T[], textOf: (choice: T) => string, sought: string): T | undefined {
	const texts = choices.map((choice) => wordsIn(textOf(choice).replace(LEADS_AWAY, '')));
	const usual = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
	const rarity = (word: string): number => {
		const having = texts.filter((words) => words.includes(word)).length;
		return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
	};
	const weights = [...new Set(wordsIn(sought))].map((word) => [word, rarity(word)] as const);
	const scores = texts.map((words) =>
		weights.reduce((sum, [word, weight]) => {
			const times = words.filter((other) => other === word).length;
			return sum + (weight * times) / (times + SATURATION * (1 - LENGTH + (LENGTH * words.length) / usual));
		}, 0),
	);
	const most = Math.max(0, ...scores);
	return most > 0 ? choices[scores.indexOf(most)] : undefined;
}
