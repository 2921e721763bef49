import type { IDataObject } from 'n8n-workflow';
import { endpointOf, listBeside, maxCountOf } from '../shared/api/endpoints';
import { orderOf } from '../shared/records/step';
import { pagesOf } from '../shared/records/paging';
import { rowsByEmails } from './rows';
import type { Request } from '../shared/transport/send';
import { ClubError, settle } from '../shared/transport/errors';
import type { ByEmail } from './field';

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
		const advice = { 404: `The club knows nobody with the email address "${email}". Check it, or create the record first.` };
		const look = async (address: string) => await settle(request(lookUp, { query: { email: address }, advice }));
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
