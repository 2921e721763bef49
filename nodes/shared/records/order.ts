import type { IDataObject } from 'n8n-workflow';
import type { Direction } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';
import type { FreeCall } from '../api/route';

const placeOf = (value: unknown): number => (typeof value === 'number' ? value : Date.parse(String(value)));

const wayOf = (ahead: number): Direction | undefined => (ahead > 0 ? 'forward' : ahead < 0 ? 'backward' : undefined);

/** Which way rows go by an id or a time, and by further properties where that is the same; nothing where they do not tell. */
export function orderOf(rows: readonly IDataObject[], ...orderedBy: string[]): Direction | undefined {
	for (const name of orderedBy) {
		const places = rows.map((row) => placeOf(row[name])).filter((place) => !Number.isNaN(place));
		const way = wayOf(places[places.length - 1] - places[0]);
		if (way) return way;
	}
	return undefined;
}

/** Which way rows go whose times are local to a person each: as most of those go who have several. Nobody's tell anything of another's. */
function orderOfEach(rows: readonly IDataObject[], orderedBy: string, person: string): Direction | undefined {
	const byPerson = new Map<unknown, IDataObject[]>();
	for (const row of rows) {
		const own = byPerson.get(row[person]);
		if (own) own.push(row);
		else byPerson.set(row[person], [row]);
	}
	const ways = [...byPerson.values()].map((own) => orderOf(own, orderedBy));
	return wayOf(ways.filter((way) => way === 'forward').length - ways.filter((way) => way === 'backward').length);
}

/** Which way rows go by whatever number goes one way through all of them, an id (§2.9) before others; nothing where two of them disagree. */
function orderShown(rows: readonly IDataObject[]): Direction | undefined {
	const [first, second] = rows;
	const names = Object.keys(first ?? {}).filter((name) => {
		const sign = Math.sign(Number(second?.[name]) - Number(first[name]));
		return (
			sign &&
			rows.every(
				(row, index) => typeof row[name] === 'number' && (index === 0 || Math.sign(row[name] - Number(rows[index - 1][name])) === sign),
			)
		);
	});
	const ids = names.filter((name) => name.endsWith('Id'));
	const ways = new Set((ids.length > 0 ? ids : names).map((name) => orderOf(rows, name)));
	return ways.size === 1 ? [...ways][0] : undefined;
}

/**
 * Which way a list goes, as far as a page of it tells. By an id or a moment that is certain; by local times, or by an order
 * that the spec does not show, it is a guess (`isGuess`), which a read must not rely on.
 */
export function orderOn(call: FreeCall, rows: readonly IDataObject[]): Direction | undefined {
	const { orderedBy, thenBy = [], localTo } = endpointOf(call) ?? {};
	if (orderedBy === undefined) return orderShown(rows);
	return localTo === undefined ? orderOf(rows, orderedBy, ...thenBy) : orderOfEach(rows, orderedBy, localTo);
}

/** Whether what a page tells of the way of its list is a guess. */
export function isGuess(call: FreeCall): boolean {
	const { orderedBy, localTo } = endpointOf(call) ?? {};
	return orderedBy === undefined || localTo !== undefined;
}
