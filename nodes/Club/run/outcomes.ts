import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ROUTES_DETAILS } from '../../shared/transport/process';
import { ClubError, toNodeError } from '../../shared/transport/errors';
import { fieldsIn } from '../fields/field';
import { mayWrite, type AnyOperation } from '../operation';
import type { CompletedItem } from '../calls/retryMemory';
import { COUNTED_FROM_0, Summary } from '../calls/summaryHint';
import { clubSentence, type Batch } from '../calls/batch';
import { inZone, type Tool } from './forModel';

function errorText(error: unknown): string {
	const { message, description = '' } = error instanceof Error ? (error as Error & { description?: string }) : { message: String(error) };
	return `${message.replace(/\.$/, '')}. ${description}`.trim();
}

function doneText(completed: readonly number[], isStart: boolean): string {
	if (completed.length === 0) return 'No item was completed.';
	if (!isStart) return `Completed items: ${completed.join(', ')}.`;
	return completed.length === 1 ? 'The first item was completed.' : `The first ${completed.length} items were completed.`;
}

/**
 * What became of the items of a run: their output and their errors. The first error ends the run, unless it goes on by its settings, and
 * says how far the run got.
 */
export class Outcomes {
	readonly outputs: INodeExecutionData[][];
	readonly summary?: Summary;
	batches: readonly Batch[] = [];
	private readonly completed: number[] = [];
	private readonly failures = new Map<number, unknown>();
	private hasCreated = false;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: AnyOperation,
		private readonly tool?: Tool,
	) {
		this.outputs = functions.getInputData().map(() => []);
		if (mayWrite(operation)) this.summary = new Summary(this.outputs.length);
	}

	get isStopped(): boolean {
		return !this.functions.continueOnFail() && this.failures.size > 0;
	}

	add(item: number, rows: readonly INodeExecutionData[]): void {
		for (const row of rows) this.outputs[item].push({ ...row, pairedItem: { item } });
	}

	/** Whether n8n may run the node again, with *Retry On Fail*: after an error, and after an error row in the first place. */
	get mayRunAgain(): boolean {
		return this.failures.size > 0 || Boolean(this.outputs.flat()[0]?.json.error);
	}

	complete(item: number, { effect, isCreated }: Pick<CompletedItem, 'effect' | 'isCreated'>): void {
		this.completed.push(item);
		this.hasCreated ||= isCreated;
		if (effect) this.summary?.count(effect);
	}

	repeat(item: number, completed: CompletedItem): void {
		this.outputs[item] = structuredClone(completed.rows);
		this.complete(item, completed);
	}

	fail(error: unknown, item: number): void {
		this.failures.set(item, error);
		this.summary?.fail(item);
		if (this.functions.continueOnFail()) this.outputs[item].push({ json: this.errorRow(error, item), pairedItem: { item } });
	}

	/** Ends the run at its first error, unless it goes on. @param advice what helps before anything is sent @throws the error */
	throwFirst(advice = ''): void {
		if (!this.isStopped) return;
		const [[item, error], ...others] = this.failures;
		const progress = this.batches.length === 0 ? advice : this.progressText(others);
		throw this.nodeError(error, item, this.outputs.length === 1 ? '' : progress);
	}

	private nodeError(error: unknown, item: number, progress = ''): ReturnType<typeof toNodeError> {
		const { functions, tool } = this;
		const more = [progress, clubSentence(this.batches, item)];
		const namesItem = functions.continueOnFail();
		const failure = toNodeError(functions.getNode(), this.withProgress(error), item, { more, namesItem, isPlain: tool !== undefined });
		// Most models see the message only, and others both, so the message contains everything.
		if (tool) [failure.message, failure.description] = [inZone(tool.named(errorText(failure)), functions.getTimezone()), undefined];
		return failure;
	}

	private errorRow(error: unknown, item: number): IDataObject {
		const { message, description } = this.nodeError(error, item);
		const json: IDataObject = { error: message, message: description ?? message };
		const details = error instanceof ClubError ? { errorType: error.errorType, status: error.status, resume: error.resume } : {};
		const isRouted = !ROUTES_DETAILS && this.functions.getNode().onError === 'continueErrorOutput';
		if (!isRouted) json.details = JSON.parse(JSON.stringify(details)) as IDataObject;
		return json;
	}

	private progressText(others: ReadonlyArray<[item: number, error: unknown]>): string {
		const done = [...this.completed].sort((a, b) => a - b);
		const isStart = done.every((item, index) => item === index);
		const isOnlyFailure = isStart && others.length === 0;
		const failed = others.map(([item, error]) => `Item ${item} also failed: ${errorText(error)}`);
		const rest = isOnlyFailure ? 'Nothing was sent after this item.' : `Nothing was sent for the other items. ${COUNTED_FROM_0}.`;
		return [doneText(done, isStart), ...failed, rest, ...(this.hasCreated && !this.tool ? [this.repetitionText()] : [])].join(' ');
	}

	private repetitionText(): string {
		const skips = this.operation.allFields.flatMap(fieldsIn).some(({ name }) => name === 'skipExisting');
		const ways = ['take them out of the input', ...(skips ? ['turn on Options > Skip Existing'] : [])];
		return `Another run repeats the completed items. To avoid that, ${ways.join(' or ')}. With "Continue (using error output)" under Settings → On Error, one item does not stop the others.`;
	}

	/**
	 * The error of a list, with how far it got, and how to continue: at its cursor, or at a bound if the club sent no cursor. It names only
	 * what the panel of the operation has.
	 */
	private withProgress(error: unknown): unknown {
		if (!(error instanceof ClubError) || !error.resume) return error;
		const { rows, ...steps } = error.resume;
		const [step] = Object.entries(steps).filter(([, value]) => value);
		const fields = this.operation.allFields.flatMap((field) => (field.type === 'collection' ? fieldsIn(field) : [field]));
		const place = step && fields.find(({ name }) => name === step[0]);
		const setting = this.operation.isFree
			? step && `"Query" to ${JSON.stringify(Object.fromEntries([step]))}`
			: place && `"${place.displayName}" to ${step[1]}`;
		return error.with({ advice: `${rows} rows were read.${setting ? ` To continue, set ${setting}.` : ''}` });
	}
}
