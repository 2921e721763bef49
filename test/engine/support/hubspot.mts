import type { IDataObject } from 'n8n-workflow';
import type { OutsideAnswer, OutsideRequest, StandIn } from './outside.mts';

const TOKEN = 'token-of-the-crm';

/** The properties that the account has. */
const PROPERTIES = [
	'email',
	'hs_additional_emails',
	'firstname',
	'lastname',
	'lastmodifieddate',
	'club_user_id',
	'club_stage',
	'club_stage_synced',
];

interface Filter {
	propertyName: string;
	operator: string;
	value?: string | number;
}

type HubspotContact = Record<string, string>;

function holds(contact: HubspotContact, { propertyName, operator, value }: Filter): boolean {
	const held = contact[propertyName];
	if (operator === 'HAS_PROPERTY') return Boolean(held);
	if (operator === 'CONTAINS_TOKEN') return (held ?? '').split(';').includes(String(value));
	if (operator === 'EQ') return held === String(value);
	if (operator === 'GTE' && propertyName === 'lastmodifieddate') return Date.parse(held) >= Number(value);
	throw new Error(`The stand-in does not know the operator ${operator}`);
}

/**
 * The contacts of an account, as HubSpot's API has them: one for each address. The search is of version 3
 * (developers.hubspot.com/docs/api/crm/search), *Create or Update* of version 1 (legacydocs.hubspot.com/docs/methods/contacts/create_or_update).
 */
export class Hubspot implements StandIn {
	readonly hosts = ['api.hubapi.com'];
	readonly credential = { appToken: TOKEN };
	readonly contacts = new Map<string, HubspotContact>();
	/** The addresses whose contacts were written, in order. */
	readonly written: string[] = [];
	/** The status with which it refuses a call about this, if it does. */
	refuses: (about: string) => number | undefined = () => undefined;

	/** Writes a contact as somebody does on its page. */
	write(email: string, values: HubspotContact): void {
		this.contacts.set(email, { ...this.contacts.get(email), ...values, email, lastmodifieddate: new Date().toISOString() });
	}

	answer({ method, path, body, headers }: OutsideRequest): OutsideAnswer | undefined {
		if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { category: 'INVALID_AUTHENTICATION' } };
		if (method !== 'POST') return undefined;
		const refusal = this.refuses(`${path} ${JSON.stringify(body)}`);
		if (refusal) return { status: refusal, body: { status: 'error', message: 'HubSpot refuses this' } };
		if (path === '/crm/v3/objects/contacts/search') return this.search(body as never);
		const [, email] = /^\/contacts\/v1\/contact\/createOrUpdate\/email\/([^/]+@[^/]+)$/.exec(path) ?? [];
		return email ? this.upsert(email.toLowerCase(), body.properties as Array<{ property: string; value: string }>) : undefined;
	}

	private search(asked: {
		filterGroups: Array<{ filters: Filter[] }>;
		properties: string[];
		limit: number;
		after?: string;
	}): OutsideAnswer {
		const { filterGroups, properties, limit, after = '0' } = asked;
		const found = [...this.contacts.values()].filter((contact) =>
			filterGroups.some(({ filters }) => filters.every((filter) => holds(contact, filter))),
		);
		const end = Number(after) + limit;
		const results = found.slice(Number(after), end).map((contact) => ({
			id: String([...this.contacts.keys()].indexOf(contact.email)),
			properties: Object.fromEntries(properties.map((name) => [name, contact[name] ?? null])),
		}));
		return { body: { total: found.length, results, ...(end < found.length && { paging: { next: { after: String(end) } } }) } };
	}

	private upsert(email: string, properties: Array<{ property: string; value: string }>): OutsideAnswer {
		if (properties.some(({ property }) => !PROPERTIES.includes(property)))
			return { status: 400, body: { status: 'error', message: 'Property values were not valid' } };
		const known = [...this.contacts.values()].find((contact) =>
			holds(contact, { propertyName: 'hs_additional_emails', operator: 'CONTAINS_TOKEN', value: email }),
		);
		const isNew = !known && !this.contacts.has(email);
		this.write(known?.email ?? email, Object.fromEntries(properties.map(({ property, value }) => [property, value])));
		this.written.push(email);
		return { body: { vid: [...this.contacts.keys()].indexOf(email), isNew } as IDataObject };
	}
}
