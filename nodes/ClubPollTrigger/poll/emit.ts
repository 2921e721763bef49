import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { emit } from '../../shared/events/emit';
import { athleteReader } from '../../shared/events/resolve';
import { onlyWhenOf } from '../../shared/events/onlyWhen';
import { isOn } from '../../shared/events/panel';
import { lazyRequest } from '../../shared/transport/client';
import { isObject } from '../../shared/api/json';
import { AFTER_EVENT } from '../../shared/transport/patience';
import { hint } from './costHint';
import { sample } from './sample';

function hintAtAthlete(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): void {
	const lacksAddress = ({ json: { ids, record } }: INodeExecutionData): boolean =>
		isObject(ids) && ids.userId !== undefined && isObject(record) && !record.Email;
	if (items.some(lacksAddress))
		hint(functions, 'The option "Attach Athlete" adds the name and the email address of the person (1 call a person)');
}

/**
 * The first step of an execution. In a test run n8n calls this and never `poll`: it emits a real record of each event and leaves
 * the memory as it is.
 */
export async function emitPolled(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const options = functions.getNodeParameter('options', 0, {}) as IDataObject;
	const isTest = functions.getMode() === 'manual';
	const polled = isTest ? await sample(functions) : functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const attaches = isOn(options, 'attachAthlete');
	if (isTest && !attaches) hintAtAthlete(functions, polled);
	const readAthlete = athleteReader(lazyRequest(functions, AFTER_EVENT));
	const emitted = await emit(functions, polled, {
		...(attaches && { readAthlete: async (event) => (event.athlete ? {} : await readAthlete(event)) }),
		onlyWhen: onlyWhenOf(options, functions.getTimezone()),
	});
	return [emitted];
}
