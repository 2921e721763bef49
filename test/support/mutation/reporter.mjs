import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const TALLIES = join('.cache', 'reliability');
const NOTICED = new Set(['Killed', 'Timeout']);

/** Leaves the counts of a run over all of `nodes/shared/`, file by file, for `docs/reliability.md`. */
class Tally {
	onMutationTestReportReady({ files }) {
		if (Object.keys(files).length < readdirSync(join('nodes', 'shared')).length) return;
		const rows = Object.entries(files).map(([file, { mutants }]) => {
			const planted = mutants.filter(({ status }) => NOTICED.has(status) || ['Survived', 'NoCoverage'].includes(status));
			return { file: basename(file), planted: planted.length, noticed: planted.filter(({ status }) => NOTICED.has(status)).length };
		});
		const sum = (of) => rows.reduce((total, row) => total + row[of], 0);
		const counts = {
			'errors planted': sum('planted'),
			'errors noticed': sum('noticed'),
			...Object.fromEntries(rows.filter(({ planted }) => planted > 0).map(({ file, planted, noticed }) => [`\`${file}\`, per cent noticed`, Math.floor((100 * noticed) / planted)])),
		};
		mkdirSync(TALLIES, { recursive: true });
		writeFileSync(join(TALLIES, 'Mutation.json'), JSON.stringify(counts, null, '\t'));
	}
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'tally', injectableClass: Tally }];
