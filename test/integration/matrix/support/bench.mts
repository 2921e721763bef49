import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Fault, type Sandbox } from '../../../../sandbox/index.mts';
import { dialectOfRun } from '../../../support/dialect.mts';
import { exampleOf, NOW, type Example } from '../../../../dev/docs/examples.mts';
import { maxCountOf } from '../../../../nodes/shared/api/endpoints';
import { runNode, type NodeOutcome, type NodeRun } from '../../../support/node.mts';
import type { Trouble } from './faults.mts';
import { keep, recordsOf, thin } from './state.mts';
import { Gate } from '../../../support/waiting.mts';
import { operations, type NamedOperation } from '../../support/operations.mts';
import { skip } from './time.mts';

/** So many items that addresses are looked up in pages, and the first, the middle and the last are not alone. */
const ITEMS = 6;

/** Records of each kind that come and go. */
const RECORDS = 60;

/** More than the longest window, so that no run knows of the calls of the one before. */
const AN_HOUR = 3_600_000;

let started: Promise<{ sandbox: Sandbox; again: () => void }> | undefined;

async function start() {
	const sandbox = await startSandbox({ athletes: 150, rate: false, now: () => NOW, dialect: dialectOfRun() });
	thin(sandbox.club, RECORDS);
	return { sandbox, again: keep(sandbox.club) };
}

/** The club of all benches of a file, as it was in the beginning: to start another takes longer than most tests. */
async function clubAsNew(): Promise<Sandbox> {
	const { sandbox, again } = await (started ??= start());
	again();
	sandbox.clearFaults();
	sandbox.resetRecords();
	sandbox.resetDialect();
	return sandbox;
}

afterAll(async () => await (await started)?.sandbox.close());

/** One operation under test. */
export interface Subject extends NamedOperation {
	/** The parameters of a way of using it that differs from its example, if the name has one. */
	way?: IDataObject;
}

/** The call budget gives something else after each call, and to a check each trouble is a row of what it finds. */
const NOT_HERE = ['club.getCallBudget', 'club.check'];

/** Every other operation in the way of its example. */
export const subjects: readonly Subject[] = operations.filter(({ name }) => !NOT_HERE.includes(name));

/** An operation as its parameters name it: `athlete.getAll`. */
export const idOf = ({ resource, operation }: Subject): string => `${resource.value}.${operation.value}`;

/** An operation in another way than its example. */
export const way = (id: string, name: string, parameters: IDataObject): Subject => ({
	...subjects.find((subject) => subject.name === id)!,
	name: `${id} ${name}`,
	way: parameters,
});

/** One run: what a user sees of it, and what it left behind. */
export interface Run extends NodeOutcome {
	/** What reached the club, in order. */
	calls: Sandbox['requests'];
	/** The records of the club afterwards. */
	records: string[];
	/** The rows of each input item. */
	rowsOf(item: number): IDataObject[];
	/** The error item of each input item that has one. */
	errors: Map<number, IDataObject>;
}

/** Where a trouble strikes: the how manieth call of the run, from 1. */
export interface Strike {
	trouble: Trouble;
	at: number;
}

/** A club, and an operation that is run on it again and again, each time as if nothing had been before. */
export class Bench {
	/** Whether the last run may have changed the club. */
	private changed = true;
	/** The records of the club as it was in the beginning. */
	private untouched: string[] = [];

	private constructor(
		readonly sandbox: Sandbox,
		private readonly example: Example,
		private readonly again: () => void,
	) {}

	static async of({ resource, operation, way }: Subject): Promise<Bench> {
		const sandbox = await clubAsNew();
		const { parameters, items } = exampleOf(sandbox.club, resource, operation);
		const bench = new Bench(sandbox, { parameters: { ...parameters, ...way }, items: items.slice(0, ITEMS) }, keep(sandbox.club));
		bench.untouched = bench.records();
		if (operation.list && !way && maxCountOf(operation.calls[0])) await bench.splitPages();
		return bench;
	}

	/** Makes the pages of a list so small that there are several. */
	private async splitPages(): Promise<void> {
		const { rows } = await this.run();
		const pageSize = Math.max(1, Math.ceil(rows.length / this.example.items.length / 4));
		this.example.parameters.options = { pageSize: Math.min(pageSize, 100) };
		// A list without a documented direction, which a club gives newest first, can only be read in one page.
		if ((await this.run()).error) delete this.example.parameters.options;
	}

	/** How many items the operation is run for. */
	get items(): number {
		return this.example.items.length;
	}

	/** The parameters of the node, which a test may change. */
	get parameters(): IDataObject {
		return this.example.parameters;
	}

	/** The input of an item, which a test may change. */
	input(item: number): IDataObject {
		return this.example.items[item];
	}

	/** Runs the operation on the club as it was in the beginning, for some of the items where wanted. */
	async run({
		strike,
		goesOn,
		only,
		more,
		faults = [],
	}: { strike?: Strike; goesOn?: boolean; only?: number[]; more?: Partial<NodeRun>; faults?: Fault[] } = {}): Promise<Run> {
		const { sandbox, example } = this;
		if (this.changed) this.again();
		skip(AN_HOUR);
		sandbox.clearFaults();
		sandbox.resetRecords();
		for (const fault of faults) sandbox.inject(fault);
		const late = new Gate();
		if (strike) {
			const { fault, kind, times = 1 } = strike.trouble;
			const isLate = fault.kind === 'appliedLate';
			sandbox.inject({
				...fault,
				...(isLate && { until: late.pass }),
				match: { nth: strike.at },
				times: kind === 'staying' ? Infinity : times,
			});
			// The next call does not see yet what is applied late, the one after it does.
			if (isLate) sandbox.inject({ kind: 'delay', until: async () => await applied(), match: { nth: strike.at + 1 } });
		}
		const applied = async () => {
			late.open();
			await sandbox.delivery.idle();
		};
		const items = only ? only.map((item) => example.items[item]) : example.items;
		const outcome =
			items.length === 0
				? { output: [], rows: [], runs: [], hints: [] }
				: await runNode({
						sandbox,
						parameters: example.parameters,
						items,
						...(goesOn && { onError: 'continueErrorOutput' as const }),
						...more,
					});
		// What is applied late is part of what the run left behind.
		if (strike?.trouble.fault.kind === 'appliedLate') await applied();
		this.changed = sandbox.requests.some(({ method }) => method !== 'GET');
		const itemOf = ({ pairedItem }: NodeOutcome['output'][number][number]): number => {
			const { item } = pairedItem as { item: number };
			return only ? only[item] : item;
		};
		const isError = ({ json }: NodeOutcome['output'][number][number]): boolean => 'error' in json && 'details' in json;
		const [given, failed] = [false, true].map((wanted) => outcome.output.flat().filter((row) => isError(row) === wanted));
		return {
			...outcome,
			calls: [...sandbox.requests],
			records: this.changed ? this.records() : this.untouched,
			rowsOf: (item) => given.filter((row) => itemOf(row) === item).map(({ json }) => json),
			errors: new Map(failed.map((row) => [itemOf(row), row.json])),
		};
	}

	/** The records of the club as they are now. */
	records(): string[] {
		return recordsOf(this.sandbox.club);
	}
}
