import { createHash } from 'node:crypto';
import type { Dialect } from './dialect.mts';
import type { Json } from './types.mts';
import { refuse } from './refusal.mts';

/** A position in a list: the numbers that the list is sorted by. */
export type Position = readonly number[];

export interface ListSpec<T> {
	rows: readonly T[];
	positionOf(row: T): Position;
	/** Club, path and filters, to which a cursor is bound (§4.1 rule 3). */
	bind: string;
	count: number;
	cursor?: string;
	/** Starts at the end if there is no cursor. */
	descending: boolean;
	show(row: T): Json;
	/** The kind of legacy fields (§2.9). A list in another order has none. */
	legacy: 'id' | 'time' | 'none';
	dialect: Pick<Dialect, 'cursors' | 'legacyIds' | 'fullLastPage'>;
}

export const compare = (a: Position, b: Position): number => {
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
	return 0;
};

/** Index of the first row that is not before a position. */
function lowerBound<T>(rows: readonly T[], positionOf: (row: T) => Position, position: Position): number {
	let low = 0;
	let high = rows.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (compare(positionOf(rows[middle]), position) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

const seal = (text: string): string => createHash('sha256').update(`cursor:${text}`).digest('base64').slice(0, 12);

/** An opaque token. It contains +, / and = so that a client must encode it. */
function tokenOf(bind: string, towards: 'next' | 'prev', position: Position): string {
	const payload = JSON.stringify([towards, ...position]);
	return `${Buffer.from(payload).toString('base64')}.+/${seal(bind + payload)}==`;
}

function open(token: string, bind: string): { towards: 'next' | 'prev'; position: Position } {
	const [body, check] = token.split('.+/');
	const payload = Buffer.from(body ?? '', 'base64').toString();
	if (!check || check !== `${seal(bind + payload)}==`) throw refuse(400, 'The cursor is not valid for this request.');
	const [towards, ...position] = JSON.parse(payload) as ['next' | 'prev', ...number[]];
	return { towards, position };
}

/** One page of a list in its envelope (§2.9). `NextCursor` leads to larger positions, `PrevCursor` to smaller ones. */
export function pageOf<T>({ rows, positionOf, bind, count, cursor, descending, show, legacy, dialect }: ListSpec<T>): Json {
	const start = cursor === undefined ? undefined : open(cursor, bind);
	const backward = start ? start.towards === 'prev' : descending;
	let chosen: T[];
	if (backward) {
		const end = start ? lowerBound(rows, positionOf, start.position) : rows.length;
		chosen = rows.slice(Math.max(0, end - count), end).reverse();
	} else {
		let from = start ? lowerBound(rows, positionOf, start.position) : 0;
		if (start && from < rows.length && compare(positionOf(rows[from]), start.position) === 0) from++;
		chosen = rows.slice(from, from + count);
	}
	const [first, last] = chosen.length > 0 ? [positionOf(chosen[0]), positionOf(chosen[chosen.length - 1])] : [];
	const [small, large] = backward ? [last, first] : [first, last];
	const hasMore = backward ? rows.length > 0 && chosen.length > 0 && chosen.at(-1) !== rows[0] : chosen.at(-1) !== rows.at(-1);
	const offset = dialect.legacyIds === 'beyond' ? 1 : 0;
	const hasCursor = (way: 'next' | 'prev') => dialect.cursors === 'both' || (dialect.cursors === 'ahead' && (way === 'prev') === backward);
	const time = (position?: Position) => (position ? new Date(position[0]).toISOString() : null);
	return {
		Results: chosen.map(show),
		NextCursor: large && hasCursor('next') ? tokenOf(bind, 'next', large) : null,
		PrevCursor: small && hasCursor('prev') ? tokenOf(bind, 'prev', small) : null,
		Continue: chosen.length === count && (hasMore || dialect.fullLastPage === 'continues'),
		NextId: legacy === 'id' && large ? large[0] + offset : null,
		PrevId: legacy === 'id' && small ? small[0] - offset : null,
		NextDateTime: legacy === 'time' ? time(large) : null,
		PrevDateTime: legacy === 'time' ? time(small) : null,
	};
}
