import { waitFor } from '../../host/wait.mts';
import { launchBrowser } from '../../host/browser.mts';
import { Mailbox } from '../../demo/mailbox.mts';
import { enterDoor, fitted, template } from '../../demo/templates.mts';
import { pictureIn, THEMES } from '../pictures.mts';
import { saved } from './images.mts';
import type { Stage } from './stage.mts';

/** Takes the picture of the sandbox's page after a badge was awarded and its mail has come, light and dark. */
export async function takeSandbox({ rest, sandbox, credential }: Stage): Promise<void> {
	const mails = (sandbox.mails = []) as NonNullable<typeof sandbox.mails>;
	const mailbox = new Mailbox((mail) => void mails.push({ at: sandbox.requests.at(-1)?.at ?? 0, ...mail }));
	await mailbox.start();
	const smtp = await rest.createCredential('Mail of the club', mailbox.credential, 'smtp');
	const surroundings = { credentials: { clubApi: credential, smtp } };
	const door = await enterDoor(rest, surroundings);
	const workflow = fitted(template('badge-congratulation.json'), { ...surroundings, door });
	const { id } = await rest.createWorkflow(workflow);
	await rest.activate(id);
	sandbox.act.awardBadge(undefined, 2);
	await waitFor('The mail', () => mails[0]);
	await sandbox.delivery.idle();
	const browser = await launchBrowser();
	for (const colorScheme of THEMES) {
		const page = await browser.newPage({ colorScheme, viewport: { width: 1_100, height: 1_000 } });
		await page.goto(sandbox.url);
		await page.frameLocator('iframe[title="The email"]').getByText('Gold').first().waitFor();
		await saved(pictureIn('sandbox', colorScheme), async (path) => await page.screenshot({ path, animations: 'disabled' }));
	}
	await browser.close();
	await rest.deactivate(id);
	await mailbox.close();
}
