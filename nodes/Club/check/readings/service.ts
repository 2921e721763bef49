import type { SERVICE_READINGS } from '../../../shared/api/readings/service';
import { isObject, textOf } from '../../../shared/transport/json';
import { EVENT_TYPES } from '../../../shared/api/events';
import type { CHANGE_READINGS } from '../../../shared/api/readings/changes';
import type { Evidence, Sight } from '../evidence';
import type { Finders } from './tellers';
import { answered, findingFrom, tally, rowsIn } from './tellers';

/** Refusals without an ErrorType. A refused permission is left out, since it may have no body in any reading (§7.2). */
const refusals = ({ sights }: Evidence): Sight[] =>
	sights.filter(({ status, errorType }) => (status === 400 || status === 404) && errorType === undefined);

const isEmpty = ({ body }: Sight): boolean => body === undefined || body === null || body === '';

const forbidden = ({ sights }: Evidence, isWebhook: boolean): Sight[] =>
	sights.filter(({ call, status }) => status === 403 && call.includes('/Webhooks/') === isWebhook);

/** The readings of errors and limits, as far as reads show them. */
export const SERVICE_FINDERS: Finders<typeof SERVICE_READINGS> = {
	errorBodies: (evidence) => {
		const counts = tally(refusals(evidence), (sight) =>
			isEmpty(sight) ? 'empty' : typeof sight.body === 'string' ? 'text' : isObject(sight.body) ? 'object' : undefined,
		);
		const finding = findingFrom('refusals', counts);
		// An object can mean two readings.
		return finding.reading === 'object' ? { because: finding.because } : (finding as { reading?: 'text' | 'empty'; because: string });
	},
	missingPermission: (evidence) => {
		// If no refusal has a body, a refused permission without a body proves nothing.
		const hasBodies = refusals(evidence).some((sight) => isObject(sight.body));
		return findingFrom(
			'refusals because of a permission',
			tally(forbidden(evidence, true), (sight) => {
				if (isEmpty(sight)) return hasBodies ? 'empty' : undefined;
				return isObject(sight.body) && 'Message' in sight.body ? 'message' : undefined;
			}),
		);
	},
	webhookReads: (evidence) => {
		const isLicensed = answered(evidence).length > 0 && forbidden(evidence, false).length === 0;
		return findingFrom('reads of webhook subscriptions', { readWrite: isLicensed ? forbidden(evidence, true).length : 0 });
	},
	rateHeaders: (evidence) =>
		findingFrom(
			'answers',
			tally(answered(evidence), ({ headers }) =>
				Object.keys(headers).some((name) => name.toLowerCase().startsWith('x-ratelimit-')) ? 'given' : 'absent',
			),
		),
};

const BY_EMAIL = 'GET /Athletes/ByEmail';

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ name }) => name));

/** The event types of each webhook subscription; undefined if the property is missing. */
const eventTypesIn = (evidence: Evidence): Array<string[] | undefined> =>
	rowsIn(evidence, 'GET /Webhooks/Subscriptions').map(({ EventTypes }) => (Array.isArray(EventTypes) ? EventTypes.map(String) : undefined));

const isSorted = (names: readonly string[]): boolean => names.every((name, index) => index === 0 || name >= names[index - 1]);

/** The readings of changes, as far as reads show them. */
export const CHANGE_FINDERS: Finders<typeof CHANGE_READINGS> = {
	emailLookUp: (evidence) => {
		const lookUps = evidence.sights.filter(({ call }) => call === BY_EMAIL);
		const found = lookUps.find(({ status }) => status === 200);
		const address = textOf(found?.query.email);
		const others = lookUps.filter(
			({ query }) => textOf(query.email) !== address && textOf(query.email).toLowerCase() === address.toLowerCase(),
		);
		return findingFrom(
			'look-ups in another case',
			tally(others, ({ status }) => (status === 200 ? 'anyCase' : status === 404 ? 'exactCase' : undefined)),
		);
	},
	webhookUrl: (evidence) => {
		const urls = rowsIn(evidence, 'GET /Webhooks/Subscriptions').map(({ Url }) => textOf(Url));
		return findingFrom('webhook subscriptions', { asGiven: urls.filter((url) => url.includes('?')).length });
	},
	eventTypesOrder: (evidence) =>
		findingFrom('webhook subscriptions', { asGiven: eventTypesIn(evidence).filter((names) => names && !isSorted(names)).length }),
	eventTypesShown: (evidence) =>
		findingFrom(
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
		return findingFrom(
			'webhook subscriptions',
			tally(ids, (id) => (/[^\w-]/.test(id) ? 'awkward' : isUuid(id) ? 'plain' : undefined)),
		);
	},
};
