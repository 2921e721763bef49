// Writes the tables of docs/reliability.md from the last runs of `unit/polls/livingClub` and `engine/month` with CLUB_TEST_ALL=1. A table whose test
// has not run here stays as it is: `npx tsx dev/checks/reliability.mts`.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../host/commands.mts';
import { DOOR, doorSection, LIVING, livingSection, type DoorFigures, type LivingFigures } from './reliabilityPage.mts';

const PAGE = join(ROOT, 'docs', 'reliability.md');

const read = <T,>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
const { version } = read<{ version: string }>('package.json');
let page = readFileSync(PAGE, 'utf8');

/** Puts what a run has counted in the place of a section. */
function write<T>(heading: string, report: string, sectionOf: (figures: T) => string): void {
	const file = join(ROOT, report);
	if (!existsSync(file)) return console.log(`${report} does not exist, so this table stays: ${heading}`);
	const date = statSync(file).mtime.toISOString().slice(0, 10);
	const [before, after] = page.split(`${heading}\n`);
	const rest = after.indexOf('\n## ');
	page = [before, sectionOf({ ...read<T>(report), date, version }).trimEnd(), '\n', rest < 0 ? '' : after.slice(rest)].join('');
}

write<LivingFigures>(LIVING, '.cache/living.json', livingSection);
write<DoorFigures>(DOOR, '.cache/door.json', doorSection);
writeFileSync(PAGE, page);
