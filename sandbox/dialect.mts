import { CHANGES } from './switches/changes.mts';
import { LISTS } from './switches/lists.mts';
import { RECORDS } from './switches/records.mts';
import { SERVICE } from './switches/service.mts';

/**
 * Everything that the spec leaves open, each as a switch. A new one is an entry in one of the files of `switches/` and a
 * line where it is used: `call.dialect` in a route, `dialect` in whatever else the sandbox is made of. `npm run docs`
 * writes it into `docs/sandbox.md`.
 */
export const SWITCHES = { ...RECORDS, ...LISTS, ...CHANGES, ...SERVICE };

export type SwitchName = keyof typeof SWITCHES;

/** One reading of everything that the spec leaves open. */
export type Dialect = { -readonly [S in SwitchName]: `${Extract<keyof (typeof SWITCHES)[S]['readings'], string | number>}` };

export const switchNames = Object.keys(SWITCHES) as SwitchName[];

/** The names of the readings of a switch, the one taken by default first. */
export const readingsOf = (name: SwitchName): string[] => Object.keys(SWITCHES[name].readings);

/** The dialect that the sandbox speaks unless told otherwise. */
export const defaultDialect = (): Dialect => Object.fromEntries(switchNames.map((name) => [name, readingsOf(name)[0]])) as Dialect;
