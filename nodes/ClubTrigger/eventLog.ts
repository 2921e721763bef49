import type { IDataObject, Logger, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { timeOf } from '../shared/api/time';
import { remembered } from '../shared/transport/memory';

/** Longest part of what a sender wrote that is repeated. */
const EXCERPT = 100;

/** A type, an id or a version as a sender wrote it, fit for a log and for a message. */
const excerptOf = (value: unknown): string =>
	(typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, EXCERPT).replace(/[^\w.:/+ -]/g, '?');

/** Writes down what became of an event, whose time is in UTC (§6.1), for whoever runs n8n with the log level debug: never what it holds. */
export function logEvent(logger: Logger, { eventType, id, eventTime }: IDataObject, outcome: string): void {
	const age = Math.round((Date.now() - (timeOf(eventTime, 'utc') ?? NaN)) / 1000);
	logger.debug(
		`Club event ${excerptOf(eventType)} ${excerptOf(id)}, ${Number.isFinite(age) ? `${age} s old` : 'of unknown age'}: ${outcome}`,
	);
}

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
