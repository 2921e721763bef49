import { join } from 'node:path';
import { ROOT } from '../../host/commands.mts';

/** What each picture of the documentation is taken in. */
export const THEMES = ['light', 'dark'] as const;

type Theme = (typeof THEMES)[number];

/** Saves a picture of the documentation in one theme, and says where. */
export async function saved(picture: string, theme: Theme, take: (file: string) => Promise<unknown>): Promise<void> {
	const file = `docs/images/${picture}-${theme}.png`;
	await take(join(ROOT, file));
	console.log(file);
}
