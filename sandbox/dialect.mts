import { READINGS } from '../nodes/shared/api/readings';

/**
 * Each question of the register is a switch of the sandbox. A new one is an entry in one of the files of
 * `nodes/shared/api/readings/` and a line where it is used: `call.dialect` in a route, `dialect` in whatever else the
 * sandbox is made of. `npm run docs` writes it into `docs/sandbox.md`.
 */
export type SwitchName = keyof typeof READINGS;

/** One reading of everything that the spec leaves open. */
export type Dialect = { -readonly [S in SwitchName]: `${Extract<keyof (typeof READINGS)[S]['readings'], string | number>}` };

export const switchNames = Object.keys(READINGS) as SwitchName[];

/** The names of the readings of a switch, the one taken by default first. */
export const readingsOf = (name: SwitchName): string[] => Object.keys(READINGS[name].readings);

/** The dialect that the sandbox speaks unless told otherwise. */
export const defaultDialect = (): Dialect => Object.fromEntries(switchNames.map((name) => [name, readingsOf(name)[0]])) as Dialect;
