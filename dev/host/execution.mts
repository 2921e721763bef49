import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** An execution in the form of the REST API. */
export interface ExecutionRow {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	startedAt: string | null;
	stoppedAt: string | null;
	/** The data of each node, in the `flatted` format. */
	data: string;
}

/** An error in the execution view. */
export interface ShownError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	node?: { name: string };
	context?: IDataObject;
}

/** A finished execution, with the input and output of each node. */
export class Execution {
	readonly id: string;

	/** `success`, `error`, `canceled`, `crashed` ... */
	readonly status: string;

	readonly mode: string;

	readonly startedAt: string | null;

	readonly stoppedAt: string | null;

	readonly data: IRunExecutionData;

	constructor(row: ExecutionRow) {
		this.id = row.id;
		this.status = row.status;
		this.mode = row.mode;
		this.startedAt = row.startedAt;
		this.stoppedAt = row.stoppedAt;
		this.data = parse(row.data) as IRunExecutionData;
	}

	/** The error that ended the execution. */
	get error(): ShownError | undefined {
		return this.data.resultData.error as ShownError | undefined;
	}

	/** The runs of a node, the oldest first. Empty if the execution did not reach the node. */
	runsOf(node: string) {
		return this.data.resultData.runData[node] ?? [];
	}

	/** The items on an output of a node's last run. */
	itemsOf(node: string, output = 0): INodeExecutionData[] {
		return this.runsOf(node).at(-1)?.data?.main[output] ?? [];
	}

	/** The JSON of these items. */
	rowsOf(node: string, output = 0): IDataObject[] {
		return this.itemsOf(node, output).map(({ json }) => json);
	}
}
