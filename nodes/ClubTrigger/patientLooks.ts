import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { canonical } from '../shared/api/canonical';
import { isObject, isPlain, textOf } from '../shared/api/json';
import { MINUTE_MS, timeOf } from '../shared/api/time';
import type { Lookup } from '../shared/events/resolve';
import { clock } from '../shared/transport/process';
import type { Request } from '../shared/transport/callValues';

/** When a record that the club does not show yet, or shows as it was, is read again, in ms since the first read of an execution. */
const REPEATS_MS = [2_000, 10_000];

/** Whether the club may still show the record later: not after a deletion, and not a minute after the event. */
const mayAppear = ({ eventType, eventTime }: IDataObject): boolean =>
	!textOf(eventType).endsWith('.Deleted') && !(clock.now() - Number(timeOf(eventTime, 'utc')) >= MINUTE_MS);

const differs = (record: unknown, data: unknown): boolean =>
	isObject(record) &&
	isObject(data) &&
	Object.entries(data).some(
		([name, value]) => isPlain(value) && isPlain(record[name]) && canonical(record[name] ?? value) !== canonical(value),
	);

/**
 * Repeats the look-up for a recent event, since the club may show its record some seconds after the event (§6.1 does not say).
 * All events of an execution share the same ten seconds, so many of them wait no longer than one.
 * @returns the look-up for an event; with its data, one that looks again while what it finds differs from them too
 */
export function patientLooks(functions: IExecuteFunctions, request: Request): (event: IDataObject, data?: unknown) => Lookup {
	let startedAt: number | undefined;
	const again: Request = async (call, values) => await request(call, { ...values, skipCache: true });
	return (event, data) => async (read) => {
		startedAt ??= clock.now();
		if (!mayAppear(event)) return await read(request);
		let found = await read(request);
		for (const ms of REPEATS_MS) {
			const pause = startedAt + ms - clock.now();
			if ((found !== null && !differs(found, data)) || pause <= 0) continue;
			await clock.sleep(pause, functions.getExecutionCancelSignal());
			found = await read(again);
		}
		return found ?? undefined;
	};
}
