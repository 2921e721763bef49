import type { IDataObject } from 'n8n-workflow';
import { ASSIGNMENT_DATES } from '../api/limits';

/** A time of the API, in ms; undefined where there is none or it cannot be read. */
export const timeOf = (value: unknown): number | undefined => {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : time;
};

/** When an assignment ends, in ms: one for which the club gives no end, such as a recurring one (§4.6), as late as any may (§2.11). */
export const endOf = ({ To }: IDataObject): number | undefined => (To === undefined || To === null ? ASSIGNMENT_DATES.latest : timeOf(To));
