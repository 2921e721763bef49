import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { EmailLookUp } from '../shared/api/endpoints';
import { FEWEST_FOR_PAGES } from '../shared/records/rows';
import { ClubClient } from '../shared/transport/client';
import { settle } from '../shared/transport/outcome';
import { errorItem, failureOf } from './failure';
import { runItem } from './item';
import { checkList, isList } from './list';
import type { AnyOperation } from './operation';
import type { AnyValues } from './options';
import { parametersOf, patienceOf } from './options';
import { allFields } from './panel';
import { readValues } from './parameters';
import { ByEmail } from './reference';
import { Session } from './session';
import { isTool } from './tool';

/** Addresses that the items mean, by the call that looks them up. */
function addressesOf(operation: AnyOperation, all: AnyValues[]): Map<EmailLookUp, string[]> {
	const addresses = new Map<EmailLookUp, string[]>();
	const add = (lookUp: EmailLookUp, email: string) => addresses.set(lookUp, [...(addresses.get(lookUp) ?? []), email]);
	for (const values of all) {
		// A look-up that was given more parameters is no look-up in a list.
		if (parametersOf(values)) continue;
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
		if (new Set(addresses).size >= FEWEST_FOR_PAGES) await session.addresses.readAhead(addresses, lookUp);
	}
	await operation.prepare?.(session, all);
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
		const place = { item, count: itemCount, goesOn };
		if (!goesOn) throw failureOf(this.getNode(), error, place);
		output.push({ json: errorItem(this.getNode(), error, place), pairedItem: { item } });
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
	const opened = await settle(ClubClient.open(this, patienceOf(first?.options ?? {}, isTool(this.getNode()))));
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
		const outcome = await settle(runItem(session, operation, values, (row) => output.push({ ...row, pairedItem: { item } })));
		if ('error' in outcome) fail(outcome.error, item);
	}
	session.end();
	return output;
}
