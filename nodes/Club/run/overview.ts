import type { IDataObject } from 'n8n-workflow';

/** Opens a list of rows with a `UserId` each, page by page, ascending from an ID. */
export type OpenFrom = (userId: number) => AsyncIterator<readonly IDataObject[]>;

const idOf = (row: IDataObject): number => (typeof row.UserId === 'number' ? row.UserId : NaN);

/** A list that is read in parallel with the list of people. Only one page is kept in memory. */
class SideList {
	private pages?: AsyncIterator<readonly IDataObject[]>;
	private rows = new Map<number, IDataObject>();
	private last = -Infinity;

	constructor(private readonly open: OpenFrom) {}

	/** The row of a person; null if the list has none, or the person has no ID. Call it with ascending IDs. */
	async rowOf(userId: number): Promise<IDataObject | null> {
		if (Number.isNaN(userId)) return null;
		this.pages ??= this.open(userId);
		while (userId > this.last) {
			const { value, done } = await this.pages.next();
			if (done) {
				this.last = Infinity;
				this.rows.clear();
				break;
			}
			this.rows = new Map(value.map((row: IDataObject) => [idOf(row), row]));
			for (const id of this.rows.keys()) if (id > this.last) this.last = id;
		}
		return this.rows.get(userId) ?? null;
	}
}

/**
 * Joins the rows of other lists to people, under the name of each list. People must ascend by `UserId`. All lists are read in parallel,
 * one page at a time. A person who joins or leaves meanwhile does not affect the rows of others.
 */
export function joinByUser(lists: Readonly<Record<string, OpenFrom>>): (people: readonly IDataObject[]) => Promise<IDataObject[]> {
	const sideLists = Object.entries(lists).map(([name, open]) => ({ name, list: new SideList(open) }));
	return async (people) => {
		const joined: IDataObject[] = [];
		for (const person of people) {
			const row: IDataObject = { ...person };
			for (const { name, list } of sideLists) row[name] = await list.rowOf(idOf(person));
			joined.push(row);
		}
		return joined;
	};
}
