import { dialectFrom, type Dialect } from '../../sandbox/dialect.mts';

/**
 * How the clubs of this run read what the spec leaves open: as `CLUB_DIALECT` says (`default`, or readings
 * such as `idOrder=descending,nulls=missing`), else as test/seeds.json.
 * @param fixed what the tests of a file are about, or take for granted
 */
export const dialectOfRun = (fixed: Partial<Dialect> = {}): Dialect => ({ ...dialectFrom(process.env.CLUB_DIALECT as string), ...fixed });
