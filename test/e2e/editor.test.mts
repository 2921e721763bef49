import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { template } from '../../dev/demo/templates.mts';
import { club, manualTrigger, type NodeSpec } from '../../dev/host/workflow.mts';
import { openEditor, type Editor } from '../../dev/host/editor.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';

describe('The panels of both nodes in the editor', () => {
	const host = useHost({ sandbox: { athletes: 50, rate: false } });
	const complaints: string[] = [];
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(host.rest);
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

	it('the Club Trigger shows its events', async () => {
		expect(await opened('Club Trigger', [clubTrigger()])).toMatch(/Trigger On[^]*Badge Awarded/);
	});

	it('Only When of the Club Trigger offers the fields of its events, and shows the field of an older workflow', async () => {
		const condition = [
			{ field: locator('list', ''), is: 'exists' },
			{ field: 'data.BadgeId', is: 'exists' },
		];
		await opened('Club Trigger', [clubTrigger({ onlyWhen: { condition } })]);
		const inputs = editor.page.getByTestId('node-parameters').locator('input');
		const texts = async () => await inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
		await waitFor('The field of the older workflow', async () => (await texts()).includes('data.BadgeId') || undefined);
		expect(await editor.searchRecords('badgename')).toEqual([expect.stringMatching(/^data\.BadgeName \(e\.g\. \S+\)$/)]);
	});

	it('a sample from the page of events, as mock data, lets a workflow be built and run before the first event', async () => {
		const [, sample] = /```json\n(\{(?:(?!```)[^])*"Badge\.Awarded"[^]*?)```/.exec(readFileSync('docs/events.md', 'utf8')) ?? [];
		const mail: NodeSpec = {
			name: 'Mail',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: '={{ { text: $json.data.BadgeName + " for " + $json.ids.userId } }}', options: {} },
		};
		await opened('Club Trigger', [clubTrigger(), mail]);
		await editor.pasteMockData(sample);
		await editor.closeNode();
		await editor.openNode('Mail');
		await editor.executeNode();
		const { data, ids } = JSON.parse(sample) as { data: { BadgeName: string }; ids: { userId: number } };
		await editor.page.getByTestId('output-panel').getByText(`${data.BadgeName} for ${ids.userId}`).first().waitFor();
		expect(host.sandbox.club.webhookSubscriptions.size).toBe(0);
	});
});
