import type { IDataObject } from 'n8n-workflow';
import { maxCountOf } from '../shared/api/endpoints';
import { rowsByIds } from './findRows';
import { orAbsent } from '../shared/transport/errors';
import type { Field } from './field';
import { ByEmail } from './field';
import type { ApiRequest, Plan } from './plan';
import type { Session } from './session';
import type { AnyOperation } from './operation';

/** The option to write only what differs; a repeat of the current value is no event anyway (§3.1, §3.2). */
export const onlyChangesOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Only Changes',
			name: 'onlyChanges',
			type: 'boolean',
			default: true,
			api: false,
			description: 'Whether to read the current values first (many in one call) and write only the values that differ',
		},
	],
} as const satisfies Field;

/** What the club shows now of people, by their ids; kept true by the run's own writes. */
export type CurrentRows = Map<unknown, IDataObject>;

/** Reads what the club shows now of all people of whom only changes are to be written, in the fewest calls. */
export async function readCurrentRows(session: Session, plans: readonly Plan[]): Promise<CurrentRows> {
	const rows: CurrentRows = new Map();
	const wanted = plans.filter(({ current }) => current !== undefined);
	const people = wanted.map(({ request }) => request?.params.userId);
	// A look-up gives the row already; an address that nobody has is for its own item to tell.
	const byEmail = new Map(people.flatMap((who) => (who instanceof ByEmail ? [[who.email.toLowerCase(), who]] : [])));
	for (const who of byEmail.values()) {
		const row = await orAbsent(session.findByEmail(who.email, who.lookUp));
		if (row) rows.set(row.UserId, row);
	}
	const ids = people.filter((who) => typeof who === 'number');
	const [{ current: list } = {}] = wanted;
	if (!list || ids.length === 0) return rows;
	const read = await rowsByIds(ids, maxCountOf(list) ?? 1, async (query) => await session.send(list, { query }));
	for (const [id, row] of read) rows.set(id, row);
	return rows;
}

/**
 * Makes a write of a person, unless what is known of them has all these values already.
 * @param rows takes what the write has changed
 */
export async function writeChange(
	session: Session,
	{ call, params, body = {} }: ApiRequest,
	rows: CurrentRows,
	isKnown: boolean,
): Promise<IDataObject> {
	const current = isKnown ? rows.get(params.userId) : undefined;
	if (current && Object.entries(body).every(([name, value]) => current[name] === value)) return { ...current };
	const written = await session.request(call, { params, body });
	rows.set(params.userId, { ...current, ...written, ...body });
	return written;
}

/**
 * Tells of a run whose items all mean the same record, such as one chosen from its list while ten items come in.
 * @returns nothing where they do not, or where no record is chosen
 */
export function repetitionOf({ fields }: AnyOperation, plans: readonly Plan[]): string | undefined {
	const chosen = fields.filter(({ type, required }) => type === 'resourceLocator' && required).map(({ displayName }) => displayName);
	const isSame = new Set(plans.map(({ values }) => JSON.stringify(values))).size === 1;
	if (plans.length < 2 || !isSame || chosen.length === 0) return undefined;
	return `All ${plans.length} items change the same ${chosen.join(' and ').toLowerCase()}. To run once, turn on Settings > Execute Once`;
}
