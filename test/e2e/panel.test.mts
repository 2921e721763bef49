import { EVENT_TYPES } from '../../nodes/shared/api/eventSubjects';
import { resources } from '../../nodes/Club/resources';
import { credentialFor } from '../../dev/host/club.mts';
import { club } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { openEditor, type Editor } from '../../dev/host/editor.mts';
import { useHost } from './support/host.mts';

const OPERATIONS = resources.flatMap(({ operations }) => operations);

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
		expect(actions).toEqual(expect.arrayContaining(OPERATIONS.map(({ action }) => action)));
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
