// Runs n8n's scan of community packages, which n8n runs on each published version: on the sources and the packed pack, or on an
// installed pack with `npx tsx dev/checks/scan.mts FOLDER`.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_FILE_PATTERNS, analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ROOT } from '../host/commands.mts';
import { installPack } from '../host/pack.mts';
import { currentTarball, filesIn } from '../host/tarball.mts';

const [installed] = process.argv.slice(2);
const scanInstalled = async (folder: string) => await analyzePackage(folder, ['**/*.js', 'package.json']);
const scans: Array<[string, Awaited<ReturnType<typeof analyzePackage>>]> = [
	['the sources', await analyzePackage(ROOT, SOURCE_FILE_PATTERNS)],
];
if (installed) {
	scans.push(['the installed pack', await scanInstalled(installed)]);
} else {
	const tarball = await currentTarball();
	const userFolder = mkdtempSync(join(tmpdir(), 'club-scan-'));
	scans.push(['the packed pack', await scanInstalled(await installPack(userFolder, tarball))]);
	rmSync(userFolder, { recursive: true, force: true });
	console.log(`Packed: ${filesIn(tarball).length} files, ${Math.round(statSync(tarball).size / 1024)} KB`);
}

for (const [what, { passed, details = '' }] of scans) {
	console.log(`${passed ? 'passed' : 'FAILED'}: n8n's scan of ${what}`, details);
	if (!passed) process.exitCode = 1;
}
