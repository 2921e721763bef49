// The local part of a release. `npm run release -- 1.2.0` checks the changelog, sets the version, also in the pictures of README, commits and tags.
// `--check v1.2.0` only checks that tag, version and changelog agree.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../host/commands.mts';
import { contradictionsIn, notesOf } from './consistency.mts';

const MANIFEST = join(ROOT, 'package.json');
const README = join(ROOT, 'README.md');
const { values, positionals } = parseArgs({ options: { check: { type: 'string' } }, allowPositionals: true });

const manifest = readFileSync(MANIFEST, 'utf8');
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const { version: current } = JSON.parse(manifest) as { version: string };
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

function stop(...sentences: string[]): never {
	for (const sentence of sentences) console.error(sentence);
	process.exit(1);
}

function assertConsistent(tag: string, version: string): void {
	const contradictions = contradictionsIn({ tag, version, changelog });
	if (contradictions.length > 0) stop(...contradictions);
}

if (values.check !== undefined) {
	assertConsistent(values.check, current);
	console.log(`Tag, version and changelog agree on ${current}.`);
} else {
	const version = positionals[0] ?? current;
	assertConsistent(`v${version}`, version);
	if (git('status', '--porcelain')) stop('There are uncommitted changes. Commit or discard them first.');
	if (git('tag', '--list', `v${version}`)) stop(`The tag v${version} already exists. Choose a higher version.`);
	writeFileSync(MANIFEST, manifest.replace(`"version": "${current}"`, `"version": "${version}"`));
	const readme = readFileSync(README, 'utf8');
	writeFileSync(README, readme.replaceAll(`/n8n-nodes-club/v${current}/docs/`, `/n8n-nodes-club/v${version}/docs/`));
	if (git('status', '--porcelain')) git('commit', '--quiet', '--all', '--message', `Release ${version}`);
	git('tag', '--annotate', `v${version}`, '--message', notesOf(version, changelog) ?? version);
	console.log(`Tagged v${version}. Now run "git push --follow-tags" and publish a release of that tag on GitHub.`);
}
