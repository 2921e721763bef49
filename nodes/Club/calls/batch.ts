import type { IExecuteFunctions } from 'n8n-workflow';
import type { ClubClient } from '../../shared/transport/client';
import type { ByEmail } from '../fields/namedRecords';
import { Addresses } from './batchReads';
import { NamedClasses } from './namedClasses';
import type { Remark } from './retryMemory';
import type { Summary } from './summaryHint';

export interface Report {
	functions: IExecuteFunctions;
	hints: Set<string>;
	/** What the execution has written; undefined for a read. */
	summary?: Summary;
}

/** The items that use one credential, the client that makes their calls, and what they read for each other. */
export class Batch {
	readonly items: number[] = [];
	readonly people: ByEmail[] = [];
	private readonly shared: { addresses?: Addresses; classes?: NamedClasses } = {};

	/** @param name the expected club, if the credential has one */
	constructor(
		readonly client: ClubClient,
		readonly report: Report,
		readonly name?: string,
	) {}

	get addresses(): Addresses {
		return (this.shared.addresses ??= new Addresses(this.client.key, this.people));
	}

	get classes(): NamedClasses {
		return (this.shared.classes ??= new NamedClasses(this.client.key));
	}

	remark(remark: Remark, item: number): void {
		if ('hint' in remark) this.hint(remark.hint);
		else this.report.summary?.note(remark.note, item);
	}

	hint(message: string): void {
		const { functions, hints } = this.report;
		if (hints.has(message) || !('addExecutionHints' in functions)) return;
		hints.add(message);
		functions.addExecutionHints({ message, location: 'outputPane' });
	}
}
