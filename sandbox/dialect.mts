import { READINGS } from './readings.mts';

/**
 * Each open question of the spec is a switch of the sandbox. To add one, add an entry to a file of
 * `sandbox/readings/` and use it: `call.dialect` in a route, `dialect` elsewhere. Add a test that shows
 * what the product does. `npm run sandbox -- --dialects` prints it.
 */
export type SwitchName = keyof typeof READINGS;

/** One reading for each question that the spec leaves open. */
export type Dialect = { -readonly [S in SwitchName]: `${Extract<keyof (typeof READINGS)[S]['readings'], string | number>}` };

export const switchNames = Object.keys(READINGS) as SwitchName[];

/** The readings of a switch, the default first. */
export const readingsOf = (name: SwitchName): string[] => Object.keys(READINGS[name].readings);

/** The dialect of a sandbox without the `dialect` option. */
export const defaultDialect = (): Dialect => Object.fromEntries(switchNames.map((name) => [name, readingsOf(name)[0]])) as Dialect;
