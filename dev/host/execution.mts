import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** An execution as the REST API sends it. */
export interface ExecutionRow {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	startedAt: string | null;
	stoppedAt: string | null;
	/** What happened, node by node, in the `flatted` form. */
	data: string;
}

/** An error as a user reads it in the execution view. */
export interface ShownError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	node?: { name: string };
	context?: IDataObject;
}

/** A finished execution: what went in and out of each node, as its view in the editor shows it. */
export class Execution {
	readonly id: string;

	/** `success`, `error`, `canceled`, `crashed` ... */
	readonly status: string;

	readonly mode: string;

	readonly data: IRunExecutionData;

	constructor(row: ExecutionRow) {
		this.id = row.id;
		this.status = row.status;
		this.mode = row.mode;
		this.data = parse(row.data) as IRunExecutionData;
	}

	/** The error that ended the execution. */
	get error(): ShownError | undefined {
		return this.data.resultData.error as ShownError | undefined;
	}

	/** The runs of a node, the first first; none where the execution did not reach it. */
	runsOf(node: string) {
		return this.data.resultData.runData[node] ?? [];
	}

	/** The items that a node's last run gave on one of its outputs. */
	itemsOf(node: string, output = 0): INodeExecutionData[] {
		return this.runsOf(node).at(-1)?.data?.main[output] ?? [];
	}

	/** The json of those items. */
	rowsOf(node: string, output = 0): IDataObject[] {
		return this.itemsOf(node, output).map(({ json }) => json);
	}
}
