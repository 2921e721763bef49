import type { IDataObject, Logger } from 'n8n-workflow';

/** Longest part of what a sender wrote that is repeated. */
const EXCERPT = 100;

/** A type, an id or a version as a sender wrote it, fit for a log and for a message. */
export const excerptOf = (value: unknown): string =>
	(typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, EXCERPT).replace(/[^\w.:/+ -]/g, '?');

/** Writes down what became of an event, for whoever runs n8n with the log level debug: never what it holds. */
export function logEvent(logger: Logger, { eventType, id, eventTime }: IDataObject, outcome: string): void {
	const age = Math.round((Date.now() - (typeof eventTime === 'string' ? Date.parse(eventTime) : NaN)) / 1000);
	logger.debug(
		`Club event ${excerptOf(eventType)} ${excerptOf(id)}, ${Number.isFinite(age) ? `${age} s old` : 'of unknown age'}: ${outcome}`,
	);
}
