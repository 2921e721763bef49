import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { nameOf } from '../../shared/api/facts';
import { DAY_MS, isoOf } from '../../shared/api/time';
import { isOn, searchEventFields } from '../../shared/events/panel';
import { newestRows } from '../../shared/events/sample';
import { asRow, internalPages, rowsOf } from '../../shared/lists/pages';
import { dropDown } from '../../shared/panel';
import { lazyRequest } from '../../shared/transport/client';
import { IN_DROP_DOWN } from '../../shared/transport/patience';
import { clock } from '../../shared/transport/process';
import type { PolledEvent } from '../causes/polledEvent';
import { chosenEvents } from '../causes/polledEvents';
import { countsIn, NAMED_FIELDS, NO_WAITING_LIST, queuedFieldsIn } from '../causes/properties';
import { ALL_PRODUCTS, settingsFrom } from '../parameters';
import { polledItemTop } from '../scan/emission';
import { sampleFor } from './sample';

/** The drop-down of Only When: the fields of the chosen events, and of the athlete if the options attach them. One call a list. */
export const searchPollFields = searchEventFields((request, { events, options }, functions) => {
	const fields = Object.fromEntries(NAMED_FIELDS.map((name) => [name, functions.getCurrentNodeParameter(name) as IDataObject]));
	const products = functions.getCurrentNodeParameter('products');
	const settings = settingsFrom(options, { events, firstPoll: 'fromNow', fields, products }, functions.getTimezone());
	const sample = async (event: PolledEvent): Promise<IDataObject | undefined> => {
		const [athlete] = isOn(options, 'attachAthlete') ? await newestRows(request, 'athletes', {}, 1000) : [];
		const found = await sampleFor(request, event, settings);
		return found && { ...found.item, ...(athlete && { athlete }) };
	};
	return { top: polledItemTop(options), events: chosenEvents(settings.events).map((event) => async () => await sample(event)) };
});

const pathsLike = (filter: string, paths: ReadonlyArray<[path: string, example: unknown]>) =>
	paths
		.filter(([path]) => path.toLowerCase().includes(filter.trim().toLowerCase()))
		.map(([path, example]) => ({ name: `${path} (e.g. ${String(example)})`, value: path }));

/** The drop-downs of properties that the API does not name. Each costs one call. */
export const fieldSearches = {
	/** The properties that may count check-ins, from summaries of the club (§2.8 does not name them), each with its largest count. */
	searchCountFields: dropDown(async function (filter = '') {
		const query = { count: 100 };
		const rows = rowsOf(await lazyRequest(this, IN_DROP_DOWN)('GET /Athletes/AttendanceSummaries', { query })).map(asRow);
		const largest = new Map<string, number>();
		for (const [path, count] of rows.flatMap(countsIn)) largest.set(path, Math.max(count, largest.get(path) ?? 0));
		return { results: pathsLike(filter, [...largest]) };
	}),

	/** The properties that may show who is queued, from bookings of the next 14 days (§3.6 does not name them). */
	searchQueuedFields: dropDown(async function (filter = '') {
		const query = { to: isoOf(clock.now() + 14 * DAY_MS), count: 100 };
		const bookings = rowsOf(await lazyRequest(this, IN_DROP_DOWN)('GET /Classes/Bookings', { query }));
		return { results: [{ name: 'No Waiting List', value: NO_WAITING_LIST }, ...pathsLike(filter, queuedFieldsIn(bookings))] };
	}),
};

const searchProducts = dropDown(async function () {
	const request = lazyRequest(this, IN_DROP_DOWN);
	const products: IDataObject[] = [];
	for await (const { rows } of internalPages('GET /Subscriptions', {}, async (query) => await request('GET /Subscriptions', { query })))
		for (const row of rows) products.push(row);
	const results = products.map((row) => ({
		name: `${nameOf(row, 'Product') ?? 'Product'} (${String(row.ClassSubscriptionId)})`,
		value: Number(row.ClassSubscriptionId),
	}));
	const all = { name: 'All: Nobody Pays by the Month', value: ALL_PRODUCTS };
	return { results: [all, ...results.sort((one, other) => one.name.localeCompare(other.name))] };
});

/** The products of the club after an entry for all, for a list with several choices, with one call for each 500. */
export async function getProducts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await searchProducts.call(this)).results as INodePropertyOptions[];
}
