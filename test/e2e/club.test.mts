import { listedAthletes } from '../../sandbox/club.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { credentialFor } from '../../dev/host/club.mts';
import { club, lineOf, manualTrigger, withCredential, type NodeSpec } from '../../dev/host/workflow.mts';
import { locator } from '../support/node.mts';
import { guardSandbox } from '../support/secrets.mts';
import { askAgent } from './support/agent.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

describe('The Club node in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: 200, rate: false } });
	const people = () => listedAthletes(host.sandbox.club);

	beforeEach(() => host.sandbox.resetRecords());
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	it('sets the stage of every item, with values from expressions', async () => {
		const rows = people()
			.slice(0, 20)
			.map(({ UserId }) => ({ id: UserId, stage: 'Prospect' }));
		const run = await host.run([
			...rowsAsItems(rows),
			club('Set', {
				resource: 'athlete',
				operation: 'setClientStage',
				userId: locator('id', '={{ $json.id }}'),
				clientStage: '={{ $json.stage }}',
			}),
		]);
		expect(run.error).toBeUndefined();
		expect(run.rowsOf('Set').map(({ UserId, ClientStage }) => [UserId, ClientStage])).toEqual(rows.map(({ id }) => [id, 'Prospect']));
	});

	it('sends an item that fails down the error output, and goes on with the others', async () => {
		const rows = [{ id: people()[0].UserId }, { id: 7 }, { id: 'seven' }, { id: people()[1].UserId }];
		const get = { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}') };
		const run = await host.run([...rowsAsItems(rows), club('Get', get, { onError: 'continueErrorOutput' })]);
		expect(run.rowsOf('Get').map(({ UserId }) => UserId)).toEqual([rows[0].id, rows[3].id]);
		expect(run.rowsOf('Get', 1).map(({ id, error }) => [id, error])).toEqual([
			[7, 'The athlete was not found in this club.'],
			['seven', '"Athlete" must be an ID such as 4711 or an email address such as nathan@example.com, not seven'],
		]);
	});

	it('shows what happened and what to do when it stops', async () => {
		const [anna, berit] = people();
		const run = await host.run([
			club('Update', {
				resource: 'athlete',
				operation: 'update',
				userId: locator('id', anna.UserId),
				updateFields: { email: berit.Email },
			}),
		]);
		expect(run.error).toMatchObject({ message: 'Email already in use' });
		expect(run.error?.description).toMatch(/Enter another one, or update the athlete who has it.*first item, EmailAlreadyInUse, HTTP 409/);
	});

	it('changes nothing in a club that is not the expected one', async () => {
		const data = { ...credentialFor(host.sandbox), expectedClub: 'Southside Fitness' };
		const credential = await host.rest.createCredential('Wrong club', data);
		const specs = [manualTrigger, club('Delete', { resource: 'athlete', operation: 'delete', userId: locator('id', people()[0].UserId) })];
		const { id } = await host.rest.createWorkflow(withCredential(lineOf('Wrong club', specs), credential));
		const run = await host.rest.runManually(id);
		expect(run.error?.message).toMatch(/do not belong to the expected club "Southside Fitness"/);
		expect(host.sandbox.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('stops a loop at the daily calls of the credential, names it, and can say who it was', async () => {
		// A club that nobody else has spent calls of.
		const sandbox = await startSandbox({ athletes: 50, rate: false });
		guardSandbox(sandbox);
		const credential = await host.rest.createCredential('500 a day', { ...credentialFor(sandbox), dailyCalls: 500 });
		const run = async (name: string, specs: NodeSpec[]) => {
			const { id } = await host.rest.createWorkflow(withCredential(lineOf(name, [manualTrigger, ...specs]), credential));
			return await host.rest.runManually(id);
		};
		const rows = Array.from({ length: 10_000 }, (_, row) => ({ row }));
		const create = { resource: 'athlete', operation: 'create', email: listedAthletes(sandbox.club)[0].Email };
		const loop = await run('Runaway', [...rowsAsItems(rows), club('Create', create)]);
		expect(loop.error).toMatchObject({
			message: 'The calls of this day are used up',
			description: expect.stringMatching(/has made 500 of the 500 calls that "Daily Calls".*"Runaway" \(node "Create"\): 500\./) as string,
		});
		expect(sandbox.requests).toHaveLength(500);
		const budget = await run('Who', [club('Budget', { resource: 'callBudget', operation: 'get' })]);
		expect(budget.rowsOf('Budget')).toMatchObject([
			{ calls: { last24Hours: 500 }, byWorkflow: [{ name: 'Runaway', calls: 500 }], forecast30Days: 360_000, dailyCalls: 500 },
		]);
		expect(sandbox.requests).toHaveLength(500);
		expect(sandbox.breaches).toEqual([]);
		await sandbox.close();
	});

	it('searches its drop-down in the editor', async () => {
		const field = { node: 'n8n-nodes-club.club', method: 'searchAthletes', path: 'parameters.userId', credential: host.credential };
		const { results } = await host.rest.resourceLocatorResults(field, people()[5].Email);
		expect(results.map(({ value }) => value)).toEqual([people()[5].UserId]);
	});

	it.each(['={{ "}}', "={{ $('Nowhere').first() }}"])(
		'runs the name of an athlete who was chosen from the list, %s, never as an expression',
		async (name) => {
			const anna = people()[6];
			anna.FirstMidName = name;
			const field = { node: 'n8n-nodes-club.club', method: 'searchAthletes', path: 'parameters.userId', credential: host.credential };
			const { results } = await host.rest.resourceLocatorResults(field, String(anna.UserId));
			expect(results).toEqual([{ name: `'${name} ${anna.LastName} (${anna.Email})`, value: anna.UserId }]);
			const userId = { ...locator('list', anna.UserId), cachedResultName: results[0].name };
			const run = await host.run([club('Get', { resource: 'athlete', operation: 'get', userId })]);
			expect(run.error).toBeUndefined();
			expect(run.rowsOf('Get')).toMatchObject([{ UserId: anna.UserId, FirstMidName: name }]);
		},
	);

	it('answers an AI agent, which fills in what it was asked for', async () => {
		const [anna] = people();
		const userId = locator('email', "={{ $fromAI('Athlete', 'The email address of the member', 'string') }}");
		const parameters = { resource: 'athlete', operation: 'get', userId, options: { simplify: true } };
		const { tool, said } = await askAgent(host, parameters, { Athlete: anna.Email });
		expect(said).toContain(anna.LastName);
		expect(host.sandbox.requests.map(({ route }) => route)).toEqual(['GET /Athletes/ByEmail']);
		expect(tool.description).toMatch(/athlete/i);
	});
});
