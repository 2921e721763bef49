import { remembered } from '../shared/transport/process';
import type { IDataObject, IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { FreeCall, EmailLookUp, PeopleCall } from '../shared/api/endpoints';
import { methodOf, maxCountOf } from '../shared/api/endpoints';
import type { ClubClient } from '../shared/transport/client';
import type { CallValues, Patience, Request, Send } from '../shared/transport/send';
import { withoutTokens } from '../shared/transport/secrets';
import { isTool } from '../shared/transport/spending';
import { attempt } from '../shared/transport/errors';
import type { Advice } from '../shared/transport/explain';
import type { HttpAnswer, Silence } from '../shared/transport/http';
import { Addresses } from './findRows';
import { fetchImage } from './download';
import { forgetPages, keptPage } from '../shared/records/paging';
import type { Resolved } from './field';
import { ByEmail } from './field';
import type { PlannedWrite } from './writes';
import { Writes } from './writes';

/** Calls that a user is told of: the 25,000 of 30 days are 833 a day. */
const NOTABLE = 200;

/** What each execution has spent, since a loop runs the same node many times. */
const spent = remembered<number>('executions');

/** Calls of an execution with those of the run that has ended, where that is worth telling: once, and of each run that alone is. */
function notableCalls(executionId: string | undefined, calls: number): number | undefined {
	const before = (executionId && spent.get(executionId)) || 0;
	const sum = before + calls;
	if (executionId) spent.set(executionId, sum);
	return calls > NOTABLE || (before <= NOTABLE && sum > NOTABLE) ? sum : undefined;
}

/** Waiting that a user is told of, in milliseconds. */
const NOTABLE_WAIT_MS = 5_000;

/** Calls after which somebody may have an address that nobody had before. */
const BRINGS_PEOPLE: ReadonlySet<FreeCall> = new Set<FreeCall>(['POST /Athletes', 'PUT /Athletes/{userId}']);

const isGroup = (value: unknown): value is object => typeof value === 'object' && value?.constructor === Object;

/** What came of a read, whatever it is. */
export interface ReadResult {
	/** None where the call was not made. */
	answer?: HttpAnswer | Silence;
	/** How long the answer took. */
	milliseconds?: number;
	error?: unknown;
}

/** How an item wants its calls made. */
export interface CallSettings {
	patience: Patience;
	/** Query parameters of the user's own for its reads. */
	parameters?: IDataObject;
	/** Whether its writes are noted instead of sent. */
	isDryRun: boolean;
	/** Whether its writes are shown before, and made once they are confirmed. */
	isShownFirst: boolean;
}

/** What the items of a run share: the club, and what the run knows of it. */
export interface Run {
	client: ClubClient;
	functions: IExecuteFunctions;
	/** Whom the addresses of this run belong to. */
	addresses: Addresses;
	writes: Writes;
	/** What the user has been told already. */
	hints: Set<string>;
}

/** The run of some items over one club. @param hints what the user has been told already */
export const openRun = (functions: IExecuteFunctions, client: ClubClient, hints: Set<string>): Run => ({
	client,
	functions,
	addresses: new Addresses(),
	writes: new Writes(client),
	hints,
});

/** Tells the user something about a run, once. */
function tell({ functions, hints }: Pick<Run, 'functions' | 'hints'>, message: string): void {
	if (hints.has(message) || !('addExecutionHints' in functions)) return;
	hints.add(message);
	functions.addExecutionHints({ message, location: 'outputPane' });
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Tells the user what the runs of an execution have to say together: clubs are waited for side by side.
 * @param repetition what is to be said of items that all mean the same
 */
export function endRuns(runs: readonly Run[], repetition?: string): void {
	const [run] = runs;
	if (!run) return;
	const waitedMs = Math.max(...runs.map(({ client }) => client.waitedMs));
	if (waitedMs >= NOTABLE_WAIT_MS)
		tell(run, `Waited ${Math.round(waitedMs / 1000)} seconds in total, because a club key has 50 calls a minute`);
	const notable = notableCalls(run.functions.getExecutionId(), sumOf(runs.map(({ client }) => client.calls)));
	if (notable !== undefined)
		tell(
			run,
			`Made ${notable} calls. The limit of 25,000 calls in 30 days is about 833 a day. Call Budget > Get shows which workflows use them`,
		);
	const merged = sumOf(runs.map(({ writes }) => writes.merged));
	const changes = merged === 1 ? 'One change' : `${merged} changes`;
	if (repetition) tell(run, repetition);
	else if (merged > 0) tell(run, `${changes} repeated the previous one and ${merged === 1 ? 'was' : 'were'} not sent again`);
}

/** The club as an operation speaks to it for one item: calls by their spec names, records by id or email. */
export class Session {
	/** The writes that the item would make, where it is a dry run. */
	readonly planned: PlannedWrite[] = [];

	constructor(
		private readonly run: Run,
		/** The calls of the operation, and what they may say in better words. */
		private readonly own: { calls: readonly FreeCall[]; advice?: Advice },
		private readonly settings: CallSettings,
	) {}

	/** Whether a model reads what this run gives. */
	get isForModel(): boolean {
		return isTool(this.run.functions.getNode());
	}

	/** Whether writes are noted instead of sent. */
	get isDryRun(): boolean {
		return this.settings.isDryRun;
	}

	/** The workflow's timezone, such as Europe/Stockholm. */
	get zone(): string {
		return this.run.functions.getTimezone();
	}

	/** Origin of the credential's base URL. */
	get origin(): string {
		return this.run.client.origin;
	}

	/** Whether the writes of the item are shown before they are made. */
	get isShownFirst(): boolean {
		return this.settings.isShownFirst;
	}

	/** The parameters of the node as they are saved, with their expressions. */
	get saved(): IDataObject {
		return this.run.functions.getNode().parameters as IDataObject;
	}

	/** Signs a text so that nobody can who does not have the key of this club. */
	sign(text: string): Buffer {
		return this.run.client.sign(text);
	}

	/** Tells the user something about the run, once. */
	hint(message: string): void {
		tell(this.run, message);
	}

	/** Fetches an image that a record names, without any key. @throws ClubError when it cannot be had, or lies in a private network */
	async image(address: unknown, what: string): Promise<IBinaryData> {
		return await fetchImage(this.run.functions, address, what, this.origin);
	}

	/** Waits as long as the execution lasts; afterwards reads are made anew. */
	async wait(ms: number): Promise<void> {
		this.run.addresses.forgetAbsent();
		await this.run.client.wait(ms);
	}

	/** What this process knows of the calls of the club key, and has spent of them. */
	callBudget(): IDataObject {
		return { ...this.run.client.spending() };
	}

	/** Reads that may leave without a wait: of this window, as far as anybody knows, and of this day. */
	get readsLeft(): { window: number; day: number } {
		return this.run.client.readsLeft;
	}

	/**
	 * Makes a read once, which nobody else in the run asks for, and gives whatever came of it: the answer with any status, and the
	 * error that another read would have thrown.
	 */
	async look(call: FreeCall, { params, query }: Pick<CallValues, 'params' | 'query'>): Promise<ReadResult> {
		const look: ReadResult = {};
		const witness: CallValues['witness'] = (answer, milliseconds) => void Object.assign(look, { answer, milliseconds });
		const { patience, parameters } = this.settings;
		const values: CallValues = { params, query: { ...parameters, ...query }, neverRepeat: true, skipCache: true, witness };
		const ended = await attempt(this.run.client.request(call, patience, values));
		return 'error' in ended ? { ...look, error: ended.error } : look;
	}

	/** Makes a call of the spec. @throws ClubError */
	readonly send: Send = async (call, ...[values]) => await this.request(call, values);

	/** Makes a call that is chosen at run time, or one that the spec does not show. @throws ClubError */
	readonly request: Request = async (call, values = {}) => {
		const { own, settings } = this;
		const { client, addresses, writes } = this.run;
		const isOwn = own.calls.includes(call);
		if (BRINGS_PEOPLE.has(call) && !settings.isDryRun) addresses.forgetAbsent();
		if (methodOf(call) !== 'GET' && !settings.isDryRun) forgetPages(client.key);
		const basis = values.basis && { ...values.basis, query: this.settings.parameters };
		// Each item shows its own change, also where the one before is the same.
		const neverRepeat = values.neverRepeat ?? (settings.isShownFirst && settings.isDryRun);
		const complete: CallValues = { ...values, basis, neverRepeat, advice: values.advice ?? (isOwn ? own.advice : undefined) };
		const answer =
			methodOf(call) === 'GET'
				? await this.read(call, complete, isOwn)
				: await writes.make(call, settings.patience, complete, settings.isDryRun ? this.planned : undefined);
		// The address of a trigger holds the token that lets events in: whoever may use the credential must not learn it.
		return call.includes(' /Webhooks/') || !isOwn ? withoutTokens(answer) : answer;
	};

	private async read(call: FreeCall, values: CallValues, isOwn: boolean): Promise<IDataObject> {
		const { client, functions } = this.run;
		const { patience, parameters } = this.settings;
		const query = isOwn && parameters ? { ...parameters, ...values.query } : values.query;
		// Other items may ask for the same page.
		const skipCache = functions.getInputData().length === 1 && maxCountOf(call) !== undefined;
		return await client.request(call, patience, { ...values, query, skipCache });
	}

	/** A page of people from memory where it is at most a minute old and nothing was written since. @throws ClubError */
	async readKept(list: PeopleCall, query: IDataObject): Promise<IDataObject> {
		return await keptPage(this.run.client.key, [list, { query }], async () => await this.request(list, { query }));
	}

	/** The record that has an email address. @throws ClubError with status 404 when there is none */
	async findByEmail(email: string, lookUp: EmailLookUp): Promise<IDataObject> {
		return await this.run.addresses.find(this.request, { email, lookUp });
	}

	/** A person by ID or address; the look-up of an address gives the record already. @throws ClubError */
	async person(call: 'GET /Athletes/{userId}' | 'GET /Contacts/{userId}', who: number | ByEmail): Promise<IDataObject> {
		if (who instanceof ByEmail) return await this.findByEmail(who.email, who.lookUp);
		return await this.send(call, { params: { userId: who } });
	}

	/** Whether nobody in the list has this address, as far as it was read ahead. */
	isUnlisted(email: string): boolean {
		return this.run.addresses.isUnlisted(email);
	}

	/** Reads many addresses in pages of a list, where that costs fewer calls. */
	async readAhead(people: readonly ByEmail[]): Promise<void> {
		await this.run.addresses.readAhead(this.request, people);
	}

	/** The same values with the id in the place of each address, in groups too; an address costs one call, once in a run. */
	async resolve<T extends object>(values: T): Promise<Resolved<T>> {
		const entries: Array<[string, unknown]> = [];
		for (const [name, value] of Object.entries(values)) {
			const other = isGroup(value) ? await this.resolve(value) : value;
			entries.push([name, value instanceof ByEmail ? await this.run.addresses.idOf(this.request, value) : other]);
		}
		return Object.fromEntries(entries) as Resolved<T>;
	}
}
