import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { methodOf } from '../shared/api/route';
import { settle } from '../shared/transport/outcome';
import { isList, readForModel, readList } from './list';
import type { AnyOperation, Output } from './operation';
import type { AnyValues } from './options';
import { requestOf } from './request';
import type { Session } from './session';
import { Shape } from './shape';

/** Takes an output item as it comes, so that what was read before a failure is kept. */
export type Emit = (output: INodeExecutionData) => void;

/** Makes the call of an operation that has nothing of its own to do. */
async function makeCall(session: Session, operation: AnyOperation, values: AnyValues): Promise<Output> {
	const { call, ...request } = await requestOf(session, operation, values);
	const answer = await session.sendFree(call, request);
	return methodOf(call) === 'DELETE' ? { ...answer, deleted: true } : answer;
}

async function outputOf(session: Session, operation: AnyOperation, values: AnyValues): Promise<Output> {
	if (operation.run) return await operation.run(session, values);
	return isList(operation) ? readList(session, operation, values) : await makeCall(session, operation, values);
}

const isPages = (output: Output): output is AsyncGenerator<IDataObject[]> => Symbol.asyncIterator in output;

const isItem = (row: IDataObject | INodeExecutionData): row is INodeExecutionData => 'binary' in row && 'json' in row;

/** Makes what an item asks for, and emits its rows. */
async function perform(session: Session, operation: AnyOperation, values: AnyValues, emit: Emit): Promise<void> {
	const shape = new Shape(operation, values, session.zone);
	const output = await outputOf(session, operation, values);
	const pages = isPages(output) ? output : [Array.isArray(output) ? output : [output]];
	for await (const rows of pages) {
		for (const row of rows) emit(isItem(row) ? { ...row, json: shape.of(row.json) } : { json: shape.of(row) });
	}
	for (const name of shape.missing) session.hint(`No record has a property "${name}" (Options > Fields)`);
}

/** Runs an item without its writes, and emits them. What comes of an answer that was never given is no error. */
async function rehearse(session: Session, operation: AnyOperation, values: AnyValues, emit: Emit): Promise<void> {
	const outcome = await settle(perform(session, operation, values, () => undefined));
	const { planned: wouldSend = [] } = session;
	if ('error' in outcome && wouldSend.length === 0) throw outcome.error;
	emit({ json: { dryRun: true, wouldSend } });
}

/** Reads a list for a model: one item, which says what it does not hold. */
async function tellModel(session: Session, operation: AnyOperation, values: AnyValues, emit: Emit): Promise<void> {
	if (!isList(operation) || operation.run) return await perform(session, operation, values, emit);
	const shape = new Shape(operation, values, session.zone, false);
	const { rows, hasMore, nextCursor } = await readForModel(session, operation, values);
	emit({ json: { results: rows.map((row) => shape.of(row)), hasMore, nextCursor } });
}

/** Runs one item and hands on its rows as they come. */
export async function runItem(session: Session, operation: AnyOperation, values: AnyValues, emit: Emit): Promise<void> {
	session.begin(values);
	if (values.options.dryRun) await rehearse(session, operation, values, emit);
	else await (session.isForModel ? tellModel : perform)(session, operation, values, emit);
}
