import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import type { ListCall } from '../../shared/api/endpoints';
import { textOf } from '../../shared/api/json';
import { digitsOf, fold, isSamePhone, isSearchable, phoneDigits, phoneIn } from '../../shared/api/text';
import { dropDown } from '../../shared/panel';
import type { Onward } from '../../shared/lists/step';
import { pagesOfList, type Page } from '../../shared/lists/pages';
import { cachedPage } from '../../shared/lists/cachedPages';
import { ClubClient } from '../../shared/transport/client';
import { ClubError, attempt, isNoCalendar } from '../../shared/transport/errors';
import { IN_DROP_DOWN } from '../../shared/transport/patience';
import { in24Hours } from '../fields/dates';
import { distinct, type Picker, type PickerReader, type Scope, type Target } from './picker';

const MAX_CALLS = 5;

const PAGE_SIZE = 1000;

const NOT_FOUND = new Set([400, 404]);

/** Where a drop-down continues: the index of its list, and the step to the page. n8n sends it back as a token. */
interface PickerPosition {
	list: number;
	step?: Onward;
	shownIds?: unknown[];
}

class PickerLists implements PickerReader {
	private refused = 0;

	constructor(
		private readonly picker: Picker,
		private readonly client: ClubClient,
		private readonly scopes: Scope[],
		readonly zone: string,
	) {}

	/**
	 * The records of one page with the data for their labels, and how to read the next page. A calendar that the club does not have is
	 * empty, if it has another one.
	 */
	async page({ list, step }: PickerPosition): Promise<Page> {
		const { picker } = this;
		const scope = this.scopes[list];
		const read = await attempt(this.read(scope.call ?? picker.call, scope, step));
		if ('error' in read && picker.areCalendars && isNoCalendar(read.error) && ++this.refused < this.scopes.length)
			return { rows: [], more: false };
		if ('error' in read) throw read.error;
		const rows = read.value.rows.flatMap((row) => picker.rows?.(row) ?? [row]).filter((row) => scope.keep?.(row) ?? true);
		return { ...read.value, rows: await this.completed(rows) };
	}

	mayComeAgain(row: IDataObject, list: number): boolean {
		return this.scopes.slice(list + 1).some(({ keep }) => keep?.(row) ?? true);
	}

	async completed(rows: IDataObject[]): Promise<IDataObject[]> {
		const completed = await attempt(this.picker.complete?.(rows, this) ?? Promise.resolve(rows));
		return 'value' in completed ? completed.value : rows;
	}

	async *pages(call: ListCall, scope: Scope = {}, maxPages = MAX_CALLS): AsyncGenerator<IDataObject[]> {
		let step: Onward | undefined;
		for (let read = 0; read < maxPages; read++) {
			const page: Page = await this.read(call, scope, step);
			yield page.rows;
			if (!page.next) return;
			step = page.next;
		}
	}

	private async read(call: ListCall, scope: Scope, step: Onward | undefined): Promise<Page> {
		const fetch = async (query: IDataObject) => await cachedPage(this.client, call, { params: scope.params, query }, IN_DROP_DOWN);
		const { value } = await pagesOfList(call, scope.query ?? {}, fetch, { pageSize: PAGE_SIZE, start: step }).next();
		return value as Page;
	}

	async one(target: Target): Promise<IDataObject | undefined> {
		const found = await attempt(this.client.request(target.call, IN_DROP_DOWN, target));
		if ('value' in found) return found.value;
		if (found.error instanceof ClubError && NOT_FOUND.has(found.error.status ?? 0)) return undefined;
		throw found.error;
	}
}

/** Max calls of a search without a result, half of a rate window: n8n does not load the next page of an empty list. */
const MAX_CALLS_WITHOUT_RESULT = 25;

const MIN_DIGITS = 4;

/** Whether a text contains every word of a search, in any order, without regard to case and accents; for a phone number, its digits. @param phone the phone number of the record */
export function matchesSearch(text: string, search: string, phone = ''): boolean {
	const folded = fold(text);
	const isIn = (words: string[]): boolean => words.every((word, index) => contains(word, index === words.length - 1));
	// A day such as 26 must match the end of 2026-11-26, and not the year; "1 November" must not match 11 November.
	const contains = (word: string, isLast: boolean): boolean => {
		if (!/^\d{1,2}$/.test(word)) return folded.includes(word);
		return new RegExp(`(?<!\\d)${word}${isLast ? '' : '(?!\\d)'}`).test(folded);
	};
	// A class may also have "6am" in its name.
	if ([search, in24Hours(search)].some((form) => isIn(fold(form).split(/\s+/)))) return true;
	const number = phoneIn(search) ?? '';
	if (digitsOf(number).length < MIN_DIGITS) return false;
	return folded.includes(digitsOf(number)) || phoneDigits(phone).includes(phoneDigits(number)) || isSamePhone(phone, number);
}

/**
 * The search method of a drop-down: shows the list page by page, or the records that match the text.
 * A request costs at most five calls, or 25 if nothing matches. Pages are cached for a minute.
 */
export const listSearch = (picker: Picker) =>
	dropDown(async function (filter, paginationToken) {
		const text = filter && isSearchable(filter) ? filter.trim() : '';
		const client = await ClubClient.open(this);
		const scopes = [picker.scope?.(this) ?? {}].flat();
		const lists = new PickerLists(picker, client, scopes, this.getTimezone());
		const item = (row: IDataObject): INodeListSearchItems => picker.item(row, lists.zone);
		if (text && !paginationToken) {
			const target = picker.exact?.(text);
			const hit = target && (await lists.one(target));
			const found = hit ? await lists.completed([hit]) : ((await picker.find?.(text, lists)) ?? []);
			if (found.length > 0) return { results: distinct(found.map(item)) };
		}
		const matches = (row: IDataObject): boolean => {
			const { name, value } = item(row);
			return !text || matchesSearch(`${name} ${String(value)} ${picker.further?.(row, lists.zone) ?? ''}`, text, textOf(row.Phone));
		};
		const rows = new Map<unknown, IDataObject>();
		const order = (row: IDataObject): number => picker.order?.(row, lists.zone) ?? 0;
		let position: PickerPosition | undefined = paginationToken ? (JSON.parse(paginationToken) as PickerPosition) : { list: 0 };
		const shownIds = new Set(position.shownIds);
		const repeatable = new Set(position.shownIds);
		for (let calls = 0; calls < (rows.size > 0 ? MAX_CALLS : MAX_CALLS_WITHOUT_RESULT); calls++) {
			const page: Page = await lists.page(position);
			const { list }: PickerPosition = position;
			for (const row of page.rows) {
				// A club may use another name for the ID.
				const value: unknown = item(row).value ?? row;
				if (!matches(row) || shownIds.has(value)) continue;
				rows.set(value, row);
				shownIds.add(value);
				if (lists.mayComeAgain(row, list)) repeatable.add(value);
			}
			const next: PickerPosition | undefined = page.next
				? { list, step: page.next }
				: list + 1 < scopes.length
					? { list: list + 1 }
					: undefined;
			position = next && { ...next, ...(repeatable.size > 0 && { shownIds: [...repeatable] }) };
			if (!position || (!picker.order && rows.size > 0 && (!text || rows.size >= 20))) break;
		}
		const results = distinct([...rows.values()].sort((a, b) => order(a) - order(b)).map(item));
		return { results, ...(position && { paginationToken: JSON.stringify(position) }) };
	});
