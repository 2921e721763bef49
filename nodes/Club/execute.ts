import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { methodOf } from '../shared/api/endpoints';
import type { Page } from '../shared/records/paging';
import { ROUTES_DETAILS } from '../shared/transport/process';
import { ClubError, toNodeError, attempt } from '../shared/transport/errors';
import { readList } from './list';
import type { Lane, Stretch } from './lanes';
import { lanesOf, placeOf, Slots } from './lanes';
import type { CurrentRows } from './onlyChanges';
import { readCurrentRows, writeChange, repetitionOf } from './onlyChanges';
import type { AnyOperation, Output } from './operation';
import { mayWrite, RecordWithFiles } from './operation';
import { allFields } from './panel';
import { readValues } from './parameters';
import type { Plan } from './plan';
import { planOf } from './plan';
import { Shape } from './output';
import type { Run } from './session';
import { endRuns, openRun, Session } from './session';
import { showUnlessConfirmed } from './showFirst';
import { isTool } from '../shared/transport/spending';

/** What the items of a run share. */
interface Prepared {
	run: Run;
	rows: CurrentRows;
	/** What the operation has prepared. */
	own: unknown;
}

/** Looks at all items before the first is run, to spend fewer calls on many of them. */
async function prepare(run: Run, operation: AnyOperation, plans: readonly Plan[]): Promise<Prepared> {
	const [{ patience } = { patience: { maxWaitMs: 0 } }] = plans;
	const session = new Session(run, operation, { patience, isDryRun: false, isShownFirst: false });
	// A look-up that was given more parameters is no look-up in a list.
	await session.readAhead(plans.flatMap(({ lookUps, parameters }) => (parameters ? [] : lookUps)));
	return { run, rows: await readCurrentRows(session, plans), own: operation.prepare?.() };
}

/** The rows of a list, or its pages as they came. */
async function* rowsOf(pages: AsyncIterable<Page>, asPages: boolean): AsyncGenerator<IDataObject[]> {
	for await (const { envelope, rows } of pages) yield asPages ? [envelope] : rows;
}

/** A list as one record for a model, which must know what it does not see: whether there is more, and the cursor to go on with. */
async function recordOf(pages: AsyncIterable<Page>): Promise<IDataObject> {
	const results: IDataObject[] = [];
	let [hasMore, nextCursor]: [boolean, string | null] = [false, null];
	for await (const { rows, more, cursor } of pages) {
		for (const row of rows) results.push(row);
		[hasMore, nextCursor] = [more, cursor ?? null];
	}
	return { results, hasMore, nextCursor };
}

/** Makes what a plan asks for. */
async function answerTo(session: Session, operation: AnyOperation, plan: Plan, { rows, own }: Prepared): Promise<Output> {
	if (!plan.request) return (await operation.run?.(session, plan.values, own)) ?? {};
	const request = await session.resolve(plan.request);
	if (operation.list) {
		const pages = readList(session, operation.list, plan, request);
		return session.isForModel ? await recordOf(pages) : rowsOf(pages, plan.view.asPages);
	}
	if (operation.current) return await writeChange(session, request, rows, plan.current !== undefined);
	const answer = await session.request(request.call, request);
	return methodOf(request.call) === 'DELETE' ? { ...answer, deleted: true } : answer;
}

const isPages = (output: Output): output is AsyncGenerator<IDataObject[]> => Symbol.asyncIterator in output;

/** Makes what a plan asks for, and gives its rows as they come, so that what was read before a failure is kept. */
async function* outputOf(session: Session, operation: AnyOperation, plan: Plan, prepared: Prepared): AsyncGenerator<INodeExecutionData[]> {
	const shape = new Shape(plan.view, session.zone);
	const answer = await answerTo(session, operation, plan, prepared);
	const pages = isPages(answer) ? answer : [Array.isArray(answer) ? answer : [answer]];
	for await (const rows of pages) {
		yield rows.map((row) => (row instanceof RecordWithFiles ? { ...row, json: shape.of(row.json) } : { json: shape.of(row) }));
	}
	for (const name of shape.missing) session.hint(`No record has the property "${name}" (Options > Fields)`);
}

/** Reads and checks as an item does, and notes the writes that it would make. What comes of an answer that was never given is no error. */
async function runDry(operation: AnyOperation, plan: Plan, prepared: Prepared): Promise<Session> {
	const session = new Session(prepared.run, operation, { ...plan, isDryRun: true });
	// What is only shown changes none of the rows.
	const rows = plan.isShownFirst ? new Map(prepared.rows) : prepared.rows;
	const pages = outputOf(session, operation, plan, { ...prepared, rows });
	const drain = async (): Promise<void> => {
		for (let page = await pages.next(); !page.done; ) page = await pages.next();
	};
	const ended = await attempt(drain());
	if ('error' in ended && session.planned.length === 0) throw ended.error;
	return session;
}

/** The output of one item; of a dry run, the writes that it would make, and of a change that is to be confirmed, what it is. */
async function* runItem(operation: AnyOperation, plan: Plan, prepared: Prepared): AsyncGenerator<INodeExecutionData[]> {
	if (plan.isDryRun) {
		const { planned } = await runDry(operation, plan, prepared);
		return yield [{ json: { dryRun: true, wouldSend: planned.map(({ shown }) => shown) } }];
	}
	if (plan.isShownFirst) {
		const rehearsed = await runDry(operation, plan, prepared);
		const shown = await showUnlessConfirmed(rehearsed, operation, plan.values);
		if (shown) return yield [{ json: shown }];
	}
	yield* outputOf(new Session(prepared.run, operation, plan), operation, plan, prepared);
}

/** Where to go on with a list that was interrupted: at its cursor, or at a bound where the club gave none. */
function wayOn({ cursor, fromId, toId, from, to }: NonNullable<ClubError['resume']>): string {
	if (cursor) return ` To continue, set Options > Start at Cursor to ${cursor}.`;
	if (fromId ?? from) return ` To continue, set ${fromId ? `"From ID" to ${fromId}` : `"From" to ${from}`}.`;
	if (toId ?? to) return ` To continue, set ${toId ? `"To ID" to ${toId}` : `"To" to ${to}`}.`;
	return '';
}

/** How far an execution came when one of its items failed and ended it. */
interface Progress {
	/** Items that are done. */
	done: readonly number[];
	/** Why it failed of others that were under way meanwhile, by their items. */
	others: ReadonlyMap<number, unknown>;
}

/** An error in one text: what happened, and what to do. */
function textOf(error: unknown): string {
	const { message, description = '' } = error instanceof Error ? (error as Error & { description?: string }) : { message: String(error) };
	return `${message.replace(/\.$/, '')}. ${description}`.trim();
}

/** What of the items was done where nothing more is. */
function progressText({ done, others }: Progress): string {
	const isStart = done.every((item, index) => item === index);
	const doneText =
		done.length === 0
			? 'No item was completed.'
			: !isStart
				? `Completed items: ${done.join(', ')}.`
				: done.length === 1
					? 'The first item was completed.'
					: `The first ${done.length} items were completed.`;
	const failed = [...others].map(([item, error]) => ` Item ${item} also failed: ${textOf(error)}`);
	return `${doneText}${failed.join('')} ${isStart && others.size === 0 ? 'Nothing was sent after this item.' : 'Nothing was sent for the other items.'}`;
}

/** The error of a list with how far it came. */
function withWayOn(error: unknown): unknown {
	if (!(error instanceof ClubError) || !error.resume) return error;
	return error.with({ advice: `${error.resume.rows} rows were read.${wayOn(error.resume)}` });
}

/** The error of an item as n8n shows it; a model, which sees little else, is told all in the message. */
function failureOf(node: INode, error: unknown, item: number, words: Parameters<typeof toNodeError>[3]): ReturnType<typeof toNodeError> {
	const failure = toNodeError(node, withWayOn(error), item, words);
	if (isTool(node) && failure.description) failure.message = textOf(failure);
	return failure;
}

/** The error of an item as an item, where the run goes on. */
function errorItem(node: INode, error: unknown, { message, description }: ReturnType<typeof toNodeError>): IDataObject {
	const json: IDataObject = { error: message, message: description ?? message };
	const details = error instanceof ClubError ? { errorType: error.errorType, status: error.status, resume: error.resume } : {};
	if (ROUTES_DETAILS || node.onError !== 'continueErrorOutput') json.details = JSON.parse(JSON.stringify(details)) as IDataObject;
	return json;
}

/**
 * Runs an operation over all input items. All are planned before the first call. Those of one club are done one after the other, clubs side
 * by side. Gives one output item a row, in the order of the items and paired with its own.
 */
export async function execute(this: IExecuteFunctions, operation: AnyOperation): Promise<INodeExecutionData[]> {
	const node = this.getNode();
	const goesOn = this.continueOnFail();
	const items = this.getInputData();
	const outputs: INodeExecutionData[][] = items.map(() => []);
	const done: number[] = [];
	const failures = new Map<number, unknown>();
	let lanes: Lane[] = [];
	const failed = (error: unknown, item: number, ...progress: string[]): ReturnType<typeof toNodeError> =>
		failureOf(node, error, item, { more: [...progress, lanes.length > 1 ? placeOf(lanes, item) : ''], namesItem: goesOn });
	const fail = (error: unknown, item: number): void => {
		failures.set(item, error);
		if (goesOn) outputs[item].push({ json: errorItem(node, error, failed(error, item)), pairedItem: { item } });
	};
	/** Where the first failure ends the run: says what is done, in items of other clubs too. */
	const assertGoesOn = (): void => {
		const [first] = failures;
		if (goesOn || !first) return;
		const [item, error] = first;
		if (items.length === 1 || lanes.length === 0) throw failed(error, item);
		const others = new Map([...failures].slice(1));
		throw failed(error, item, progressText({ done: done.sort((a, b) => a - b), others }));
	};

	const fields = allFields(operation);
	const plans = new Map<number, Plan>();
	for (const item of items.keys()) {
		try {
			plans.set(item, planOf(operation, readValues(this, item, fields), isTool(node)));
		} catch (error) {
			fail(error, item);
			assertGoesOn();
		}
	}

	const slots = new Slots();
	const hints = new Set<string>();
	const runs: Run[] = [];
	lanes = await lanesOf(this, [...plans.keys()], slots, fail);
	assertGoesOn();
	const runItems = async ({ client, items: own }: Stretch): Promise<void> => {
		const planned = own.flatMap((item) => plans.get(item) ?? []);
		const run = openRun(this, client, hints);
		runs.push(run);
		const prepared = await attempt(prepare(run, operation, planned));
		for (const [index, item] of own.entries()) {
			if (!goesOn && failures.size > 0) return;
			try {
				if ('error' in prepared) throw prepared.error;
				for await (const rows of runItem(operation, planned[index], prepared.value)) {
					for (const row of rows) outputs[item].push({ ...row, pairedItem: { item } });
				}
				done.push(item);
			} catch (error) {
				fail(error, item);
			}
		}
	};
	await Promise.all(
		lanes.map(
			async ({ stretches }) =>
				await slots.use(async () => {
					for (const stretch of stretches) await runItems(stretch);
				}),
		),
	);
	assertGoesOn();
	endRuns(runs, mayWrite(operation) ? repetitionOf(operation, [...plans.values()]) : undefined);
	return outputs.flat();
}
