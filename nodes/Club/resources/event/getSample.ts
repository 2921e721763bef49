import type { IDataObject } from 'n8n-workflow';
import type { EventName } from '../../../shared/api/events';
import { EVENT_TYPES } from '../../../shared/api/events';
import { parseSubject } from '../../../shared/api/subjects';
import { timeOf } from '../../../shared/api/time';
import { rowsOf } from '../../../shared/records/paging';
import { ClubError } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import type { Session } from '../../session';
import type { SampleSource } from './samples';
import { dataOf, SAMPLE_CALLS, sourceOf } from './samples';

const placeOf = (value: unknown, zone: string): number => (typeof value === 'number' ? value : (timeOf(value, zone) ?? 0));

/** The newest record of a source, `{}` where it has none by its nature. @throws ClubError where the club has none yet */
async function newestRecord(session: Session, { call, queries, newestBy }: SampleSource, eventType: EventName): Promise<IDataObject> {
	if (!call) return {};
	for (const query of queries()) {
		const [first, ...others] = rowsOf(await session.request(call, { query }));
		if (first)
			return others.reduce(
				(newest, row) => (placeOf(row[newestBy], session.zone) > placeOf(newest[newestBy], session.zone) ? row : newest),
				first,
			);
	}
	throw new ClubError(`The club has no record yet that ${eventType} could be about`, {
		description: 'Choose another event type, or make such a record in the club first.',
	});
}

/** What the envelope of a sample holds that no delivery has given. */
const MADE_UP = ['id', 'topic', 'eventTime'];

export const getSample = defineOperation({
	value: 'getSample',
	name: 'Get Sample',
	action: 'Get sample of event',
	description:
		'Retrieve the newest real record as the Club Trigger would deliver it, to build a workflow before the first event. "sample" says what of it is made up.',
	calls: SAMPLE_CALLS,
	cost: '1; 0 for classes; up to 3 for trainings',
	fields: [
		{
			displayName: 'Event Type',
			name: 'eventType',
			type: 'options',
			required: true,
			options: EVENT_TYPES.map(({ name, description }) => ({ name, value: name, description })),
			default: 'Badge.Awarded',
			description: 'The event to see, e.g. Badge.Awarded',
		},
	],
	async run(session, { eventType }) {
		const source = sourceOf(eventType);
		const record = await newestRecord(session, source, eventType);
		const { data, madeUp } = dataOf(eventType, record);
		const subject = source.subject(record);
		return {
			id: `sample-${eventType}-${subject}`,
			topic: 'sample-events',
			subject,
			eventType,
			eventTime: new Date().toISOString(),
			data,
			dataVersion: '1.0',
			metadataVersion: '1',
			ids: { ...parseSubject(subject)?.ids },
			sample: {
				madeUp: [...MADE_UP, ...madeUp],
				note: 'The API documents little of the data of an event, so that a delivery may hold other properties than this record.',
			},
		};
	},
});
