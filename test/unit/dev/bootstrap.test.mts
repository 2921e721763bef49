import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BOOTSTRAP = join(process.cwd(), 'dev', 'bootstrap.mjs');

/** Somebody without rights, where the tests run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** What `installPackages` does for a person without rights on a machine with these programs; `apt-get` notes how it is called. */
function installedBy(programs: Record<string, string>): { said: string; called: string[]; status: number | null } {
	const folder = mkdtempSync(join(tmpdir(), 'club-bootstrap-'));
	try {
		chmodSync(folder, 0o777);
		const bin = join(folder, 'bin');
		mkdirSync(bin);
		for (const [name, script] of Object.entries(programs)) writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
		const log = join(folder, 'log');
		writeFileSync(log, '');
		chmodSync(log, 0o666);
		const copy = join(folder, 'bootstrap.mjs');
		writeFileSync(copy, readFileSync(BOOTSTRAP));
		const code = `const { installPackages } = await import(${JSON.stringify(copy)});
			await installPackages('Testing', [{ name: 'redis-server', programs: ['redis-server'] }, { name: 'chromium', programs: ['chromium', 'google-chrome'] }]);`;
		const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
			...NOBODY,
			cwd: folder,
			env: { PATH: bin, LOG: log },
			encoding: 'utf8',
		});
		return { said: stdout + stderr, called: readFileSync(log, 'utf8').split('\n').filter(Boolean), status };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** A `sudo` that asks for no password, and only writes down what it is to run. */
const SUDO = 'echo "$*" >> "$LOG"';

describe('System packages', () => {
	it('are installed by sudo where it asks for no password, without `which`', () => {
		const { called, status } = installedBy({ 'apt-get': 'exit 9', sudo: SUDO, 'google-chrome': '' });
		expect(status).toBe(0);
		expect(called).toEqual(
			expect.arrayContaining([
				'-n DEBIAN_FRONTEND=noninteractive apt-get update -qq',
				'-n DEBIAN_FRONTEND=noninteractive apt-get install -y -qq redis-server',
			]),
		);
	});

	it('are named, with the command that installs them, where nobody may', () => {
		for (const programs of [{ 'apt-get': 'exit 9' }, { 'apt-get': 'exit 9', sudo: 'exit 1' }, {}]) {
			const { said, status } = installedBy(programs as Record<string, string>);
			expect(said).toContain('Testing needs redis-server and chromium. Install with: apt-get install redis-server chromium');
			expect(status).not.toBe(0);
		}
	});

	it('are not asked for where their programs are on the PATH', () => {
		expect(installedBy({ 'redis-server': '', chromium: '' })).toEqual({ said: '', called: [], status: 0 });
	});
});
