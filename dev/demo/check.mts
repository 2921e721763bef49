import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/index.mts';
import { CREDENTIAL, credentialFor } from '../host/club.mts';
import { startN8n } from '../host/n8n.mts';
import { installPack } from '../host/pack.mts';
import { N8nRest } from '../host/rest.mts';
import { waitFor } from '../host/wait.mts';
import { club, lineOf, manualTrigger, withCredential } from '../host/workflow.mts';
import { Mailbox } from './mailbox.mts';
import { enterDoor, fitted, template } from './templates.mts';

/** One step of the check, and its result. */
interface CheckedStep {
	step: string;
	ok: boolean;
	detail: string;
}

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

/** The steps in the Club node: read, list, create, set a stage, read back. */
const JOB: Array<[string, IDataObject]> = [
	['Read the profile', { resource: 'club', operation: 'get' }],
	['List athletes', { resource: 'athlete', operation: 'getAll', limit: 5 }],
	[
		'Create an athlete',
		{ resource: 'athlete', operation: 'create', email: 'first.step@example.com', additionalFields: { firstMidName: 'First' } },
	],
	[
		'Set the stage',
		{ resource: 'athlete', operation: 'setClientStage', userId: locator('id', '={{ $json.User.UserId }}'), clientStage: 'Qualified' },
	],
	['Read it back', { resource: 'athlete', operation: 'get', userId: locator('email', 'first.step@example.com') }],
];

/**
 * Runs the steps once, and sends a badge through the Club Trigger to a mail, without a browser. It uses its own n8n and club,
 * and deletes both afterwards.
 * @param tarball the packed pack
 */
export async function check(tarball: string): Promise<CheckedStep[]> {
	const userFolder = mkdtempSync(join(tmpdir(), 'club-check-'));
	const steps: CheckedStep[] = [];
	const sandbox = await startSandbox();
	const mailbox = new Mailbox();
	await mailbox.start();
	await installPack(userFolder, tarball);
	const n8n = await startN8n({ userFolder });
	try {
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		const data = credentialFor(sandbox);
		const credential = await rest.createCredential(CREDENTIAL, data);
		const tested = await rest.testCredential(data);
		steps.push({ step: 'Test the credential', ok: tested.status === 'OK', detail: tested.message });
		const nodes = JOB.map(([name, parameters]) => club(name, parameters, { executeOnce: true }));
		const workflow = await rest.createWorkflow(withCredential(lineOf('Check', [manualTrigger, ...nodes]), credential));
		const execution = await rest.runManually(workflow.id);
		for (const [name] of JOB) {
			const rows = execution.rowsOf(name);
			const [first] = rows;
			const shown = first
				? JSON.stringify(first.Name ?? first.Result ?? first.ClientStage ?? first.Email)
				: (execution.error?.message ?? 'no output');
			steps.push({ step: name, ok: rows.length > 0, detail: `${rows.length} item${rows.length === 1 ? '' : 's'}, ${shown}` });
		}
		const [back] = execution.rowsOf('Read it back');
		steps.push({ step: 'The stage is set', ok: back?.ClientStage === 'Qualified', detail: String(back?.ClientStage) });
		const smtp = await rest.createCredential('Mail', mailbox.credential, 'smtp');
		const surroundings = { credentials: { clubApi: credential, smtp } };
		const door = await enterDoor(rest, surroundings);
		const badges = await rest.createWorkflow(fitted(template('badge-congratulation.json'), { ...surroundings, door }));
		const { message } = await rest.activate(badges.id);
		if (!message) sandbox.act.awardBadge();
		const mail = message ? undefined : await waitFor('The email', () => mailbox.mails[0]);
		steps.push({ step: 'Send an email for a badge', ok: mail !== undefined, detail: mail?.subject ?? message ?? 'no email' });
		await rest.deactivate(badges.id);
		steps.push({ step: 'No rule of the API was broken', ok: sandbox.breaches.length === 0, detail: `${sandbox.requests.length} calls` });
	} finally {
		await n8n.stop();
		await sandbox.close();
		await mailbox.close();
		rmSync(userFolder, { recursive: true, force: true });
	}
	return steps;
}
