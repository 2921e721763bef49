import { dropDown } from '../shared/panel/dropDown';
import { rowsOf } from '../shared/records/paging';
import { lazyRequest } from '../shared/transport/client';
import { DAY_MS, isoOf } from '../shared/api/time';
import { queuedFieldsIn } from './queue';
import type { CountField } from './visits';
import { countsIn } from './visits';

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** The properties that may be a count of check-ins, learned from a summary of the club (§2.8 does not name them): one call. */
const searchCounts = (field: CountField) =>
	dropDown(async function (filter = '') {
		const [summary = {}] = rowsOf(await lazyRequest(this, PATIENCE)('GET /Athletes/AttendanceSummaries', { query: { count: 1 } }));
		const results = countsIn(summary, field)
			.filter(([path]) => path.toLowerCase().includes(filter.trim().toLowerCase()))
			.map(([path, value]) => ({ name: `${path} (learned from your club, e.g. ${value})`, value: path }));
		return { results };
	});

/** How far ahead bookings are looked at to learn of them, in milliseconds. */
const AHEAD = 14 * DAY_MS;

/** The properties that may say who is queued, learned from bookings of the club (§3.6 does not show them): one call. */
const searchQueuedFields = dropDown(async function (filter = '') {
	const query = { to: isoOf(Date.now() + AHEAD), count: 100 };
	const bookings = rowsOf(await lazyRequest(this, PATIENCE)('GET /Classes/Bookings', { query }));
	const results = queuedFieldsIn(bookings)
		.filter(([path]) => path.toLowerCase().includes(filter.trim().toLowerCase()))
		.map(([path, examples]) => ({ name: `${path} (learned from your club, e.g. ${examples})`, value: path }));
	return { results };
});

/** The drop-downs of properties whose names the API does not show. */
export const fieldSearches = {
	searchAbsenceFields: searchCounts('absenceField'),
	searchPriorFields: searchCounts('priorField'),
	searchQueuedFields,
	searchTotalFields: searchCounts('totalField'),
};
