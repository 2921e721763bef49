// Films the pack in n8n's real editor against the sandbox into .cache/film/film.mp4.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillForExamples } from '../../demo/exampleClub.mts';
import { startBeside } from '../../demo/beside.mts';
import { ROOT } from '../../host/commands.mts';
import { HOST, installHost } from '../../host/install.mts';
import { startN8n } from '../../host/n8n.mts';
import { freePort } from '../../host/ports.mts';
import { N8nRest } from '../../host/rest.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { openEditor } from '../../tools/editor.mts';
import { currentTarball } from '../../tools/tarball.mts';
import { Hand } from './hand.mts';
import { ownNpm } from './ownNpm.mts';
import { PAGE, Recorder, SCALE } from './recorder.mts';
import { SCENES } from './scenes.mts';

const FOLDER = join(ROOT, '.cache', 'film');

/** n8n may take its time on a busy machine: what is waited for is cut out. */
const PATIENCE_MS = 180_000;

/** Longer than this nobody watches. */
const MOST_SECONDS = 300;

await installHost(HOST, (line) => console.log(line));
rmSync(FOLDER, { recursive: true, force: true });
const userFolder = mkdtempSync(join(tmpdir(), 'club-film-'));
const npm = ownNpm(join(userFolder, 'npm'), await currentTarball());
const sandbox = await startSandbox();
fillForExamples(sandbox.club, Date.now());
const env = { PATH: `${npm}:${process.env.PATH}`, N8N_VERIFIED_PACKAGES_ENABLED: 'false' };
const n8n = await startN8n({ userFolder, env });
const rest = new N8nRest(n8n.url);
await rest.signIn();
const beside = await startBeside(rest, sandbox, await freePort(), (line) => console.log(line));
const editor = await openEditor(rest, { ...PAGE, scale: SCALE });
editor.page.setDefaultTimeout(PATIENCE_MS);
const film = new Recorder(editor.page, await editor.page.context().newPage(), FOLDER);
const hand = new Hand(editor.page);
try {
	await hand.appear();
	await film.start();
	await film.visit(`${rest.url}/settings/community-nodes`, editor.page.getByRole('button', { name: /install/i }).first());
	for (const { caption, play } of SCENES) {
		console.log(caption);
		await film.caption(caption);
		await play({ editor, rest, sandbox, hand, film, beside });
	}
	await film.stop();
	const target = join(FOLDER, 'film.mp4');
	film.render(target);
	console.log(`${target}: ${Math.round(film.seconds)} s`);
	if (film.seconds > MOST_SECONDS) throw new Error(`The film is longer than ${MOST_SECONDS} s.`);
} catch (error) {
	await editor.screenshot(join(FOLDER, 'stuck.png')).catch(() => {});
	console.error(error);
	process.exitCode = 1;
} finally {
	await editor.close();
	await n8n.stop();
	await sandbox.close();
	rmSync(userFolder, { recursive: true, force: true });
}
// The mail server and the CRM hear nothing any more.
process.exit();
