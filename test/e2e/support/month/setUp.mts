import type { WorkflowJson } from '../../../../dev/host/workflow.mts';
import { ENDING_PRODUCTS } from '../../../../sandbox/living/livingClub.mts';

/** Of the executions of each workflow, n8n keeps those that fail. */
const KEPT = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' };

/**
 * Sets a workflow as the club's owner does: nobody who pays month by month is offered a renewal, and the first visit is left to *The first
 * 30 days of a new member*, as its note says.
 */
export function setUp({ nodes, settings = {} }: WorkflowJson): void {
	Object.assign(settings, KEPT);
	for (const { parameters } of nodes) {
		const { events, options = {} } = parameters as { events?: string[]; options?: object };
		if (events?.join() === 'Athlete.VisitMilestone') Object.assign(options, { milestones: '10, 50' });
		if (events?.some((event) => /^Membership\.(EndsSoon|Ended|Renewed)$/.test(event)))
			Object.assign(parameters, { products: ENDING_PRODUCTS });
	}
}
