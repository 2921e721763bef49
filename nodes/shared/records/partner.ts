import type { FunctionsBase, IDataObject, INodeExecutionData, NodeTypeAndVersion } from 'n8n-workflow';
import { parseSubject } from '../api/subjects';

/** The events that happen once to an id, and the name of that id in their subject (§6.3). */
const ONCE: ReadonlyMap<string, string> = new Map([
	['Badge.Awarded', 'achievedBadgeId'],
	['Training.Created', 'trainingId'],
	['UserSubscription.Created', 'userSubscriptionId'],
	['UserSubscription.Deleted', 'userSubscriptionId'],
]);

/** What names an event for both triggers; undefined for one that may happen again to the same id. */
export function keyOf({ eventType, subject }: IDataObject): string | undefined {
	const id = ONCE.get(String(eventType));
	const ids = parseSubject(String(subject))?.ids;
	return id && ids?.[id] ? `Club ${String(eventType)} ${ids[id]}` : undefined;
}

/** Whether a poll offers this event once more, in case the execution that had it in hand was killed. */
export const isOfferedAgain = ({ json }: Pick<INodeExecutionData, 'json'>): boolean => json.offeredAgain === true;

const kindOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Whether the user wants it: an option of the Club Poll Trigger. */
const isWanted = (parameters: IDataObject | undefined): boolean => (parameters?.options as IDataObject | undefined)?.skipHandled !== false;

/** The kind of a trigger, and of the one that may handle the same events. */
export function kindsOf(functions: Pick<FunctionsBase, 'getNode'>): { own: string; partner: string } {
	const own = kindOf(functions.getNode().type);
	return { own, partner: own === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger' };
}

/** Whether a node of the other kind leads into a node that this one leads into. */
export function hasPartner(functions: Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'>): boolean {
	const { name, parameters } = functions.getNode();
	const { partner } = kindsOf(functions);
	const isPartner = (node: NodeTypeAndVersion) =>
		kindOf(node.type) === partner &&
		!node.disabled &&
		isWanted(partner === 'clubPollTrigger' ? (node.parameters as IDataObject | undefined) : (parameters as IDataObject));
	return functions.getChildNodes(name).some((child) => {
		const leadingHere = functions.getParentNodes(child.name, { depth: 1, includeNodeParameters: true });
		return leadingHere.some((node) => node.name === name) && leadingHere.some(isPartner);
	});
}
