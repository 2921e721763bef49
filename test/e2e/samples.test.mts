import { readFileSync } from 'node:fs';
import type { NodeSpec } from '../../dev/host/workflow.mts';
import { openEditor } from '../../dev/host/editor.mts';
import { useHost } from './support/host.mts';

describe('The sample of an event', () => {
	const host = useHost({ sandbox: { athletes: 10, rate: false } });

	it('pasted as mock data, lets a workflow be built and run before the first event', async () => {
		const [, sample] = /```json\n(\{(?:(?!```)[^])*"Badge\.Awarded"[^]*?)```/.exec(readFileSync('docs/events.md', 'utf8')) ?? [];
		const trigger: NodeSpec = {
			name: 'Club Trigger',
			type: 'n8n-nodes-club.clubTrigger',
			typeVersion: 1,
			webhookId: 'sample',
			parameters: { events: ['Badge.Awarded'] },
		};
		const mail: NodeSpec = {
			name: 'Mail',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: '={{ { text: $json.data.BadgeName + " for " + $json.ids.userId } }}', options: {} },
		};
		const id = await host.save([trigger, mail]);
		const editor = await openEditor(host.rest);
		await editor.openWorkflow(id);
		await editor.openNode('Club Trigger');
		await editor.pasteMockData(sample);
		await editor.closeNode();
		await editor.openNode('Mail');
		await editor.executeNode();
		const { data, ids } = JSON.parse(sample) as { data: { BadgeName: string }; ids: { userId: number } };
		await editor.page.getByTestId('output-panel').getByText(`${data.BadgeName} for ${ids.userId}`).first().waitFor();
		await editor.close();
		expect(host.sandbox.club.webhookSubscriptions.size).toBe(0);
	});
});
