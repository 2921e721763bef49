const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median of the rounds with their spread: `1.04 (0.98 to 1.10)`. */
export function figure(values: readonly number[], digits: number): string {
	const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
	return min === max ? middle : `${middle} (${min} to ${max})`;
}

/** Runs the sides in turn, round by round, so that other load on the machine affects all of them. */
export async function alternating<S extends string, T>(
	sides: readonly S[],
	rounds: number,
	run: (side: S) => Promise<T>,
): Promise<Record<S, T[]>> {
	const found = Object.fromEntries(sides.map((side) => [side, [] as T[]])) as Record<S, T[]>;
	for (let round = 0; round < rounds; round++) {
		for (const side of round % 2 ? [...sides].reverse() : sides) found[side].push(await run(side));
	}
	return found;
}

/** The quotients of two sides, round by round. */
export const ratios = (first: readonly number[], second: readonly number[]): number[] => first.map((value, round) => value / second[round]);

/** Prints a table in Markdown. */
export const table = (title: string, head: string[], lines: string[][]): void => {
	console.log(`\n${title}\n\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
	for (const line of lines) console.log(`| ${line.join(' | ')} |`);
};
