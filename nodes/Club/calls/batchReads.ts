import type { IDataObject } from 'n8n-workflow';
import { internalPages, rowsOf, type Page } from '../../shared/lists/pages';
import { listBeside, type EmailLookUp } from '../../shared/api/endpoints';
import { isUnwritten, markNow, NEVER_WRITTEN, SCOPES, type ReadMark } from '../../shared/transport/answers';
import type { Request } from '../../shared/transport/callValues';
import { ClubError, attempt, orAbsent } from '../../shared/transport/errors';
import type { ByEmail } from '../fields/namedRecords';

/**
 * The rows with the given IDs, by `UserId`. Each page starts at the next ID that is still missing, so this never takes more calls than
 * single reads, nor more than reading the whole list.
 * @param read reads the rows between two IDs, both inclusive, in ascending order (§4.1)
 */
export async function rowsByIds(
	ids: Iterable<number>,
	maxCount: number,
	read: (range: { fromId: number; toId: number; count: number }) => Promise<unknown>,
): Promise<Map<number, IDataObject>> {
	const requested = [...new Set(ids)].sort((a, b) => a - b);
	const rows = new Map<number, IDataObject>();
	const toId = requested[requested.length - 1];
	for (let next = 0; next < requested.length; ) {
		const fromId = requested[next];
		const count = Math.min(maxCount, toId - fromId + 1);
		const body = await read({ fromId, toId, count });
		const page = rowsOf(body);
		let last = fromId;
		for (const row of page) {
			if (typeof row?.UserId !== 'number') continue;
			rows.set(row.UserId, row);
			last = Math.max(last, row.UserId);
		}
		// A page may be shorter than requested, so its own `Continue` counts (§4.1 rule 5).
		const hasMore = (body as { Continue?: unknown } | undefined)?.Continue ?? page.length >= count;
		if (page.length === 0 || !hasMore) break;
		while (requested[next] <= last) next++;
	}
	return rows;
}

const MIN_FOR_PAGES = 5;

/** How many pages a look-up of this many addresses may read: in the worst case, a quarter more calls than single look-ups. */
export const pagesWorthReading = (addresses: number): number => (addresses < MIN_FOR_PAGES ? 0 : Math.max(1, Math.floor(addresses / 4)));

/**
 * The rows with the given addresses, in as many pages as are worth reading. The caller looks up the other addresses one by one.
 * @returns the rows by address in lower case, and the addresses that nobody in the list has; none if the list was not read to its end
 */
export async function rowsByEmails(
	addresses: Iterable<string>,
	pages: AsyncIterable<Pick<Page, 'rows'> & Partial<Pick<Page, 'more'>>>,
): Promise<{ rows: Map<string, IDataObject>; unlisted: Set<string> }> {
	const remaining = new Set([...addresses].map((address) => address.toLowerCase()));
	const rows = new Map<string, IDataObject>();
	let pagesLeft = pagesWorthReading(remaining.size);
	if (pagesLeft === 0) return { rows, unlisted: new Set() };
	for await (const page of pages) {
		for (const row of page.rows) {
			if (typeof row.Email !== 'string') continue;
			const address = row.Email.toLowerCase();
			if (remaining.delete(address)) rows.set(address, row);
		}
		pagesLeft--;
		if (remaining.size === 0 || (pagesLeft === 0 && page.more !== false)) return { rows, unlisted: new Set() };
	}
	return { rows, unlisted: remaining };
}

const isAbsent = (error: unknown): error is ClubError => error instanceof ClubError && error.status === 404;

interface CachedPerson {
	mark: ReadMark;
	row?: IDataObject;
	absent?: ClubError;
	/** Whether the list was read to its end and does not have it. Lists leave out demo athletes (§2.1). */
	isUnlisted?: boolean;
}

/** The people behind email addresses, as far as a run knows them, so that no address is looked up twice. */
export class Addresses {
	private readonly byAddress = new Map<string, CachedPerson>();
	private readonly isReadAhead = new Set<EmailLookUp>();

	constructor(
		private readonly key: string,
		private readonly people: readonly ByEmail[],
	) {}

	/**
	 * The record of a person, or undefined if the club has none.
	 * @param isFollowed whether a POST follows, in which the club decides by the address itself (§3.3): it finds those whom lists leave out
	 */
	async find(request: Request, person: ByEmail, isFollowed: boolean): Promise<IDataObject | undefined> {
		await this.readAhead(request, person.lookUp);
		if (isFollowed && this.cachedOf(person)?.isUnlisted) return undefined;
		return await orAbsent(this.recordOf(request, person), isFollowed);
	}

	async recordOf(request: Request, person: ByEmail): Promise<IDataObject> {
		const { email, lookUp } = person;
		await this.readAhead(request, lookUp);
		const cached = this.cachedOf(person);
		// Two items must not share an object: a later node may change one of them.
		if (cached?.row && isUnwritten(cached.mark, this.key, SCOPES.person(cached.row.UserId))) return structuredClone(cached.row);
		if (cached?.absent) throw cached.absent;
		const mark = markNow();
		const advice = { 404: `Nobody in the club has the email address "${email}". Check it, or create the record first.` };
		const search = async (address: string) => await attempt(request(lookUp, { query: { email: address }, advice }));
		let found = await search(email);
		// A club may store addresses in lower case only, whatever was sent (§2.1, §4.2).
		if ('error' in found && isAbsent(found.error) && email !== email.toLowerCase()) found = await search(email.toLowerCase());
		if ('value' in found) {
			this.byAddress.set(nameOf(person), { mark, row: found.value });
			return found.value;
		}
		// Somebody whom this process has added may appear later.
		const isStable = isUnwritten(NEVER_WRITTEN, this.key, SCOPES.address(email));
		if (isAbsent(found.error) && isStable) this.byAddress.set(nameOf(person), { mark, absent: found.error });
		throw found.error;
	}

	async idOf(request: Request, person: ByEmail): Promise<number> {
		const { UserId } = this.cachedOf(person)?.row ?? (await this.recordOf(request, person));
		if (typeof UserId === 'number') return UserId;
		throw new ClubError(`The club gave no ID for "${person.email}"`, { description: 'Choose the record by its ID.' });
	}

	private cachedOf(person: ByEmail): CachedPerson | undefined {
		const fact = this.byAddress.get(nameOf(person));
		const owners = [person.email, ...(fact?.row ? [fact.row.UserId] : [])].map(SCOPES.address);
		return fact && isUnwritten(fact.mark, this.key, ...owners) ? fact : undefined;
	}

	/**
	 * Looks up the addresses of all items in pages of the list of the same people, if that costs fewer calls. If it fails, it is left out:
	 * the item that is about to look up its own address is not harmed by it, nor are the others.
	 */
	private async readAhead(request: Request, lookUp: EmailLookUp): Promise<void> {
		if (this.isReadAhead.has(lookUp)) return;
		this.isReadAhead.add(lookUp);
		const emails = this.people.filter((person) => person.lookUp === lookUp).map(({ email }) => email);
		const mark = markNow();
		const list = listBeside(lookUp);
		const pages = internalPages(list, {}, async (query) => await request(list, { query }));
		const read = await attempt(rowsByEmails(emails, pages));
		if ('error' in read) return;
		const { rows, unlisted } = read.value;
		for (const email of unlisted) this.byAddress.set(nameOf({ email, lookUp }), { mark, isUnlisted: true });
		for (const [email, row] of rows) this.byAddress.set(nameOf({ email, lookUp }), { mark, row });
	}
}

const nameOf = ({ email, lookUp }: ByEmail): string => `${lookUp} ${email.toLowerCase()}`;
