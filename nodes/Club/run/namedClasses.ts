import type { IDataObject } from 'n8n-workflow';
import { beginOf, nameOf } from '../../shared/api/facts';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import { pagesOfList } from '../../shared/lists/pages';
import { ClubError } from '../../shared/transport/errors';
import type { Request } from '../../shared/transport/send';
import type { ByNameAndTime } from '../fields/field';
import { classItem } from '../pickers/classes';

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

/** Max number of classes that an error lists. */
const MAX_LISTED = 20;

/** The error for a name that not exactly one class has. */
function notOne({ name, begin }: ByNameAndTime, matching: IDataObject[], onDay: IDataObject[], zone: string): ClubError {
	const isNone = matching.length === 0;
	const items = (isNone ? onDay : matching).slice(0, MAX_LISTED).map((row) => classItem(row, zone));
	const listed = items.map(({ name: shown, value }) => `${shown} (ID ${value})`);
	const count = isNone ? `No class with the name "${name}" begins` : `${matching.length} classes with the name "${name}" begin`;
	const advice = isNone ? 'Check the name and the time' : 'Add the time, or choose the class by its ID';
	const classes = listed.length > 0 ? `The club has: ${listed.join('; ')}` : 'The club has no class on that day';
	return new ClubError(`${count} ${begin === undefined ? 'on that day' : 'at that time'}`, {
		description: `${advice}. ${classes}. Nothing was changed.`,
	});
}

/** The class with a name, in any case, that begins at a time or on a day (§4.5). @throws ClubError unless there is one */
async function find(request: Request, named: ByNameAndTime, zone: string): Promise<number> {
	const onDay: IDataObject[] = [];
	for (const calendarType of CALENDAR_TYPES) {
		const pages = pagesOfList(CALENDAR, named.day, async (query) => await request(CALENDAR, { params: { calendarType }, query }));
		for await (const { rows } of pages) onDay.push(...rows);
		const matching = onDay.filter(
			(row) => nameOf(row)?.trim().toLowerCase() === named.name.toLowerCase() && (named.begin ?? beginOf(row, zone)) === beginOf(row, zone),
		);
		if (matching.length === 1) return matching[0].ClassId as number;
		if (matching.length > 1) throw notOne(named, matching, onDay, zone);
	}
	throw notOne(named, [], onDay, zone);
}

/** The classes that the items of a run name, so that each is looked up once. */
export class NamedClasses {
	private readonly ids = new Map<string, number>();

	/** The ID of a class. It costs one call for each calendar that is read until the class is found. @throws ClubError */
	async idOf(request: Request, named: ByNameAndTime, zone: string): Promise<number> {
		const key = JSON.stringify(named).toLowerCase();
		const id = this.ids.get(key) ?? (await find(request, named, zone));
		this.ids.set(key, id);
		return id;
	}
}
