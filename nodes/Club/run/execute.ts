import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { methodOf } from '../../shared/api/endpoints';
import type { Page } from '../../shared/lists/pages';
import { isTool } from '../../shared/transport/spending';
import { listForModel, noteOf } from './answerForModel';
import { Tool } from './forModel';
import { readList } from './list';
import { lookOver } from './lookOver';
import type { Batch } from './clubs';
import { clubsOf, runClubs } from './clubs';
import { CurrentRows, writeChange } from './onlyChanges';
import type { AnyOperation, Output } from '../operation';
import { mayWrite } from '../operation';
import { WrongColumns } from '../fields/columns';
import { allFields } from '../panel';
import { Outcomes } from './outcomes';
import { readValues } from './parameters';
import type { Plan } from './plan';
import { planOf } from './plan';
import { Shape } from './output';
import { Try } from '../calls/sentOnce';
import { endRuns } from './endRuns';
import { Run } from '../calls/run';
import { Session } from '../calls/session';
import { subjectsOf } from './subjects';
import { effectOf, isCreation } from '../calls/summary';

/** An item before its own calls: its plan, and the club as it sees it. */
interface Item {
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

/** What a user can do if some items cannot be sent as they are. */
const SEND_THE_OTHERS = 'To send the other items, choose "Continue (using error output)" under Settings → On Error.';

/**
 * Runs an operation for all input items. All items are planned before the first call. Items of one club run one after the other, and
 * clubs run in parallel. Returns one output item for each row, in the order of the input items, each paired with its own.
 */
export async function execute(this: IExecuteFunctions, operation: AnyOperation): Promise<INodeExecutionData[]> {
	const node = this.getNode();
	const fields = allFields(operation);
	const tool = isTool(node) ? new Tool(node.parameters, fields) : undefined;
	const outcomes = new Outcomes(this, operation, fields, tool);
	const { outputs, summary } = outcomes;
	const fail = (error: unknown, item: number): void => outcomes.fail(error, item);

	const plans = new Map<number, Plan>();
	for (const item of outputs.keys()) {
		try {
			const values = readValues(this, item, operation, fields, tool, (note) => summary.note(note, item));
			plans.set(item, planOf(operation, values, tool !== undefined));
		} catch (error) {
			fail(error, item);
			outcomes.throwFirst(tool || error instanceof WrongColumns ? '' : SEND_THE_OTHERS);
		}
	}

	const hints = new Set<string>();
	const runs: Run[] = [];
	const clubs = await clubsOf(this, [...plans.keys()], fail);
	outcomes.clubs = clubs;
	outcomes.throwFirst();
	if (mayWrite(operation)) lookOver(operation, plans, clubs, summary);
	// A call that the user writes may read, and a dry run writes nothing.
	const isCounted = ({ plan, session }: Item): boolean =>
		!plan.isDryRun && (operation.isFree ? session.sentWrites.length > 0 : mayWrite(operation));
	const tried = new Try(this, tool !== undefined);
	const runBatch = async ({ client, items }: Batch): Promise<void> => {
		if (outcomes.isStopped) return;
		const planned = items.flatMap((index) => {
			const plan = plans.get(index);
			return plan ? [{ index, plan }] : [];
		});
		const own = planned.map(({ plan }) => plan);
		const people = own.flatMap(({ lookUps }) => lookUps);
		const run = new Run(this, client, tried, people, hints, summary);
		runs.push(run);
		const shared: Shared = { rows: new CurrentRows(client.key, operation, own), prepared: operation.prepare?.() };
		for (const { index, plan } of planned) {
			const item = { plan, session: new Session(run, operation, plan, index) };
			if (outcomes.isStopped) return;
			try {
				// Rows of another club would count twice in a report of all clubs.
				await client.confirmClub(plan.patience);
				for await (const rows of outputOf(operation, item, shared, tool)) outcomes.add(index, rows);
				const { sentWrites } = item.session;
				outcomes.complete(index, !operation.lookUp && sentWrites.some(isCreation));
				if (isCounted(item)) summary.count(effectOf(outputs[index][0]?.json ?? {}, sentWrites));
			} catch (error) {
				fail(error, index);
			}
		}
	};
	await runClubs(clubs, runBatch).finally(() => tried.end());
	outcomes.throwFirst();
	endRuns(runs);
	return outputs.flat();
}
