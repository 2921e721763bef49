import type { FunctionsBase, IDataObject, NodeTypeAndVersion } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { parseSubject } from '../api/subjects';
import { textOf } from '../transport/json';

/** The events that happen once to an id, and the name of that id in their subject (§6.3). */
const ONCE: ReadonlyMap<string, string> = new Map([
	['Badge.Awarded', 'achievedBadgeId'],
	['Training.Created', 'trainingId'],
	['UserSubscription.Created', 'userSubscriptionId'],
	['UserSubscription.Deleted', 'userSubscriptionId'],
]);

/**
 * What names an event for both triggers: its type and its whole subject, since each of them gives an event an id of its own.
 * Undefined for one that may happen again to the same id.
 */
export function keyOf(event: IDataObject): string | undefined {
	const [eventType, subject] = [textOf(event.eventType), textOf(event.subject)];
	const id = ONCE.get(eventType);
	return id && parseSubject(subject)?.ids[id] ? `${eventType} ${subject}` : undefined;
}

const kindOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Whether the user wants it: an option of the Club Poll Trigger. */
const isWanted = (parameters: IDataObject | undefined): boolean => (parameters?.options as IDataObject | undefined)?.skipHandled !== false;

/** Whether a node of the other kind leads into a node that this one leads into. */
export function hasPartner(functions: Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'>): boolean {
	const { name, type, parameters } = functions.getNode();
	const partner = kindOf(type) === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger';
	const isPartner = (node: NodeTypeAndVersion) =>
		kindOf(node.type) === partner &&
		!node.disabled &&
		isWanted(partner === 'clubPollTrigger' ? (node.parameters as IDataObject | undefined) : (parameters as IDataObject));
	return functions.getChildNodes(name).some((child) => {
		const leadingHere = functions.getParentNodes(child.name, { depth: 1, includeNodeParameters: true });
		return leadingHere.some((node) => node.name === name) && leadingHere.some(isPartner);
	});
}

/** Nodes that put an execution to wait: Wait, Form, Chat, a sub-workflow, a tool that somebody must approve. */
const WAITS = /\.(wait|form|chat|executeWorkflow|toolWorkflow|\w+HitlTool)$/;

const isWaiting = ({ type, parameters }: NodeTypeAndVersion): boolean =>
	WAITS.test(type) || String((parameters as IDataObject | undefined)?.operation).endsWith('AndWait');

/** Whether a node after this one, or a tool of such a node, can put the execution to wait. */
export function canWait(functions: Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'>): boolean {
	const later = functions.getChildNodes(functions.getNode().name, { includeNodeParameters: true });
	const tools = later.flatMap(({ name }) =>
		functions.getParentNodes(name, { connectionType: NodeConnectionTypes.AiTool, includeNodeParameters: true }),
	);
	return [...later, ...tools].some((node) => !node.disabled && isWaiting(node));
}
