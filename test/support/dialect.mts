import type { Dialect } from '../../sandbox/dialect.mts';
import { dialectFrom, drawnDialect } from '../../sandbox/dialects.mts';

/**
 * How the clubs of this run read what the spec leaves open: as `CLUB_DIALECT` says (`default`, `opposite`, or readings
 * such as `idOrder=descending,nulls=missing`), else as drawn from `CLUB_DIALECT_SEED`, else by default.
 * @param fixed what the tests of a file are about, or take for granted
 */
export function dialectOfRun(fixed: Partial<Dialect> = {}): Dialect {
	const { CLUB_DIALECT, CLUB_DIALECT_SEED } = process.env;
	const chosen = CLUB_DIALECT
		? dialectFrom(CLUB_DIALECT)
		: CLUB_DIALECT_SEED
			? drawnDialect(Number(CLUB_DIALECT_SEED))
			: dialectFrom('default');
	return { ...chosen, ...fixed };
}
