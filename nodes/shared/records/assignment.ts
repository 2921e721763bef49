import type { IDataObject } from 'n8n-workflow';
import { ASSIGNMENT_DATES } from '../api/limits';
import { timeIn } from '../api/time';

/**
 * When an assignment ends, in ms: one for which the club gives no end, such as a recurring one (§4.6), as late as any may (§2.11).
 * @param zone the workflow's timezone
 */
export const endOf = (assignment: IDataObject, zone: string): number | undefined =>
	assignment.To === undefined || assignment.To === null ? ASSIGNMENT_DATES.latest : timeIn(assignment, 'To', zone);
