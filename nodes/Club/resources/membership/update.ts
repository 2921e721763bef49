import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../shared/api/json';
import { timeOf } from '../../../shared/api/time';
import { InvalidInput } from '../../../shared/transport/errors';
import { bodyOf } from '../../run/plan';
import { UPDATE_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { membership } from '../../pickers/memberships';
import { checkDates, from, isTooShort, maxActivities, NO_MEMBERSHIP, to, tooShort } from './fields';

/** The complete state that the API requires (§4.6). A suspension is left out, so it stays as it is. */
const STATE = ['From', 'To', 'MaxActivities', 'AvailableActivities'] as const;

/** The API refuses an update of an externally managed recurring membership for two reasons that it does not name. */
const EXTERNALLY_MANAGED =
	'Check the values of this operation. If the membership recurs and is managed externally, "From" cannot change and "Max Activities" must stay 0.';

/**
 * The available activities after the limit of a membership changes, if the user gives no number. The difference is added, so that used
 * activities stay used, and a membership that was unlimited starts with all of them. A limit of 0 means unlimited (§2.11).
 */
export function availableUnder(maxActivities: number, { MaxActivities, AvailableActivities }: IDataObject): number {
	const available = Number(AvailableActivities ?? 0) + maxActivities - Number(MaxActivities ?? 0);
	return Math.min(Math.max(available, 0), maxActivities);
}

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update membership',
	description: 'Update the dates or activities of a membership',
	calls: ['PUT /UserSubscriptions/{userSubscriptionId}', 'GET /UserSubscriptions/{userSubscriptionId}'],
	cost: '1 if all values are set, otherwise 2',
	fields: [
		membership,
		{
			...UPDATE_FIELDS,
			description: 'The values to change. The node reads the others first and keeps them, for one more call.',
			options: [
				additionalProperties,
				{
					displayName: 'Available Activities',
					name: 'availableActivities',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description:
						'The number of activities left, e.g. 4, at most "Max Activities". If not set, a new "Max Activities" moves it along, so that used activities stay used.',
				},
				from,
				maxActivities,
				to,
			],
		},
	],
	advice: { ...NO_MEMBERSHIP, 400: EXTERNALLY_MANAGED },
	check({ updateFields }) {
		checkDates(updateFields.from, updateFields.to);
		checkActivities(updateFields.availableActivities, updateFields.maxActivities);
	},
	async run(session, { userSubscriptionId, updateFields }) {
		const params = await session.resolve({ userSubscriptionId });
		const changes = bodyOf(updateFields);
		const isComplete = STATE.every((name) => name in changes);
		const record = isComplete ? {} : await session.send('GET /UserSubscriptions/{userSubscriptionId}', { params });
		const body = isComplete ? changes : completed(changes, record, session.zone);
		if (!body) return record;
		return await session.send('PUT /UserSubscriptions/{userSubscriptionId}', { params, body });
	},
});

function completed(changes: IDataObject, record: IDataObject, zone: string): IDataObject | undefined {
	const current: IDataObject = Object.fromEntries(STATE.map((name) => [name, record[name]]));
	const body = { ...current, ...changes };
	if (typeof changes.MaxActivities === 'number' && !('AvailableActivities' in changes)) {
		body.AvailableActivities = availableUnder(changes.MaxActivities, current);
	}
	checkStored(changes, current);
	checkActivities(body.AvailableActivities as number, body.MaxActivities as number);
	return STATE.every((name) => isSame(current[name], body[name], zone)) && Object.keys(body).length === STATE.length ? undefined : body;
}

/** Whether two values of a state are equal. An update that changes nothing is not sent, since a club may refuse it. */
function isSame(one: unknown, other: unknown, zone: string): boolean {
	const time = timeOf(one, zone);
	return one === other || (time !== undefined && time === timeOf(other, zone));
}

function checkStored(changes: IDataObject, { From, To }: IDataObject): void {
	if ('From' in changes === 'To' in changes) return;
	if (!isTooShort(textOf(changes.From ?? From), textOf(changes.To ?? To))) return;
	const stored = 'To' in changes ? `The membership begins at ${String(From)}.` : `The membership ends at ${String(To)}.`;
	throw tooShort(`${stored} Choose another date, or set both dates. Nothing was changed.`);
}

/** The remaining activities are never above the allowed ones, and always 0 without a limit (§2.11). */
function checkActivities(available: number | undefined, max: number | undefined): void {
	if (available === undefined || max === undefined || available <= max) return;
	throw new InvalidInput(
		`"Available Activities" (${available}) must not be above "Max Activities" (${max})`,
		'Correct one of the two values. Without a limit (0), "Available Activities" must be 0 too. Nothing was changed.',
	);
}
