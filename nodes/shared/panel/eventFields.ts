import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { EventTop } from '../records/onlyWhen';
import { keptPage } from '../records/pageCache';
import { ClubClient } from '../transport/client';
import { InvalidInput, settle } from '../transport/errors';
import { isObject } from '../transport/json';
import type { Request } from '../transport/send';
import { dropDown } from './dropDown';

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** Longest part of a value that is shown as an example. */
const EXCERPT = 60;

/** The paths of the values in an event. */
const pathsOf = (event: object, prefix = ''): Array<[path: string, value: unknown]> =>
	Object.entries(event).flatMap(([name, value]: [string, unknown]): Array<[string, unknown]> => {
		const path = prefix + name;
		return isObject(value) ? pathsOf(value, `${path}.`) : [[path, value]];
	});

/** Samples of the chosen events, as a trigger knows them, and what stands at their top. */
export interface Samples {
	top: EventTop;
	/** Of each chosen event one, or none where the club has no record for it. */
	events: ReadonlyArray<Promise<IDataObject | undefined>>;
}

/**
 * The search method that offers the fields of the chosen events to a condition, learned from the newest records of the club: what
 * holds what happened first. n8n stores the name of what is chosen, so that a value is shown beside it only.
 * @param samplesOf reads the samples; each call of it is good for a minute
 */
export const searchEventFields = (samplesOf: (functions: ILoadOptionsFunctions, request: Request) => Samples) =>
	dropDown(async function (filter = ''): Promise<INodeListSearchResult> {
		const client = await ClubClient.open(this);
		const request: Request = async (call, values) =>
			await keptPage(client.key, [call, values], async () => await client.request(call, PATIENCE, values));
		const { top, events } = samplesOf(this, request);
		if (events.length === 0) throw new InvalidInput('No event is chosen', 'Choose what starts the workflow in "Trigger On" first.');
		const read = await Promise.all(events.map(settle));
		const [failed] = read.flatMap((one) => ('error' in one ? [one.error] : []));
		const samples = read.flatMap((one) => ('value' in one && one.value ? [one.value] : []));
		if (failed && samples.length === 0) throw failed;
		const roots = [top.main, ...top.attached.flatMap(({ name, isOn }) => (isOn ? [name] : [])), 'ids', ...top.names];
		const values = new Map([...samples].reverse().flatMap((sample) => pathsOf(sample)));
		const rankOf = (path: string) => roots.indexOf(path.split('.')[0]);
		const results = [...values]
			.filter(([path]) => rankOf(path) >= 0 && path.toLowerCase().includes(filter.trim().toLowerCase()))
			.sort(([a], [b]) => rankOf(a) - rankOf(b))
			.map(([path, value]) => ({ name: path, value: path, description: `For example ${(JSON.stringify(value) ?? '').slice(0, EXCERPT)}` }));
		return { results };
	});
