import type { WorkflowJson } from '../../../../dev/host/workflow.mts';
import { ENDING_PRODUCTS } from '../../../../sandbox/living/livingClub.mts';

/** Of the executions of each workflow, n8n keeps those that fail. */
const KEPT = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' };

/** Sets a workflow as the club's owner does: nobody who pays month by month is offered a renewal. */
export function setUp({ nodes, settings = {} }: WorkflowJson): void {
	Object.assign(settings, KEPT);
	for (const { parameters } of nodes) if (parameters.products) Object.assign(parameters, { products: ENDING_PRODUCTS });
}
