import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../shared/lists/pages';
import { internalPages, rowsOf } from '../../shared/lists/pages';
import { listBeside } from '../../shared/api/endpoints';
import type { Request } from '../../shared/transport/send';
import { ClubError, attempt } from '../../shared/transport/errors';
import type { ByEmail } from '../fields/field';

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

/** From this many addresses on, pages are read before single look-ups. */
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

/** The people behind email addresses, as far as a run knows them, so that no address is looked up twice. */
export class Addresses {
	/** IDs of the addresses that were looked up. They stay valid, whatever the run writes. */
	private readonly idsByEmail = new Map<string, number>();
	/** Rows that were read ahead. Each is used once, since a later write may change it. */
	private readonly rowsAhead = new Map<string, IDataObject>();

	/** Addresses that nobody in the list has. Each counts once, since a later write may change that. */
	private readonly unlisted = new Set<string>();
	/** Errors of look-ups that found nobody, so that they are not repeated until somebody may have the address. */
	private readonly absent = new Map<string, ClubError>();

	/** Forgets the look-ups that found nobody, since somebody may have the address now. */
	forgetAbsent(): void {
		this.absent.clear();
	}

	/** The record with an email address. @throws ClubError with status 404 if there is none */
	async find(request: Request, { email, lookUp }: ByEmail): Promise<IDataObject> {
		const ahead = this.rowsAhead.get(email.toLowerCase());
		if (this.rowsAhead.delete(email.toLowerCase()) && ahead) return ahead;
		const key = `${lookUp} ${email.toLowerCase()}`;
		const known = this.absent.get(key);
		if (known) throw known;
		const advice = { 404: `Nobody in the club has the email address "${email}". Check it, or create the record first.` };
		const search = async (address: string) => await attempt(request(lookUp, { query: { email: address }, advice }));
		let found = await search(email);
		// A club may store addresses in lower case only, whatever was sent (§2.1, §4.2).
		if ('error' in found && isAbsent(found.error) && email !== email.toLowerCase()) found = await search(email.toLowerCase());
		if ('error' in found) {
			if (isAbsent(found.error)) this.absent.set(key, found.error);
			throw found.error;
		}
		this.remember(email, found.value);
		return found.value;
	}

	/**
	 * Whether nobody in the list has this address: true once, and only if this run read the list to its end.
	 * Lists leave out demo athletes (§2.1), so this does not replace a look-up; a POST finds them itself.
	 */
	consumeUnlisted(email: string): boolean {
		return this.unlisted.delete(email.toLowerCase());
	}

	/** Stores the ID of an address. */
	private remember(email: string, { UserId }: IDataObject): void {
		if (typeof UserId === 'number') this.idsByEmail.set(email.toLowerCase(), UserId);
	}

	/** Looks up many addresses in pages of the list of the same people, if that costs fewer calls. */
	async readAhead(request: Request, people: readonly ByEmail[]): Promise<void> {
		for (const lookUp of new Set(people.map((person) => person.lookUp))) {
			const list = listBeside(lookUp);
			const pages = internalPages(list, {}, async (query) => await request(list, { query }));
			const emails = people.flatMap((person) => (person.lookUp === lookUp ? [person.email] : []));
			const { rows, unlisted } = await rowsByEmails(emails, pages);
			for (const address of unlisted) this.unlisted.add(address);
			for (const [address, row] of rows) {
				this.rowsAhead.set(address, row);
				this.remember(address, row);
			}
		}
	}

	/** The ID of the person with an address. Each address costs one call in a run. */
	async idOf(request: Request, person: ByEmail): Promise<number> {
		const { email } = person;
		const known = this.idsByEmail.get(email.toLowerCase());
		if (known !== undefined) return known;
		const { UserId } = await this.find(request, person);
		if (typeof UserId === 'number') return UserId;
		throw new ClubError(`The club gave no ID for "${email}"`, { description: 'Choose the record by its ID.' });
	}
}
