import { EVENT_TYPES, POLLED_NAMES } from '../../../shared/api/events';
import { newestRecord, SAMPLE_CALLS, sampleOf } from '../../../shared/events/sample';
import { ClubError } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';

export const getSample = defineOperation({
	value: 'getSample',
	name: 'Get Sample',
	action: 'Get sample of event',
	description: 'Get the newest real record as an event',
	calls: SAMPLE_CALLS,
	cost: '1; 0 for classes; up to 3 for trainings',
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
});
