import { club, lineOf, manualTrigger, withCredential } from '../../host/workflow.mts';
import { launchBrowser } from '../../host/browser.mts';
import { pictureIn, THEMES } from '../pictures.mts';
import { saved } from './images.mts';
import type { Stage } from './stage.mts';

const MINUTE_MS = 60_000;

/** Workflows as a club has them, how often each runs, in minutes, and what it does. */
const WORKFLOWS = [
	{ name: 'Stages to the CRM', every: 15, does: { resource: 'athlete', operation: 'getAll', returnAll: true } },
	{ name: 'Badge mails', every: 5, does: { resource: 'badgeAward', operation: 'getAll', returnAll: false, limit: 10 } },
	{
		name: 'Front desk agent',
		every: 7,
		does: { resource: 'athlete', operation: 'search', query: 'anna' },
		after: { resource: 'club', operation: 'get' },
	},
	{
		name: 'Bookings of each athlete',
		every: 30,
		does: { resource: 'athlete', operation: 'getAll', returnAll: false, limit: 12 },
		after: { resource: 'booking', operation: 'getAll', filters: { userId: { __rl: true, mode: 'id', value: '={{ $json.UserId }}' } } },
	},
];

/** Takes the picture of who spends the calls of an hour, light and dark: real runs, but an hour on the club's clock only. */
export async function takeCalls({ rest, sandbox, credential, pass }: Stage): Promise<void> {
	const ids = new Map<string, string>();
	for (const { name, does, after } of WORKFLOWS) {
		const nodes = [club('First', does), ...(after ? [club('Then', after)] : [])];
		ids.set(name, (await rest.createWorkflow(withCredential(lineOf(name, [manualTrigger, ...nodes]), credential))).id);
	}
	sandbox.resetRecords();
	for (let minute = 0; minute < 60; minute++) {
		for (const { name } of WORKFLOWS.filter(({ every }) => minute % every === 0)) {
			const { error } = await rest.runManually(ids.get(name) ?? '');
			if (error) throw new Error(`${name}: ${error.message}`);
			for (const request of sandbox.requests) request.by ??= name;
		}
		pass(MINUTE_MS);
	}
	const browser = await launchBrowser();
	for (const colorScheme of THEMES) {
		const page = await browser.newPage({ colorScheme, viewport: { width: 1000, height: 900 }, deviceScaleFactor: 2 });
		await page.goto(sandbox.url);
		await page.getByRole('list', { name: 'Calls by workflow' }).waitFor();
		await saved(
			pictureIn('calls', colorScheme),
			async (path) => await page.getByRole('region', { name: 'Calls by workflow over time' }).screenshot({ path }),
		);
	}
	await browser.close();
}
