import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sample } from './sample';

/**
 * The first step of an execution. In a test run n8n calls this and never `poll`: it gives a real record of each event, and
 * nothing that is remembered changes.
 */
export async function emit(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (functions.getMode() === 'manual') return [await sample(functions)];
	return [functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }))];
}
