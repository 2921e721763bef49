import type { IDataObject } from 'n8n-workflow';
import { resolveSubject } from '../../../shared/records/resolve';
import { LOOK_UPS } from '../../../shared/api/events';
import { defineOperation } from '../../operation';

export const resolve = defineOperation({
	value: 'resolve',
	name: 'Resolve',
	action: 'Resolve event to its current record',
	description:
		'Retrieve the current record that an event is about, or what to do where there is none. To build before the first event, use Get Sample.',
	notice:
		'Takes an event of the Club Trigger. Gives "record", what the event is about as it is now (null where it is gone), or "advice" where there is no single record.',
	calls: LOOK_UPS,
	cost: '1, or 0 where there is nothing to read',
	fields: [
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			required: true,
			default: '={{ $json.subject }}',
			placeholder: 'e.g. Athletes/4711',
			description: 'The subject of the event, as the Club Trigger gives it, e.g. Athletes/4711',
		},
		{
			displayName: 'Event Type',
			name: 'eventType',
			type: 'string',
			default: '={{ $json.eventType }}',
			placeholder: 'e.g. Athlete.Updated',
			description: 'The type of the event, e.g. Athlete.Updated. It saves the call for a record that was deleted for good.',
		},
	],
	async run(session, { subject, eventType = '' }) {
		const resolved = await resolveSubject(session.request, subject.trim(), eventType);
		return { subject, eventType, ...resolved } as IDataObject;
	},
});
