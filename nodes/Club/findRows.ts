import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../shared/records/paging';
import { rowsOf, pagesOf } from '../shared/records/paging';
import { endpointOf, listBeside, maxCountOf } from '../shared/api/endpoints';
import { orderOf } from '../shared/records/step';
import type { Request } from '../shared/transport/send';
import { ClubError, attempt } from '../shared/transport/errors';
import type { ByEmail } from './field';

/** Reads the rows of a list from one id to another, both inclusive, in ascending order (§4.1). */
type ReadRange = (range: { fromId: number; toId: number; count: number }) => Promise<unknown>;

/**
 * The rows that have the given ids, by `UserId`. Each page starts at the next id that is needed, so it takes
 * at most one call an id, and at most as many as reading the whole list: never more than single reads would.
 */
export async function rowsByIds(ids: Iterable<number>, maxCount: number, read: ReadRange): Promise<Map<number, IDataObject>> {
	const wanted = [...new Set(ids)].sort((a, b) => a - b);
	const rows = new Map<number, IDataObject>();
	const toId = wanted[wanted.length - 1];
	for (let next = 0; next < wanted.length; ) {
		const fromId = wanted[next];
		const count = Math.min(maxCount, toId - fromId + 1);
		const body = await read({ fromId, toId, count });
		const page = rowsOf(body);
		let last = fromId;
		for (const row of page) {
			if (typeof row?.UserId !== 'number') continue;
			rows.set(row.UserId, row);
			last = Math.max(last, row.UserId);
		}
		// A page may be shorter than asked for; what it says of itself counts (§4.1 rule 5). @reading counts
		const goesOn = (body as { Continue?: unknown } | undefined)?.Continue ?? page.length >= count;
		if (page.length === 0 || !goesOn) break;
		while (wanted[next] <= last) next++;
	}
	return rows;
}

/** From this many addresses on, pages are tried before single look-ups. */
const FEWEST_FOR_PAGES = 5;

/** How many pages a search for so many addresses may read: at worst a quarter more calls than single look-ups. */
export const pagesWorthReading = (addresses: number): number => (addresses < FEWEST_FOR_PAGES ? 0 : Math.max(1, Math.floor(addresses / 4)));

/** Rows by address in lower case, and whether the whole list was read for them. */
interface RowsByEmail {
	rows: Map<string, IDataObject>;
	/** The addresses that nobody in the list has; empty where it was not read to its end. */
	unlisted: Set<string>;
}

/**
 * The rows that have the given addresses, as far as the pages worth reading hold them. What is neither among them nor
 * certainly absent is looked up one by one.
 */
export async function rowsByEmails(
	addresses: Iterable<string>,
	pages: AsyncIterable<Pick<Page, 'rows'> & Partial<Pick<Page, 'more'>>>,
): Promise<RowsByEmail> {
	const wanted = new Set([...addresses].map((address) => address.toLowerCase()));
	const rows = new Map<string, IDataObject>();
	let left = pagesWorthReading(wanted.size);
	if (left === 0) return { rows, unlisted: new Set() };
	for await (const page of pages) {
		for (const row of page.rows) {
			if (typeof row.Email !== 'string') continue;
			const address = row.Email.toLowerCase();
			if (wanted.delete(address)) rows.set(address, row);
		}
		left--;
		if (wanted.size === 0 || (left === 0 && page.more !== false)) return { rows, unlisted: new Set() };
	}
	return { rows, unlisted: wanted };
}

const isAbsent = (error: unknown): error is ClubError => error instanceof ClubError && error.status === 404;

/** Whom email addresses belong to, as far as a run has found out: no address is looked up twice. */
export class Addresses {
	/** Ids of the addresses that this run has looked up: they do not change, whatever is written in between. */
	private readonly idsByEmail = new Map<string, number>();
	/** Rows read ahead for addresses; each is used once, since a later write may change it. */
	private readonly rowsAhead = new Map<string, IDataObject>();

	/** Addresses that nobody in a list read to its end has; each counts once, since a later write may change that. */
	private readonly unlisted = new Set<string>();
	/** Errors of look-ups that found nobody, so that nobody asks again until somebody may have come. */
	private readonly absent = new Map<string, ClubError>();

	/** Somebody may have come who has an address that nobody had before. */
	forgetAbsent(): void {
		this.absent.clear();
	}

	/** The record that has an email address. @throws ClubError with status 404 when there is none */
	async find(request: Request, { email, lookUp }: ByEmail): Promise<IDataObject> {
		const ahead = this.rowsAhead.get(email.toLowerCase());
		if (this.rowsAhead.delete(email.toLowerCase()) && ahead) return ahead;
		const key = `${lookUp} ${email.toLowerCase()}`;
		const known = this.absent.get(key);
		if (known) throw known;
		const advice = { 404: `Nobody in the club has the email address "${email}". Check it, or create the record first.` };
		const look = async (address: string) => await attempt(request(lookUp, { query: { email: address }, advice }));
		let found = await look(email);
		// A club may know people by small letters alone, whatever was sent (§2.1, §4.2). @reading emailLookUp @reading emailCase
		if ('error' in found && isAbsent(found.error) && email !== email.toLowerCase()) found = await look(email.toLowerCase());
		if ('error' in found) {
			if (isAbsent(found.error)) this.absent.set(key, found.error);
			throw found.error;
		}
		this.remember(email, found.value);
		return found.value;
	}

	/**
	 * Whether the list is known to have nobody with this address: true once, and only where that was read in this run.
	 * Demo athletes are in no list (§2.1), so this answers no look-up; a POST tells of them by itself.
	 * @reading demoAthletes
	 */
	isUnlisted(email: string): boolean {
		return this.unlisted.delete(email.toLowerCase());
	}

	/** Notes whom an address belongs to, so that nobody asks again. */
	private remember(email: string, { UserId }: IDataObject): void {
		if (typeof UserId === 'number') this.idsByEmail.set(email.toLowerCase(), UserId);
	}

	/** Reads many addresses in pages of the list beside their look-up, where that costs fewer calls. */
	async readAhead(request: Request, people: readonly ByEmail[]): Promise<void> {
		for (const lookUp of new Set(people.map((who) => who.lookUp))) {
			const list = listBeside(lookUp);
			const { orderedBy = '' } = endpointOf(list) ?? {};
			const pages = pagesOf({
				fetch: async (page) => await request(list, { query: { ...page } }),
				direction: (firstPage) => orderOf(firstPage, orderedBy),
				orderedBy,
				maxCount: maxCountOf(list),
			});
			const emails = people.flatMap((who) => (who.lookUp === lookUp ? [who.email] : []));
			const { rows, unlisted } = await rowsByEmails(emails, pages).catch((error: unknown) => {
				// These pages are ours: the user has no list that could go on from them.
				throw error instanceof ClubError ? error.with({ resume: undefined }) : error;
			});
			for (const address of unlisted) this.unlisted.add(address);
			for (const [address, row] of rows) {
				this.rowsAhead.set(address, row);
				this.remember(address, row);
			}
		}
	}

	/** The id of whom an address means; it costs one call, once in a run. */
	async idOf(request: Request, who: ByEmail): Promise<number> {
		const { email } = who;
		const known = this.idsByEmail.get(email.toLowerCase());
		if (known !== undefined) return known;
		const { UserId } = await this.find(request, who);
		if (typeof UserId === 'number') return UserId;
		throw new ClubError(`The club gave no ID for "${email}"`, { description: 'Choose the record by its ID.' });
	}
}
