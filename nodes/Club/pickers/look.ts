import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../shared/api/endpoints';
import { endpointOf, maxCountOf } from '../../shared/api/endpoints';
import { orderOn } from '../../shared/records/order';
import { keptPage } from '../../shared/records/pageCache';
import type { Page } from '../../shared/records/paging';
import { pagesOf } from '../../shared/records/paging';
import type { Onward } from '../../shared/records/step';
import type { ClubClient } from '../../shared/transport/client';
import { ClubError } from '../../shared/transport/errors';
import { settle } from '../../shared/transport/outcome';
import type { Picker, Reader, Scope, Target } from './picker';

/** Most calls that one look into a list may cost; the list goes on with a paging token. */
export const MAX_CALLS = 5;

/** Most records of one page: more would be slow to show. */
const PAGE_SIZE = 1000;

/** Statuses of a look-up that mean that there is no such record. */
const NOT_THERE = new Set([400, 404]);

/** A page of a list, and what leads to the one after it. */
export type ListPage = Pick<Page, 'rows' | 'next'>;

/** Where a drop-down goes on: which of its lists, and what leads to the page in it. */
export interface Place {
	list: number;
	step?: Onward;
}

/** The place as n8n hands it back for the next page. */
export const tokenOf = ({ list, step }: Place): string => JSON.stringify([list, step]);

/** The place that a token means; the first one where there is none. */
export function placeOf(token: string | undefined): Place {
	const [list, step] = (token ? JSON.parse(token) : [0]) as [number, Onward?];
	return { list, step: step ?? undefined };
}

/** One look into the lists of a drop-down. */
export class Look implements Reader {
	constructor(
		private readonly picker: Picker,
		private readonly client: ClubClient,
		private readonly scopes: Scope[],
	) {}

	/** The place after a page, if there is one. */
	after({ list }: Place, { next }: ListPage): Place | undefined {
		if (next) return { list, step: next };
		return list + 1 < this.scopes.length ? { list: list + 1 } : undefined;
	}

	/** The records of one page, with all that their labels need, and what comes after it. */
	async page({ list, step }: Place): Promise<ListPage> {
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
				return await keptPage(this.client.key, [call, values], async () => await this.client.sendFree(call, values));
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
		const found = await settle(this.client.sendFree(target.call, target));
		if ('value' in found) return found.value;
		if (found.error instanceof ClubError && NOT_THERE.has(found.error.status ?? 0)) return undefined;
		throw found.error;
	}
}
