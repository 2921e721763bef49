import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

const nameOf = (scope: string, node: string | undefined, workflow: string | undefined): string =>
	scope === 'node' ? `node ${node}` : `workflow ${workflow}`;

/** n8n's record of processed values, in memory. */
class ProcessedValues implements IDataDeduplicator {
	private readonly lists = new Map<string, unknown[]>();

	async checkProcessedAndRecord(
		items: unknown[],
		scope: string,
		{ node, workflow }: ICheckProcessedContextData,
		options: { maxEntries?: number },
	) {
		const name = nameOf(scope, node?.id, workflow.id);
		const list = this.lists.get(name) ?? [];
		const processed = items.filter((item) => list.includes(item));
		list.push(...items.filter((item) => !list.includes(item)));
		list.splice(0, list.length - (options.maxEntries ?? Infinity));
		this.lists.set(name, list);
		return { new: items.filter((item) => !processed.includes(item)), processed } as never;
	}

	async removeProcessed(items: unknown[], scope: string, { node, workflow }: ICheckProcessedContextData) {
		const name = nameOf(scope, node?.id, workflow.id);
		const list = this.lists.get(name) ?? [];
		this.lists.set(
			name,
			list.filter((value) => !items.includes(value)),
		);
	}

	async clearAllProcessedItems() {
		this.lists.clear();
	}

	async getProcessedDataCount() {
		return this.lists.size;
	}
}

// All test files of a worker share one n8n-core, which refuses a second record.
Reflect.set(DataDeduplicationService, 'instance', undefined);

export const processed = new ProcessedValues();

/** Settles once n8n keeps its record of processed values here. */
export const processedValues = DataDeduplicationService.init(processed);

/** Forgets all of them, as another n8n. */
export const forgetProcessed = async (): Promise<void> => await processed.clearAllProcessedItems();
