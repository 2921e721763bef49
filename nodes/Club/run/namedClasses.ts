import type { IDataObject } from 'n8n-workflow';
import { beginOf, nameOf } from '../../shared/api/facts';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import { isoOf, LARGEST_OFFSET_MS } from '../../shared/api/time';
import { internalPages } from '../../shared/lists/pages';
import { attempt, ClubError, isRefusal } from '../../shared/transport/errors';
import type { Request } from '../../shared/transport/send';
import type { ByNameAndTime } from '../fields/field';
import { classItem } from '../pickers/classes';

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

/** Max number of classes that an error lists. */
const MAX_LISTED = 20;

/** The error for a name that not exactly one class has. @param refused the calendars that the club does not give */
function notOne(
	{ name, begin }: ByNameAndTime,
	matching: IDataObject[],
	onDay: IDataObject[],
	refused: readonly string[],
	zone: string,
): ClubError {
	const isNone = matching.length === 0;
	const items = (isNone ? onDay : matching).slice(0, MAX_LISTED).map((row) => classItem(row, zone));
	const listed = items.map(({ name: shown, value }) => `${shown} (ID ${value})`);
	const count = isNone ? `No class with the name "${name}" begins` : `${matching.length} classes with the name "${name}" begin`;
	const advice = isNone ? 'Check the name and the time' : 'Add the time, or choose the class by its ID';
	const classes = listed.length > 0 ? `The club has: ${listed.join('; ')}` : 'The club has no class on that day';
	const left = isNone && refused.length > 0 ? ` It does not give the calendar ${refused.join(' and ')}.` : '';
	return new ClubError(`${count} ${begin === undefined ? 'on that day' : 'at that time'}`, {
		description: `${advice}. ${classes}.${left} Nothing was changed.`,
	});
}

/** The classes of a calendar that begin on a day. @throws ClubError */
async function classesOn({ from, to }: ByNameAndTime['day'], calendarType: string, request: Request, zone: string): Promise<IDataObject[]> {
	// A wider window: a club may compare the bounds with its local time, and would leave classes out.
	const query = { from: isoOf(from - LARGEST_OFFSET_MS), to: isoOf(to + LARGEST_OFFSET_MS) };
	const pages = internalPages(CALENDAR, query, async (page) => await request(CALENDAR, { params: { calendarType }, query: page }));
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page.rows);
	return rows.filter((row) => {
		const begin = beginOf(row, zone);
		return begin !== undefined && begin >= from && begin < to;
	});
}

/** The class with a name, in any case, that begins at a time or on a day (§4.5), or the error that none or several do. @throws ClubError */
async function find(request: Request, named: ByNameAndTime, zone: string): Promise<number | ClubError> {
	const onDay: IDataObject[] = [];
	const refusals = new Map<string, ClubError>();
	let matching: IDataObject[] = [];
	for (const calendarType of CALENDAR_TYPES) {
		const read = await attempt(classesOn(named.day, calendarType, request, zone));
		if ('value' in read) onDay.push(...read.value);
		// The club has no such calendar, or keeps it from this key.
		else if (isRefusal(read.error, 403, 404)) refusals.set(calendarType, read.error);
		else throw read.error;
		matching = onDay.filter(
			(row) => nameOf(row)?.trim().toLowerCase() === named.name.toLowerCase() && (named.begin ?? beginOf(row, zone)) === beginOf(row, zone),
		);
		// A name and a time tell a class from those of the other calendars, a name and a day do not.
		if (named.begin !== undefined && matching.length > 0) break;
	}
	if (matching.length === 1) return matching[0].ClassId as number;
	const [refusal] = refusals.values();
	return refusals.size === CALENDAR_TYPES.length ? refusal : notOne(named, matching, onDay, [...refusals.keys()], zone);
}

/** The classes that the items of a run name, so that each is looked up once. */
export class NamedClasses {
	private readonly found = new Map<string, number | ClubError>();

	/** The ID of a class. It costs one to three calls, three if the user named only the day. @throws ClubError unless there is one */
	async idOf(request: Request, named: ByNameAndTime, zone: string): Promise<number> {
		const key = JSON.stringify(named).toLowerCase();
		const found = this.found.get(key) ?? (await find(request, named, zone));
		this.found.set(key, found);
		if (found instanceof ClubError) throw found;
		return found;
	}
}
