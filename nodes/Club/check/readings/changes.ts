import { EVENT_TYPES } from '../../../shared/api/events';
import type { CHANGES } from '../../../shared/api/readings/changes';
import { textOf } from '../../../shared/transport/json';
import type { Evidence } from '../evidence';
import type { Tellers } from './told';
import { rowsIn, shown, tally } from './told';

const BY_EMAIL = 'GET /Athletes/ByEmail';

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ name }) => name));

/** The event types of each webhook subscription; undefined where it has no such property. */
const eventTypesIn = (evidence: Evidence): Array<string[] | undefined> =>
	rowsIn(evidence, 'GET /Webhooks/Subscriptions').map(({ EventTypes }) => (Array.isArray(EventTypes) ? EventTypes.map(String) : undefined));

const isSorted = (names: readonly string[]): boolean => names.every((name, index) => index === 0 || name >= names[index - 1]);

/** What tells what a club makes of changes, as far as reads show it. */
export const CHANGE_TELLERS: Tellers<typeof CHANGES> = {
	emailLookUp: (evidence) => {
		const asked = evidence.sights.filter(({ call }) => call === BY_EMAIL);
		const found = asked.find(({ status }) => status === 200);
		const address = textOf(found?.query.email);
		const others = asked.filter(
			({ query }) => textOf(query.email) !== address && textOf(query.email).toLowerCase() === address.toLowerCase(),
		);
		return shown(
			'look-ups with other capitals',
			tally(others, ({ status }) => (status === 200 ? 'anyCase' : status === 404 ? 'exactCase' : undefined)),
		);
	},
	webhookUrl: (evidence) => {
		const urls = rowsIn(evidence, 'GET /Webhooks/Subscriptions').map(({ Url }) => textOf(Url));
		return shown('webhook subscriptions', { asGiven: urls.filter((url) => url.includes('?')).length });
	},
	eventTypesOrder: (evidence) =>
		shown('webhook subscriptions', { asGiven: eventTypesIn(evidence).filter((names) => names && !isSorted(names)).length }),
	eventTypesShown: (evidence) =>
		shown(
			'webhook subscriptions',
			tally(eventTypesIn(evidence), (names) => {
				if (names === undefined) return 'none';
				if (names.length === 0) return 'empty';
				if (names.every((name) => name === name.toLowerCase())) return 'lowered';
				return names.some((name) => !KNOWN.has(name)) ? 'more' : undefined;
			}),
		),
	subscriptionIds: (evidence) => {
		const ids = rowsIn(evidence, 'GET /Webhooks/Subscriptions').map(({ SubscriptionId }) => textOf(SubscriptionId));
		const isUuid = (id: string) => /^\w*[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
		return shown(
			'webhook subscriptions',
			tally(ids, (id) => (/[^\w-]/.test(id) ? 'awkward' : isUuid(id) ? 'plain' : undefined)),
		);
	},
};
