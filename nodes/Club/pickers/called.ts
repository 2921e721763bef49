import type { IDataObject } from 'n8n-workflow';

/** What people call a record: the spec shows no name of most (§2.13), so its Name or Title, or whatever else ends so. */
export function called(row: IDataObject, what: string, id: unknown): string {
	const names = ['Name', 'Title', ...Object.keys(row).filter((key) => /(Name|Title)$/.test(key))];
	const name = names.map((key) => row[key]).find((value) => typeof value === 'string' && value.trim() !== '');
	return typeof name === 'string' ? name : `${what} ${String(id)}`;
}
