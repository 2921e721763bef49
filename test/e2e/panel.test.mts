import type { IDataObject } from 'n8n-workflow';
import { EVENT_TYPES } from '../../nodes/shared/api/events';
import { resources } from '../../nodes/Club/resources';
import { credentialFor } from '../../dev/host/club.mts';
import { club, lineOf, withCredential } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { openPanelOf } from './support/panels.mts';
import { panelOf, withinField } from '../support/panel.mts';
import { locator } from '../support/node.mts';
import { askAgent, askOfEach } from './support/agent.mts';
import { openEditor, type Editor } from '../../dev/host/editor.mts';
import { itWhole } from '../support/sample.mts';
import { useHost } from './support/host.mts';

const OPERATIONS = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));

/** The fewest operations whose panels show every label, in the order of the registry. */
function withNewLabels(): typeof OPERATIONS {
	const seen = new Set<string>();
	return OPERATIONS.filter(({ resource, operation }) => {
		const labels = panelOf(resource.value, operation.value)
			.flatMap(withinField)
			.map(({ displayName }) => displayName);
		const isNew = labels.some((label) => !seen.has(label));
		for (const label of labels) seen.add(label);
		return isNew;
	});
}

describe('What a builder sees', () => {
	const host = useHost({ sandbox: { athletes: 20_000 } });
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(host.rest, { width: 1280, height: 2000 });
	});
	beforeEach(() => host.sandbox.resetRecords());
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));
	afterAll(async () => await editor?.close());

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
		expect(actions).toEqual(expect.arrayContaining(OPERATIONS.map(({ operation }) => operation.action)));
		expect(actions).toEqual(
			expect.arrayContaining(['On any event', 'On athlete level changed', 'On badge awarded', 'On membership assigned']),
		);
		expect(actions).toHaveLength(OPERATIONS.length + EVENT_TYPES.length + 1);
	});

	it('the dialog of a credential tests its keys when it is saved, and says what to do about one that is refused', async () => {
		const { page } = editor;
		const modal = page.getByTestId('editCredential-modal');
		const { baseUrl, subscriptionKey, clubApiKey } = credentialFor(host.sandbox);
		await page.goto(`${host.rest.url}/home/credentials/create`);
		await page.getByTestId('new-credential-type-select').click();
		await page.keyboard.type('Club API');
		await page.getByTestId('new-credential-type-select-option').filter({ hasText: 'Club API' }).first().click();
		await page.getByTestId('new-credential-type-button').click();
		await modal.getByPlaceholder('e.g. https://').fill(String(baseUrl));
		// The two keys are the first fields that show dots.
		const keys = modal.locator('input[type="password"]');
		await keys.nth(0).fill(String(subscriptionKey));
		await keys.nth(1).fill(String(clubApiKey));
		await page.getByTestId('credential-save-button').click();
		await page
			.getByText(/tested successfully/)
			.first()
			.waitFor();
		await page.goto(`${host.rest.url}/home/credentials/${(await host.rest.credentials()).find(({ id }) => id !== host.credential.id)?.id}`);
		await keys.nth(1).fill('a-key-that-was-revoked');
		await page.getByTestId('credential-save-button').click();
		await page.getByText('More details').first().click();
		await page
			.getByText(/One of the two keys is wrong/)
			.first()
			.waitFor();
	});

	itWhole('no label of a panel is cut off', async () => {
		const chosen = withNewLabels();
		const nodes = await Promise.all(chosen.map(async ({ resource, operation }) => await openPanelOf(host.sandbox, resource, operation)));
		const workflow = await host.rest.createWorkflow(withCredential(lineOf('Panels', nodes), host.credential));
		await editor.openWorkflow(workflow.id);
		for (const node of workflow.nodes) {
			await editor.showPanel(workflow.id, node);
			expect([node.name, await editor.cutOffLabels()]).toEqual([node.name, []]);
		}
	});

	it('a drop-down finds one of 20,000 by name, within the calls of a minute', async () => {
		const person = listedAthletes(host.sandbox.club)[15_000];
		person.LastName = 'Zzyzx';
		await editor.openWorkflow(await host.save([club('Get', { resource: 'athlete', operation: 'get' })]));
		await editor.openNode('Get');
		const found = await editor.searchRecords('zzyzx');
		expect(found).toEqual([`${person.FirstMidName} Zzyzx (${person.Email})`]);
		expect(host.sandbox.requests.length).toBeLessThanOrEqual(25);
		expect(host.sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
	});
});

describe('What a model sees of the node as a tool', () => {
	const host = useHost({ sandbox: { athletes: 200, rate: false } });

	beforeEach(() => host.sandbox.resetRecords());
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	it('is what the tool is for, and few records', async () => {
		const { tool, answer } = await askAgent(host, { resource: 'athlete', operation: 'getAll' }, {});
		expect(tool.description).toBe('Get many athletes in Club');
		const [{ results, hasMore, nextCursor }] = JSON.parse(answer) as IDataObject[];
		expect(results).toHaveLength(10);
		expect([hasMore, nextCursor]).toEqual([true, expect.any(String)]);
		expect(host.sandbox.requests.map(({ query }) => query)).toEqual([{ count: '10', fromId: '1' }]);
	});

	const athlete = { ...locator('list', "={{ $fromAI('Athlete', '', 'string') }}") };

	it('is a person by ID or by address in one field, as the editor lets a model fill it', async () => {
		const [anna] = listedAthletes(host.sandbox.club);
		for (const given of [anna.Email, String(anna.UserId)]) {
			const { answer } = await askAgent(host, { resource: 'athlete', operation: 'get', userId: athlete }, { Athlete: given });
			expect(JSON.parse(answer)).toMatchObject([{ UserId: anna.UserId }]);
		}
	});

	it('is what to give instead, where it gives a name', async () => {
		const { answer } = await askAgent(host, { resource: 'athlete', operation: 'get', userId: athlete }, { Athlete: 'Anna' });
		expect(JSON.parse(answer)).toEqual([
			{
				error:
					'"Athlete" must be an ID such as 4711 or an email address such as nathan@example.com, not "Anna". Correct "Athlete". Nothing was sent.',
			},
		]);
		expect(host.sandbox.requests).toEqual([]);
	});

	it('is times as it wrote them, in the timezone of the workflow', async () => {
		const from = "={{ $fromAI('From', '', 'string') }}";
		const to = "={{ $fromAI('To', '', 'string') }}";
		await askAgent(host, { resource: 'class', operation: 'getCalendar', from, to }, { From: '2026-11-21T18:30:00Z', To: '2026-11-22' });
		expect(host.sandbox.requests.map(({ status }) => status)).toEqual([200]);
	});

	it('is every operation in words, where it leaves out what must be there, leaves it blank, or gives what is wrong', async () => {
		const asked = OPERATIONS.map(({ resource, operation }) => {
			const missing = operation.fields.filter(({ required }) => required);
			const filled = missing.map(({ name, type }) => {
				const value = `={{ $fromAI('${name}', '', 'string') }}`;
				return [name, type === 'resourceLocator' ? locator('id', value) : value];
			});
			const maxWait = "={{ $fromAI('maxWait', '', 'string') }}";
			const parameters: IDataObject = {
				resource: resource.value,
				operation: operation.value,
				...(Object.fromEntries(filled) as IDataObject),
				options: { maxWait },
			};
			return { name: `${resource.value}_${operation.value}`, missing, parameters };
		});
		const all = (value: unknown) => (tool: string) =>
			Object.fromEntries(
				['maxWait', ...asked.find(({ name }) => name === tool)!.missing.map(({ name }) => name)].map((name) => [name, value]),
			);
		const blanks = [() => ({}), all(''), all(null), all('undefined'), all({})];
		const wrong = (tool: string) => ({ ...all('?!')(tool), maxWait: '' });
		const turns = await askOfEach(host, asked, [...blanks, wrong]);
		for (const [turn, answers] of turns.entries()) {
			for (const [index, answer] of answers.entries()) {
				const { name, missing } = asked[index];
				const rows = JSON.parse(answer) as IDataObject[];
				const text = String(rows[0]?.error ?? '');
				// In words: no program's own, no stack, no object.
				expect([name, turn, text]).toEqual([name, turn, expect.not.stringMatching(/Cannot read|TypeError|\[object|\n\s+at |undefined/)]);
				// A model knows an argument by the name that its tool gives it.
				const labels = missing.map(({ name: argument }) => `"${argument}"`);
				if (missing.length === 0) expect([name, turn, text]).toEqual([name, turn, '']);
				else if (turn < blanks.length)
					expect([name, turn, labels.some((label) => text.includes(label)), text]).toEqual([name, turn, true, text]);
				if (text) expect([name, turn, text]).toEqual([name, turn, expect.stringMatching(/^["A-Z].*\.( \(.*\))?$/)]);
			}
		}
		expect(host.sandbox.requests.filter(({ method, status }) => method !== 'GET' && status !== 404)).toEqual([]);
	});
});
