import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL } from '../../dev/host/club.mts';
import { openEditor } from '../../dev/host/editor.mts';
import { DOOR, EXAMPLES, template, templateFiles } from '../../dev/demo/templates.mts';
import { freePort, isFree } from '../../dev/host/ports.mts';
import { N8nRest, ownerIn } from '../../dev/host/rest.mts';
import { waitFor } from '../../dev/host/wait.mts';

const folder = mkdtempSync(join(tmpdir(), 'club-start-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npm start has a password of its own, leads from a badge to its mail on the page, and closes everything when npm is ended', async () => {
	const ports = [await freePort(), await freePort()];
	const options = ['--port', '--sandbox-port'].flatMap((name, place) => [name, String(ports[place])]);
	const npm = spawn('npm', ['start', '--', '--folder', folder, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
	let window = '';
	npm.stdout.on('data', (chunk) => (window += String(chunk)));
	await waitFor('The start', () => (window.includes('Ready.') && npm.exitCode === null ? true : undefined));

	// The tests have packed the nodes before.
	expect(window).not.toContain('packing');
	expect(window).toContain('Starting n8n ...');
	const owner = ownerIn(folder);
	expect(window).toContain(`${owner.email}  /  ${owner.password}`);
	expect(owner.password).toMatch(/^C1-[0-9a-f]{18}$/);
	expect(statSync(join(folder, 'owner-password')).mode & 0o777).toBe(0o600);
	const rest = new N8nRest(`http://127.0.0.1:${ports[0]}`);
	await rest.signIn(owner);

	const saved = await rest.session.send<Array<{ name: string; tags: Array<{ name: string }> }>>('GET', '/rest/workflows');
	expect(saved.map((one) => one.tags.map((tag) => tag.name))).toEqual(templateFiles().map(() => [EXAMPLES]));

	const sandbox = `http://127.0.0.1:${ports[1]}/_sandbox`;
	const { name } = template('badge-congratulation.json');
	const workflow = (await rest.workflows()).find((saved) => saved.name === name)!;
	expect((await rest.activate(workflow.id)).message).toBeUndefined();
	await fetch(`${sandbox}/page/happenings/Award badge`, { method: 'POST' });
	await waitFor('The mail', async () => ((await fetch(`${sandbox}/page/mails/0`)).ok ? true : undefined));
	const assistant = (await rest.workflows()).find((saved) => saved.name === template('club-for-any-assistant.json').name)!;
	expect((await rest.activate(assistant.id)).message).toBeUndefined();
	const [, address, token] = /Assistant (\S+)[^]*The token is (\w+)/.exec(window)!;
	const isRefused = async (authorization: string) => (await fetch(address, { method: 'POST', headers: { authorization } })).status === 403;
	expect([await isRefused(`Bearer ${token}`), await isRefused('Bearer guessed')]).toEqual([false, true]);

	const idOf = async (file: string) => (await rest.workflows()).find((saved) => saved.name === template(file).name)!.id;
	const { nodes } = await rest.workflow(await idOf('renewal-offer.json'));
	const door = await idOf(DOOR);
	expect(nodes.map(({ parameters }) => parameters.workflowId).filter(Boolean)).toMatchObject([{ value: door }]);
	expect(await rest.session.send('GET', `/rest/workflows/${door}`)).toMatchObject({ activeVersionId: expect.any(String) });

	const editor = await openEditor(rest);
	await editor.openWorkflow(workflow.id);
	await editor.openNodes();
	await editor.searchNodes('club');
	await editor.addAction('Gym and Fitness Club', 'Get many athletes');
	expect(await editor.chosenCredential()).toBe(CREDENTIAL);
	await editor.close();

	npm.kill('SIGTERM');
	await waitFor('The end of n8n and the sandbox', async () => ((await Promise.all(ports.map(isFree))).every(Boolean) ? true : undefined));
});
