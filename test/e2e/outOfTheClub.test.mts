import { fitted, template } from '../../dev/demo/templates.mts';
import type { CredentialReference, WorkflowJson } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { GoogleSheets } from './support/googleSheets.mts';
import { useHost } from './support/host.mts';
import { Outside } from './support/outside.mts';

describe('The example workflows between the club and other products', () => {
	const sheets = new GoogleSheets();
	const outside = new Outside([sheets]);
	beforeAll(async () => await outside.start());
	const host = useHost({ sandbox: { athletes: 30, rate: false }, env: outside.env });
	const credentials: Record<string, CredentialReference> = {};

	beforeAll(async () => {
		credentials.googleApi = await host.rest.createCredential('Google', sheets.credential, 'googleApi');
		credentials.clubApi = host.credential;
	});
	let people: Athlete[] = [];
	beforeEach(() => {
		people = structuredClone([...host.sandbox.club.athletes.values()]);
		host.sandbox.clearFaults();
		host.sandbox.resetRecords();
	});
	afterEach(async () => {
		host.sandbox.club.athletes.clear();
		for (const athlete of people) host.sandbox.club.athletes.set(athlete.UserId, athlete);
		for (const { id } of await host.rest.workflows()) await host.rest.deactivate(id);
		expect(host.sandbox.breaches).toEqual([]);
		expect(outside.refused).toEqual([]);
	});
	afterAll(async () => await outside.close());

	const athletes = () => listedAthletes(host.sandbox.club);

	/** A template as a user has it after doing what its notes ask for. */
	const prepared = (name: string): WorkflowJson => fitted(template(`${name}.json`), { credentials, crm: '' });

	describe('members-to-google-sheet', () => {
		const HEADER = ['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage'];

		const night = async () => {
			const workflow = prepared('members-to-google-sheet');
			for (const { type, parameters } of workflow.nodes)
				if (type === 'n8n-nodes-base.googleSheets')
					for (const [name, value] of Object.entries(sheets.chosen)) Object.assign(parameters[name] as object, { value });
			const { id } = await host.rest.createWorkflow(workflow);
			return await host.rest.runManually(id, 'Every night');
		};

		/** A row as the sheet has it. */
		const rowOf = (athlete: Athlete) => HEADER.map((name) => athlete[name as keyof Athlete] ?? '');

		const byId = (rows: unknown[][]) => rows.map((row) => row.slice(0, 6)).sort(([a], [b]) => Number(a) - Number(b));

		it('has a row for each athlete, adds, writes and deletes what differs, and leaves the own columns and rows of the club', async () => {
			Object.assign(sheets, { rows: [[...HEADER, 'Locker']], rowCount: 5 });
			const [formula, changed, left, ...others] = athletes();
			Object.assign(formula, { FirstMidName: '=HYPERLINK("https://evil.example","Pay")', LastName: '@SUM(A1)', Phone: '+46 70 123' });
			expect((await night()).error).toBeUndefined();
			expect(byId(sheets.rows.slice(1))).toEqual(byId(athletes().map(rowOf)));

			sheets.rows.reverse().unshift(sheets.rows.pop()!);
			const rowIn = (UserId: number) => sheets.rows.find(([id]) => id === UserId)!;
			rowIn(others[0].UserId)[6] = 'B 12';
			rowIn(others[1].UserId)[5] = 'Typed by hand';
			sheets.rows.splice(4, 0, ['', 'Call these first']);
			sheets.rowCount += 1;
			changed.Phone = '';
			host.sandbox.club.athletes.delete(left.UserId);
			const joined = host.sandbox.act.addAthlete();
			expect((await night()).error).toBeUndefined();
			const members = sheets.rows.slice(1).filter(([id]) => id !== '');
			expect(byId(members)).toEqual(byId(athletes().map(rowOf)));
			expect(members.map(([id]) => id)).not.toContain(left.UserId);
			expect(members.at(-1)?.[0]).toBe(joined.UserId);
			expect(rowIn(others[0].UserId)[6]).toBe('B 12');
			expect(sheets.rows).toContainEqual(['', 'Call these first']);

			const before = JSON.stringify(sheets.rows);
			const run = await night();
			expect([run.runsOf('Write to the sheet'), run.runsOf('Delete the row'), JSON.stringify(sheets.rows)]).toEqual([[], [], before]);
		});

		it('deletes no row when the club cannot be read whole, or seems to be another one', async () => {
			const ids = () => sheets.rows.map(([id]) => id);
			const before = ids();
			for (const { UserId } of athletes().slice(0, 25)) host.sandbox.club.athletes.delete(UserId);
			expect((await night()).error?.message).toMatch(/^2\d members would have left in one night\. Is this the right club\?/);
			expect(ids()).toEqual(expect.arrayContaining(before));
			host.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes' } });
			expect((await night()).error).toBeDefined();
			expect(ids()).toEqual(expect.arrayContaining(before));
		});
	});
});
