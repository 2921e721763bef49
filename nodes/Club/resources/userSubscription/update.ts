import type { IDataObject } from 'n8n-workflow';
import { timeOf } from '../../../shared/api/time';
import { ClubError, InvalidInput, attempt } from '../../../shared/transport/errors';
import { bodyOf } from '../../plan';
import { availableUnder } from '../../assignment';
import { additionalProperties } from '../../fields';
import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';
import { checkDates, from, isTooShort, maxActivities, to, tooShort } from './fields';

/** The complete state that the API wants (§4.6); suspensions are left as they are by leaving them out. */
const STATE = ['From', 'To', 'MaxActivities', 'AvailableActivities'] as const;

/** An update of an externally managed recurring assignment is refused for two reasons that the API does not name. */
const EXTERNALLY_MANAGED = 'If it is managed externally and recurs, its From cannot change and Max Activities must stay 0.';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const stateOf = (record: IDataObject): IDataObject => Object.fromEntries(STATE.map((name) => [name, record[name]]));

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update membership',
	description:
		'Change dates or activities of a membership. What you leave out is read first and kept, which costs one more call. To pause a membership, use Suspend.',
	calls: ['PUT /UserSubscriptions/{userSubscriptionId}', 'GET /UserSubscriptions/{userSubscriptionId}'],
	cost: '1 when the whole state is given, otherwise 2',
	fields: [
		assignment,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				additionalProperties,
				{
					displayName: 'Available Activities',
					name: 'availableActivities',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description:
						'How many activities are left, e.g. 4, at most as many as are allowed. Left out, a new "Max Activities" changes it by the difference: what was used stays used.',
				},
				from,
				maxActivities,
				to,
			],
		},
	],
	summary: ({ membership, values }, { updateFields }) => `Change ${membership}: ${values(updateFields)}`,
	check({ updateFields }) {
		if (Object.keys(bodyOf(updateFields)).length === 0) {
			throw new InvalidInput('There is nothing to update', 'Add at least one of "Update Fields". Nothing was sent.');
		}
		checkDates(updateFields.from, updateFields.to);
		checkActivities(updateFields.availableActivities, updateFields.maxActivities);
	},
	async run(session, { userSubscriptionId, updateFields }) {
		const params = { userSubscriptionId };
		const wanted = bodyOf(updateFields);
		const isComplete = STATE.every((name) => name in wanted);
		const basis = isComplete ? undefined : basisOf(wanted, session.zone);
		const outcome = await attempt(session.send('PUT /UserSubscriptions/{userSubscriptionId}', { params, body: wanted, basis }));
		if ('value' in outcome) return outcome.value;
		if (outcome.error instanceof ClubError && outcome.error.status === 400) throw outcome.error.with({ advice: EXTERNALLY_MANAGED });
		throw outcome.error;
	},
});

/**
 * What is wanted, completed by the state of the assignment as it is in that moment: activities that were used since would be written back.
 * @reading bookedActivities
 */
const basisOf = (wanted: IDataObject, zone: string) => ({
	call: 'GET /UserSubscriptions/{userSubscriptionId}' as const,
	complete(record: IDataObject): IDataObject | undefined {
		const current = stateOf(record);
		const body = { ...current, ...wanted };
		if (typeof wanted.MaxActivities === 'number' && !('AvailableActivities' in wanted)) {
			body.AvailableActivities = availableUnder(wanted.MaxActivities, current);
		}
		checkStored(wanted, current);
		checkActivities(body.AvailableActivities as number, body.MaxActivities as number);
		return STATE.every((name) => isSame(current[name], body[name], zone)) && Object.keys(body).length === STATE.length ? undefined : body;
	},
});

/** Whether two values of a state are the same: what changes nothing need not be sent, and a club may refuse it. @reading equalState */
function isSame(one: unknown, other: unknown, zone: string): boolean {
	const time = timeOf(one, zone);
	return one === other || (time !== undefined && time === timeOf(other, zone));
}

/** Refuses a new date that does not fit the other one, which the club has stored and which the panel does not show. */
function checkStored(wanted: IDataObject, { From, To }: IDataObject): void {
	if ('From' in wanted === 'To' in wanted) return;
	if (!isTooShort(textOf(wanted.From ?? From), textOf(wanted.To ?? To))) return;
	const stored = 'To' in wanted ? `The membership begins at ${String(From)}.` : `The membership ends at ${String(To)}.`;
	throw tooShort(`${stored} Choose another date, or give both. Nothing was changed.`);
}

/** The remaining activities are never above the allowed ones; without a limit there are none to count (§2.11). */
function checkActivities(available: number | undefined, max: number | undefined): void {
	if (available === undefined || max === undefined || available <= max) return;
	throw new InvalidInput(
		`"Available Activities" (${available}) must not be above "Max Activities" (${max})`,
		'Give both so that they fit. Without a limit (0), none are counted. Nothing was changed.',
	);
}
