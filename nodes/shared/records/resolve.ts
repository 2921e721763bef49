import type { IDataObject } from 'n8n-workflow';
import { readProduct } from './catalogue';
import type { FreeSend } from '../transport/send';
import { orAbsent } from '../transport/outcome';
import type { Call } from '../api/endpoints';
import type { Subject } from '../api/subjects';
import { parseSubject } from '../api/subjects';

/** The current record behind an event (§6.3). */
export interface Resolved {
	/** The numbers in the subject, by the names of §6.3. */
	ids: Record<string, number>;
	/** The record, or null where it is gone; absent where no single record stands behind the subject. */
	record?: IDataObject | null;
	/** What to do instead, where there is no record. */
	advice?: string;
}

const UNKNOWN = 'This subject is none that the club documents, so there is nothing to read. What is known stands in the data of the event.';

/** Whether an event tells of a deletion that stays: its record need not be asked for. */
export const isGone = (eventType: string, { pattern }: Subject): boolean => eventType.endsWith('.Deleted') && !pattern.mayReturn;

/** Reads the record of a subject; undefined where the catalogue does not hold it. */
const read = async (send: FreeSend, call: Call, { pattern, ids }: Subject): Promise<IDataObject | undefined> =>
	pattern.product ? await readProduct(send, ids[pattern.product.id], pattern.product.withPlans) : await send(call, { params: ids });

/**
 * Reads what an event is about, as it is now: one call at most, unless a catalogue takes no bounds, whatever order events come in.
 * A record that is gone is no error: `record` is null then, and `advice` says what §6.3 offers instead. Where there is no
 * single record to read there is no `record`, so that nobody takes it for gone.
 * @param send makes the call; its ClubErrors other than a 404 are thrown on
 */
export async function resolveSubject(send: FreeSend, subject: string, eventType: string): Promise<Resolved> {
	const known = parseSubject(subject);
	if (!known) return { ids: {}, advice: UNKNOWN };
	const { ids, pattern } = known;
	if (!pattern.call) return { ids, advice: pattern.instead };
	const none: Resolved = { ids, record: null, advice: pattern.instead };
	if (isGone(eventType, known)) return none;
	const record = await orAbsent(read(send, pattern.call, known));
	return record ? { ids, record } : none;
}
