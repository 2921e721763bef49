import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../shared/records/onlyWhen';
import { isObject } from '../shared/transport/json';

/** A property of a record by its name, or by names with dots between them where it lies deeper; undefined where there is none. */
export const propertyOf = (row: IDataObject, path: string): unknown =>
	row[path] !== undefined || !path.includes('.') ? row[path] : valueAt(row, path);

/** The numbers of a record, those inside of its objects too, each with its path. */
export const numbersIn = (row: object, prefix = ''): Array<[path: string, value: number]> =>
	Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
		const path = prefix + name;
		if (isObject(value)) return numbersIn(value, `${path}.`);
		return typeof value === 'number' ? [[path, value]] : [];
	});
