import { memberships, plans, products } from './memberships';
import { athletes, contacts, participants } from './people';
import { challenges } from './challenges';
import { classes } from './classes';
import type { Picker } from './picker';
import { listSearch } from './listSearch';
import { webhookSubscriptions } from './webhookSubscriptions';

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

export const listSearchMethods = Object.fromEntries(Object.entries(PICKERS).map(([name, picker]) => [name, listSearch(picker)]));
