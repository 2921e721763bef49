import type { IDataObject } from 'n8n-workflow';
import { EVENT_TYPES, LOOK_UPS, POLLED_NAMES } from '../../shared/api/eventSubjects';
import { resolveSubject } from '../../shared/events/resolve';
import { newestRecord, SAMPLE_CALLS, sampleOf } from '../../shared/events/sample';
import { ClubError } from '../../shared/transport/errors';
import { defineOperation, type Resource } from '../operation';

export const event: Resource = {
	value: 'event',
	name: 'Event',
	description: 'Something that happened',
	operations: [
		defineOperation({
			value: 'getSample',
			name: 'Get Sample',
			action: 'Get sample of event',
			description: 'Get the newest real record as an event',
			calls: SAMPLE_CALLS,
			cost: '1; 0 for classes; up to 3 for trainings and calendars',
			fields: [
				{
					displayName: 'Event Type',
					name: 'eventType',
					type: 'options',
					required: true,
					options: [
						...EVENT_TYPES.map(({ name, description }) => ({ name, value: name, description })),
						...POLLED_NAMES.map((name) => ({ name, value: name, description: 'Only the Club Poll Trigger emits this event' })),
					],
					default: 'Badge.Awarded',
					description: 'The type of the event, e.g. Badge.Awarded. "sample" in the output says which values are made up.',
				},
			],
			async run(session, { eventType }) {
				const record = await newestRecord(session.request, eventType);
				if (record) return sampleOf(eventType, record);
				throw new ClubError(`The club has no record for ${eventType} yet`, {
					description: 'Choose another event type, or create such a record in the club first.',
				});
			},
		}),
		defineOperation({
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
		}),
	],
};
