import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ClubClient } from '../shared/transport/client';
import type { CallArguments, FreeValues } from '../shared/transport/send';
import type { Advice } from '../shared/transport/explain';
import { Addresses } from './addresses';
import { notableCalls } from './executionCalls';
import { fetchFile } from './file';
import { forgetPages, keptPage } from '../shared/records/pageCache';
import { withoutTokens } from '../shared/transport/secrets';
import { rowsByIds } from '../shared/records/rows';
import type { Call, EmailLookUp, PeopleCall } from '../shared/api/endpoints';
import { maxCountOf } from '../shared/api/endpoints';
import type { FreeCall } from '../shared/api/route';
import { methodOf } from '../shared/api/route';
import type { AnyValues } from './options';
import { parametersOf, patienceOf } from './options';
import type { Reference } from './reference';
import { ById, isReference } from './reference';
import { isTool } from './tool';
import type { PlannedWrite } from './writes';
import { Writes } from './writes';

/** Waiting that a user is told of, in milliseconds. */
const NOTABLE_WAIT_MS = 5_000;

/** Calls after which somebody may have an address that nobody had before. */
const BRINGS_PEOPLE: ReadonlySet<FreeCall> = new Set<FreeCall>(['POST /Athletes', 'PUT /Athletes/{userId}']);

/** The club as operations speak to it: calls by their spec names, records by id or email. */
export class Session {
	/** Whom the addresses of this run belong to. */
	readonly addresses = new Addresses(async (call, values) => await this.sendFree(call, values));

	/** What the user of this run has been told already. */
	private readonly hints = new Set<string>();

	/** Rows that a run has read to write only differences, by person; kept true by the run's own writes. */
	readonly currentRows = new Map<number, IDataObject>();
	/** The largest id of an assignment that this run has met. */
	lastAssignmentId = 0;

	/** The writes that the current item would make, where it is a dry run. */
	planned: PlannedWrite[] | undefined;
	/** Query parameters of the user's own for the reads of the current item. */
	private parameters: IDataObject | undefined;
	private readonly writes: Writes;
	/** Whether there are other items, which may ask for the same pages. */
	private readonly isOneOfMany: boolean;

	constructor(
		private readonly client: ClubClient,
		private readonly functions: IExecuteFunctions,
		/** The calls of the operation that runs, and what they may say in better words. */
		private readonly own: { calls: readonly FreeCall[]; advice?: Advice },
	) {
		this.writes = new Writes(client);
		this.isOneOfMany = functions.getInputData().length > 1;
	}

	/** Whether a model reads what this run gives. */
	get isForModel(): boolean {
		return isTool(this.functions.getNode());
	}

	/** Tells the user something about this run, once. */
	hint(message: string): void {
		if (this.hints.has(message) || !('addExecutionHints' in this.functions)) return;
		this.hints.add(message);
		this.functions.addExecutionHints({ message, location: 'outputPane' });
	}

	/** Fetches a file that a record names, without any key. @throws ClubError when it cannot be had, or lies in a private network */
	async file(address: unknown, what: string): Promise<IBinaryData> {
		return await fetchFile(this.functions, address, what, this.origin);
	}

	/** The workflow's timezone, such as Europe/Stockholm. */
	get zone(): string {
		return this.functions.getTimezone();
	}

	/** Origin of the credential's base URL. */
	get origin(): string {
		return this.client.origin;
	}

	/** Takes up how an item wants its calls made. */
	begin(values: AnyValues): void {
		this.client.patience = patienceOf(values.options, this.isForModel);
		this.parameters = parametersOf(values);
		this.planned = values.options.dryRun ? [] : undefined;
	}

	/** Tells the user what the run as a whole has to say. */
	end(): void {
		const { waitedMs, calls } = this.client;
		if (waitedMs >= NOTABLE_WAIT_MS)
			this.hint(`Waited ${Math.round(waitedMs / 1000)} seconds in all, because a club key has 50 calls a minute`);
		const notable = notableCalls(this.functions.getExecutionId(), calls);
		if (notable !== undefined)
			this.hint(`Made ${notable} calls. The 25,000 of 30 days are about 833 a day: Call Budget > Get shows who spends them`);
		const { merged } = this.writes;
		if (merged > 0)
			this.hint(
				`${merged === 1 ? 'One change was' : `${merged} changes were`} the same as the one before, which was sent once for all of them`,
			);
	}

	/** Waits as long as the execution lasts; afterwards reads are made anew. */
	async wait(ms: number): Promise<void> {
		this.addresses.forgetAbsent();
		await this.client.wait(ms);
	}

	/** What this process knows of the calls of the club key, and has spent of them. */
	callBudget(): IDataObject {
		return { ...this.client.spending() };
	}

	/** Makes a call; values in its path may be references. @throws ClubError */
	async send<C extends Call>(call: C, ...[values]: CallArguments<C>): Promise<IDataObject> {
		return await this.sendFree(call, values);
	}

	/** The same for a call that is chosen at run time. @throws ClubError */
	async sendFree(call: FreeCall, values: FreeValues = {}): Promise<IDataObject> {
		const params = await this.resolve(values.params ?? {});
		const isOwn = this.own.calls.includes(call);
		if (BRINGS_PEOPLE.has(call)) this.addresses.forgetAbsent();
		if (methodOf(call) !== 'GET') forgetPages(this.client.key);
		const complete = { ...values, params, advice: values.advice ?? (isOwn ? this.own.advice : undefined) };
		const answer = methodOf(call) === 'GET' ? await this.read(call, complete, isOwn) : await this.writes.make(call, complete, this.planned);
		// The address of a trigger holds the token that lets events in: whoever may use the credential must not learn it.
		return call.includes(' /Webhooks/') || !isOwn ? withoutTokens(answer) : answer;
	}

	private async read(call: FreeCall, values: FreeValues, isOwn: boolean): Promise<IDataObject> {
		const query = isOwn && this.parameters ? { ...this.parameters, ...values.query } : values.query;
		const isPassing = !this.isOneOfMany && maxCountOf(call) !== undefined;
		return await this.client.sendFree(call, { ...values, query, isPassing });
	}

	/** A page of people from memory where it is at most a minute old and nothing was written since. @throws ClubError */
	async readKept(list: PeopleCall, query: IDataObject): Promise<IDataObject> {
		return await keptPage(this.client.key, [list, { query }], async () => await this.sendFree(list, { query }));
	}

	/** The record that has an email address. @throws ClubError with status 404 when there is none */
	async findByEmail(email: string, lookUp: EmailLookUp): Promise<IDataObject> {
		return await this.addresses.find(email, lookUp);
	}

	/** The current rows of many ids, by id, in the fewest calls. */
	async readCurrent(ids: number[], list: PeopleCall): Promise<Map<number, IDataObject>> {
		return await rowsByIds(ids, maxCountOf(list) ?? 1, async (range) => await this.send(list, { query: range }));
	}

	/** The id that a reference means; an address costs one call, once in a run. */
	async idOf(reference: Reference): Promise<number> {
		return reference instanceof ById ? reference.id : await this.addresses.idOf(reference);
	}

	/** The same values with every reference among them replaced by its id. */
	async resolve<T extends object>(values: T): Promise<{ [Name in keyof T]: IDataObject[string] }> {
		const resolved: IDataObject = {};
		for (const [name, value] of Object.entries(values)) {
			resolved[name] = isReference(value) ? await this.idOf(value) : (value as IDataObject);
		}
		return resolved as { [Name in keyof T]: IDataObject[string] };
	}
}
