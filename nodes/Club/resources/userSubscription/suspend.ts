import type { IDataObject } from 'n8n-workflow';
import { timeIn } from '../../../shared/api/time';
import { ClubError, attempt } from '../../../shared/transport/errors';
import { suspensionStartOf } from '../../../shared/records/memberships';
import { hasSuspension, isKept, showsSuspension } from '../../assignment';
import { additionalProperties } from '../../fields';
import { bodyOf } from '../../plan';
import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';
import type { Session } from '../../session';
import { IN_USE } from './fields';

const UNTIL_REACTIVATED = 'Without "Frozen Until", the membership is frozen until somebody reactivates it.';

export const suspend = defineOperation({
	value: 'suspend',
	name: 'Suspend',
	action: 'Suspend (freeze) membership',
	description: 'Freeze (suspend) a membership now or from a date on, or change its freeze. To end the freeze, use Reactivate.',
	notice: `${UNTIL_REACTIVATED} Where the club makes other dates of it than these, the item fails and shows both.`,
	calls: ['POST /UserSubscriptions/{userSubscriptionId}/Suspension', 'GET /UserSubscriptions/{userSubscriptionId}'],
	cost: '1, and 1 where the answer is empty',
	fields: [
		assignment,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				additionalProperties,
				{
					displayName: 'Frozen Until',
					name: 'reactivationDate',
					type: 'dateTime',
					default: '',
					leftOut: UNTIL_REACTIVATED,
					description:
						'When the membership becomes active again by itself, e.g. 2027-01-02T00:00:00; left out, it is frozen until somebody reactivates it',
				},
				{
					displayName: 'Suspension Start',
					name: 'suspensionStartUTC',
					type: 'dateTime',
					default: '',
					description: 'From when the membership is frozen, e.g. 2026-12-24T00:00:00; now when left out',
				},
			],
		},
	],
	summary: ({ membership, time }, { additionalFields: { suspensionStartUTC: start, reactivationDate: end } }) =>
		`Freeze ${membership} from ${start ? time(start) : 'now'} ${end ? `to ${time(end)}` : 'until somebody ends it'}`,
	advice: IN_USE,
	async run(session, { userSubscriptionId, additionalFields }) {
		const params = { userSubscriptionId };
		const asked = bodyOf(additionalFields);
		const answer = await session.send('POST /UserSubscriptions/{userSubscriptionId}/Suspension', { params, body: asked });
		if (session.isDryRun) return answer;
		const shown = showsSuspension(answer) ? answer : await readBack(session, params);
		checkSuspension(asked, shown, session.zone);
		return shown;
	},
});

/** What the club has made of a suspension, where its answer does not show it. @throws ClubError that says that it may have been applied */
async function readBack(session: Session, params: { userSubscriptionId: unknown }): Promise<IDataObject> {
	const outcome = await attempt(session.send('GET /UserSubscriptions/{userSubscriptionId}', { params }));
	if ('value' in outcome) return outcome.value;
	const advice = 'The club has accepted the suspension, so it may have been applied: look at the membership before it is sent again.';
	throw outcome.error instanceof ClubError ? outcome.error.with({ unclear: true, advice }) : outcome.error;
}

const inWords = (begin: unknown, end: unknown): string => `from ${String(begin ?? 'now')} until ${String(end ?? 'somebody ends it')}`;

/**
 * Compares a suspension with what was asked for. A club that takes other names may leave ours out: then somebody is suspended at once
 * and without an end, or not at all.
 * @reading suspensionBody
 * @throws ClubError that shows both where they differ
 */
function checkSuspension(asked: IDataObject, shown: IDataObject, zone: string): void {
	const { SuspensionStartUTC, ReactivationDate } = asked;
	const begin = shown.SuspensionStartUTC ?? shown.SuspendedAtUTC;
	const isBegin = SuspensionStartUTC === undefined || isKept(timeIn(asked, 'SuspensionStartUTC', zone), suspensionStartOf(shown, zone));
	const isEnd = ReactivationDate === undefined || isKept(timeIn(asked, 'ReactivationDate', zone), timeIn(shown, 'ReactivationDate', zone));
	if (hasSuspension(shown) && isBegin && isEnd) return;
	const found = hasSuspension(shown) ? `is suspended ${inWords(begin, shown.ReactivationDate)}` : 'is not suspended';
	throw new ClubError('The suspension is not what was asked for', {
		description: `Asked for: ${inWords(SuspensionStartUTC, ReactivationDate)}. The club shows that the membership ${found}. Reactivate ends a suspension. The club has accepted it, so something else may have been applied. The API does not show the names of these values: if the platform names others, send them in "Additional Properties".`,
		unclear: true,
		failure: { cause: 'configuration-invalid' },
	});
}
