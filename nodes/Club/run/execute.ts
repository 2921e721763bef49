import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { methodOf } from '../../shared/api/endpoints';
import type { Page } from '../../shared/lists/pages';
import { ROUTES_DETAILS } from '../../shared/transport/process';
import { ClubError, toNodeError } from '../../shared/transport/errors';
import { isTool } from '../../shared/transport/spending';
import { listForModel, noteOf } from './answerForModel';
import { inZone, Tool } from './forModel';
import { readList } from './list';
import { lookOver } from './lookOver';
import type { ClubItems, Batch } from './clubs';
import { clubsOf, clubSentence, runClubs } from './clubs';
import { CurrentRows, writeChange } from './onlyChanges';
import type { AnyOperation, Output } from '../operation';
import { mayWrite } from '../operation';
import { WrongColumns } from '../fields/columns';
import { fieldsIn } from '../fields/field';
import { allFields } from '../panel';
import { readValues } from './parameters';
import type { Plan } from './plan';
import { planOf } from './plan';
import { Shape } from './output';
import { Try } from '../calls/sentOnce';
import { endRuns } from './endRuns';
import { Run, Session } from '../calls/session';
import { subjectsOf } from './subjects';
import { COUNTED_FROM_0, effectOf, isCreation, Summary } from '../calls/summary';

/** An item before its own calls: its plan, and the club as it sees it. */
interface Item {
	index: number;
	plan: Plan;
	session: Session;
}

/** What the items of a run know of each other. Nothing is read for it before an item needs it. */
interface Shared {
	rows: CurrentRows;
	/** What the operation itself shares. */
	prepared: unknown;
}

/** Makes the calls of a plan. */
async function answerTo(operation: AnyOperation, { session, plan }: Item, { rows, prepared }: Shared): Promise<Output> {
	if (!plan.request) return (await operation.run?.(session, plan.values, prepared)) ?? {};
	const { request: planned } = plan;
	const request = await session.knownBefore(async () => await session.resolve(planned), planned.call);
	if (operation.list) return readList(session, operation.list, plan, request);
	if (operation.current) {
		const list = plan.values.options.onlyChanges ? operation.current : undefined;
		return await writeChange(session, request, planned.params.userId, { rows, list });
	}
	const answer = await session.request(request.call, request);
	return methodOf(request.call) === 'DELETE' ? { ...answer, deleted: true } : answer;
}

const isPages = (output: Output): output is AsyncIterable<Page> => Symbol.asyncIterator in output;

/** The output of one item, as its rows arrive, so that a later failure does not lose them; of a dry run, the writes that it would make. */
async function* outputOf(operation: AnyOperation, item: Item, shared: Shared, tool?: Tool): AsyncGenerator<INodeExecutionData[]> {
	const { plan, session } = item;
	const { options } = plan.values;
	const about = tool && mayWrite(operation) ? await subjectsOf(operation, plan, session) : {};
	const answer = await answerTo(operation, item, shared);
	const shape = new Shape(options.fields, plan.simplify, session.zone, plan.isForModel);
	if (plan.isDryRun) return yield [{ json: shape.of({ ...about, dryRun: true, wouldSend: session.planned }) }];
	if (tool && isPages(answer)) {
		const { withTelemetry, cursor } = options as IDataObject;
		const part = { isBounded: !withTelemetry && !operation.isFree, isContinued: Boolean(cursor) };
		return yield [{ json: await listForModel(answer, { shape, session, tool }, part) }];
	}
	const pages = isPages(answer) ? answer : [{ rows: [answer].flat() }];
	const done = tool && session.sentWrites.length > 0 && !operation.isFree ? { done: operation.action } : {};
	for await (const { rows } of pages) {
		const shown = rows.map((row) => shape.of({ ...done, ...about, ...row }));
		yield shown.map((json) => ({ json: tool ? { ...json, ...noteOf({ session, shape, tool }) } : json }));
	}
	for (const name of shape.missing) session.hint(`No record has the property "${name}" (Options > Fields)`);
}

/** The message and description of an error as one text. */
function errorText(error: unknown): string {
	const { message, description = '' } = error instanceof Error ? (error as Error & { description?: string }) : { message: String(error) };
	return `${message.replace(/\.$/, '')}. ${description}`.trim();
}

/** What another run of a creation does again, and how to avoid it. */
function repetitionText(operation: AnyOperation): string {
	const skips = allFields(operation)
		.flatMap(fieldsIn)
		.some(({ name }) => name === 'skipExisting');
	const ways = ['take them out of the input', ...(skips ? ['turn on Options > Skip Existing'] : [])];
	return `Another run repeats the completed items. To avoid that, ${ways.join(' or ')}. With "Continue (using error output)" under Settings → On Error, one item does not stop the others.`;
}

/**
 * The progress of an execution that a failed item ended, in words.
 * @param completed the items that were completed
 * @param others errors of other items that ran at the same time, by item
 * @param isRepeated whether another run creates again what this one has created
 */
function progressText(
	operation: AnyOperation,
	completed: readonly number[],
	others: ReadonlyArray<[item: number, error: unknown]>,
	isRepeated: boolean,
): string {
	const done = [...completed].sort((a, b) => a - b);
	const isStart = done.every((item, index) => item === index);
	const doneText =
		done.length === 0
			? 'No item was completed.'
			: !isStart
				? `Completed items: ${done.join(', ')}.`
				: done.length === 1
					? 'The first item was completed.'
					: `The first ${done.length} items were completed.`;
	const failed = others.map(([item, error]) => ` Item ${item} also failed: ${errorText(error)}`);
	const rest = isStart && others.length === 0 ? 'Nothing was sent after this item.' : 'Nothing was sent for the other items.';
	const origin = isStart && others.length === 0 ? '' : ` ${COUNTED_FROM_0}.`;
	return `${doneText}${failed.join('')} ${rest}${origin}${isRepeated ? ` ${repetitionText(operation)}` : ''}`;
}

/** What a user can do if some items cannot be sent as they are. */
const SEND_THE_OTHERS = 'To send the other items, choose "Continue (using error output)" under Settings → On Error.';

/**
 * The error of a list, with how far it got, and how to continue: at its cursor, or at a bound if the club sent no cursor. It names only
 * what the panel of the operation has.
 */
function withProgress(error: unknown, operation: AnyOperation): unknown {
	if (!(error instanceof ClubError) || !error.resume) return error;
	const { rows, ...steps } = error.resume;
	const [step] = Object.entries(steps).filter(([, value]) => value);
	const fields = allFields(operation).flatMap((field) => (field.type === 'collection' ? fieldsIn(field) : [field]));
	const place = step && fields.find(({ name }) => name === step[0]);
	const shown = operation.isFree
		? step && `"Query" to ${JSON.stringify(Object.fromEntries([step]))}`
		: place && `${place.name === 'cursor' ? `Options > ${place.displayName}` : `"${place.displayName}"`} to ${step[1]}`;
	return error.with({ advice: `${rows} rows were read.${shown ? ` To continue, set ${shown}.` : ''}` });
}

/** The error of an item as an output item, if the run continues. */
function errorItem(node: INode, error: unknown, { message, description }: ReturnType<typeof toNodeError>): IDataObject {
	const json: IDataObject = { error: message, message: description ?? message };
	const details = error instanceof ClubError ? { errorType: error.errorType, status: error.status, resume: error.resume } : {};
	if (ROUTES_DETAILS || node.onError !== 'continueErrorOutput') json.details = JSON.parse(JSON.stringify(details)) as IDataObject;
	return json;
}

/**
 * Runs an operation for all input items. All items are planned before the first call. Items of one club run one after the other, and
 * clubs run in parallel. Returns one output item for each row, in the order of the input items, each paired with its own.
 */
export async function execute(this: IExecuteFunctions, operation: AnyOperation): Promise<INodeExecutionData[]> {
	const node = this.getNode();
	const tool = isTool(node) ? new Tool(node.parameters, operation) : undefined;
	const continuesOnFail = this.continueOnFail();
	const items = this.getInputData();
	const outputs: INodeExecutionData[][] = items.map(() => []);
	const done: number[] = [];
	const failures = new Map<number, unknown>();
	let hasCreated = false;
	let clubs: ClubItems[] = [];
	const failed = (error: unknown, item: number, progress = ''): ReturnType<typeof toNodeError> => {
		const more = [progress, clubSentence(clubs, item)];
		const failure = toNodeError(node, withProgress(error, operation), item, { more, namesItem: continuesOnFail });
		// Most models see the message only, and others both, so the message contains everything.
		if (tool) [failure.message, failure.description] = [inZone(tool.textOf(failure), this.getTimezone()), undefined];
		return failure;
	};
	const fail = (error: unknown, item: number): void => {
		failures.set(item, error);
		summary.fail(item);
		if (continuesOnFail) outputs[item].push({ json: errorItem(node, error, failed(error, item)), pairedItem: { item } });
	};
	/** Ends the run at the first failure, with the progress of all clubs in the error. */
	const throwFirstFailure = (advice = ''): void => {
		const [first, ...others] = failures;
		if (continuesOnFail || !first) return;
		const [item, error] = first;
		const progress = clubs.length === 0 ? advice : progressText(operation, done, others, hasCreated);
		throw failed(error, item, items.length === 1 ? '' : progress);
	};

	const summary = new Summary(items.length);
	const plans = new Map<number, Plan>();
	for (const item of items.keys()) {
		try {
			const values = readValues(this, item, operation, tool, (note) => summary.note(note, item));
			plans.set(item, planOf(operation, values, tool !== undefined));
		} catch (error) {
			fail(error, item);
			throwFirstFailure(error instanceof WrongColumns ? '' : SEND_THE_OTHERS);
		}
	}

	const hints = new Set<string>();
	const runs: Run[] = [];
	clubs = await clubsOf(this, [...plans.keys()], fail);
	throwFirstFailure();
	if (mayWrite(operation)) lookOver(operation, plans, clubs, summary);
	const isStopped = (): boolean => !continuesOnFail && failures.size > 0;
	// A call that the user writes may read, and a dry run writes nothing.
	const isCounted = ({ plan, session }: Item): boolean =>
		!plan.isDryRun && (operation.isFree ? session.sentWrites.length > 0 : mayWrite(operation));
	const runBatch = async ({ client, items: indexes }: Batch): Promise<void> => {
		if (isStopped()) return;
		const planned = indexes.flatMap((index) => {
			const plan = plans.get(index);
			return plan ? [{ index, plan }] : [];
		});
		const own = planned.map(({ plan }) => plan);
		const people = own.flatMap(({ lookUps }) => lookUps);
		const run = new Run(this, client, tried, people, hints, summary);
		runs.push(run);
		const shared: Shared = { rows: new CurrentRows(client.key, operation, own), prepared: operation.prepare?.() };
		for (const { index, plan } of planned) {
			const item = { index, plan, session: new Session(run, operation, plan, index) };
			if (isStopped()) return;
			try {
				// Rows of another club would count twice in a report of all clubs.
				await client.confirmClub(plan.patience);
				for await (const rows of outputOf(operation, item, shared, tool)) {
					for (const row of rows) outputs[index].push({ ...row, pairedItem: { item: index } });
				}
				done.push(index);
				hasCreated ||= !operation.lookUp && item.session.sentWrites.some(isCreation);
				if (isCounted(item)) summary.count(effectOf(outputs[index][0]?.json ?? {}, item.session.sentWrites));
			} catch (error) {
				fail(error, index);
			}
		}
	};
	const tried = new Try(this, tool !== undefined);
	await runClubs(clubs, runBatch).finally(() => tried.end());
	throwFirstFailure();
	endRuns(runs);
	return outputs.flat();
}
