import type { IDataObject } from 'n8n-workflow';
import { maxCountOf } from '../../shared/api/endpoints';
import { orAbsent } from '../../shared/transport/errors';
import { rowsByIds } from './batchReads';
import type { Field } from '../fields/field';
import { ByEmail } from '../fields/field';
import { OPTIONS } from '../fields/fields';
import type { ApiRequest, Plan } from './plan';
import type { Session } from './session';
import type { AnyOperation } from '../operation';

/** The option to write only differences. Writing the current value again sends no event anyway (§3.1, §3.2). */
export const onlyChangesOptions = {
	...OPTIONS,
	options: [
		{
			displayName: 'Only Changes',
			name: 'onlyChanges',
			type: 'boolean',
			default: true,
			api: false,
			blank: 'refused',
			description: 'Whether to read the current values first (many in one call) and write only the values that differ',
		},
	],
} as const satisfies Field;

/** The current records of people, by ID. The run updates them with its own writes. */
export type CurrentRows = Map<unknown, IDataObject>;

/** Reads the current records of all people whose changes are written, in the fewest calls. */
export async function readCurrentRows(session: Session, { current: list }: AnyOperation, plans: readonly Plan[]): Promise<CurrentRows> {
	const rows: CurrentRows = new Map();
	const people = plans.filter(({ values }) => values.options.onlyChanges).map(({ request }) => request?.params.userId);
	// A look-up returns the row too. If nobody has an address, the item with it fails later.
	const byEmail = new Map(people.flatMap((person) => (person instanceof ByEmail ? [[person.email.toLowerCase(), person]] : [])));
	for (const { email, lookUp } of byEmail.values()) {
		const row = await orAbsent(session.findByEmail(email, lookUp));
		if (row) rows.set(row.UserId, row);
	}
	const ids = people.filter((person) => typeof person === 'number');
	if (!list || ids.length === 0) return rows;
	const read = await rowsByIds(ids, maxCountOf(list) ?? 1, async (query) => await session.send(list, { query }));
	for (const [id, row] of read) rows.set(id, row);
	return rows;
}

/**
 * Writes a change of a person, unless the current record already has all these values.
 * @param rows the current records, updated with the write
 * @param isKnown whether `rows` was read for this item
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
 * A hint for a run whose items all mean the same record, such as one that was chosen from a list while ten items come in.
 * @returns undefined if the items differ or the operation has no record to choose
 */
export function repetitionOf({ fields }: AnyOperation, plans: readonly Plan[]): string | undefined {
	const chosen = fields.filter(({ type, required }) => type === 'resourceLocator' && required).map(({ displayName }) => displayName);
	const isSame = new Set(plans.map(({ values }) => JSON.stringify(values))).size === 1;
	if (plans.length < 2 || !isSame || chosen.length === 0) return undefined;
	return `All ${plans.length} items change the same ${chosen.join(' and ').toLowerCase()}. To run once, turn on Settings > Execute Once`;
}
