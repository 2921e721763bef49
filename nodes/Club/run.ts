import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Patience } from '../shared/transport/client';
import { ClubClient } from '../shared/transport/client';
import { ROUTES_DETAILS } from '../shared/transport/engine';
import { ClubError, toNodeError } from '../shared/transport/errors';
import { settle } from '../shared/transport/outcome';
import type { EmailLookUp } from '../shared/api/endpoints';
import { methodOf } from '../shared/api/route';
import { FEWEST_FOR_PAGES, rowsOf } from '../shared/records/rows';
import { checkList, isAsPages, isList, readList } from './list';
import type { AnyOperation, Output } from './operation';
import type { AnyValues } from './options';
import { allFields } from './panel';
import { readValues } from './parameters';
import { ByEmail } from './reference';
import { requestOf } from './request';
import { Session } from './session';
import { simple } from './simplify';

/** Waiting that a user is told of, in milliseconds. */
const NOTABLE_WAIT_MS = 5_000;

const patienceOf = ({ onRateLimit, maxWait = 3600 }: AnyValues['options']): Patience => ({
	maxWaitMs: onRateLimit === 'fail' ? 0 : maxWait * 1000,
	hasOptions: true,
});

/** Makes the call of an operation that has nothing of its own to do. */
async function makeCall(session: Session, operation: AnyOperation, values: AnyValues): Promise<Output> {
	const { call, ...request } = await requestOf(session, operation, values);
	const answer = await session.sendFree(call, request);
	return methodOf(call) === 'DELETE' ? { ...answer, deleted: true } : answer;
}

const isPages = (output: Output): output is AsyncGenerator<IDataObject[]> => Symbol.asyncIterator in output;

/** A row as the user wants it: as it is, or simple; of a page, its rows. */
function simplified(session: Session, operation: AnyOperation, values: AnyValues, row: IDataObject): IDataObject {
	const { simplify } = operation;
	if (!simplify || !values.options.simplify) return row;
	const simpler = (record: IDataObject): IDataObject => simple(record, simplify, session.zone);
	return isList(operation) && isAsPages(values) ? { ...row, Results: rowsOf(row).map(simpler) } : simpler(row);
}

/** Runs one item and hands on its rows as they come, so that what was read before a failure is kept. */
async function runItem(session: Session, operation: AnyOperation, values: AnyValues, emit: (output: INodeExecutionData) => void): Promise<void> {
	const output = operation.run
		? await operation.run(session, values)
		: isList(operation)
			? readList(session, operation, values)
			: await makeCall(session, operation, values);
	const pages = isPages(output) ? output : [Array.isArray(output) ? output : [output]];
	for await (const rows of pages) {
		for (const row of rows) {
			if ('binary' in row && 'json' in row) emit(row as unknown as INodeExecutionData);
			else emit({ json: simplified(session, operation, values, row as IDataObject) });
		}
	}
}

/** Addresses that the items mean, by the call that looks them up. */
function addressesOf(operation: AnyOperation, all: AnyValues[]): Map<EmailLookUp, string[]> {
	const addresses = new Map<EmailLookUp, string[]>();
	const add = (lookUp: EmailLookUp, email: string) => addresses.set(lookUp, [...(addresses.get(lookUp) ?? []), email]);
	for (const values of all) {
		if (operation.lookUp) add(operation.lookUp, values.email as string);
		for (const value of [...Object.values(values), ...Object.values(values.filters ?? {})]) {
			if (value instanceof ByEmail) add(value.lookUp, value.email);
		}
	}
	return addresses;
}

/** Spends fewer calls on many items by looking at all of them first. */
async function prepare(session: Session, operation: AnyOperation, all: AnyValues[]): Promise<void> {
	for (const [lookUp, addresses] of addressesOf(operation, all)) {
		if (new Set(addresses).size >= FEWEST_FOR_PAGES) await session.readAhead(addresses, lookUp);
	}
	await operation.prepare?.(session, all);
}

/** What a failing item of several tells about the others. */
function progress(error: unknown, itemIndex: number, itemCount: number, stops: boolean): void {
	if (!(error instanceof ClubError)) return;
	if (error.resume) {
		const { rows, cursor } = error.resume;
		error.add(`${rows} rows were read${cursor ? `; go on with the cursor ${cursor} in Options > Cursor` : ''}.`);
	}
	if (itemCount === 1 || !stops) return;
	const done = itemIndex === 0 ? 'No item was done.' : itemIndex === 1 ? 'Item 0 is done.' : `Items 0 to ${itemIndex - 1} are done.`;
	error.add(`${done} Nothing after item ${itemIndex} was sent.`);
}

/**
 * Runs an operation over all input items: all values are checked before the first call, then item after item.
 * Gives one output item a row, paired with its input item.
 */
export async function runOperation(this: IExecuteFunctions, operation: AnyOperation): Promise<INodeExecutionData[]> {
	const itemCount = this.getInputData().length;
	const goesOn = this.continueOnFail();
	const output: INodeExecutionData[] = [];

	const fail = (error: unknown, item: number): void => {
		progress(error, item, itemCount, !goesOn);
		const nodeError = toNodeError(this.getNode(), error, item);
		if (!goesOn) throw nodeError;
		const details = error instanceof ClubError ? { errorType: error.errorType, status: error.status, resume: error.resume } : {};
		const { message, description } = nodeError;
		const json: IDataObject = { error: message, message: description ?? message };
		if (ROUTES_DETAILS || this.getNode().onError !== 'continueErrorOutput') json.details = JSON.parse(JSON.stringify(details)) as IDataObject;
		output.push({ json, pairedItem: { item } });
	};

	const fields = allFields(operation);
	const checked = new Map<number, AnyValues>();
	const refused = new Map<number, unknown>();
	for (let item = 0; item < itemCount; item++) {
		try {
			const values = readValues(this, item, fields);
			if (isList(operation)) checkList(operation, values);
			operation.check?.(values);
			checked.set(item, values);
		} catch (error) {
			refused.set(item, error);
			if (!goesOn) fail(error, item);
		}
	}

	const [first] = checked.values();
	const opened = await settle(ClubClient.open(this, patienceOf(first?.options ?? {})));
	if ('error' in opened) {
		for (let item = 0; item < itemCount; item++) fail(refused.get(item) ?? opened.error, item);
		return output;
	}
	const session = new Session(opened.value, this, operation);
	const prepared = await settle(prepare(session, operation, [...checked.values()]));
	for (let item = 0; item < itemCount; item++) {
		const values = checked.get(item);
		if (!values || 'error' in prepared) {
			fail(refused.get(item) ?? ('error' in prepared ? prepared.error : undefined), item);
			continue;
		}
		opened.value.patience = patienceOf(values.options);
		const outcome = await settle(runItem(session, operation, values, (row) => output.push({ ...row, pairedItem: { item } })));
		if ('error' in outcome) fail(outcome.error, item);
	}
	if (opened.value.waitedMs >= NOTABLE_WAIT_MS) {
		session.hint(`Waited ${Math.round(opened.value.waitedMs / 1000)} seconds in all, because a club key has 50 calls a minute`);
	}
	return output;
}

