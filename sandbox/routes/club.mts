import type { Api } from '../api.mts';
import type { World } from '../world.mts';
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
export function clubRoutes(api: Api, world: World): void {
	athleteRoutes(api, world);
	athleteCreationRoutes(api, world);
	summaryRoutes(api, world);
	badgeRoutes(api);
	classRoutes(api, world);
	subscriptionRoutes(api, world);
	catalogueRoutes(api, world);
	contactRoutes(api, world);
	trainingRoutes(api);
	challengeRoutes(api);
	api.route('GET /Profile', { handle: (call) => call.club.profile });
}
