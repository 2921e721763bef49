import type { IDataObject, INode } from 'n8n-workflow';
import { ROUTES_DETAILS } from '../shared/transport/engine';
import { ClubError, toNodeError } from '../shared/transport/errors';
import { isTool } from './tool';

/** Where an item stands in its run. */
export interface Place {
	item: number;
	count: number;
	/** Whether the run goes on with the next item. */
	goesOn: boolean;
}

/** Where to go on with a list that was interrupted: at its cursor, or at a bound where the club gave none. */
function wayOn({ cursor, fromId, toId, from, to }: NonNullable<ClubError['resume']>): string {
	if (cursor) return `; go on with the cursor ${cursor} in Options > Cursor`;
	if (fromId ?? from) return `; go on with ${fromId ? `From ID ${fromId}` : `From ${from}`}`;
	if (toId ?? to) return `; go on with ${toId ? `To ID ${toId}` : `To ${to}`}`;
	return '';
}

/** What a failing item of several tells about the others. */
function addProgress(error: ClubError, { item, count, goesOn }: Place): void {
	if (error.resume) error.add(`${error.resume.rows} rows were read${wayOn(error.resume)}.`);
	if (count === 1 || goesOn) return;
	const done = item === 0 ? 'No item was done.' : item === 1 ? 'The first item is done.' : `The first ${item} items are done.`;
	error.add(`${done} Nothing after this one was sent.`);
}

/** The error of an item as n8n shows it; a model, which sees little else, is told all in the message. */
export function failureOf(node: INode, error: unknown, place: Place): ReturnType<typeof toNodeError> {
	if (error instanceof ClubError) addProgress(error, place);
	const failure = toNodeError(node, error, place.item);
	if (isTool(node) && failure.description) failure.message = `${failure.message.replace(/\.$/, '')}. ${failure.description}`;
	return failure;
}

/** The error of an item as an item, where the run goes on. */
export function errorItem(node: INode, error: unknown, place: Place): IDataObject {
	const { message, description } = failureOf(node, error, place);
	const json: IDataObject = { error: message, message: description ?? message };
	const details = error instanceof ClubError ? { errorType: error.errorType, status: error.status, resume: error.resume } : {};
	if (ROUTES_DETAILS || node.onError !== 'continueErrorOutput') json.details = JSON.parse(JSON.stringify(details)) as IDataObject;
	return json;
}
