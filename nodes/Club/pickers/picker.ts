import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { ClubClient } from '../../shared/transport/client';
import { CLUB_API, fingerprint } from '../../shared/transport/credential';
import { ClubError, toNodeError } from '../../shared/transport/errors';
import type { Page } from '../../shared/records/paging';
import { orderOn } from '../../shared/records/order';
import { pagesOf } from '../../shared/records/paging';
import { settle } from '../../shared/transport/outcome';
import type { Call, ListCall } from '../../shared/api/endpoints';
import { maxCountOf } from '../../shared/api/endpoints';

/** Values of a call's path and query. */
export interface Scope {
	params?: IDataObject;
	query?: IDataObject;
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
	/** A single call that finds the record a search text means exactly, such as an address or an id. */
	exact?(text: string): (Scope & { call: Call }) | undefined;
}

/** Most calls that one look into a list may cost; the list goes on with a paging token. */
const MAX_CALLS = 5;

/** Most calls of a search that has found nothing yet, half of a minute: n8n does not go on with an empty list. */
const MAX_CALLS_IN_VAIN = 25;

/** Most records of one page: more would be slow to show. */
const PAGE_SIZE = 1000;

/** How long a page that was read for a drop-down is good for, in milliseconds: typing costs no calls. */
const FRESH_MS = 60_000;

/** Most pages kept for drop-downs in this process. */
const MAX_PAGES = 100;

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** Statuses of a look-up that mean that there is no such record. */
const NOT_THERE = new Set([400, 404]);

interface CachedPage {
	until: number;
	rows: IDataObject[];
	next?: string;
}

const pages = new Map<string, CachedPage>();

function remember(key: string, page: CachedPage): CachedPage {
	pages.set(key, page);
	const [oldest] = pages.keys();
	if (pages.size > MAX_PAGES) pages.delete(oldest);
	return page;
}

const asText = (item: INodeListSearchItems): string => `${item.name} ${String(item.value)}`.toLowerCase();

/** Whether a record's label holds every word of the search text, in any order. */
export function matches(item: INodeListSearchItems, filter: string): boolean {
	const label = asText(item);
	return filter.toLowerCase().split(/\s+/).every((word) => label.includes(word));
}

/** Where a drop-down goes on: which of its lists, and the cursor in it. */
interface Place {
	list: number;
	cursor?: string;
}

const tokenOf = ({ list, cursor }: Place): string => JSON.stringify([list, cursor]);

function placeOf(token: string | undefined): Place {
	const [list, cursor] = (token ? JSON.parse(token) : [0]) as [number, string?];
	return { list, cursor: cursor ?? undefined };
}

class Look {
	constructor(
		private readonly picker: Picker,
		private readonly client: ClubClient,
		private readonly scopes: Scope[],
		private readonly key: string,
	) {}

	/** The place after a page, if there is one. */
	after({ list }: Place, { next }: CachedPage): Place | undefined {
		if (next) return { list, cursor: next };
		return list + 1 < this.scopes.length ? { list: list + 1 } : undefined;
	}

	/** One page of a list, from memory where it is fresh. */
	async page({ list, cursor }: Place): Promise<CachedPage> {
		const scope = this.scopes[list];
		const key = JSON.stringify([this.key, this.picker.call, scope, cursor]);
		const known = pages.get(key);
		if (known && known.until > Date.now()) return known;
		const { call } = this.picker;
		const reading = pagesOf({
			fetch: async (page) => await this.client.sendFree(call, { params: scope.params, query: { ...scope.query, ...page } }),
			direction: 'forward',
			maxCount: maxCountOf(call),
			pageSize: PAGE_SIZE,
			cursor,
		});
		const { value } = await reading.next();
		const { envelope, rows }: Page = value ?? { envelope: {}, rows: [] };
		const onward = orderOn(call, rows) === 'backward' ? envelope.PrevCursor : envelope.NextCursor;
		const next = rows.length > 0 && envelope.Continue !== false && typeof onward === 'string' ? onward : undefined;
		return remember(key, { until: Date.now() + FRESH_MS, rows: rows.flatMap((row) => this.picker.rows?.(row) ?? [row]), next });
	}

	/** The record that the text means exactly, where the API can say. */
	async exact(text: string): Promise<IDataObject | undefined> {
		const target = this.picker.exact?.(text);
		if (!target) return undefined;
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
				const hit = await look.exact(text);
				if (hit) return { results: [item(hit)] };
			}
			const results: INodeListSearchItems[] = [];
			let place: Place | undefined = placeOf(paginationToken);
			for (let calls = 0; calls < (results.length > 0 ? MAX_CALLS : MAX_CALLS_IN_VAIN); calls++) {
				const page: CachedPage = await look.page(place);
				results.push(...page.rows.map(item).filter((entry) => !text || matches(entry, text)));
				place = look.after(place, page);
				if (!place || (results.length > 0 && (!text || results.length >= 20))) break;
			}
			return { results, ...(place && { paginationToken: tokenOf(place) }) };
		};
		return await attempt().catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
