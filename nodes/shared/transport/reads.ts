import type { IDataObject } from 'n8n-workflow';

/** The reads of one run: the same one is made once, until something may have changed what it gives. */
export class Reads {
	private readonly made = new Map<string, Promise<IDataObject>>();

	/** The answer that is known by this key, or that of a read made now; a failed one is not kept. */
	async of(key: string, read: () => Promise<IDataObject>): Promise<IDataObject> {
		const known = this.made.get(key);
		if (known) return structuredClone(await known);
		const answer = read();
		this.made.set(key, answer);
		answer.catch(() => this.made.delete(key));
		return await answer;
	}

	forget(): void {
		this.made.clear();
	}
}
