import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { fold } from '../../shared/records/search';
import { ClubClient } from '../../shared/transport/client';
import { toNodeError } from '../../shared/transport/errors';
import type { ListPage, Place } from './look';
import { Look, MAX_CALLS, placeOf, tokenOf } from './look';
import type { Picker } from './picker';

/** Most calls of a search that has found nothing yet, half of a minute: n8n does not go on with an empty list. */
const MAX_CALLS_IN_VAIN = 25;

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

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

/**
 * The search method of a drop-down: shows the list page by page, or what matches the text.
 * Costs at most five calls a look, or 25 where nothing matches; a page once read is good for a minute.
 */
export const listSearch = (picker: Picker) =>
	async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		const text = filter?.trim() ?? '';
		const attempt = async (): Promise<INodeListSearchResult> => {
			const client = await ClubClient.open(this, PATIENCE);
			const scopes = [picker.scope?.(this) ?? {}].flat();
			const look = new Look(picker, client, scopes);
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
				const page: ListPage = await look.page(place);
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
