import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ClubClient } from '../../shared/transport/client';
import type { ByEmail } from '../fields/namedRecords';
import { Addresses } from './batchReads';
import { NamedClasses } from './namedClasses';
import type { Try } from './sentOnce';
import type { Summary } from './summary';
import { Writes } from './writes';

/** What the items of one club share: the client, and what is known of the club. */
export class Run {
	readonly addresses: Addresses;
	readonly classes: NamedClasses;
	readonly writes: Writes;
	/** People as the writes of a dry run would leave them, by email address. */
	readonly expected = new Map<string, IDataObject>();

	/**
	 * @param tried what earlier tries of the node have sent
	 * @param people whom the items name by email address
	 * @param hints hints that were already added, by any run of the execution
	 * @param summary what the execution has done
	 */
	constructor(
		readonly functions: IExecuteFunctions,
		readonly client: ClubClient,
		readonly tried: Try,
		people: readonly ByEmail[],
		private readonly hints: Set<string>,
		readonly summary: Summary,
	) {
		this.addresses = new Addresses(client.key, people);
		this.classes = new NamedClasses(client.key);
		this.writes = new Writes(client);
	}

	/** Adds a hint to the output, once. */
	hint(message: string): void {
		if (this.hints.has(message) || !('addExecutionHints' in this.functions)) return;
		this.hints.add(message);
		this.functions.addExecutionHints({ message, location: 'outputPane' });
	}
}
