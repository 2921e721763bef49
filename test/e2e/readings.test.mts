import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor } from '../../dev/host/club.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { club, lineOf, manualTrigger, withCredential, type NodeSpec } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { Dialect, Fault } from '../../sandbox/index.mts';
import { locator } from '../support/node.mts';
import { itWhole } from '../support/sample.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

/** Where the document leaves room, or the network fails, a user loses no row and writes nothing twice: in a real n8n, with its own waits. */
describe('A club that reads the document in another way', () => {
	const host = useHost({ sandbox: { athletes: 120, rate: false } });

	const speak = (dialect: Partial<Dialect>) => Object.assign(host.sandbox.dialect, dialect);
	const strike = (...faults: Fault[]) => faults.forEach((fault) => host.sandbox.inject(fault));
	const people = () => listedAthletes(host.sandbox.club);
	const sent = (method: string) => host.sandbox.requests.filter((request) => request.method === method);
	const memberships = () => [...host.sandbox.club.userSubscriptions.values()];
	const products = () => [...host.sandbox.club.products.keys()];

	/** Runs the Club node once an item, and gives what it made of it. */
	const run = async (parameters: IDataObject, items: IDataObject[] = []) => {
		const outcome = await host.run([...(items.length > 0 ? rowsAsItems(items) : []), club('Club', parameters)]);
		return { rows: outcome.rowsOf('Club'), error: outcome.error };
	};
	const rowsOf = async (parameters: IDataObject, items?: IDataObject[]) => {
		const { rows, error } = await run(parameters, items);
		expect(error).toBeUndefined();
		return rows;
	};

	beforeEach(() => {
		host.sandbox.clearFaults();
		host.sandbox.resetDialect();
		host.sandbox.resetRecords();
	});
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	describe('gives all rows', () => {
		it('of a list in the middle of which three connections drop', async () => {
			strike({ kind: 'drop', times: 3, match: { route: 'GET /Athletes', nth: 2 } });
			const rows = await rowsOf({ resource: 'athlete', operation: 'getAll', returnAll: true, options: { pageSize: 40 } });
			expect(rows).toHaveLength(people().length);
		});

		itWhole('after a wait of more than a minute that the club asks for, and refusals between other failures', async () => {
			strike(
				{ kind: 'status', status: 503, headers: { 'retry-after': '65' }, match: { route: 'GET /Profile' } },
				{ kind: 'status', status: 429, headers: { 'retry-after': '1' }, match: { route: 'GET /Athletes' } },
				{ kind: 'status', status: 503, match: { route: 'GET /Athletes', nth: 1 } },
				{ kind: 'status', status: 429, headers: { 'retry-after': '1' }, match: { route: 'GET /Athletes', nth: 1 } },
			);
			const list = { resource: 'athlete', operation: 'getAll', returnAll: true };
			expect(await rowsOf(list)).toHaveLength(people().length);
			expect(await rowsOf({ resource: 'club', operation: 'get' })).toHaveLength(1);
		});

		it('of an event about several classes no record, which a sync would take for deleted', async () => {
			const [row] = await rowsOf({ resource: 'event', operation: 'resolve' }, [{ subject: 'Classes', eventType: 'Class.Updated' }]);
			expect(row).toEqual({ subject: 'Classes', eventType: 'Class.Updated', ids: {}, advice: expect.stringMatching(/Get Calendar/) });
		});
	});

	describe('is written to once', () => {
		const assign = (userId: number, classSubscriptionId: number) => ({
			resource: 'membership',
			operation: 'create',
			classSubscriptionId: locator('id', classSubscriptionId),
			userId: locator('id', userId),
			from: '2027-01-01T00:00:00.123',
			to: '2027-12-31T00:00:00.456',
			maxActivities: 10,
		});
		const of = (userId: number) => memberships().filter(({ UserId }) => UserId === userId).length;

		it('where a membership is made seconds after a 504', async () => {
			const { UserId } = people()[3];
			const before = of(UserId);
			strike({ kind: 'appliedLate', status: 504, delayMs: 4_000, match: { route: 'POST /UserSubscriptions' } });
			const rows = await rowsOf(assign(UserId, products()[0]));
			expect(rows).toMatchObject([{ UserId, MaxActivities: 10, Reconciled: true }]);
			expect([of(UserId) - before, sent('POST').length]).toEqual([1, 1]);
		});

		it('where it keeps whole seconds', async () => {
			const { UserId } = people()[4];
			const before = of(UserId);
			speak({ membershipDates: 'utcSeconds' });
			strike({ kind: 'appliedThenDropped', match: { route: 'POST /UserSubscriptions' } });
			expect(await rowsOf(assign(UserId, products()[0]))).toMatchObject([{ UserId, Reconciled: true }]);
			expect([of(UserId) - before, sent('POST').length]).toEqual([1, 1]);
		});

		itWhole('where an equal membership was there before: what was not made is not reported as made', async () => {
			const { UserId } = people()[5];
			const [made] = await rowsOf(assign(UserId, products()[0]));
			host.sandbox.club.userSubscriptions.get(made.UserClassSubscriptionId as number)!.AvailableActivities = 4;
			host.sandbox.resetRecords();
			strike({ kind: 'drop', match: { route: 'POST /UserSubscriptions' } });
			const { rows, error } = await run(assign(UserId, products()[0]));
			expect(rows).toEqual([]);
			expect(error?.description).toMatch(/looked for the new record for a minute and did not find it/);
			expect(sent('POST')).toHaveLength(1);
		});

		it('where a membership becomes limited: nobody is exhausted by it', async () => {
			const [some] = memberships();
			Object.assign(some, { MaxActivities: 0, AvailableActivities: 0 });
			const userSubscriptionId = locator('id', some.UserClassSubscriptionId);
			const update = { resource: 'membership', operation: 'update', userSubscriptionId, updateFields: { maxActivities: 10 } };
			expect(await rowsOf(update)).toMatchObject([{ MaxActivities: 10, AvailableActivities: 10 }]);
		});

		it('where sensors are upserted for somebody who is in it', async () => {
			const sensors = { sensor: [{ sensorBrand: 'Polar', sensorSN: 'P-1' }] };
			const [row] = await rowsOf({
				resource: 'athlete',
				operation: 'upsert',
				email: people()[6].Email,
				additionalFields: { emailVerified: true, sensors },
			});
			expect(row.Outcome).toBe('Updated');
			expect(sent('POST')).toHaveLength(1);
		});

		it('where forty people are new: a call for each, and one that finds nobody', async () => {
			const items = Array.from({ length: 40 }, (_, index) => ({ email: `new${index}@example.com` }));
			const rows = await rowsOf({ resource: 'athlete', operation: 'upsert', email: '={{ $json.email }}' }, items);
			expect(rows.map(({ Outcome }) => Outcome)).toEqual(items.map(() => 'Created'));
			expect(host.sandbox.requests).toHaveLength(41);
		});

		it('where somebody was in it before: a lost answer makes nobody Created', async () => {
			strike({ kind: 'appliedThenDropped', match: { route: 'POST /Athletes' } });
			const rows = await rowsOf({ resource: 'athlete', operation: 'create', email: people()[7].Email });
			expect(rows).toMatchObject([{ Result: 'AlreadyInClub' }]);
		});

		it('and not at all where its address only names its city', async () => {
			const profile = { ...host.sandbox.club.profile, CityName: 'Malmö', TrialDays: 14 };
			for (const expectedClub of ['Malmö', '14']) {
				strike({ kind: 'status', status: 200, body: profile, match: { route: 'GET /Profile' } });
				const credential = await host.rest.createCredential(expectedClub, { ...credentialFor(host.sandbox), expectedClub });
				const remove = club('Club', { resource: 'athlete', operation: 'delete', userId: locator('id', people()[0].UserId) });
				const { id } = await host.rest.createWorkflow(withCredential(lineOf('Delete', [manualTrigger, remove]), credential));
				expect((await host.rest.runManually(id)).error?.message).toMatch(/so nothing was read or changed/);
			}
			expect(sent('DELETE')).toEqual([]);
		});

		it('a DELETE that never reached it is not said to have deleted what is not found afterwards', async () => {
			const [known, unknown] = people();
			let reached = 0;
			const late = createServer((request, response) => {
				reached++;
				const isKnown = request.url?.endsWith(`/${known.UserId}`);
				// The next call finds nobody who listens; one of the repeats does.
				if (isKnown) late.close();
				if (isKnown) setTimeout(() => late.listen(port, '127.0.0.1'), 2500);
				const answer = response.writeHead(isKnown ? 200 : 404, { Connection: 'close', 'Content-Type': 'application/json' });
				answer.end(isKnown ? JSON.stringify({ UserId: known.UserId }) : undefined);
			});
			await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
			const { port } = late.address() as AddressInfo;
			// The budget of a key of its own counts these calls only.
			const data = { ...credentialFor(host.sandbox), baseUrl: `http://127.0.0.1:${port}`, clubApiKey: 'key-of-a-club-that-is-late' };
			const credential = await host.rest.createCredential('Not yet there', data);
			const remove = club('Club', { resource: 'athlete', operation: 'delete', userId: locator('id', '={{ $json.id }}') });
			const nodes = [manualTrigger, ...rowsAsItems([{ id: known.UserId }, { id: unknown.UserId }]), remove];
			const { id } = await host.rest.createWorkflow(withCredential(lineOf('Delete', nodes), credential));
			const { error } = await host.rest.runManually(id);
			const budget = club('Budget', { resource: 'club', operation: 'getCallBudget' });
			const spent = await host.rest.createWorkflow(withCredential(lineOf('Spent', [manualTrigger, budget]), credential));
			const [{ calls }] = (await host.rest.runManually(spent.id)).rowsOf('Budget') as Array<{ calls: { sinceStart: number } }>;
			late.closeAllConnections();
			await new Promise((resolve) => late.close(resolve));
			expect(error?.message).toBe('The club has no such record');
			// Not all calls that were made have reached it: an n8n that is slower than the club's absence fails here.
			expect(calls.sinceStart).toBeGreaterThan(reached);
		});
	});

	it('says why, and which field', async () => {
		speak({ errorBodies: 'messageAndDetails' });
		strike({
			kind: 'status',
			status: 400,
			body: { Message: 'The data are not valid.', errors: { Phone: ['Too long.'] } },
			match: { route: 'PUT /Athletes/{userId}' },
		});
		const userId = locator('id', people()[8].UserId);
		const { error } = await run({ resource: 'athlete', operation: 'update', userId, updateFields: { phone: '123' } });
		expect(`${error?.message} ${error?.description}`).toMatch(/The data are not valid\..*Phone.*Too long/s);
	});

	describe('sends its events', () => {
		const subscriptions = () => [...host.sandbox.club.webhookSubscriptions.values()];
		let webhooks = 0;
		const trigger = async (parameters: IDataObject): Promise<string> => {
			const node: NodeSpec = {
				name: 'Club Trigger',
				type: 'n8n-nodes-club.clubTrigger',
				webhookId: `reading-${++webhooks}`,
				parameters,
			};
			return await host.save([node, { name: 'End', type: 'n8n-nodes-base.noOp' }]);
		};
		afterEach(async () => {
			host.sandbox.resetDialect();
			await host.rest.deactivateAll();
			expect(subscriptions()).toEqual([]);
		});

		const until = async (isTrue: () => boolean | Promise<boolean>) =>
			await waitFor('What the test waits for', async () => (await isTrue()) || undefined);

		it('though it shows addresses without their query: never a second subscription', async () => {
			speak({ webhookUrl: 'withoutQuery' });
			const id = await trigger({ events: ['Training.Created'] });
			for (let time = 0; time < 2; time++) {
				expect(await host.rest.activate(id)).toMatchObject({ status: 'published' });
				expect(subscriptions()).toEqual([expect.objectContaining({ ProvisioningState: 'Succeeded' })]);
				await host.rest.deactivate(id);
				expect(subscriptions()).toEqual([]);
			}
			expect(sent('POST')).toHaveLength(2);
		});

		it('of a later version too: seen once as a failed execution; good entries beside bad ones are taken', async () => {
			const id = await trigger({ events: ['Training.Created'] });
			await host.rest.activate(id);
			const [{ Url }] = subscriptions();
			const event = (name: string, dataVersion: string) => ({
				id: name,
				subject: 'Trainings/1',
				eventType: 'Training.Created',
				eventTime: '2026-03-29T18:30:00Z',
				data: {},
				dataVersion,
			});
			const post = async (events: unknown[]) =>
				(await fetch(Url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(events) })).status;
			expect(await post([event('later-1', '2.0')])).toBe(200);
			expect(await post([event('later-2', '2.0')])).toBe(200);
			expect(await post([{ eventType: 'Training.Created' }, event('good', '1.0')])).toBe(200);
			await until(async () => (await host.rest.executions(id)).filter(({ status }) => status !== 'running').length === 2);
			const executions = await host.rest.executions(id);
			expect(executions.map(({ status }) => status).sort()).toEqual(['error', 'success']);
		});
	});
});
