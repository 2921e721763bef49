import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { emit } from '../../shared/events/emit';
import { athleteReader } from '../../shared/events/resolve';
import { isOn, onlyWhenOf } from '../../shared/events/panel';
import { lazyRequest } from '../../shared/transport/client';
import { AFTER_EVENT } from '../../shared/transport/patience';
import { sample } from './sample';

/**
 * The first step of an execution. In a test run n8n calls this and never `poll`: it emits a real record of each event and leaves
 * the memory as it is.
 */
export async function emitPolled(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const options = functions.getNodeParameter('options', 0, {}) as IDataObject;
	const isTest = functions.getMode() === 'manual';
	const polled = isTest ? await sample(functions) : functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const readAthlete = athleteReader(lazyRequest(functions, AFTER_EVENT));
	return await emit(functions, polled, {
		...(isOn(options, 'attachAthlete') && { readAthlete: async (event) => (event.athlete ? {} : await readAthlete(event)) }),
		onlyWhen: onlyWhenOf(options, functions.getTimezone()),
	});
}
