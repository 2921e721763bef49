import type { IExecuteFunctions } from 'n8n-workflow';
import { ClubClient } from '../../shared/transport/client';
import { readCredential } from '../../shared/transport/credential';
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

/** A sentence that says which of several clubs an item uses; empty if there is one club. */
export function clubSentence(batches: readonly Batch[], item: number): string {
	const batch = batches.find(({ items }) => items.includes(item));
	if (!batch || batches.length === 1) return '';
	if (batch.name) return `Club: "${batch.name}".`;
	const [first] = batch.items;
	return first === item ? '' : `It uses the same club as item ${first}.`;
}

/**
 * Groups the items by credential, which is read for each item, since its keys may be expressions of the item.
 * @param refuse receives the error of an item whose credential cannot be used
 */
export async function batchesOf(
	report: Report,
	plans: ReadonlyMap<number, { lookUps: readonly ByEmail[] }>,
	refuse: (error: unknown, item: number) => void,
): Promise<Batch[]> {
	const batches = new Map<string, Batch>();
	for (const [item, { lookUps }] of plans) {
		try {
			const credential = await readCredential(report.functions, item);
			const identity = JSON.stringify(credential);
			const name = credential.expectedClub || undefined;
			const batch = batches.get(identity) ?? new Batch(await ClubClient.open(report.functions, credential), report, name);
			batches.set(identity, batch);
			batch.items.push(item);
			batch.people.push(...lookUps);
		} catch (error) {
			refuse(error, item);
		}
	}
	return [...batches.values()];
}
