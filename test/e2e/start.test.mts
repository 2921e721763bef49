import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isFree } from '../../host/ports.mts';
import { N8nRest, ownerIn } from '../../host/rest.mts';
import { waitFor } from '../../host/wait.mts';

describe('npm start', () => {
	const folder = mkdtempSync(join(tmpdir(), 'club-start-'));

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('shows a password of its own that only this user may read, and closes everything when npm is ended', async () => {
		const ports = [await freePort(), await freePort(), await freePort()];
		const options = ['--port', '--sandbox-port', '--crm-port'].flatMap((name, place) => [name, String(ports[place])]);
		const npm = spawn('npm', ['start', '--', '--folder', folder, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
		let window = '';
		npm.stdout.on('data', (chunk) => (window += String(chunk)));
		await waitFor('The start', () => (window.includes('Ready.') && npm.exitCode === null ? true : undefined), { timeout: 200_000 });

		const owner = ownerIn(folder);
		expect(window).toContain(`${owner.email}  /  ${owner.password}`);
		expect(owner.password).toMatch(/^C1-[0-9a-f]{18}$/);
		expect(statSync(join(folder, 'owner-password')).mode & 0o777).toBe(0o600);
		await new N8nRest(`http://127.0.0.1:${ports[0]}`).signIn(owner);

		npm.kill('SIGTERM');
		await waitFor('The end of n8n, the sandbox and the CRM', async () => ((await Promise.all(ports.map(isFree))).every(Boolean) ? true : undefined));
	}, 300_000);
});
