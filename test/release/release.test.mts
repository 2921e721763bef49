import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../../dev/host/club.mts';
import { PACK } from '../../dev/host/pack.mts';
import { ROOT } from '../../dev/host/commands.mts';
import { HOST, installHost, n8nVersionOf } from '../../dev/host/install.mts';
import { startN8n, type N8n } from '../../dev/host/n8n.mts';
import { N8nRest } from '../../dev/host/rest.mts';
import { currentTarball } from '../../dev/host/tarball.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { club, lineOf, manualTrigger, withCredential } from '../../dev/host/workflow.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { pollTrigger } from '../e2e/support/polling.mts';
import { copyRepository } from '../../dev/checks/repositoryCopy.mts';
import { CommunityInstaller } from './support/communityInstaller.mts';
import { publishWorkflow, runStep } from './support/publishWorkflow.mts';
import { startRegistry, type Registry } from './support/registry.mts';

const { test: testing, pack: packing, publish: publishing } = publishWorkflow.jobs;
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string; n8n: { nodes: string[] } };

const hashesOf = (folder: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
	);

/** Lower than any release: until there is one, the version before is the present one under this number. */
const BEFORE = '0.0.1';

/** The node types of the pack, as n8n names them. */
const OWN_TYPES = manifest.n8n.nodes.map(
	(path) => `${PACK}.${/(\w+)\.node\.js$/.exec(path)?.[1].replace(/^./, (first) => first.toLowerCase())}`,
);

describe('A release', () => {
	const folder = mkdtempSync(join(tmpdir(), 'club-release-'));
	let registry: Registry;

	/** Publishes `packed/*.tgz` of a folder with the step of the workflow, but without provenance, which needs GitHub. */
	const publish = (from: string) => {
		const env = {
			HOME: from,
			NPM_TOKEN: registry.token,
			NPM_CONFIG_REGISTRY: registry.url,
			npm_config_registry: registry.url,
		};
		const mine = { ...env, NPM_CONFIG_USERCONFIG: join(from, 'npmrc') };
		runStep(publishing, 'Publish the file that was tested', from, mine, '--no-provenance');
	};

	/** The same files under the number of the version before. */
	const packBefore = (tarball: string): string => {
		const [work, packed] = ['before', 'before/packed'].map((name) => join(folder, name));
		mkdirSync(packed, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', work]);
		const path = join(work, 'package', 'package.json');
		writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version: BEFORE }));
		execFileSync('npm', ['pack', '--pack-destination', packed], { cwd: join(work, 'package') });
		return work;
	};

	beforeAll(async () => {
		registry = await startRegistry(join(folder, 'registry'));
	}, 240_000);

	afterAll(async () => {
		await registry?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it('is refused where its tag is not its version', () => {
		const check = (TAG: string) => () => runStep(testing, 'Check that tag, version and changelog say the same', ROOT, { TAG });
		expect(check('v0.0.0')).toThrow(/the tag must be v/);
		expect(check(`v${manifest.version}`)).not.toThrow();
	});

	it('is packed elsewhere into the very file that was tested, and published, after the version before', async () => {
		const tests = join(folder, 'tests');
		cpSync(await currentTarball(), join(tests, '.cache', 'packed', 'tested.tgz'));
		const { sha256: TESTED } = runStep(testing, 'Say which file was tested', tests);
		const runner = join(folder, 'runner');
		copyRepository(runner);
		rmSync(join(runner, 'node_modules'));
		runStep(packing, 'Install the tools', runner);
		const { sha256: PACKED } = runStep(packing, 'Pack', runner);
		const check = 'Check that the file is the one that was packed, and the one that was tested';
		runStep(publishing, check, runner, { PACKED, TESTED });
		publish(packBefore(join(runner, 'packed', `${PACK}-${manifest.version}.tgz`)));
		publish(runner);
		const view = execFileSync('npm', ['view', PACK, 'versions', '--json', `--registry=${registry.url}`], { encoding: 'utf8' });
		expect(JSON.parse(view)).toEqual([BEFORE, manifest.version]);
	}, 600_000);

	it("is packed into the same files by n8n's own build, and never by a bare `npm publish`", () => {
		const runner = join(folder, 'runner');
		const entriesOf = (tarball: string) =>
			execFileSync('tar', ['-tzf', tarball], { cwd: runner, encoding: 'utf8' }).trim().split('\n').sort();
		const before = entriesOf(`packed/${PACK}-${manifest.version}.tgz`);
		const dist = hashesOf(join(runner, 'dist'));
		execFileSync('npx', ['n8n-node', 'build'], { cwd: runner });
		expect(hashesOf(join(runner, 'dist'))).toEqual(dist);
		execFileSync('npm', ['pack'], { cwd: runner });
		expect(entriesOf(`${PACK}-${manifest.version}.tgz`)).toEqual(before);
		expect(before.length).toBeGreaterThan(manifest.n8n.nodes.length * 2);
		const bare = spawnSync('npm', ['publish', `--registry=${registry.url}`], { cwd: runner, encoding: 'utf8' });
		expect(bare.status).not.toBe(0);
		expect(bare.stdout).toContain('npm run release');
	}, 240_000);

	describe(`in n8n ${n8nVersionOf(HOST)}`, () => {
		const userFolder = join(folder, 'n8n');
		let sandbox: Sandbox;
		let installer: CommunityInstaller;
		let n8n: N8n;
		let rest: N8nRest;

		/** On the same port each time, since the club delivers there. */
		const startHere = async () => {
			n8n = await startN8n({ userFolder, port: n8n && Number(new URL(n8n.url).port) });
			rest = new N8nRest(n8n.url);
			await rest.signIn();
		};

		beforeAll(async () => {
			await installHost(HOST, () => {});
			sandbox = await startSandbox({ athletes: 50, rate: false });
			mkdirSync(userFolder, { recursive: true });
			installer = new CommunityInstaller(userFolder, registry.url);
		}, 600_000);

		afterAll(async () => {
			await n8n?.stop();
			await sandbox?.close();
		});

		it('is installed as n8n installs it, and works', async () => {
			installer.install(BEFORE);
			await startHere();
			const types = (await rest.nodeTypes()).map(({ name }) => name);
			expect(types).toEqual(expect.arrayContaining(OWN_TYPES));
			const credential = await rest.createCredential(CREDENTIAL, credentialFor(sandbox));
			const specs = [
				manualTrigger,
				club('Profile', { resource: 'club', operation: 'get' }),
				club('Athletes', { resource: 'athlete', operation: 'getAll', limit: 3 }),
			];
			const { id } = await rest.createWorkflow(withCredential(lineOf('By hand', specs), credential));
			expect((await rest.runManually(id)).rowsOf('Athletes')).toHaveLength(3);
			const events = ['Badge.Awarded'];
			const told = { name: 'Club Trigger', type: `${PACK}.clubTrigger`, webhookId: 'badges', parameters: { events } };
			const triggers = [told, pollTrigger(events)];
			expect([...triggers.map(({ type }) => type), `${PACK}.club`].sort()).toEqual([...OWN_TYPES].sort());
			for (const trigger of triggers) {
				const saved = await rest.createWorkflow(withCredential(lineOf(trigger.type, [trigger]), credential));
				expect(await rest.activate(saved.id)).toMatchObject({ status: 'published' });
			}
		}, 240_000);

		it('takes the place of the version before, and the saved workflows of all nodes go on', async () => {
			await n8n.stop();
			installer.install(manifest.version);
			await startHere();
			const workflows = await rest.workflows();
			const byHand = workflows.find(({ name }) => name === 'By hand');
			expect((await rest.runManually(byHand?.id ?? '')).rowsOf('Athletes')).toHaveLength(3);
			const published = workflows.filter(({ name }) => name !== 'By hand');
			expect(published).toHaveLength(2);
			sandbox.act.awardBadge();
			for (const { id, name } of published)
				await waitFor(`The badge of ${name}`, async () => (await rest.executions(id)).find(({ status }) => status === 'success'), {
					timeout: 120_000,
				});
			for (const { id } of workflows) await rest.deactivate(id);
			expect(sandbox.club.webhookSubscriptions.size).toBe(0);
		}, 240_000);

		it('is removed, and n8n goes on without it', async () => {
			await n8n.stop();
			installer.remove();
			await startHere();
			expect((await rest.nodeTypes()).filter(({ name }) => name.startsWith(PACK))).toEqual([]);
			expect(await rest.workflows()).not.toEqual([]);
		}, 240_000);
	});
});
