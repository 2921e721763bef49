import type { IDataObject } from 'n8n-workflow';
import { orAbsent } from '../shared/transport/outcome';
import type { PeopleCall } from '../shared/api/endpoints';
import type { Session } from './session';
import type { Field } from './field';
import type { Reference } from './reference';
import { ById } from './reference';

/** The option to write only what differs; a repeat of the current value is no event anyway (§3.1, §3.2). */
export const onlyChangesOption = {
	displayName: 'Only Changes',
	name: 'onlyChanges',
	type: 'boolean',
	default: true,
	api: false,
	description: 'Whether to read the current values first, many in one call, and to write only those that differ',
} as const satisfies Field;

/** Optional behaviour of an operation that sets one property. */
export const onlyChangesOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [onlyChangesOption],
} as const satisfies Field;

interface Setting {
	userId: Reference;
	options: { onlyChanges?: boolean };
}

/** Reads the current rows of all items that want only changes, in the fewest calls. */
export const readCurrentRows =
	(list: PeopleCall) =>
	async (session: Session, all: Setting[]): Promise<void> => {
		const { currentRows: rows } = session;
		const ids: number[] = [];
		const looked = new Set<string>();
		for (const { userId, options } of all) {
			if (!options.onlyChanges) continue;
			if (userId instanceof ById) {
				ids.push(userId.id);
			} else if (!looked.has(userId.email.toLowerCase())) {
				looked.add(userId.email.toLowerCase());
				// A look-up gives the row already; an address that nobody has is for its own item to tell.
				const row = await orAbsent(session.findByEmail(userId.email, userId.lookUp));
				if (typeof row?.UserId === 'number') rows.set(row.UserId, row);
			}
		}
		if (ids.length > 0) for (const [id, row] of await session.readCurrent(ids, list)) rows.set(id, row);
	};

/** A call that sets one property of a person. */
type SettingCall = 'PUT /Athletes/{userId}/ClientStage' | 'PUT /Athletes/{userId}/IsGuest' | 'PUT /Contacts/{userId}/ClientStage';

/** Sets one property of a person, unless the row read before has that value already. */
export async function setProperty(
	session: Session,
	call: SettingCall,
	{ userId, options }: Setting,
	property: string,
	value: string | boolean,
): Promise<IDataObject> {
	const id = await session.idOf(userId);
	const { currentRows: rows } = session;
	const current = options.onlyChanges ? rows.get(id) : undefined;
	if (current?.[property] === value) return { ...current };
	const written = await session.send(call, { params: { userId: id }, body: { [property]: value } });
	rows.set(id, { ...current, ...written, [property]: value });
	return written;
}
