import { join } from 'node:path';
import type { AnyOperation, Resource } from '../../nodes/Club/operation';
import { ROOT } from '../../host/commands.mts';

/** Where the pictures of the documentation are; all other paths of pictures are within it. */
export const IMAGES = join(ROOT, 'docs', 'images');

/** What each picture was made from, beside the pictures. */
export const MANIFEST = join(IMAGES, 'manifest.json');

export const THEMES = ['light', 'dark'] as const;

/** What the README shows, in this order. */
export const PICTURES = ['workflow', 'credential', 'output', 'panel', 'trigger'] as const;

export type Picture = (typeof PICTURES)[number];

/** The file of a picture of the README in one theme. */
export const fileOf = (picture: Picture, theme: (typeof THEMES)[number]): string => `${picture}-${theme}.png`;

/** The file of the picture of an operation's panel. */
export const panelFileOf = ({ value }: Pick<Resource, 'value'>, operation: Pick<AnyOperation, 'value'>): string =>
	`operations/${value}/${operation.value}.png`;
