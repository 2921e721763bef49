import type { Call } from '../../shared/api/route';
import type { Field } from '../field';
import { assignments } from './assignments';
import { athletes } from './athletes';
import { challenges } from './challenges';
import { classes } from './classes';
import { contacts } from './contacts';
import { listSearch } from './picker';
import { plans, products } from './products';
import { webhookSubscriptions } from './webhookSubscriptions';

/** The search methods of the node's drop-downs, by the name that the locators give. */
export const listSearchMethods = {
	searchAthletes: listSearch(athletes),
	searchChallenges: listSearch(challenges),
	searchClasses: listSearch(classes),
	searchContacts: listSearch(contacts),
	searchPlans: listSearch(plans),
	searchProducts: listSearch(products),
	searchUserSubscriptions: listSearch(assignments),
	searchWebhookSubscriptions: listSearch(webhookSubscriptions),
};

/** The look-up by email of the locators that have one, by search method (§4.2, §4.8). */
const EMAIL_LOOK_UPS: Readonly<Record<string, Call>> = {
	searchAthletes: 'GET /Athletes/ByEmail',
	searchContacts: 'GET /Contacts/ByEmail',
};

/** The call that finds a locator's record by email, if the locator takes an email. */
export function emailLookUpOf(field: Pick<Field, 'modes'>): Call | undefined {
	const modes = field.modes ?? [];
	if (!modes.some(({ name }) => name === 'email')) return undefined;
	const list = modes.find(({ name }) => name === 'list');
	return EMAIL_LOOK_UPS[list?.typeOptions?.searchListMethod ?? ''];
}
