import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { template } from '../../dev/demo/templates.mts';
import { club, manualTrigger, type NodeSpec } from '../../dev/host/workflow.mts';
import { openEditor, type Editor } from '../../dev/host/editor.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { resources } from '../../nodes/Club/resources';
import { EVENT_TYPES } from '../../nodes/shared/api/eventSubjects';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { setTo } from './support/items.mts';

const OPERATIONS = resources.flatMap(({ operations }) => operations);

describe('The pack in the editor', () => {
	const host = useHost({ sandbox: { athletes: 50, rate: false } });
	const complaints: string[] = [];
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(host.rest, { width: 1280, height: 2000 });
		editor.page.on('pageerror', ({ message }) => complaints.push(message));
		editor.page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
	});
	beforeEach(() => void (complaints.length = 0));
	afterEach(() => expect(complaints.filter((text) => /club/i.test(text))).toEqual([]));
	afterAll(async () => await editor?.close());

	const opened = async (name: string, specs: NodeSpec[]): Promise<string> => {
		await editor.openWorkflow(await host.save(specs));
		await editor.openNode(name);
		return await editor.page.getByTestId('node-parameters').first().innerText();
	};

	it('the Club node shows its fields, and runs from its button', async () => {
		const list = club('List athletes', { resource: 'athlete', operation: 'getAll', limit: 3, options: { simplify: true } });
		const shown = await opened('List athletes', [manualTrigger, list]);
		expect(shown).toMatch(/Resource[^]*Operation[^]*Return All[^]*Limit/);
		await editor.executeNode();
		expect(await editor.page.getByTestId('ndv-items-count').last().innerText()).toContain('3 items');
	});

	it('the button of an example workflow with two triggers starts at the poll, which has an example at once', async () => {
		await editor.openWorkflow((await host.rest.createWorkflow(template('badge-congratulation.json'))).id);
		expect(await editor.start()).toBe('Check for missed badges');
	});

	const clubTrigger = (options: IDataObject = {}): NodeSpec => ({
		name: 'Club Trigger',
		type: 'n8n-nodes-club.clubTrigger',
		webhookId: 'editor',
		parameters: { events: ['Badge.Awarded'], options },
	});

	it('the Club Trigger shows its events, and Only When offers their fields, and shows the field of an older workflow', async () => {
		const condition = [
			{ field: locator('list', ''), is: 'exists' },
			{ field: 'data.BadgeId', is: 'exists' },
		];
		expect(await opened('Club Trigger', [clubTrigger({ onlyWhen: { condition } })])).toMatch(/Trigger On[^]*Badge Awarded/);
		const inputs = editor.page.getByTestId('node-parameters').locator('input');
		const texts = async () => await inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
		await waitFor('The field of the older workflow', async () => (await texts()).includes('data.BadgeId') || undefined);
		expect(await editor.searchRecords('badgename')).toEqual([expect.stringMatching(/^data\.BadgeName \(e\.g\. \S+\)$/)]);
	});

	it('a sample from the page of events, as mock data, lets a workflow be built and run before the first event', async () => {
		const [, sample] = /```json\n(\{(?:(?!```)[^])*"Badge\.Awarded"[^]*?)```/.exec(readFileSync('docs/events.md', 'utf8')) ?? [];
		const mail = setTo('Mail', '={{ { text: $json.data.BadgeName + " for " + $json.ids.userId } }}');
		await opened('Club Trigger', [clubTrigger(), mail]);
		await editor.pasteMockData(sample);
		await editor.closeNode();
		await editor.openNode('Mail');
		await editor.executeNode();
		const { data, ids } = JSON.parse(sample) as { data: { BadgeName: string }; ids: { userId: number } };
		await editor.page.getByTestId('output-panel').getByText(`${data.BadgeName} for ${ids.userId}`).first().waitFor();
		expect(host.sandbox.club.webhookSubscriptions.size).toBe(0);
	});

	it('the list of nodes finds the pack by what it is about, and names its actions and events in words', async () => {
		await editor.openWorkflow(await host.save([club('Club', { resource: 'club', operation: 'get' })]));
		await editor.openNodes();
		const words = [
			...['badge', 'award', 'member', 'stage', 'booking', 'booked', 'class', 'membership', 'fitness', 'athlete', 'lead', 'training'],
			...['subscription', 'workout', 'contact', 'client', 'suspend', 'freeze', 'attendance', 'waitlist', 'churn', 'retention'],
			...['studio', 'CRM', 'gym', 'waiting list', 'new lead', 'gym trigger', 'booking trigger'],
		];
		for (const word of words) {
			expect([word, await editor.searchNodes(word)]).toEqual([word, expect.arrayContaining(['Gym and Fitness Club'])]);
		}
		const actions = await editor.actionsOf('Gym and Fitness Club');
		expect(actions).toEqual(expect.arrayContaining(OPERATIONS.map(({ action }) => action)));
		expect(actions).toEqual(
			expect.arrayContaining(['On any event', 'On athlete level changed', 'On badge awarded', 'On membership assigned']),
		);
		expect(actions).toHaveLength(OPERATIONS.length + EVENT_TYPES.length + 1);
	});
});
