import type { IDataObject } from 'n8n-workflow';
import { methodOf, maxCountOf, type FreeCall, type EmailLookUp, type PeopleCall } from '../../shared/api/endpoints';
import { isCalled, personName } from '../../shared/api/facts';
import { isObject } from '../../shared/api/json';
import { MODEL_READS, type Patience } from '../../shared/transport/patience';
import { pathOf, type CallValues, type Request, type Send } from '../../shared/transport/callValues';
import { withoutPasswords, withoutTokens } from '../../shared/transport/secrets';
import { attempt, ClubError, credentialNameOf } from '../../shared/transport/errors';
import type { Advice } from '../../shared/transport/explain';
import type { NoAnswer } from '../../shared/transport/connection';
import type { HttpAnswer } from '../../shared/transport/http';
import { steady } from '../../shared/transport/process';
import { cachedPage } from '../../shared/lists/cachedPages';
import { asRow } from '../../shared/lists/pages';
import type { Resolved } from '../fields/field';
import { ByEmail, ByNameAndTime, OfPerson } from '../fields/namedRecords';
import type { Batch } from './batch';
import { NOT_SENT_AGAIN, type ItemMemory, type Remark } from './retryMemory';
import { noteText, type Note } from './summaryHint';

/** A write that a dry run records instead of sending it, without passwords and tokens. */
function shownOf(call: FreeCall, { params = {}, query = {}, body }: CallValues) {
	const search = new URLSearchParams(withoutPasswords(query) as Record<string, string>).toString();
	const path = pathOf(call, params) + (search && `?${search}`);
	return { method: methodOf(call), path, ...(body && { body: withoutTokens(withoutPasswords(body)) }) };
}

export interface ReadResult {
	answer?: HttpAnswer | NoAnswer;
	milliseconds?: number;
	error?: unknown;
}

export interface CallSettings {
	patience: Patience;
	isDryRun: boolean;
	isForModel: boolean;
}

function checkName({ email, name }: ByEmail, record: IDataObject): void {
	const found = personName(record);
	if (name === undefined || found === '' || isCalled(record, name)) return;
	throw new ClubError(`The person with the address "${email}" is "${found}", not "${name}"`, {
		description: 'Nothing was changed. Look the person up again, and ask which one is meant.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** The club as one item sees it: calls by their names in the API description, and records however the user chose them. */
export class Session {
	readonly planned: Array<ReturnType<typeof shownOf>> = [];
	readonly sentWrites: FreeCall[] = [];
	readonly remarks: Remark[] = [];

	private readonly begunAt = steady.now();

	constructor(
		private readonly batch: Batch,
		private readonly operation: { calls: readonly FreeCall[]; advice?: Advice },
		readonly settings: CallSettings,
		readonly item: number,
		readonly memory?: ItemMemory,
	) {}

	get zone(): string {
		return this.batch.report.functions.getTimezone();
	}

	get origin(): string {
		return this.batch.client.origin;
	}

	get credentialName(): string {
		return credentialNameOf(this.batch.report.functions.getNode());
	}

	/** Whether this execution repeats one that failed. n8n does not say what the failed one has made. */
	get isRetried(): boolean {
		return this.batch.report.functions.getMode() === 'retry';
	}

	hint(message: string): void {
		this.remark({ hint: message });
	}

	note(note: Note): void {
		this.remark({ note });
	}

	remark(remark: Remark): void {
		this.remarks.push(remark);
		this.batch.remark(remark, this.item);
	}

	get notes(): string[] {
		return this.remarks.map((remark) => `${'hint' in remark ? remark.hint : noteText(remark.note, 1)}.`);
	}

	/** Until when the item reads, by the clock of the key. A change is not left half-way, so it has no end. */
	private get readsUntil(): number {
		const isRead = this.operation.calls.every((call) => methodOf(call) === 'GET');
		return this.settings.isForModel && isRead ? this.begunAt + MODEL_READS * 1000 : Infinity;
	}

	get isLate(): boolean {
		return steady.now() >= this.readsUntil;
	}

	private get readPatience(): Patience {
		const { patience } = this.settings;
		const leftMs = Math.max(1000, this.readsUntil - steady.now());
		if (leftMs === Infinity) return patience;
		return { ...patience, maxWaitMs: Math.min(patience.maxWaitMs, leftMs), timeoutMs: leftMs, stopsAtTimeout: true };
	}

	async wait(ms: number): Promise<void> {
		await this.batch.client.wait(ms);
	}

	callBudget(): IDataObject {
		return this.batch.client.spending();
	}

	/** Makes a read once, without the cache and without repeats, and returns any outcome instead of throwing it. */
	async look(call: FreeCall, { params, query }: Pick<CallValues, 'params' | 'query'>): Promise<ReadResult> {
		const result: ReadResult = {};
		const onAnswer: CallValues['onAnswer'] = (answer, milliseconds) => void Object.assign(result, { answer, milliseconds });
		const values: CallValues = { params, query, neverRepeat: true, skipCache: true, onAnswer };
		const outcome = await attempt(this.batch.client.request(call, this.settings.patience, values));
		return 'error' in outcome ? { ...result, error: outcome.error } : result;
	}

	readonly send: Send = async (call, ...[values]) => await this.request(call, values);

	/**
	 * Makes a call that is chosen at run time, or one that the API description does not show. `ClubClient.request` paces, repeats and explains it.
	 */
	readonly request: Request = async (call, values = {}) => {
		const { calls, advice } = this.operation;
		const asked: CallValues = { ...values, advice: values.advice ?? (calls.includes(call) ? advice : undefined) };
		return this.masked(call, methodOf(call) === 'GET' ? await this.read(call, asked) : await this.write(call, asked));
	};

	private async read(call: FreeCall, values: CallValues): Promise<IDataObject> {
		const { client, report } = this.batch;
		// With several items, another one may ask for the same page.
		const skipCache = report.functions.getInputData().length === 1 && maxCountOf(call) !== undefined;
		return await client.request(call, this.readPatience, { ...values, skipCache });
	}

	/** Sends a write once, also over several tries of the node. A dry run notes it instead. */
	private async write(call: FreeCall, values: CallValues): Promise<IDataObject> {
		const { client } = this.batch;
		const { patience, isDryRun } = this.settings;
		if (isDryRun) {
			this.planned.push(shownOf(call, values));
			return {};
		}
		const send = async () => await client.request(call, patience, values);
		const request = `${methodOf(call)} ${pathOf(call, values.params ?? {})}` as FreeCall;
		const answer = this.memory ? await this.memory.write(request, send, () => this.batch.hint(NOT_SENT_AGAIN)) : await send();
		this.countWrite(call);
		return Array.isArray(answer) ? answer : asRow(answer);
	}

	/** Counts a write that has an answer, or whose result was found without one. */
	countWrite(call: FreeCall): void {
		this.sentWrites.push(call);
	}

	/** An answer as users of the credential may see it: the address of a trigger contains the token that lets events in. */
	private masked(call: FreeCall, answer: IDataObject): IDataObject {
		const { calls } = this.operation;
		const safe = call.includes(' /Webhooks/') || !calls.includes(call) ? withoutTokens(answer) : answer;
		// Only Make API Call has no calls of its own. Its server may repeat the keys.
		return calls.length === 0 ? this.batch.client.withoutKeys(safe) : safe;
	}

	async readCached(list: PeopleCall, query: IDataObject): Promise<IDataObject> {
		return await cachedPage(this.batch.client, list, { query }, this.readPatience);
	}

	/** The record behind an address, or undefined if the club has none. @param isFollowed whether a POST follows */
	async findByEmail(email: string, lookUp: EmailLookUp, isFollowed = false): Promise<IDataObject | undefined> {
		return await this.batch.addresses.find(this.request, { email, lookUp }, isFollowed);
	}

	/** A person by ID or address. The look-up by address returns the record, so no second call is made. */
	async person(call: `${PeopleCall}/{userId}`, id: number | ByEmail): Promise<IDataObject> {
		if (id instanceof ByEmail) return await this.named(id);
		return await this.send(call, { params: { userId: id } });
	}

	private async named(person: ByEmail): Promise<IDataObject> {
		const record = await this.batch.addresses.recordOf(this.request, person);
		checkName(person, record);
		return record;
	}

	/** A membership by ID, or by ID and owner. @throws ClubError if another person has it */
	async membershipOf(chosen: number | OfPerson): Promise<IDataObject> {
		const [id, person] = chosen instanceof OfPerson ? [chosen.id, chosen.person] : [chosen];
		const owner = person && (await this.named(person));
		const membership = await this.send('GET /UserSubscriptions/{userSubscriptionId}', { params: { userSubscriptionId: id } });
		if (!owner || membership.UserId === owner.UserId) return membership;
		throw new ClubError(`The membership ${id} is not one of "${person.name ?? person.email}"`, {
			description: "It belongs to somebody else. Nothing was changed. Look up the person's memberships again.",
			failure: { cause: 'configuration-invalid' },
		});
	}

	async classOf(chosen: number | ByNameAndTime): Promise<IDataObject> {
		if (chosen instanceof ByNameAndTime) return await this.batch.classes.find(this.request, chosen, this.zone);
		return await this.send('GET /Classes/{classId}', { params: { classId: chosen } });
	}

	/** The values with an ID in place of each address and each named class, in groups too. Each is looked up once in a run. */
	async resolve<T extends object>(values: T): Promise<Resolved<T>> {
		const entries: Array<[string, unknown]> = [];
		for (const [name, value] of Object.entries(values)) entries.push([name, await this.resolved(value)]);
		return Object.fromEntries(entries) as Resolved<T>;
	}

	private async resolved(value: unknown): Promise<unknown> {
		if (value instanceof ByEmail) {
			if (value.name !== undefined) await this.named(value);
			return await this.batch.addresses.idOf(this.request, value);
		}
		if (value instanceof ByNameAndTime) return (await this.classOf(value)).ClassId;
		if (value instanceof OfPerson) return (await this.membershipOf(value)) && value.id;
		return isObject(value) ? await this.resolve(value) : value;
	}
}
