import type { IExecuteFunctions } from 'n8n-workflow';
import type { ClubClient } from '../../shared/transport/client';
import type { ByEmail } from '../fields/namedRecords';
import { Addresses } from './batchReads';
import { NamedClasses } from './namedClasses';
import type { Remark } from './retryMemory';
import type { Summary } from './summary';

/** What the items of one club share: the client, and what is known of the club. */
export class Run {
	private readonly known: { addresses?: Addresses; classes?: NamedClasses } = {};

	/**
	 * @param people whom the items name by email address
	 * @param hints hints that were already added, by any run of the execution
	 * @param summary what the execution has written; undefined for a read
	 */
	constructor(
		readonly functions: IExecuteFunctions,
		readonly client: ClubClient,
		private readonly people: readonly ByEmail[],
		private readonly hints: Set<string>,
		readonly summary?: Summary,
	) {}

	get addresses(): Addresses {
		return (this.known.addresses ??= new Addresses(this.client.key, this.people));
	}

	get classes(): NamedClasses {
		return (this.known.classes ??= new NamedClasses(this.client.key));
	}

	remark(remark: Remark, item: number): void {
		if ('hint' in remark) this.hint(remark.hint);
		else this.summary?.note(remark.note, item);
	}

	hint(message: string): void {
		if (this.hints.has(message) || !('addExecutionHints' in this.functions)) return;
		this.hints.add(message);
		this.functions.addExecutionHints({ message, location: 'outputPane' });
	}
}
