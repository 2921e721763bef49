import type { EmailLookUp } from '../../shared/api/endpoints';
import { emailLookUpOf as lookUpBeside } from '../../shared/api/endpoints';
import type { Field } from '../fields/field';
import { memberships, plans, products } from './memberships';
import { athletes, contacts, participants } from './people';
import { challenges } from './challenges';
import { classes } from './classes';
import type { Picker } from './picker';
import { listSearch } from './listSearch';
import { webhookSubscriptions } from './webhookSubscriptions';

/** The drop-downs of the node, by their search method. */
const PICKERS: Readonly<Record<string, Picker>> = {
	searchAthletes: athletes,
	searchChallenges: challenges,
	searchClasses: classes,
	searchContacts: contacts,
	searchParticipants: participants,
	searchPlans: plans,
	searchProducts: products,
	searchUserSubscriptions: memberships,
	searchWebhookSubscriptions: webhookSubscriptions,
};

/** The search methods of the drop-downs. */
export const listSearchMethods = Object.fromEntries(Object.entries(PICKERS).map(([name, picker]) => [name, listSearch(picker)]));

/** The call that finds the record of a locator by email; undefined if the locator has no email mode. */
export function lookUpOfField(field: Pick<Field, 'modes'>): EmailLookUp | undefined {
	const modes = field.modes ?? [];
	if (!modes.some(({ name }) => name === 'email')) return undefined;
	const list = modes.find(({ name }) => name === 'list');
	const picker = PICKERS[list?.typeOptions?.searchListMethod ?? ''] as Picker | undefined;
	return picker?.lookUp ?? (picker && lookUpBeside(picker.call));
}
