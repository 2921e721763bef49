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
