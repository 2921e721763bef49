import type { SERVICE } from '../../../shared/api/readings/service';
import { isObject } from '../../../shared/transport/json';
import type { Evidence, Sight } from '../evidence';
import type { Tellers } from './told';
import { answered, shown, tally } from './told';

/** Refusals without an ErrorType, but for those of a permission, which may have no body in any reading (§7.2). */
const refusals = ({ sights }: Evidence): Sight[] =>
	sights.filter(({ status, errorType }) => (status === 400 || status === 404) && errorType === undefined);

const isEmpty = ({ body }: Sight): boolean => body === undefined || body === null || body === '';

const forbidden = ({ sights }: Evidence, isWebhook: boolean): Sight[] =>
	sights.filter(({ call, status }) => status === 403 && call.includes('/Webhooks/') === isWebhook);

/** What tells the errors and limits of a club apart, as far as reads meet them. */
export const SERVICE_TELLERS: Tellers<typeof SERVICE> = {
	errorBodies: (evidence) => {
		const counts = tally(refusals(evidence), (sight) =>
			isEmpty(sight) ? 'empty' : typeof sight.body === 'string' ? 'text' : isObject(sight.body) ? 'object' : undefined,
		);
		const told = shown('refusals', counts);
		// An object may be one of two readings.
		return told.reading === 'object' ? { because: told.because } : (told as { reading?: 'text' | 'empty'; because: string });
	},
	missingPermission: (evidence) => {
		// Where all refusals are without a body, one of a permission shows no reading of its own.
		const speaks = refusals(evidence).some((sight) => isObject(sight.body));
		return shown(
			'refusals for a permission',
			tally(forbidden(evidence, true), (sight) => {
				if (isEmpty(sight)) return speaks ? 'empty' : undefined;
				return isObject(sight.body) && 'Message' in sight.body ? 'message' : undefined;
			}),
		);
	},
	webhookReads: (evidence) => {
		const isLicensed = answered(evidence).length > 0 && forbidden(evidence, false).length === 0;
		return shown('reads of webhook subscriptions', { readWrite: isLicensed ? forbidden(evidence, true).length : 0 });
	},
	rateHeaders: (evidence) =>
		shown(
			'answers',
			tally(answered(evidence), ({ headers }) =>
				Object.keys(headers).some((name) => name.toLowerCase().startsWith('x-ratelimit-')) ? 'given' : 'absent',
			),
		),
};
