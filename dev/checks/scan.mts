// Runs n8n's scan of community packages, which n8n runs on each published version: on the sources and the packed pack.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_FILE_PATTERNS, analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ROOT } from '../host/commands.mts';
import { installPack } from '../host/pack.mts';
import { currentTarball, filesIn } from '../host/tarball.mts';

const tarball = await currentTarball();
const userFolder = mkdtempSync(join(tmpdir(), 'club-scan-'));
const scans = [
	['the sources', await analyzePackage(ROOT, SOURCE_FILE_PATTERNS)],
	['the packed pack', await analyzePackage(await installPack(userFolder, tarball), ['**/*.js', 'package.json'])],
] as const;
rmSync(userFolder, { recursive: true, force: true });
console.log(`Packed: ${filesIn(tarball).length} files, ${Math.round(statSync(tarball).size / 1024)} KB`);

for (const [what, { passed, details = '' }] of scans) {
	console.log(`${passed ? 'passed' : 'FAILED'}: n8n's scan of ${what}`, details);
	if (!passed) process.exitCode = 1;
}
