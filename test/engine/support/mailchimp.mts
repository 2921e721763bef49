import type { IDataObject } from 'n8n-workflow';
import type { OutsideAnswer, OutsideRequest, StandIn } from './outside.mts';

export interface Contact {
	email_address: string;
	status: string;
	merge_fields: Record<string, unknown>;
}

const LIST = 'a1b2c3d4e5';

const KEY = 'key-of-the-audience-us1';

/** The most that a page may have. */
const PAGE = 1_000;

const problem = (status: number, title: string, detail: string): OutsideAnswer => ({ status, body: { title, status, detail } });

/**
 * An audience, as Mailchimp's Marketing API 3.0 has it (mailchimp.com/developer/marketing/api/list-members): a contact is found by its
 * address, a POST adds only, and a PUT of an address that is not there needs a status.
 */
export class Mailchimp implements StandIn {
	readonly hosts = ['us1.api.mailchimp.com'];
	readonly credential = { apiKey: KEY };
	/** What a person chooses in the list of the node. */
	readonly chosen = { list: LIST };
	/** The fields that the audience has. */
	fields = ['FNAME', 'LNAME', 'STAGE', 'CLUBID'];
	readonly contacts = new Map<string, Contact>();
	/** The status with which it refuses a change of a contact, such as `POST anna@example.com`, if it does. */
	refuses: (change: string) => number | undefined = () => undefined;
	/** What was changed, as `PUT anna@example.com`. */
	readonly changes: string[] = [];

	answer({ method, path, query, body, headers }: OutsideRequest): OutsideAnswer | undefined {
		if (headers.authorization !== `apikey ${KEY}`) return problem(401, 'API Key Invalid', 'Your API key may be invalid.');
		const [, address] = new RegExp(`^/3.0/lists/${LIST}/members(?:/([^/]+))?$`).exec(path) ?? [undefined, 'unknown'];
		if (method === 'GET' && !address) return this.page(query);
		const change = `${method} ${String(address ?? body.email_address).toLowerCase()}`;
		const refusal = this.refuses(change);
		if (refusal) return problem(refusal, 'Invalid Resource', `${change} looks fake or invalid, please enter a real email address.`);
		if (method === 'POST' && !address) return this.add(body);
		return method === 'PUT' && address?.includes('@') ? this.update(address.toLowerCase(), body) : undefined;
	}

	private page({ offset, count, status }: Record<string, string>): OutsideAnswer {
		const all = [...this.contacts.values()].filter((contact) => (status ? contact.status === status : contact.status !== 'archived'));
		return { body: { members: all.slice(Number(offset), Number(offset) + Math.min(Number(count), PAGE)), total_items: all.length } };
	}

	/** Values of fields that the audience does not have are dropped. */
	private fieldsOf(values: unknown, before: IDataObject = {}): IDataObject {
		const given = { ...before, ...(values as IDataObject | undefined) };
		return Object.fromEntries(this.fields.map((name) => [name, given[name] ?? '']));
	}

	private add({ email_address: address, status, merge_fields: values }: IDataObject): OutsideAnswer {
		const key = String(address).toLowerCase();
		this.changes.push(`POST ${key}`);
		if (this.contacts.has(key))
			return problem(400, 'Member Exists', `${String(address)} is already a list member. Use PUT to insert or update list members.`);
		const contact = { email_address: String(address), status: String(status), merge_fields: this.fieldsOf(values) };
		this.contacts.set(key, contact);
		return { body: contact };
	}

	private update(key: string, { status, merge_fields: values }: IDataObject): OutsideAnswer {
		this.changes.push(`PUT ${key}`);
		const contact = this.contacts.get(key);
		if (!contact) return problem(400, 'Invalid Resource', 'The resource submitted could not be validated.');
		if (status) contact.status = String(status);
		contact.merge_fields = this.fieldsOf(values, contact.merge_fields as IDataObject);
		return { body: contact };
	}
}
