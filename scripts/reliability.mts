// Writes docs/reliability.md from what the suites counted in their last whole run; figures of suites that did not run stay.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../host/commands.mts';
import { reliabilityPage, type Figures } from './reliabilityPage.mts';

const TALLIES = join(ROOT, '.cache', 'reliability');
const FIGURES = join(ROOT, 'docs', 'reliability.json');

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const counted: Figures = {};
for (const file of existsSync(TALLIES) ? readdirSync(TALLIES).sort() : []) {
	const [section] = file.split('.');
	const rows = (counted[section] ??= {});
	for (const [what, count] of Object.entries(read(join(TALLIES, file)) as Figures[string])) rows[what] = (rows[what] ?? 0) + count;
}

const figures = existsSync(FIGURES) ? (read(FIGURES) as Figures) : {};
for (const [section, rows] of Object.entries(counted)) figures[section] = { ...figures[section], ...rows };

writeFileSync(FIGURES, `${JSON.stringify(figures, null, '\t')}\n`);
writeFileSync(join(ROOT, 'docs', 'reliability.md'), reliabilityPage(figures));
