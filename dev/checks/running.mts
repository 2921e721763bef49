// Tries the pack in an n8n that runs already, such as one in a container: `npx tsx dev/checks/running.mts http://127.0.0.1:5678`.
// That n8n has the pack, has no owner yet, and reaches this machine at 127.0.0.1.
import { CREDENTIAL, credentialFor } from '../host/club.mts';
import { PACK } from '../host/pack.mts';
import { N8nRest } from '../host/rest.mts';
import { waitFor } from '../host/wait.mts';
import { club, lineOf, manualTrigger, withCredential, type NodeSpec } from '../host/workflow.mts';
import { startSandbox } from '../../sandbox/index.mts';

const EVENTS = ['Badge.Awarded'];

/** Both triggers, on badges. The poll trigger asks each minute. */
const TRIGGERS: NodeSpec[] = [
	{ name: 'Club Trigger', type: `${PACK}.clubTrigger`, webhookId: 'badges', parameters: { events: EVENTS } },
	{
		name: 'Club Poll Trigger',
		type: `${PACK}.clubPollTrigger`,
		parameters: { events: EVENTS, firstPoll: 'fromNow', options: { callsPerDay: 25_000 }, pollTimes: { item: [{ mode: 'everyMinute' }] } },
	},
];

const [url] = process.argv.slice(2);
if (!url) {
	console.error('Name the address of an n8n: npx tsx dev/checks/running.mts http://127.0.0.1:5678');
	process.exit(2);
}

const done = (what: string): void => console.log(`- ${what}`);
const sandbox = await startSandbox({ athletes: 50, rate: false });
try {
	const rest = new N8nRest(url);
	await waitFor(
		'The start of n8n',
		async () =>
			await rest.signIn().then(
				() => true,
				() => undefined,
			),
		{ timeout: 180_000, every: 1_000 },
	);
	console.log(`n8n ${await rest.version()}`);
	const types = new Set((await rest.nodeTypes()).map(({ name }) => name));
	const missing = ['club', 'clubTrigger', 'clubPollTrigger'].map((name) => `${PACK}.${name}`).filter((type) => !types.has(type));
	if (missing.length > 0) throw new Error(`n8n does not have ${missing.join(', ')}`);
	done('has all nodes of the pack');

	const credential = await rest.createCredential(CREDENTIAL, credentialFor(sandbox));
	const { status, message } = await rest.testCredential(credentialFor(sandbox));
	if (status !== 'OK') throw new Error(`The test of the credential says: ${message}`);
	done('accepts the credential');

	const athletes = club('Athletes', { resource: 'athlete', operation: 'getAll', limit: 3 });
	const byHand = await rest.createWorkflow(withCredential(lineOf('By hand', [manualTrigger, athletes]), credential));
	const rows = (await rest.runManually(byHand.id)).rowsOf('Athletes');
	if (rows.length !== 3) throw new Error(`The Club node gave ${rows.length} athletes, not 3`);
	done('runs the Club node');

	const started = TRIGGERS.map(async (trigger) => {
		const { id } = await rest.createWorkflow(withCredential(lineOf(trigger.name, [trigger]), credential));
		await rest.activate(id);
		return { id, name: trigger.name };
	});
	const published = await Promise.all(started);
	await waitFor('The first poll', () => sandbox.requests.find(({ route }) => route === 'GET /BadgeAwards'), { timeout: 180_000 });
	sandbox.act.awardBadge();
	for (const { id, name } of published) {
		await waitFor(`The badge of the ${name}`, async () => (await rest.executions(id)).find((run) => run.status === 'success'), {
			timeout: 180_000,
		});
		done(`starts a workflow by the ${name}`);
	}

	for (const { id } of published) await rest.deactivate(id);
	await waitFor('The end of the subscription', () => sandbox.club.webhookSubscriptions.size === 0 || undefined);
	done('unsubscribes');
} finally {
	await sandbox.close();
}
