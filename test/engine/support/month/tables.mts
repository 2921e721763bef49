import type { DataTableColumn, DataTableFilter, DataTableRow, DataTableRowReturn, IDataTableProjectService } from 'n8n-workflow';
import { tablesOfExamples } from '../../../../dev/demo/templates.mts';

/** The table of the workflow that writes to members. */
export const MESSAGES = 'Club messages';

type Value = DataTableRow[string];

const plain = (value: Value | undefined): string | number | boolean | null => (value instanceof Date ? value.getTime() : (value ?? null));

const COMPARE: Record<string, (a: never, b: never) => boolean> = {
	eq: (a, b) => a === b,
	neq: (a, b) => a !== b,
	gt: (a, b) => a > b,
	gte: (a, b) => a >= b,
	lt: (a, b) => a < b,
	lte: (a, b) => a <= b,
	isEmpty: (a) => a === null || a === '',
	isNotEmpty: (a) => a !== null && a !== '',
};

function fits(row: DataTableRow, { type, filters }: DataTableFilter): boolean {
	if (filters.length === 0) return true;
	const holds = ({ columnName, condition, value }: DataTableFilter['filters'][number]) => {
		const has = plain(row[columnName]);
		if (has === null && !['eq', 'neq', 'isEmpty', 'isNotEmpty'].includes(condition)) return false;
		return COMPARE[condition](has as never, plain(value) as never);
	};
	return type === 'and' ? filters.every(holds) : filters.some(holds);
}

const ALL: DataTableFilter = { type: 'and', filters: [] };

/** A data table of n8n, in memory. */
class Table {
	rows: DataTableRowReturn[] = [];
	readonly gone: DataTableRowReturn[] = [];
	private nextId = 1;

	constructor(
		readonly id: string,
		readonly columns: DataTableColumn[],
		private readonly beforeWrite: (about: string) => void,
	) {}

	private typed(data: DataTableRow): DataTableRow {
		return Object.fromEntries(
			Object.entries(data).map(([name, value]) => {
				const column = this.columns.find((one) => one.name === name);
				if (!column) throw new Error(`The data table ${this.id} has no column ${name}`);
				return [name, column.type === 'date' && value !== null ? new Date(value as string) : value];
			}),
		);
	}

	private tell(what: string, ...about: unknown[]): void {
		this.beforeWrite(`${what} ${this.id} ${JSON.stringify(about)}`);
	}

	insert(data: DataTableRow, isTold = false): DataTableRowReturn {
		if (!isTold) this.tell('insert', data);
		const now = new Date();
		const empty = Object.fromEntries(this.columns.map(({ name }) => [name, null]));
		const row = { ...empty, ...this.typed(data), id: this.nextId++, createdAt: now, updatedAt: now } as DataTableRowReturn;
		this.rows.push(row);
		return { ...row };
	}

	update(filter: DataTableFilter, data: DataTableRow): DataTableRowReturn[] {
		const changed = this.rows.filter((row) => fits(row, filter));
		if (changed.length > 0) this.tell('update', data, changed);
		for (const row of changed) Object.assign(row, this.typed(data), { updatedAt: new Date() });
		return changed.map((row) => ({ ...row }));
	}

	get service(): Partial<IDataTableProjectService> {
		return {
			getColumns: async () => this.columns,
			getManyRowsAndCount: async ({ filter = ALL, skip = 0, take = Infinity, sortBy }) => {
				const found = this.rows.filter((row) => fits(row, filter));
				if (sortBy) {
					const [column, direction] = sortBy;
					const sign = direction === 'ASC' ? 1 : -1;
					found.sort((a, b) => sign * (plain(a[column])! < plain(b[column])! ? -1 : 1));
				}
				return { count: found.length, data: found.slice(skip, skip + take).map((row) => ({ ...row })) };
			},
			// All or none.
			insertRows: async (rows) => {
				for (const row of rows) this.tell('insert', row);
				return rows.map((row) => this.insert(row, true)) as never;
			},
			updateRows: async ({ filter, data }) => this.update(filter, data),
			upsertRow: async ({ filter, data }) => {
				const changed = this.update(filter, data);
				return changed.length > 0 ? changed : [this.insert(data)];
			},
			deleteRows: async ({ filter }) => {
				const gone = this.rows.filter((row) => fits(row, filter));
				if (gone.length > 0) this.tell('delete', gone);
				this.rows = this.rows.filter((row) => !gone.includes(row));
				this.gone.push(...gone);
				return gone;
			},
		};
	}
}

/** The data tables that the notes of the templates ask for. The name of a table is its ID. */
export class Tables {
	private readonly byName = new Map<string, Table>();

	/** @param beforeWrite called before each write with what it is about */
	constructor(beforeWrite: (about: string) => void = () => {}) {
		for (const { name: id, columns } of tablesOfExamples()) {
			const typed = columns.map(({ name, type }, index) => ({ id: name, name, index, dataTableId: id, type }));
			this.byName.set(id, new Table(id, typed, beforeWrite));
		}
	}

	get names(): string[] {
		return [...this.byName.keys()];
	}

	insert = (name: string, rows: DataTableRow[]): void => rows.forEach((row) => void this.byName.get(name)!.insert(row));

	rows = (name: string): readonly DataTableRowReturn[] => this.byName.get(name)?.rows ?? [];

	history = (name: string): readonly DataTableRowReturn[] => [...(this.byName.get(name)?.gone ?? []), ...this.rows(name)];

	/** The part of n8n that data table nodes ask. */
	get provider() {
		return {
			dataTableProxyProvider: {
				getDataTableAggregateProxy: async () => ({
					getManyAndCount: async ({ filter: { name } }: { filter: { name: string } }) => {
						const data = this.names.filter((one) => one.toLowerCase() === name).map((id) => ({ id }));
						return { count: data.length, data };
					},
				}),
				getDataTableProxy: async (_workflow: unknown, _node: unknown, id: string) => {
					const table = this.byName.get(id);
					if (!table) throw new Error(`There is no data table ${id}`);
					return table.service;
				},
			},
		};
	}
}
