import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import type { ListCall } from '../../shared/api/endpoints';
import { endpointOf, maxCountOf } from '../../shared/api/endpoints';
import { dropDown } from '../../shared/panel/parts';
import type { Onward } from '../../shared/records/step';
import { orderOn } from '../../shared/records/step';
import type { Page } from '../../shared/records/paging';
import { keptPage, pagesOf } from '../../shared/records/paging';
import { ClubClient } from '../../shared/transport/client';
import { ClubError, attempt } from '../../shared/transport/errors';
import { fold } from '../search';
import type { Request } from '../../shared/transport/send';
import type { Picker, PickerReader, Scope, Target } from './picker';
import { distinct } from './picker';

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** Most calls that one look into a list may cost; the list goes on with a paging token. */
const MAX_CALLS = 5;

/** Most records of one page: more would be slow to show. */
const PAGE_SIZE = 1000;

/** Statuses of a look-up that mean that there is no such record. */
const NOT_THERE = new Set([400, 404]);

/** A page of a list, and what leads to the one after it. */
type ListPage = Pick<Page, 'rows' | 'next'>;

/** Where a drop-down goes on: which of its lists, and what leads to the page in it. */
interface PickerPosition {
	list: number;
	step?: Onward;
}

/** The place as n8n hands it back for the next page. */
const tokenOf = ({ list, step }: PickerPosition): string => JSON.stringify([list, step]);

/** The place that a token means; the first one where there is none. */
function placeOf(token: string | undefined): PickerPosition {
	const [list, step] = (token ? JSON.parse(token) : [0]) as [number, Onward?];
	return { list, step: step ?? undefined };
}

/** One look into the lists of a drop-down. */
class PickerLists implements PickerReader {
	constructor(
		private readonly picker: Picker,
		private readonly client: ClubClient,
		private readonly scopes: Scope[],
		readonly zone: string,
	) {}

	/** The place after a page, if there is one. */
	after({ list }: PickerPosition, { next }: ListPage): PickerPosition | undefined {
		if (next) return { list, step: next };
		return list + 1 < this.scopes.length ? { list: list + 1 } : undefined;
	}

	/** The records of one page, with all that their labels need, and what comes after it. */
	async page({ list, step }: PickerPosition): Promise<ListPage> {
		const { picker } = this;
		const scope = this.scopes[list];
		const page = await this.read(scope.call ?? picker.call, scope, step);
		const request: Request = async (call, values) => await this.client.request(call, PATIENCE, values);
		const whole = await Promise.all(page.rows.map(async (row) => (await scope.whole?.(row, request)) ?? row));
		const rows = whole.flatMap((row) => picker.rows?.(row) ?? [row]).filter((row) => scope.keep?.(row) ?? true);
		return { ...page, rows: await this.completed(rows) };
	}

	/** The records with all that their labels need; as they are where that cannot be had. */
	async completed(rows: IDataObject[]): Promise<IDataObject[]> {
		const completed = await attempt(this.picker.complete?.(rows, this) ?? Promise.resolve(rows));
		return 'value' in completed ? completed.value : rows;
	}

	async *pages(call: ListCall, scope: Scope = {}, most = MAX_CALLS): AsyncGenerator<IDataObject[]> {
		let step: Onward | undefined;
		for (let read = 0; read < most; read++) {
			const page: ListPage = await this.read(call, scope, step);
			yield page.rows;
			if (!page.next) return;
			step = page.next;
		}
	}

	/** One page of a list, from memory where it is fresh. */
	private async read(call: ListCall, scope: Scope, step: Onward | undefined): Promise<ListPage> {
		const reading = pagesOf({
			fetch: async (page) => {
				const values = { params: scope.params, query: { ...scope.query, ...page } };
				return await keptPage(this.client.key, [call, values], async () => await this.client.request(call, PATIENCE, values));
			},
			direction: (firstPage) => orderOn(call, firstPage),
			orderedBy: endpointOf(call)?.orderedBy,
			range: scope.query,
			maxCount: maxCountOf(call),
			pageSize: PAGE_SIZE,
			start: step,
		});
		const { value } = await reading.next();
		const { rows = [], next }: Partial<Page> = value ?? {};
		return { rows, next };
	}

	async one(target: Target): Promise<IDataObject | undefined> {
		const found = await attempt(this.client.request(target.call, PATIENCE, target));
		if ('value' in found) return found.value;
		if (found.error instanceof ClubError && NOT_THERE.has(found.error.status ?? 0)) return undefined;
		throw found.error;
	}
}

/** Most calls of a search that has found nothing yet, half of a minute: n8n does not go on with an empty list. */
const MAX_CALLS_IN_VAIN = 25;

/** A phone number as people write it: with spaces, hyphens, brackets. */
const PHONE = /^\+?[\d\s()./-]{4,40}$/;

/** Whether a text holds every word of what is searched, in any order, whatever their case and accents; of a number, its digits. */
export function matchesSearch(text: string, search: string): boolean {
	const within = fold(text);
	// A day such as 26 is meant in 2026-11-26 for its end alone.
	const holds = (word: string): boolean => (/^\d{1,2}$/.test(word) ? new RegExp(`(?<!\\d)${word}`).test(within) : within.includes(word));
	if (fold(search).split(/\s+/).every(holds)) return true;
	return PHONE.test(search) && within.includes(search.replace(/\D/g, ''));
}

/**
 * The search method of a drop-down: shows the list page by page, or what matches the text.
 * Costs at most five calls a look, or 25 where nothing matches; a page once read is good for a minute.
 */
export const listSearch = (picker: Picker) =>
	dropDown(async function (filter, paginationToken) {
		const text = filter?.trim() ?? '';
		const client = await ClubClient.open(this);
		const scopes = [picker.scope?.(this) ?? {}].flat();
		const look = new PickerLists(picker, client, scopes, this.getTimezone());
		const item = (row: IDataObject): INodeListSearchItems => picker.item(row, look.zone);
		if (text && !paginationToken) {
			const target = picker.exact?.(text);
			const hit = target && (await look.one(target));
			const found = hit ? await look.completed([hit]) : ((await picker.find?.(text, look)) ?? []);
			if (found.length > 0) return { results: distinct(found.map(item)) };
		}
		const isMeant = (row: IDataObject): boolean => {
			const { name, value } = item(row);
			return !text || matchesSearch(`${name} ${String(value)} ${picker.further?.(row, look.zone) ?? ''}`, text);
		};
		const rows: IDataObject[] = [];
		const order = (row: IDataObject): number => picker.order?.(row, look.zone) ?? 0;
		let place: PickerPosition | undefined = placeOf(paginationToken);
		for (let calls = 0; calls < (rows.length > 0 ? MAX_CALLS : MAX_CALLS_IN_VAIN); calls++) {
			const page: ListPage = await look.page(place);
			rows.push(...page.rows.filter(isMeant));
			place = look.after(place, page);
			if (!place || (!picker.order && rows.length > 0 && (!text || rows.length >= 20))) break;
		}
		const results = distinct(rows.sort((a, b) => order(a) - order(b)).map(item));
		return { results, ...(place && { paginationToken: tokenOf(place) }) };
	});
