import type { IDataObject } from 'n8n-workflow';
import type { EventName } from '../shared/api/events';
import { searchEventFields } from '../shared/panel/eventFields';
import { newestRecord, sampleOf } from '../shared/records/eventSample';
import { eventTypesOf } from './delivery';
import { topOf } from './settings';

/** The fields of the chosen events, of their records and athletes where the options attach them: a call a list. */
export const searchFields = searchEventFields((functions, request) => {
	const chosen = functions.getCurrentNodeParameter('events');
	const { resolveRecord, attachAthlete } = (functions.getCurrentNodeParameter('options') ?? {}) as IDataObject;
	const isOn = { resolveRecord: resolveRecord === true, attachAthlete: attachAthlete === true };
	const zone = functions.getTimezone();
	const sample = async (eventType: EventName): Promise<IDataObject | undefined> => {
		const record = await newestRecord(request, eventType, zone);
		const athlete = isOn.attachAthlete ? await newestRecord(request, 'Athlete.Updated', zone) : {};
		return record && { ...sampleOf(eventType, record), record, athlete };
	};
	return {
		top: topOf(isOn),
		events: eventTypesOf(Array.isArray(chosen) ? (chosen as string[]) : []).map((name) => sample(name as EventName)),
	};
});
