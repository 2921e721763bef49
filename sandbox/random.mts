/** Deterministic random numbers (mulberry32), so that the same seed gives the same club. */
export interface Random {
	next(): number;
	int(min: number, max: number): number;
	pick<T>(values: readonly T[]): T;
	chance(share: number): boolean;
}

export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
	const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
	return { next, int, pick: (values) => values[int(0, values.length - 1)], chance: (share) => next() < share };
}
