import type { IDataObject } from 'n8n-workflow';
import { instantOf, MINUTE_MS, timeIn } from '../../../shared/api/time';
import { ClubError, InvalidInput, attempt } from '../../../shared/transport/errors';
import { hasSuspension, isSuspendedAt, showsSuspension, suspensionEndOf, suspensionStartOf } from '../../../shared/api/facts';
import { ADDITIONAL_FIELDS, additionalProperties } from '../../fields/fields';
import { bodyOf } from '../../run/plan';
import { createOnce, EqualWrites, UncertainMatch } from '../../calls/writes';
import { defineOperation } from '../../operation';
import { membership } from '../../pickers/memberships';
import type { Session } from '../../calls/session';
import { IN_USE, isKept, NO_MEMBERSHIP } from './fields';
import { clock } from '../../../shared/transport/process';

export const suspend = defineOperation({
	value: 'suspend',
	name: 'Suspend',
	action: 'Suspend (freeze) membership',
	description: 'Freeze (suspend) a membership',
	calls: ['POST /UserSubscriptions/{userSubscriptionId}/Suspension', 'GET /UserSubscriptions/{userSubscriptionId}'],
	cost: '2, or 3 if the answer is empty',
	fields: [
		membership,
		{
			displayName: 'Suspension End',
			name: 'suspensionEnd',
			type: 'options',
			required: true,
			options: [
				{ name: 'On a Date', value: 'onDate', description: 'The membership becomes active again by itself' },
				{ name: 'None', value: 'none', description: 'The membership stays frozen until somebody reactivates it' },
			],
			default: 'onDate',
			api: false,
			description: 'When the freeze ends',
		},
		{
			displayName: 'Frozen Until',
			name: 'reactivationDate',
			type: 'dateTime',
			required: true,
			default: '',
			displayOptions: { show: { suspensionEnd: ['onDate'] } },
			description:
				'When the membership becomes active again, e.g. 2027-01-02T00:00:00. A date is the beginning of that day, the first one after the freeze.',
		},
		{
			...ADDITIONAL_FIELDS,
			options: [
				additionalProperties,
				{
					displayName: 'Frozen From',
					name: 'suspensionStartUTC',
					type: 'dateTime',
					default: '',
					technical: true,
					description: 'The time from which the membership is frozen, e.g. 2026-12-24T00:00:00. If not set, it is frozen from now on.',
				},
			],
		},
	],
	advice: { ...IN_USE, ...NO_MEMBERSHIP },
	check({ suspensionEnd, reactivationDate, additionalFields }) {
		if (suspensionEnd === 'none' || reactivationDate === undefined) return;
		const end = instantOf(reactivationDate);
		const advice = 'Correct the dates. Nothing was sent.';
		if (end <= clock.now()) throw new InvalidInput(`"Frozen Until" must be in the future, not ${reactivationDate}`, advice);
		if (!(end <= instantOf(additionalFields.suspensionStartUTC))) return;
		const begin = additionalFields.suspensionStartUTC;
		throw new InvalidInput(`"Frozen From" must be earlier than "Frozen Until", but they are ${begin} and ${reactivationDate}`, advice);
	},
	prepare: () => new EqualWrites(),
	before: async (session, { userSubscriptionId }) =>
		session.settings.isDryRun ? undefined : await session.membershipOf(userSubscriptionId),
	async run(session, { userSubscriptionId, suspensionEnd, reactivationDate, additionalFields }, suspensions, current) {
		const params = await session.resolve({ userSubscriptionId });
		const requested = bodyOf({ ...(suspensionEnd !== 'none' && { reactivationDate }), ...additionalFields });
		return await suspensions.once(session, { note: 'sameFreeze', request: requested, target: params }, async () => {
			const record = await suspendOnce(session, params, requested);
			if (current && isReplaced(current, requested, session.zone))
				session.hint(
					`Membership ${String(params.userSubscriptionId)} was already frozen ${inWords(beginOf(current), current.ReactivationDate)}. The new dates replace that freeze`,
				);
			return record;
		});
	},
});

function isReplaced(current: IDataObject, requested: IDataObject, zone: string): boolean {
	if (!hasSuspension(current) || isKeptIn(current, requested, zone)) return false;
	const end = suspensionEndOf(current, zone);
	return end === undefined ? isSuspendedAt(current, clock.now(), zone) : end > clock.now();
}

const beginOf = ({ SuspensionStartUTC, SuspendedAtUTC }: IDataObject): unknown => SuspensionStartUTC ?? SuspendedAtUTC;

async function suspendOnce(session: Session, params: { userSubscriptionId: unknown }, requested: IDataObject): Promise<IDataObject> {
	if (requested.ReactivationDate === undefined) session.note('noEnd');
	const call = 'POST /UserSubscriptions/{userSubscriptionId}/Suspension';
	const { record: answer, found } = await createOnce(
		session,
		async () => await session.send(call, { params, body: requested }),
		async () => {
			const stored = await session.send('GET /UserSubscriptions/{userSubscriptionId}', { params });
			return isAsRequested(requested, stored, session.zone) ? stored : NOT_SHOWN;
		},
	);
	if (session.settings.isDryRun) return answer;
	if (found) session.countWrite(call);
	if (found) return { ...answer, Reconciled: true };
	const stored = showsSuspension(answer) ? answer : await readBack(session, params);
	checkSuspension(requested, stored, session.zone);
	return stored;
}

/** Reads the suspension when the answer does not show it. @throws ClubError that says that the suspension may have been applied */
async function readBack(session: Session, params: { userSubscriptionId: unknown }): Promise<IDataObject> {
	const outcome = await attempt(session.send('GET /UserSubscriptions/{userSubscriptionId}', { params }));
	if ('value' in outcome) return outcome.value;
	const advice = 'The club accepted the suspension, so it may have been applied. Check the membership before you send it again.';
	throw outcome.error instanceof ClubError ? outcome.error.with({ unclear: true, advice }) : outcome.error;
}

const inWords = (begin: unknown, end: unknown): string =>
	`from ${String(begin ?? 'now')} until ${String(end ?? 'somebody reactivates it')}`;

/** Whether the club stored the requested start, or moved it from the past to its own now. Its clock may be a minute ahead. */
const isStartKept = (requested: number | undefined, stored: number | undefined): boolean =>
	isKept(requested, stored) ||
	(requested !== undefined && stored !== undefined && requested <= stored && stored <= clock.now() + MINUTE_MS);

const NOT_SHOWN = new UncertainMatch(
	'The node looked at the membership for a minute, and it does not show this suspension. It was not sent again, because the club may still apply it. Check the membership first.',
);

/** Whether the club stored the requested times. A time that was not requested can be any. */
function isKeptIn(stored: IDataObject, requested: IDataObject, zone: string): boolean {
	const { SuspensionStartUTC, ReactivationDate } = requested;
	const isBegin =
		SuspensionStartUTC === undefined || isStartKept(timeIn(requested, 'SuspensionStartUTC', zone), suspensionStartOf(stored, zone));
	const isEnd =
		ReactivationDate === undefined || isKept(timeIn(requested, 'ReactivationDate', zone), timeIn(stored, 'ReactivationDate', zone));
	return hasSuspension(stored) && isBegin && isEnd;
}

/** Whether a membership is as a suspension without an answer would leave it: with the same times, or frozen now and without an end. */
const isAsRequested = (requested: IDataObject, stored: IDataObject, zone: string): boolean =>
	isKeptIn(stored, requested, zone) &&
	(requested.SuspensionStartUTC !== undefined || isSuspendedAt(stored, clock.now() + MINUTE_MS, zone)) &&
	(requested.ReactivationDate !== undefined || suspensionEndOf(stored, zone) === undefined);

/**
 * Compares a suspension with the request. A club that uses other names may ignore ours: the athlete is then suspended immediately
 * and without an end, or not at all.
 * @throws ClubError that shows both if they differ
 */
function checkSuspension(requested: IDataObject, stored: IDataObject, zone: string): void {
	const { SuspensionStartUTC, ReactivationDate } = requested;
	if (isKeptIn(stored, requested, zone)) return;
	const found = hasSuspension(stored) ? `is suspended ${inWords(beginOf(stored), stored.ReactivationDate)}` : 'is not suspended';
	throw new ClubError('The suspension differs from the request', {
		description: `Requested: ${inWords(SuspensionStartUTC, ReactivationDate)}. The club shows that the membership ${found}. The club accepted the request, so another suspension may have been applied. To end a suspension, use Reactivate. The API does not document the names of these values. If the platform uses other names, send them in "Additional Properties".`,
		unclear: true,
		failure: { cause: 'configuration-invalid' },
	});
}
