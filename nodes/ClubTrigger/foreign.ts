import type { IDataObject, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { remembered } from '../shared/transport/memory';
import { excerptOf } from './eventLog';

const shown = remembered<true>('foreignEvents');

/** Whether an event is the first of its type and version that a trigger gets in this process; from then on it is not. */
export function isFirstOfItsKind(name: string, { eventType, dataVersion }: IDataObject): boolean {
	const kind = JSON.stringify([name, excerptOf(eventType), excerptOf(dataVersion)]);
	if (shown.get(kind)) return false;
	shown.set(kind, true);
	return true;
}

/** The error by which somebody sees that the club sends what this node does not know. */
export const foreignEvent = (node: INode, { eventType, dataVersion, id }: IDataObject): NodeOperationError =>
	new NodeOperationError(
		node,
		`The club sent an event that this node does not know: ${excerptOf(eventType)}, version ${excerptOf(dataVersion) || 'unknown'} of its data`,
		{
			description: `It was acknowledged and started nothing else (ID ${excerptOf(id)}). Update this node. To take such events as they are, switch on "Emit Unknown Events". This is shown once for each type and version, until n8n restarts.`,
		},
	);
