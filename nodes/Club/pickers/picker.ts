import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { ClubClient } from '../../shared/transport/client';
import { fold } from '../../shared/records/search';
import { CLUB_API, fingerprint } from '../../shared/transport/credential';
import { ClubError, toNodeError } from '../../shared/transport/errors';
import type { Page, Step } from '../../shared/records/paging';
import { orderOn } from '../../shared/records/order';
import { pagesOf } from '../../shared/records/paging';
import { remembered } from '../../shared/transport/memory';
import { settle } from '../../shared/transport/outcome';
import type { Call, EmailLookUp, ListCall } from '../../shared/api/endpoints';
import { endpointOf, maxCountOf } from '../../shared/api/endpoints';

/** A list, or a part of it, that a drop-down shows. */
export interface Scope {
	/** The call, where it is not the picker's own. */
	call?: ListCall;
	params?: IDataObject;
	query?: IDataObject;
	/** Which rows of it are shown; all when left out. */
	keep?(row: IDataObject): boolean;
}

/** A call that finds one record. */
export interface Target {
	call: Call;
	params?: IDataObject;
	query?: IDataObject;
}

/** What else a drop-down may read to show its records; each page is good for a minute. */
export interface Reader {
	/** The rows of a list, page after page, at most so many pages. */
	pages(call: ListCall, scope?: Scope, most?: number): AsyncGenerator<IDataObject[]>;
	/** One record, or undefined where there is none. */
	one(target: Target): Promise<IDataObject | undefined>;
}

/** How a drop-down gets and shows its records. */
export interface Picker {
	call: ListCall;
	/** The record as a person recognises it, and its id; times in the workflow's timezone. */
	item(row: IDataObject, zone: string): INodeListSearchItems;
	/** The records within a row of the list; the row itself when left out. */
	rows?(row: IDataObject): IDataObject[];
	/** Values of the call that depend on the panel or the day; several are lists shown one after the other. */
	scope?(functions: ILoadOptionsFunctions): Scope | Scope[];
	/** Adds to the records of a page what their labels need. */
	complete?(rows: IDataObject[], reader: Reader): Promise<IDataObject[]>;
	/** What a search looks at besides the label. */
	further?(row: IDataObject): string;
	/** A single call that finds the record a search text means exactly, such as an address or an id. */
	exact?(text: string): Target | undefined;
	/** The records that a search text means, where something else than their list finds them. */
	find?(text: string, reader: Reader): Promise<IDataObject[]>;
	/** The look-up by email, where the list has none beside it. */
	lookUp?: EmailLookUp;
}

/** Most calls that one look into a list may cost; the list goes on with a paging token. */
const MAX_CALLS = 5;

/** Most calls of a search that has found nothing yet, half of a minute: n8n does not go on with an empty list. */
const MAX_CALLS_IN_VAIN = 25;

/** Most records of one page: more would be slow to show. */
const PAGE_SIZE = 1000;

/** How long a page that was read for a drop-down is good for, in milliseconds: typing costs no calls. */
const FRESH_MS = 60_000;

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** Statuses of a look-up that mean that there is no such record. */
const NOT_THERE = new Set([400, 404]);

interface CachedPage {
	until: number;
	rows: IDataObject[];
	next?: Step;
}

const pages = remembered<CachedPage>('pickerPages');

/** A phone number as people write it: with spaces, hyphens, brackets. */
const PHONE = /^\+?[\d\s()./-]{4,40}$/;

/** Whether a text holds every word of what is searched, in any order, whatever their case and accents; of a number, its digits. */
export function matches(text: string, search: string): boolean {
	const within = fold(text);
	if (
		fold(search)
			.split(/\s+/)
			.every((word) => within.includes(word))
	)
		return true;
	return PHONE.test(search) && within.includes(search.replace(/\D/g, ''));
}

/** Where a drop-down goes on: which of its lists, and what leads to the page in it. */
interface Place {
	list: number;
	step?: Step;
}

const tokenOf = ({ list, step }: Place): string => JSON.stringify([list, step]);

function placeOf(token: string | undefined): Place {
	const [list, step] = (token ? JSON.parse(token) : [0]) as [number, Step?];
	return { list, step: step ?? undefined };
}

class Look implements Reader {
	constructor(
		private readonly picker: Picker,
		private readonly client: ClubClient,
		private readonly scopes: Scope[],
		private readonly key: string,
	) {}

	/** The place after a page, if there is one. */
	after({ list }: Place, { next }: CachedPage): Place | undefined {
		if (next) return { list, step: next };
		return list + 1 < this.scopes.length ? { list: list + 1 } : undefined;
	}

	/** The records of one page, with all that their labels need, and what comes after it. */
	async page({ list, step }: Place): Promise<CachedPage> {
		const { picker } = this;
		const scope = this.scopes[list];
		const page = await this.read(scope.call ?? picker.call, scope, step);
		const rows = page.rows.flatMap((row) => picker.rows?.(row) ?? [row]).filter((row) => scope.keep?.(row) ?? true);
		return { ...page, rows: await this.completed(rows) };
	}

	/** The records with all that their labels need; as they are where that cannot be had. */
	async completed(rows: IDataObject[]): Promise<IDataObject[]> {
		const completed = await settle(this.picker.complete?.(rows, this) ?? Promise.resolve(rows));
		return 'value' in completed ? completed.value : rows;
	}

	async *pages(call: ListCall, scope: Scope = {}, most = MAX_CALLS): AsyncGenerator<IDataObject[]> {
		let step: Step | undefined;
		for (let read = 0; read < most; read++) {
			const page: CachedPage = await this.read(call, scope, step);
			yield page.rows;
			if (!page.next) return;
			step = page.next;
		}
	}

	/** One page of a list, from memory where it is fresh. */
	private async read(call: ListCall, scope: Scope, step: Step | undefined): Promise<CachedPage> {
		const key = JSON.stringify([this.key, call, scope.params, scope.query, step]);
		const known = pages.get(key);
		if (known && known.until > Date.now()) return known;
		const reading = pagesOf({
			fetch: async (page) => await this.client.sendFree(call, { params: scope.params, query: { ...scope.query, ...page } }),
			direction: (firstPage) => orderOn(call, firstPage),
			orderedBy: endpointOf(call)?.orderedBy,
			range: scope.query,
			maxCount: maxCountOf(call),
			pageSize: PAGE_SIZE,
			start: step,
		});
		const { value } = await reading.next();
		const { rows, next }: Partial<Page> = value ?? {};
		const read: CachedPage = { until: Date.now() + FRESH_MS, rows: rows ?? [], next };
		pages.set(key, read);
		return read;
	}

	async one(target: Target): Promise<IDataObject | undefined> {
		const found = await settle(this.client.sendFree(target.call, target));
		if ('value' in found) return found.value;
		if (found.error instanceof ClubError && NOT_THERE.has(found.error.status ?? 0)) return undefined;
		throw found.error;
	}
}

/**
 * The search method of a drop-down: shows the list page by page, or what matches the text.
 * Costs at most five calls a look, or 25 where nothing matches; a page once read is good for a minute.
 */
export const listSearch = (picker: Picker) =>
	async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		const text = filter?.trim() ?? '';
		const attempt = async (): Promise<INodeListSearchResult> => {
			const client = await ClubClient.open(this, PATIENCE);
			const { clubApiKey } = await this.getCredentials<{ clubApiKey: string }>(CLUB_API);
			const scopes = [picker.scope?.(this) ?? {}].flat();
			const look = new Look(picker, client, scopes, fingerprint(client.origin, clubApiKey));
			const item = (row: IDataObject): INodeListSearchItems => picker.item(row, this.getTimezone());
			if (text && !paginationToken) {
				const target = picker.exact?.(text);
				const hit = target && (await look.one(target));
				const found = hit ? await look.completed([hit]) : ((await picker.find?.(text, look)) ?? []);
				if (found.length > 0) return { results: found.map(item) };
			}
			const isMeant = (row: IDataObject): boolean => {
				const { name, value } = item(row);
				return !text || matches(`${name} ${String(value)} ${picker.further?.(row) ?? ''}`, text);
			};
			const results: INodeListSearchItems[] = [];
			let place: Place | undefined = placeOf(paginationToken);
			for (let calls = 0; calls < (results.length > 0 ? MAX_CALLS : MAX_CALLS_IN_VAIN); calls++) {
				const page: CachedPage = await look.page(place);
				results.push(...page.rows.filter(isMeant).map(item));
				place = look.after(place, page);
				if (!place || (results.length > 0 && (!text || results.length >= 20))) break;
			}
			return { results, ...(place && { paginationToken: tokenOf(place) }) };
		};
		return await attempt().catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
