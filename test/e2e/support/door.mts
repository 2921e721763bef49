import type { IDataObject } from 'n8n-workflow';
import { Mailbox } from '../../../dev/demo/mailbox.mts';
import { dataTables, DOOR, enterTables, fitted, template, type Surroundings } from '../../../dev/demo/templates.mts';
import { HOST_V1 } from '../../../dev/host/install.mts';
import type { CredentialReference, WorkflowJson } from '../../../dev/host/workflow.mts';
import { listedAthletes } from '../../../sandbox/club.mts';
import { waitFor } from '../../../dev/host/wait.mts';
import { testedHost, type Host } from './host.mts';

const isV1 = testedHost === HOST_V1;

/** A time zone in which it is this hour now. */
export function zoneAt(hour: number): string {
	const west = (new Date().getUTCHours() - hour + 24) % 24;
	return west > 12 ? `Etc/GMT-${24 - west}` : `Etc/GMT+${west}`;
}

const inJson = <T,>(value: T, from: string, to: string): T => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T;

/**
 * Publishes the workflow that writes to members, as one that lets every mail through at any hour. n8n 1 cannot publish one that others
 * call, and runs it as it is saved.
 */
export async function openDoor({ rest }: Pick<Host, 'rest'>, surroundings: Surroundings): Promise<string> {
	const workflow = inJson(fitted(template(DOOR), surroundings), '"value":3}', '"value":1000}');
	const { id } = await rest.createWorkflow({ ...workflow, settings: { ...workflow.settings, timezone: zoneAt(12) } });
	if (!isV1) expect((await rest.activate(id)).message).toBeUndefined();
	return id;
}

/** A workflow that ends only once its mails are sent. */
export const endsWithMails = (workflow: WorkflowJson): WorkflowJson =>
	inJson(workflow, '"waitForSubWorkflow":false', '"waitForSubWorkflow":true');

/** Without it, n8n 1 with SQLite hangs where executions use data tables at the same time; n8n 2 has it by itself. */
export const POOL = { DB_SQLITE_POOL_SIZE: '2' };

export const MESSAGES = 'Club messages';
export const PREFERENCES = 'Club message preferences';

/** The workflow that writes to members, with a mail server, in an n8n where it is noon. */
export function useDoor(host: Host) {
	const mailbox = new Mailbox();
	const credentials: Record<string, CredentialReference> = {};
	let tables: Record<string, string> = {};
	let id = '';

	/** A template as a user has it after doing what its notes ask for, at noon. */
	const prepared = (name: string): WorkflowJson => {
		const workflow = fitted(template(`${name}.json`), { credentials, crm: 'http://127.0.0.1', tables, door: id });
		return { ...workflow, settings: { ...workflow.settings, timezone: zoneAt(12) } };
	};

	/** Saves and publishes a workflow. n8n 1 cannot publish one that others call, and runs it as it is saved. */
	const published = async (workflow: WorkflowJson): Promise<string> => {
		const { id: saved } = await host.rest.createWorkflow(workflow);
		const isCalled = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger');
		if (!isV1 || !isCalled) expect((await host.rest.activate(saved)).message).toBeUndefined();
		return saved;
	};

	const rowsIn = async (table: string) => `${await dataTables(host.rest)}/${tables[table]}/rows`;

	const rowsOf = async (table: string): Promise<IDataObject[]> =>
		(await host.rest.session.send<{ data: IDataObject[] }>('GET', await rowsIn(table))).data;

	const all = { type: 'and', filters: [{ columnName: 'UserId', condition: 'gt', value: 0 }] };

	/** Changes all rows of a table. */
	const changed = async (table: string, data: IDataObject) =>
		await host.rest.session.send('PATCH', await rowsIn(table), { filter: all, data });

	const emptied = async (table: string) =>
		await host.rest.session.send('DELETE', `${await rowsIn(table)}?filter=${encodeURIComponent(JSON.stringify(all))}`, {});

	beforeAll(async () => {
		await mailbox.start();
		credentials.clubApi = host.credential;
		credentials.smtp = await host.rest.createCredential('Mail of the club', mailbox.credential, 'smtp');
		tables = await enterTables(host.rest);
		id = await published(prepared(DOOR.replace('.json', '')));
	});
	beforeEach(async () => {
		mailbox.mails.length = 0;
		mailbox.isRefusing = false;
		host.sandbox.resetRecords();
		for (const table of Object.keys(tables)) await emptied(table).catch(() => {});
	});
	afterAll(async () => await mailbox.close());

	const people = () => listedAthletes(host.sandbox.club);

	const mailTo = ({ UserId, Email }: { UserId: number; Email: string }, more: object = {}) => ({
		userId: UserId,
		email: Email,
		topic: 'Visits',
		subject: 'Hello',
		text: '<p>Hello</p>',
		...more,
	});

	/** Writes these mails through the door, as a template does. @param mode how the node that calls it is set */
	const write = async (mails: object[], door = id, mode = 'each') => {
		const [call] = template('renewal-offer.json').nodes.filter(({ type }) => type === 'n8n-nodes-base.executeWorkflow');
		const value = Object.fromEntries(['userId', 'email', 'topic', 'subject', 'text'].map((name) => [name, `={{ $json.${name} }}`]));
		const parameters = {
			...call.parameters,
			mode,
			workflowId: { __rl: true, mode: 'list', value: door },
			workflowInputs: { ...(call.parameters.workflowInputs as object), value },
		};
		const saved = await host.rest.createWorkflow({
			name: 'A template that writes',
			nodes: [
				{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
				{ ...call, name: 'Write', parameters: parameters as typeof call.parameters },
			],
			connections: { Start: { main: [[{ node: 'Write', type: 'main', index: 0 }]] } },
			pinData: { Start: mails.map((json) => ({ json: json as IDataObject })) },
		});
		expect((await host.rest.runManually(saved.id)).error).toBeUndefined();
	};

	/** The table of messages, once it has so many rows and each has an end. */
	const ended = async (count: number): Promise<IDataObject[]> =>
		await waitFor(`The end of ${count} messages`, async () => {
			const rows = await rowsOf(MESSAGES);
			return rows.length === count && rows.every(({ Outcome }) => Outcome !== 'sending') ? rows : undefined;
		});

	/** What became of the messages to a person, and why. */
	const outcomes = (rows: IDataObject[], { UserId }: { UserId: number }): string[] =>
		rows
			.filter((row) => row.UserId === UserId)
			.map(({ Outcome, Reason }) => [Outcome, Reason].filter(Boolean).join(': '))
			.sort();

	/** Runs a template from a trigger that gives these items, as its button does. */
	const runFrom = async (name: string, trigger: string, items?: object[], workflow = prepared(name)) => {
		const pinData = items && { [trigger]: items.map((json) => ({ json: json as IDataObject })) };
		const saved = await host.rest.createWorkflow({ ...workflow, pinData });
		return await host.rest.runManually(saved.id, trigger);
	};

	return {
		mailbox,
		credentials,
		prepared,
		published,
		rowsOf,
		changed,
		people,
		mailTo,
		write,
		ended,
		outcomes,
		runFrom,
		get id() {
			return id;
		},
	};
}
