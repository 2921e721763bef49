import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST, installHost } from '../../dev/host/install.mts';
import { freePort, isFree } from '../../dev/host/ports.mts';
import { N8nRest, ownerIn } from '../../dev/host/rest.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { copyRepository } from '../../dev/checks/repositoryCopy.mts';

const PATIENCE = { timeout: 240_000, every: 1_000 };

const folder = mkdtempSync(join(tmpdir(), 'club-dev-'));

beforeAll(async () => await installHost(HOST, () => {}), 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npm run dev starts an n8n that loads each change of a node', async () => {
	copyRepository(folder);
	const ports = [await freePort(), await freePort()];
	const options = ['--port', '--sandbox-port'].flatMap((name, place) => [name, String(ports[place])]);
	const npm = spawn('npm', ['run', 'dev', '--', ...options], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
	let window = '';
	npm.stdout.on('data', (chunk) => (window += String(chunk)));
	await waitFor('The start', () => window.includes('Each change of a node is compiled') || undefined, PATIENCE);
	const rest = new N8nRest(`http://127.0.0.1:${ports[0]}`);
	await rest.signIn(ownerIn(join(folder, '.cache', 'n8n')));
	const isOffered = async (text: string) => JSON.stringify(await rest.nodeTypes()).includes(text);
	expect(await isOffered('Mark an athlete as a guest')).toBe(true);

	const operation = join(folder, 'nodes/Club/resources/athlete/index.ts');
	writeFileSync(operation, readFileSync(operation, 'utf8').replace('Mark an athlete as a guest', 'Call an athlete a guest'));
	await waitFor('The change in n8n', async () => (await isOffered('Call an athlete a guest')) || undefined, PATIENCE);
	expect(await isOffered('Mark an athlete as a guest')).toBe(false);

	npm.kill('SIGTERM');
	await waitFor('The end', async () => (await Promise.all(ports.map(isFree))).every(Boolean) || undefined);
}, 600_000);
