import type { IDataObject } from 'n8n-workflow';
import { beginOf, nameOf } from '../../shared/api/facts';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import { fold } from '../../shared/api/text';
import { isoOf, LARGEST_OFFSET_MS } from '../../shared/api/time';
import { internalPages } from '../../shared/lists/pages';
import { isUnwritten, markNow, type ReadMark } from '../../shared/transport/answers';
import { attempt, ClubError, isNoCalendar } from '../../shared/transport/errors';
import type { Request } from '../../shared/transport/callValues';
import type { ByNameAndTime } from '../fields/namedRecords';
import { classItem } from '../pickers/classes';

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

const MAX_LISTED = 20;

function notOne({ name, begin }: ByNameAndTime, matching: IDataObject[], onDay: IDataObject[], refused: string[], zone: string): ClubError {
	const isNone = matching.length === 0;
	const rows = isNone ? onDay : matching;
	const items = rows.slice(0, MAX_LISTED).map((row) => classItem(row, zone));
	const listed = items.map(({ name: label, value }) => `${label} (ID ${value})`);
	const count = isNone ? `No class with the name "${name}" begins` : `${matching.length} classes with the name "${name}" begin`;
	const advice = isNone ? 'Check the name and the time' : 'Add the time, or choose the class by its ID';
	const more = rows.length > listed.length ? ` and ${rows.length - listed.length} more` : '';
	const classes = rows.length > 0 ? `The club has: ${listed.join('; ')}${more}` : 'The club has no class on that day';
	const left = isNone && refused.length > 0 ? ` It does not give the calendar ${refused.join(' and ')}.` : '';
	return new ClubError(`${count} ${begin === undefined ? 'on that day' : 'at that time'}`, {
		description: `${advice}. ${classes}.${left} Nothing was changed.`,
	});
}

function beginsIn(row: IDataObject, { from, to }: ByNameAndTime['day'], zone: string): boolean {
	const begin = beginOf(row, zone);
	return begin !== undefined && begin >= from && begin < to;
}

async function classesOn({ from, to }: ByNameAndTime['day'], calendarType: string, request: Request, zone: string): Promise<IDataObject[]> {
	// A wider window: a club may compare the bounds with its local time, and would leave classes out.
	const query = { from: isoOf(from - LARGEST_OFFSET_MS), to: isoOf(to + LARGEST_OFFSET_MS) };
	const pages = internalPages(CALENDAR, query, async (page) => await request(CALENDAR, { params: { calendarType }, query: page }));
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page.rows);
	return rows.filter((row) => beginsIn(row, { from, to }, zone));
}

/** The classes that the items of a run name. Each calendar of a day is read once in a run, since no call of the API changes classes. */
export class NamedClasses {
	private readonly read = new Map<string, { rows: IDataObject[]; mark: ReadMark }>();
	private readonly refused = new Map<string, ClubError>();

	constructor(private readonly key: string) {}

	/**
	 * The class with a name, compared folded, that begins at a time or on a day (§4.5). A day costs one to three calls, three if the
	 * user named no time. @throws ClubError unless there is one
	 */
	async find(request: Request, named: ByNameAndTime, zone: string): Promise<IDataObject> {
		// A class that two calendars have is one.
		const onDay = new Map<unknown, IDataObject>();
		let matching: IDataObject[] = [];
		for (const calendarType of CALENDAR_TYPES) {
			for (const row of await this.calendar(named.day, calendarType, request, zone)) onDay.set(row.ClassId, row);
			matching = [...onDay.values()].filter(
				(row) => fold(nameOf(row, 'Class') ?? '') === fold(named.name) && beginsIn(row, named.begin ?? named.day, zone),
			);
			// A name and a time tell a class from those of the other calendars, a name and a day do not.
			if (named.begin !== undefined && matching.length > 0) break;
		}
		if (matching.length === 1) return matching[0];
		const refusals = [...this.refused];
		// The next item asks for these again.
		this.refused.clear();
		if (refusals.length === CALENDAR_TYPES.length) throw refusals[0][1];
		const refused = refusals.map(([calendarType]) => calendarType);
		throw notOne(named, matching, [...onDay.values()], refused, zone);
	}

	/** The classes of a calendar on a day; none if the club has no such calendar, or keeps it from this key. */
	private async calendar(day: ByNameAndTime['day'], calendarType: string, request: Request, zone: string): Promise<IDataObject[]> {
		const name = JSON.stringify([day, calendarType, zone]);
		const cached = this.read.get(name);
		if (cached && isUnwritten(cached.mark, this.key)) return cached.rows;
		if (this.refused.has(calendarType)) return [];
		const mark = markNow();
		const read = await attempt(classesOn(day, calendarType, request, zone));
		if ('value' in read) this.read.set(name, { rows: read.value, mark });
		else if (isNoCalendar(read.error)) this.refused.set(calendarType, read.error);
		else throw read.error;
		return 'value' in read ? read.value : [];
	}
}
