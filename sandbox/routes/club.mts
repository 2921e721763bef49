import type { Api } from '../api.mts';
import type { Changes } from '../changes.mts';
import { athleteCreationRoutes } from './athleteCreation.mts';
import { athleteRoutes } from './athletes.mts';
import { badgeRoutes } from './badgeAwards.mts';
import { catalogueRoutes } from './catalogue.mts';
import { challengeRoutes } from './challenges.mts';
import { classRoutes } from './classes.mts';
import { contactRoutes } from './contacts.mts';
import { subscriptionRoutes } from './subscriptions.mts';
import { summaryRoutes } from './summaries.mts';
import { trainingRoutes } from './trainings.mts';

/** The routes of the spec, but for those of webhook subscriptions. */
export function clubRoutes(api: Api, changes: Changes): void {
	athleteRoutes(api, changes);
	athleteCreationRoutes(api, changes);
	summaryRoutes(api, changes);
	badgeRoutes(api);
	classRoutes(api, changes);
	subscriptionRoutes(api, changes);
	catalogueRoutes(api, changes);
	contactRoutes(api, changes);
	trainingRoutes(api);
	challengeRoutes(api);
	api.route('GET /Profile', { handle: (call) => call.club.profile });
}
