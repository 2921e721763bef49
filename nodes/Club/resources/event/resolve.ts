import type { IDataObject } from 'n8n-workflow';
import { resolveSubject } from '../../../shared/events/resolve';
import { LOOK_UPS } from '../../../shared/api/events';
import { defineOperation } from '../../operation';

export const resolve = defineOperation({
	value: 'resolve',
	name: 'Resolve',
	action: 'Resolve event to its current record',
	description: 'Get the current record of an event',
	calls: LOOK_UPS,
	cost: '1, or 0 if there is nothing to read',
	fields: [
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			required: true,
			default: '={{ $json.subject }}',
			placeholder: 'e.g. Athletes/4711',
			description:
				"The event's subject, as the Club Trigger gives it, e.g. Athletes/4711. The node returns its record, null if it is gone, or advice if there isn't one.",
		},
		{
			displayName: 'Event Type',
			name: 'eventType',
			type: 'string',
			default: '={{ $json.eventType }}',
			placeholder: 'e.g. Athlete.Updated',
			description: 'The type of the event, e.g. Athlete.Updated. It saves the call for a record that was deleted.',
		},
	],
	async run(session, { subject, eventType = '' }) {
		const resolved = await resolveSubject(session.request, subject, eventType);
		return { subject, eventType, ...resolved } as IDataObject;
	},
});
