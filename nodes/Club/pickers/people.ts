import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import type { Call, EmailLookUp } from '../../shared/api/endpoints';
import { isEmail } from '../values';
import type { Picker, Reader } from './picker';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** How others call a person; nothing where the club does not tell. */
export const nameOf = (row: IDataObject): string => [row.FirstMidName, row.LastName].map(textOf).filter(Boolean).join(' ');

/** A person as others know him: name and address, or what of them there is. */
export function personItem(row: IDataObject): INodeListSearchItems {
	const [name, address] = [nameOf(row), textOf(row.Email)];
	const label = name && address ? `${name} (${address})` : name || address || `Athlete ${String(row.UserId)}`;
	return { name: label, value: row.UserId as number };
}

/** A phone number in the ways in which people type it: its digits, and those within the country, whose prefix has one to three. */
export function phoneOf({ Phone }: IDataObject): string {
	const digits = textOf(Phone).replace(/\D/g, '');
	const within = /^(\+|00)/.test(textOf(Phone).trim()) ? [1, 2, 3].map((prefix) => `0${digits.slice(prefix)}`) : [];
	return digits && [textOf(Phone), digits, ...within].join(' ');
}

/** Finds a person by an id or an address with one call, whatever the size of the club. */
export const exactly =
	(byId: Call, byEmail: EmailLookUp): Picker['exact'] =>
	(text) => {
		if (/^\d{1,10}$/.test(text)) return { call: byId, params: { userId: text } };
		return isEmail(text) ? { call: byEmail, query: { email: text } } : undefined;
	};

/** The athletes with these ids, by id, as far as the first pages of the list hold them. */
export async function athletesById(ids: Iterable<unknown>, reader: Reader): Promise<Map<unknown, IDataObject>> {
	const wanted = new Set(ids);
	const found = new Map<unknown, IDataObject>();
	if (wanted.size === 0) return found;
	for await (const rows of reader.pages('GET /Athletes')) {
		for (const row of rows) if (wanted.has(row.UserId)) found.set(row.UserId, row);
		if (found.size === wanted.size) break;
	}
	return found;
}
