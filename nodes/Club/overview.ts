import type { IDataObject } from 'n8n-workflow';

/** Opens a list of rows with a `UserId` each, page after page, ascending from an id on. */
export type OpenFrom = (userId: number) => AsyncIterator<readonly IDataObject[]>;

const idOf = (row: IDataObject): number => (typeof row.UserId === 'number' ? row.UserId : NaN);

/** As many rows of nobody as no club has by chance. */
const STRANGERS = 10;

/** A list that is read along with another: of it, one page is held. */
class Beside {
	private pages?: AsyncIterator<readonly IDataObject[]>;
	private rows = new Map<number, IDataObject>();
	private last = -Infinity;
	private isMatched = false;
	/** Rows of the pages that lie behind. */
	private passed = 0;

	constructor(private readonly open: OpenFrom) {}

	/** The row of a person; null where the list has none, or he has no id. Ids must not fall. */
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

	/** Whether the rows up to an id are those of others, all of them. */
	isOfOthers(userId: number): boolean {
		return !this.isMatched && this.passed + this.upTo(userId) >= STRANGERS;
	}

	/** How many rows of the page have an id up to this one. */
	private upTo(userId: number): number {
		return [...this.rows.keys()].filter((id) => id <= userId).length;
	}
}

/**
 * Joins to people, who come ascending by `UserId`, what other lists say of them, under a name each. All lists are read
 * side by side, a page of each at a time; who has appeared in one or vanished from it meanwhile costs nobody else his row.
 * @param onStrangers is called with the name of a list of which row after row belongs to none of the people
 */
export function joinByUser(
	lists: Readonly<Record<string, OpenFrom>>,
	onStrangers?: (name: string) => void,
): (people: readonly IDataObject[]) => Promise<IDataObject[]> {
	const beside = Object.entries(lists).map(([name, open]) => ({ name, list: new Beside(open) }));
	return async (people) => {
		const joined: IDataObject[] = [];
		for (const person of people) {
			const whole: IDataObject = { ...person };
			for (const { name, list } of beside) whole[name] = await list.rowOf(idOf(person));
			joined.push(whole);
		}
		const last = Math.max(...people.map(idOf).filter((id) => !Number.isNaN(id)));
		for (const { name, list } of beside) if (list.isOfOthers(last)) onStrangers?.(name);
		return joined;
	};
}
