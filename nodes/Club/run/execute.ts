import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { methodOf } from '../../shared/api/endpoints';
import type { Page } from '../../shared/lists/pages';
import { isTool } from '../../shared/transport/process';
import { Tool } from './forModel';
import { readList } from './list';
import { CurrentRows, writeChange } from './onlyChanges';
import { mayWrite, type AnyOperation, type Output } from '../operation';
import { WrongColumns } from '../fields/columns';
import { Outcomes } from './outcomes';
import { readValues } from './parameters';
import { planOf, type Plan } from './plan';
import { listForModel, noteOf, Shape } from './output';
import { NOT_SENT_AGAIN, RetryMemory } from '../calls/retryMemory';
import { addCallHints, compareItems } from './hints';
import { batchesOf, type Batch } from '../calls/batch';
import { Session } from '../calls/session';
import { subjectsOf } from './subjects';
import { effectOf, isCreation, type Effect } from '../calls/summaryHint';

/** An item, with what the items of a run know of each other. Nothing is read for that before an item needs it. */
interface Item {
	plan: Plan;
	session: Session;
	shape: Shape;
	rows?: CurrentRows;
	prepared: unknown;
}

async function answerTo(operation: AnyOperation, { session, plan, rows, prepared }: Item): Promise<Output> {
	const { request: planned, values } = plan;
	if (!planned) {
		const lookUp = async () => await operation.before?.(session, values, prepared);
		const before = await (session.memory?.before(lookUp) ?? lookUp());
		return (await operation.run?.(session, values, prepared, before)) ?? {};
	}
	const request = await session.resolve(planned);
	if (operation.list) return readList(session, operation.list, plan, request);
	if (rows) return await writeChange(session, request, planned.params.userId, { rows, onlyChanges: values.options.onlyChanges });
	const answer = await session.request(request.call, request);
	return methodOf(request.call) === 'DELETE' ? { deleted: true, ...answer } : answer;
}

const isPages = (output: Output): output is AsyncIterable<Page> => Symbol.asyncIterator in output;

/** The output of one item, as its rows arrive, so that a later failure does not lose them; of a dry run, the writes that it would make. */
async function* outputOf(operation: AnyOperation, item: Item, tool?: Tool): AsyncGenerator<INodeExecutionData[]> {
	const { plan, session, shape } = item;
	const about = tool && mayWrite(operation) ? await subjectsOf(operation, plan, session) : {};
	const answer = await answerTo(operation, item);
	if (plan.isDryRun) return yield shape.all([{ ...about, dryRun: true, wouldSend: session.planned }]).map((json) => ({ json }));
	if (tool && isPages(answer)) {
		const { withTelemetry, cursor } = plan.values.options as IDataObject;
		const part = { isBounded: !withTelemetry && !operation.isFree, isContinued: Boolean(cursor) };
		return yield [{ json: await listForModel(answer, { shape, session, tool }, part) }];
	}
	const pages = isPages(answer) ? answer : [{ rows: [answer].flat() }];
	const done = tool && session.sentWrites.length > 0 && !operation.isFree ? { done: operation.action } : {};
	for await (const { rows } of pages) {
		const formatted = shape.all(rows.map((row) => ({ ...done, ...about, ...row })));
		yield formatted.map((json) => ({ json: tool ? { ...json, ...noteOf({ session, shape, tool }) } : json }));
	}
}

/** What an item did, for the summary. A call that the user writes may have read, and a dry run has written nothing. */
function effectOfItem(operation: AnyOperation, { plan, session }: Item, rows: readonly INodeExecutionData[]): Effect | undefined {
	const { sentWrites } = session;
	const isCounted = !plan.isDryRun && (!operation.isFree || sentWrites.length > 0);
	return isCounted ? effectOf(rows[0]?.json ?? {}, sentWrites) : undefined;
}

const SEND_THE_OTHERS = 'To send the other items, choose "Continue (using error output)" under Settings → On Error.';

function plansOf(functions: IExecuteFunctions, operation: AnyOperation, outcomes: Outcomes, tool?: Tool) {
	const plans = new Map<number, Plan>();
	for (const item of outcomes.outputs.keys()) {
		try {
			const values = readValues(functions, item, operation, tool, (note) => outcomes.summary?.note(note, item));
			plans.set(item, planOf(operation, values, tool !== undefined));
		} catch (error) {
			outcomes.fail(error, item);
			outcomes.throwFirst(tool || error instanceof WrongColumns ? '' : SEND_THE_OTHERS);
		}
	}
	return plans;
}

const MAX_PARALLEL = 10;

/** Runs work for each batch, at most ten at a time. A batch that must wait keeps its place. */
async function runBatches(batches: readonly Batch[], work: (batch: Batch) => Promise<void>): Promise<void> {
	const waiting = batches.values();
	const next = async (): Promise<void> => {
		for (const batch of waiting) await work(batch);
	};
	await Promise.all(Array.from({ length: MAX_PARALLEL }, next));
}

/**
 * Runs an operation for all input items. All items are planned before the first call. Items of one credential run one after the other, and
 * credentials in parallel. Returns one output item for each row, in the order of the input items, each paired with its own.
 */
export async function execute(this: IExecuteFunctions, operation: AnyOperation): Promise<INodeExecutionData[]> {
	const node = this.getNode();
	const tool = isTool(node) ? new Tool(node.parameters, operation.allFields) : undefined;
	const outcomes = new Outcomes(this, operation, tool);
	const { outputs, summary } = outcomes;
	const plans = plansOf(this, operation, outcomes, tool);
	const previews = [...plans.keys()].filter((item) => plans.get(item)?.isDryRun);
	if (summary) summary.isDryRun = previews.length === plans.size;
	if (summary && !summary.isDryRun) summary.previews = new Set(previews);
	const report = { functions: this, hints: new Set<string>(), summary };
	const batches = await batchesOf(report, plans, (error, item) => outcomes.fail(error, item));
	outcomes.throwFirst(SEND_THE_OTHERS);
	outcomes.batches = batches;
	if (summary && plans.size > 1) compareItems(operation, plans, batches, summary);

	const shapes = new Map<string, Shape>();
	const shapeOf = ({ values: { options }, simplify, isForModel }: Plan): Shape => {
		const name = JSON.stringify([options.fields, simplify]);
		const shape =
			shapes.get(name) ?? new Shape(options.fields, operation.simplify ?? [], simplify !== undefined, this.getTimezone(), isForModel);
		shapes.set(name, shape);
		return shape;
	};
	const memory = summary && !tool && node.retryOnFail ? RetryMemory.begin(this) : undefined;
	const runBatch = async (batch: Batch): Promise<void> => {
		const { client, items } = batch;
		const prepare = () => operation.prepare?.();
		const planned = items.map((item) => plans.get(item) as Plan);
		const rows = operation.current && new CurrentRows(client.key, operation.current, planned);
		const shared = memory ? memory.sharedOf(client.key, prepare) : prepare();
		// A preview sends nothing, so no real item may count on what it would have sent.
		const sharedDry = prepare();
		for (const index of items) {
			if (outcomes.isStopped) return;
			const sent = memory?.of(index);
			if (sent?.completed) {
				batch.hint(NOT_SENT_AGAIN);
				for (const remark of sent.completed.remarks) batch.remark(remark, index);
				outcomes.repeat(index, sent.completed);
				continue;
			}
			try {
				const plan = plans.get(index) as Plan;
				// Rows of another club would count twice in a report of all clubs.
				await client.confirmClub(plan.patience);
				const session = new Session(batch, operation, plan, index, sent);
				const item: Item = { plan, session, shape: shapeOf(plan), rows, prepared: plan.isDryRun ? sharedDry : shared };
				for await (const part of outputOf(operation, item, tool)) outcomes.add(index, part);
				const { remarks, sentWrites } = session;
				const isCreated = !operation.lookUp && sentWrites.some(isCreation);
				const completed = { rows: outputs[index], effect: summary && effectOfItem(operation, item, outputs[index]), remarks, isCreated };
				outcomes.complete(index, completed);
				if (!plan.isDryRun) sent?.complete(completed);
			} catch (error) {
				client.noteFailure();
				outcomes.fail(error, index);
			}
		}
	};
	await runBatches(batches, runBatch).finally(() => memory?.end(outcomes.mayRunAgain));
	outcomes.throwFirst();
	const missing = [...shapes.values()].flatMap((shape) => shape.missing);
	for (const name of missing) batches[0].hint(`No record has the property "${name}" (Options > Fields)`);
	addCallHints(batches);
	return outputs.flat();
}
