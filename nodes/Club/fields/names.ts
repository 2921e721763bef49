import type { IDataObject } from 'n8n-workflow';

/** The properties that hold a name. The API description shows few of them (§2.13). */
export const NAME = /(Name|Title)$/;

/** The name of a record: its Name or Title, or a property that ends so; undefined if it has none. */
export function nameOf(record: IDataObject): string | undefined {
	const names = ['Name', 'Title', ...Object.keys(record).filter((key) => NAME.test(key))];
	return names.map((key) => record[key]).find((value): value is string => typeof value === 'string' && value.trim() !== '');
}
