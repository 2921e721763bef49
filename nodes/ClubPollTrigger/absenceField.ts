import type { IDataObject } from 'n8n-workflow';
import { dropDown } from '../shared/panel/dropDown';
import { rowsOf } from '../shared/records/paging';
import { lazyRequest } from '../shared/transport/client';
import { numbersIn } from './paths';

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** The numbers of an attendance summary, those that look like a count of recent check-ins first. */
function fieldsOf(summary: IDataObject): Array<[path: string, value: number]> {
	const rank = (path: string) => (/rolling|recent|current/i.test(path) ? 0 : /prior|previous/i.test(path) ? 2 : 1);
	return numbersIn(summary)
		.filter(([path]) => !/(Id|(^|\.)Days)$/.test(path))
		.sort(([a], [b]) => rank(a) - rank(b));
}

/** The properties that may count the recent check-ins, learned from a summary of the club (§2.8 does not name them): one call. @reading attendanceNames */
export const searchAbsenceFields = dropDown(async function (filter = '') {
	const [summary = {}] = rowsOf(await lazyRequest(this, PATIENCE)('GET /Athletes/AttendanceSummaries', { query: { count: 1 } }));
	const results = fieldsOf(summary)
		.filter(([path]) => path.toLowerCase().includes(filter.trim().toLowerCase()))
		.map(([path, value]) => ({ name: `${path} (learned from your club, e.g. ${value})`, value: path }));
	return { results };
});
