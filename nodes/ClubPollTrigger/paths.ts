import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../shared/records/onlyWhen';
import { isObject } from '../shared/transport/json';

/** A property of a record by its name, or by names with dots between them where it lies deeper; undefined where there is none. */
export const propertyOf = (row: IDataObject, path: string): unknown =>
	row[path] !== undefined || !path.includes('.') ? row[path] : valueAt(row, path);

/** What a record holds besides objects, those inside of its objects too, each with its path. */
export const leavesIn = (row: object, prefix = ''): Array<[path: string, value: unknown]> =>
	Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
		isObject(value) ? leavesIn(value, `${prefix}${name}.`) : [[prefix + name, value]],
	);

/** The numbers among them. */
export const numbersIn = (row: object): Array<[path: string, value: number]> =>
	leavesIn(row).flatMap(([path, value]) => (typeof value === 'number' ? [[path, value]] : []));
