import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { matchingItems } from './onlyWhen';
import type { OnlyWhen } from './panel';
import { attached } from './resolve';

interface Emitting {
	/** Reads what an event gets as its record; absent if no event gets one. */
	readRecord?(event: IDataObject): Promise<object>;
	readAthlete?(event: IDataObject): Promise<object>;
	onlyWhen: OnlyWhen;
}

/**
 * What both triggers do with their events in an execution: they attach records and athletes, and apply "Only When". An event whose
 * record cannot be read gets the reason instead, since it must not be lost.
 */
export async function emit(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	{ readRecord, readAthlete, onlyWhen }: Emitting,
): Promise<INodeExecutionData[][]> {
	const complete: INodeExecutionData[] = [];
	for (const { json, pairedItem } of items) {
		const event = { ...json, ...(readRecord && (await attached(functions, 'record', readRecord(json)))) };
		Object.assign(event, readAthlete && (await attached(functions, 'athlete', readAthlete(event))));
		complete.push({ json: event, pairedItem });
	}
	return [matchingItems(functions, complete, onlyWhen)];
}
