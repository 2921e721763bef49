import type { IDataObject } from 'n8n-workflow';

/** Opens a list of rows with a `UserId` each, page by page, ascending from an ID. */
export type OpenFrom = (userId: number) => AsyncIterator<readonly IDataObject[]>;

const idOf = (row: IDataObject): number => (typeof row.UserId === 'number' ? row.UserId : NaN);

/** From this many rows without a match on, the list has the IDs of something else. */
const MIN_STRANGERS = 10;

/** A list that is read in parallel with the list of people. Only one page is kept in memory. */
class SideList {
	private pages?: AsyncIterator<readonly IDataObject[]>;
	private rows = new Map<number, IDataObject>();
	private last = -Infinity;
	private isMatched = false;
	/** Rows of earlier pages. */
	private passed = 0;

	constructor(private readonly open: OpenFrom) {}

	/** The row of a person; null if the list has none, or the person has no ID. Call it with ascending IDs. */
	async rowOf(userId: number): Promise<IDataObject | null> {
		if (Number.isNaN(userId)) return null;
		this.pages ??= this.open(userId);
		while (userId > this.last) {
			const { value, done } = await this.pages.next();
			this.passed += this.upTo(userId);
			if (done) {
				this.last = Infinity;
				this.rows.clear();
				break;
			}
			this.rows = new Map(value.map((row: IDataObject) => [idOf(row), row]));
			this.last = Math.max(this.last, ...value.map(idOf).filter((id: number) => !Number.isNaN(id)));
		}
		const row = this.rows.get(userId);
		this.isMatched ||= row !== undefined;
		return row ?? null;
	}

	/** Whether no row up to an ID belongs to one of the people. */
	isOfOthers(userId: number): boolean {
		return !this.isMatched && this.passed + this.upTo(userId) >= MIN_STRANGERS;
	}

	/** How many rows of the page have an ID up to this one. */
	private upTo(userId: number): number {
		return [...this.rows.keys()].filter((id) => id <= userId).length;
	}
}

/**
 * Joins the rows of other lists to people, under the name of each list. People must ascend by `UserId`. All lists are read in parallel,
 * one page at a time. A person who joins or leaves meanwhile does not affect the rows of others.
 * @param onStrangers receives the name of a list whose rows belong to none of the people
 */
export function joinByUser(
	lists: Readonly<Record<string, OpenFrom>>,
	onStrangers?: (name: string) => void,
): (people: readonly IDataObject[]) => Promise<IDataObject[]> {
	const sideLists = Object.entries(lists).map(([name, open]) => ({ name, list: new SideList(open) }));
	return async (people) => {
		const joined: IDataObject[] = [];
		for (const person of people) {
			const row: IDataObject = { ...person };
			for (const { name, list } of sideLists) row[name] = await list.rowOf(idOf(person));
			joined.push(row);
		}
		const last = Math.max(...people.map(idOf).filter((id) => !Number.isNaN(id)));
		for (const { name, list } of sideLists) if (list.isOfOthers(last)) onStrangers?.(name);
		return joined;
	};
}
