import type { Asked, Said } from './otherClub.mts';

export interface Training {
	TrainingId: number;
	/** Hours after the first one. */
	at: number;
}

/** Several athletes finish a class at the same moment, so that some begin together. */
export const HELD: Training[] = [0, 0, 0, 1, 2, 2, 5, 9, 10, 10, 14, 26].map((at, index) => ({ TrainingId: 100 + index, at }));

export const FIRST = Date.parse('2026-03-01T08:00:00Z');
const beginOf = ({ at }: Training): number => FIRST + at * 3_600_000;

export interface Manner {
	newestFirst?: boolean;
	/** How a begin is written. */
	written?(time: Date): string;
	/** Most rows of a page, whatever was asked for. */
	most?: number;
	/** Without cursors only the legacy values lead on. `ahead` is only the cursor of the next page. */
	cursors?: boolean | 'ahead';
}

export const plain = (time: Date): string => time.toISOString().slice(0, 19);

/** A list of trainings by begin and id, paged by §2.9 and §4.1; both bounds are inclusive. */
export const listOf =
	({ newestFirst = false, written = plain, most = 100, cursors = true }: Manner) =>
	({ query }: Asked): Said => {
		const [from, to] = ['from', 'to'].map((bound) => (query.has(bound) ? Date.parse(query.get(bound) ?? '') : undefined));
		if (query.get('withTelemetry') === 'true' && (from === undefined || to === undefined || to - from > 5 * 3_600_000))
			return { status: 400, body: 'interval' };
		const [way, at] = [(query.get('cursor') ?? '')[0], Number((query.get('cursor') ?? '').slice(1))];
		const back = way ? way === 'P' : newestFirst;
		const selected = HELD.filter((training) => beginOf(training) >= (from ?? 0) && beginOf(training) <= (to ?? Infinity));
		const onward = selected.filter(({ TrainingId }) => !way || (back ? TrainingId < at : TrainingId > at));
		const count = Math.min(most, Number(query.get('count') ?? 30));
		const page = (back ? onward.reverse() : onward).slice(0, count);
		const ids = page.map(({ TrainingId }) => TrainingId);
		const begins = page.map(beginOf);
		return {
			headers: { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' },
			body: {
				Results: page.map((training) => ({ TrainingId: training.TrainingId, BeginDateLocal: written(new Date(beginOf(training))) })),
				Continue: page.length === count,
				...(page.length > 0 &&
					(cursors
						? {
								NextCursor: cursors === 'ahead' && back ? null : `N${Math.max(...ids)}`,
								PrevCursor: cursors === 'ahead' && !back ? null : `P${Math.min(...ids)}`,
							}
						: { NextDateTime: new Date(Math.max(...begins)).toISOString(), PrevDateTime: new Date(Math.min(...begins)).toISOString() })),
			},
		};
	};
