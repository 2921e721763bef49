import type { IDataObject } from 'n8n-workflow';
import type { EmailLookUp } from '../shared/api/endpoints';
import { endpointOf, listBeside, maxCountOf } from '../shared/api/endpoints';
import { orderOf } from '../shared/records/order';
import { pagesOf } from '../shared/records/paging';
import { rowsByEmails } from '../shared/records/rows';
import type { FreeSend } from '../shared/transport/send';
import { ClubError } from '../shared/transport/errors';
import { settle } from '../shared/transport/outcome';
import type { ByEmail } from './reference';

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

	constructor(private readonly send: FreeSend) {}

	/** Somebody may have come who has an address that nobody had before. */
	forgetAbsent(): void {
		this.absent.clear();
	}

	/** The record that has an email address. @throws ClubError with status 404 when there is none */
	async find(email: string, lookUp: EmailLookUp): Promise<IDataObject> {
		const ahead = this.rowsAhead.get(email.toLowerCase());
		if (this.rowsAhead.delete(email.toLowerCase()) && ahead) return ahead;
		const key = `${lookUp} ${email.toLowerCase()}`;
		const known = this.absent.get(key);
		if (known) throw known.again();
		const advice = { 404: `Nobody in this club is found by the address "${email}" here. Check it, or create the record first.` };
		const look = async (address: string) => await settle(this.send(lookUp, { query: { email: address }, advice }));
		let found = await look(email);
		// A club may know people by small letters alone, whatever was sent (§2.1, §4.2).
		if ('error' in found && isAbsent(found.error) && email !== email.toLowerCase()) found = await look(email.toLowerCase());
		if ('error' in found) {
			if (isAbsent(found.error)) this.absent.set(key, found.error.again());
			throw found.error;
		}
		if (typeof found.value.UserId === 'number') this.remember(email, found.value.UserId);
		return found.value;
	}

	/**
	 * Whether the list is known to have nobody with this address: true once, and only where that was read in this run.
	 * Demo athletes are in no list (§2.1), so this answers no look-up; a POST tells of them by itself.
	 */
	isUnlisted(email: string): boolean {
		return this.unlisted.delete(email.toLowerCase());
	}

	/** Notes whom an address belongs to, so that nobody asks again. */
	private remember(email: string, id: number): void {
		this.idsByEmail.set(email.toLowerCase(), id);
	}

	/** Reads many addresses in pages of the list beside a look-up, where that costs fewer calls. */
	async readAhead(addresses: string[], lookUp: EmailLookUp): Promise<void> {
		const list = listBeside(lookUp);
		const { orderedBy = '' } = endpointOf(list) ?? {};
		const pages = pagesOf({
			fetch: async (page) => await this.send(list, { query: { ...page } }),
			direction: (firstPage) => orderOf(firstPage, orderedBy),
			orderedBy,
			maxCount: maxCountOf(list),
		});
		const { rows, unlisted } = await rowsByEmails(addresses, pages).catch((error: unknown) => {
			// These pages are ours: the user has no list that could go on from them.
			if (error instanceof ClubError) error.resume = undefined;
			throw error;
		});
		for (const address of unlisted) this.unlisted.add(address);
		for (const [address, row] of rows) {
			this.rowsAhead.set(address, row);
			if (typeof row.UserId === 'number') this.remember(address, row.UserId);
		}
	}

	/** The id of whom an address means; it costs one call, once in a run. */
	async idOf({ email, lookUp }: ByEmail): Promise<number> {
		const known = this.idsByEmail.get(email.toLowerCase());
		if (known !== undefined) return known;
		const { UserId } = await this.find(email, lookUp);
		if (typeof UserId === 'number') return UserId;
		throw new ClubError(`The club gave no ID for "${email}"`, { description: 'Choose the record by its ID.' });
	}
}
