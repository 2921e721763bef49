import type { IDataObject } from 'n8n-workflow';
import { ClubError } from './errors';

/** The way through a list: toward larger ids and newer times, or toward smaller and older ones (§2.9). */
export type Direction = 'forward' | 'backward';

/** What differs between one page and the next: everything else of the request stays as it was (§4.1 rule 2). */
export interface PageQuery {
	count: number;
	cursor?: string;
	fromId?: number;
	toId?: number;
	from?: string;
	to?: string;
}

export interface PagingPlan {
	/** Reads one page; the body as it came. */
	fetch(query: PageQuery): Promise<unknown>;
	/** The way through the list, or how to tell it from the first page where the spec is silent. */
	direction: Direction | ((firstPage: IDataObject[]) => Direction);
	/** Largest `count` of this list (§8). */
	maxCount: number;
	/** `count` wanted by the user; the fewest calls when absent. */
	pageSize?: number;
	/** How many rows are wanted; all when absent. */
	limit?: number;
	/** Where to start: a cursor of an earlier run. */
	cursor?: string;
}

export interface Page {
	/** The envelope as the API sent it (§2.9), or the bare array as `Results`. */
	envelope: IDataObject;
	/** The rows of the page, at most as many as are still wanted. */
	rows: IDataObject[];
}

const asRow = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as IDataObject) : { value: value as IDataObject };

function envelopeOf(body: unknown): IDataObject {
	if (Array.isArray(body)) return { Results: body as IDataObject[], Continue: false };
	return asRow(body ?? { Results: [] });
}

/** The legacy range value that replaces the bound of a request where no cursor came (§4.1 rule 4). */
function legacyStep(envelope: IDataObject, direction: Direction): Partial<PageQuery> | undefined {
	const [id, time] = direction === 'forward' ? [envelope.NextId, envelope.NextDateTime] : [envelope.PrevId, envelope.PrevDateTime];
	if (typeof id === 'number' && id > 0) return direction === 'forward' ? { fromId: id } : { toId: id };
	if (typeof time === 'string' && time) return direction === 'forward' ? { from: time } : { to: time };
	return undefined;
}

/** The request for the page after this one, nothing at the end of the list (§4.1 rule 5), or `lost` where no way leads on. */
function stepAfter(envelope: IDataObject, rowCount: number, direction: Direction): Partial<PageQuery> | 'lost' | undefined {
	if (rowCount === 0 || envelope.Continue === false) return undefined;
	const cursor = direction === 'forward' ? envelope.NextCursor : envelope.PrevCursor;
	if (typeof cursor === 'string' && cursor) return { cursor };
	if (envelope.Continue !== true) return undefined;
	const legacy = legacyStep(envelope, direction);
	if (legacy) return legacy;
	return 'lost';
}

/** Marks an error with how far the list came, so that the user can go on from there. */
function interruptedAt(error: unknown, rows: number, cursor: string | undefined): unknown {
	if (error instanceof ClubError) error.resume = { rows, ...(cursor && { cursor }) };
	return error;
}

/**
 * The pages of a list, one after the other, in the fewest calls that `maxCount` allows (§4.1).
 * Stops at `limit` rows, at `Continue` false or at an empty page.
 * @throws ClubError with `resume` when a page cannot be read or a cursor repeats
 */
export async function* pagesOf(plan: PagingPlan): AsyncGenerator<Page> {
	const largest = Math.min(plan.pageSize ?? plan.maxCount, plan.maxCount);
	const seen = new Set<string>();
	let { direction } = plan;
	let step: Partial<PageQuery> = plan.cursor ? { cursor: plan.cursor } : {};
	for (let read = 0, wanted = plan.limit ?? Infinity; wanted > 0; ) {
		const key = JSON.stringify(step);
		if (seen.has(key)) {
			throw interruptedAt(
				new ClubError('The club gave the same cursor twice, so the list would never end', {
					description: 'Nothing is missing up to here. Try again later.',
				}),
				read,
				step.cursor,
			);
		}
		seen.add(key);
		const body = await plan.fetch({ count: Math.min(largest, wanted), ...step }).catch((error: unknown) => {
			throw interruptedAt(error, read, step.cursor);
		});
		const envelope = envelopeOf(body);
		const results = Array.isArray(envelope.Results) ? envelope.Results : [];
		const rows = results.slice(0, wanted).map(asRow);
		if (typeof direction === 'function') direction = direction(rows);
		yield { envelope, rows };
		read += rows.length;
		wanted -= rows.length;
		if (wanted <= 0) return;
		const next = stepAfter(envelope, results.length, direction);
		if (!next) return;
		if (next === 'lost') {
			throw interruptedAt(
				new ClubError('The list goes on, but the club gave no cursor for the next page', {
					description: 'Read the rest with another filter, or try again later.',
				}),
				read,
				undefined,
			);
		}
		step = next;
	}
}
