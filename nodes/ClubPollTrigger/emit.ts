import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { athleteReader, attached } from '../shared/records/attach';
import { skipHandledAcross } from '../shared/records/handledAcross';
import { matches, onlyWhenOf } from '../shared/records/onlyWhen';
import { isOfferedAgain } from '../shared/records/partner';
import { resolveSubject } from '../shared/records/resolve';
import { openLate } from '../shared/transport/openLate';
import { TRIGGER_WAIT_MS } from '../shared/transport/send';
import { sample } from './sample';

/** Reads the records of what was offered once more: a poll offers nothing but the name of it. */
async function withRecords(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const send = openLate(functions, { maxWaitMs: TRIGGER_WAIT_MS });
	const recordOf = async ({ subject, eventType }: IDataObject): Promise<IDataObject> => ({
		record: (await resolveSubject(send, String(subject), String(eventType))).record,
	});
	const output: INodeExecutionData[] = [];
	for (const item of items) {
		const { offeredAgain, ...event } = item.json;
		const json = offeredAgain === true ? { ...event, ...(await attached(functions, 'record', recordOf(event))) } : item.json;
		output.push({ json, pairedItem: item.pairedItem });
	}
	return output;
}

/** Attaches to each event the athlete that it is about, or the reason why he could not be read: that costs no event. */
async function withAthletes(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const readAthlete = athleteReader(openLate(functions, { maxWaitMs: TRIGGER_WAIT_MS }));
	const output: INodeExecutionData[] = [];
	for (const { json, pairedItem } of items) {
		output.push({ json: { ...json, ...(await attached(functions, 'athlete', readAthlete(json))) }, pairedItem });
	}
	return output;
}

/**
 * The first step of an execution. In a test run n8n calls this and never `poll`: it gives a real record of each event, and
 * nothing that is remembered changes.
 */
export async function emit(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const options = functions.getNodeParameter('options', 0, {}) as IDataObject;
	const isTest = functions.getMode() === 'manual';
	const polled = isTest ? await sample(functions) : functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	// A retry handles what it is given. What a poll has told is remembered as told, so it counts as handled when it is taken.
	const skips = functions.getMode() === 'trigger' && options.skipHandled !== false;
	const fresh = skips ? await skipHandledAcross(functions, polled, false) : polled.filter((item) => !isOfferedAgain(item));
	const items = await withRecords(functions, fresh);
	const complete = options.attachAthlete === true ? await withAthletes(functions, items) : items;
	// A test run shows what there is, whether it would start the workflow or not.
	return [isTest ? complete : complete.filter(({ json }) => matches(json, onlyWhenOf(options), true) !== false)];
}
