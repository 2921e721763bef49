import { EVENT_TYPES, POLLED_NAMES } from '../../../shared/api/events';
import { newestRecord, SAMPLE_CALLS, sampleOf } from '../../../shared/records/eventSample';
import { ClubError } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';

export const getSample = defineOperation({
	value: 'getSample',
	name: 'Get Sample',
	action: 'Get sample of event',
	description:
		'Retrieve the newest real record as the Club Trigger would deliver it, or the Club Poll Trigger what the club does not send, to build a workflow before the first event. "sample" says what of it is made up. For the record of an event that came, use Resolve.',
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
				...POLLED_NAMES.map((name) => ({ name, value: name, description: 'Found by the Club Poll Trigger alone' })),
			],
			default: 'Badge.Awarded',
			description: 'The event to see, e.g. Badge.Awarded',
		},
	],
	async run(session, { eventType }) {
		const record = await newestRecord(session.request, eventType, session.zone);
		if (record) return sampleOf(eventType, record);
		throw new ClubError(`The club has no record yet that ${eventType} could be about`, {
			description: 'Choose another event type, or make such a record in the club first.',
		});
	},
});
