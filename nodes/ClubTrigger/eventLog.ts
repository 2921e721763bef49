import type { IDataObject, Logger, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { HOUR_MS, timeOf } from '../shared/api/time';
import { clock } from '../shared/transport/clock';
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

/** When each trigger last showed one. */
const lastShown = remembered<number>('foreignEventsShown');

/**
 * Whether somebody is to see this event: of its type and version it is the first that a trigger shows in this process, and the
 * first in an hour, since a sender may make up as many as they like. From then on it is not.
 */
export function isToBeShown(name: string, { eventType, dataVersion }: IDataObject): boolean {
	const kind = JSON.stringify([name, excerptOf(eventType), excerptOf(dataVersion)]);
	if (shown.get(kind) || clock.now() - (lastShown.get(name) ?? -Infinity) < HOUR_MS) return false;
	shown.set(kind, true);
	lastShown.set(name, clock.now());
	return true;
}

/** The error by which somebody sees that the club sends what this node does not know. */
export const foreignEvent = (node: INode, { eventType, dataVersion, id }: IDataObject): NodeOperationError =>
	new NodeOperationError(
		node,
		`The club sent an event that this node does not know: ${excerptOf(eventType)}, version ${excerptOf(dataVersion) || 'unknown'} of its data`,
		{
			description: `It was acknowledged and started nothing else (ID ${excerptOf(id)}). Update this node. To take such events as they are, switch on "Start on Unknown Events". This is shown once for each type and version, and at most once an hour, until n8n restarts.`,
		},
	);
