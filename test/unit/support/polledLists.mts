import type { IDataObject } from 'n8n-workflow';
import { FailingLists } from '../../../nodes/ClubPollTrigger/poll/problems';
import type { PolledClub } from '../../../nodes/ClubPollTrigger/scan/callsOfPoll';
import { poll } from '../../../nodes/ClubPollTrigger/poll/poll';
import { DEFAULTS, type PollSettings } from '../../../nodes/ClubPollTrigger/defaults';
import { stateFrom, type PollState } from '../../../nodes/ClubPollTrigger/scan/state';
import { ClubError } from '../../../nodes/shared/transport/errors';

const HOUR = 3_600_000;

/** Rows by their begin, class and person (§4.4). */
const inOrder = (rows: readonly IDataObject[]): IDataObject[] =>
	[...rows].sort(
		(a, b) =>
			String(a.Begin).localeCompare(String(b.Begin)) || Number(a.ClassId) - Number(b.ClassId) || Number(a.UserId) - Number(b.UserId),
	);

const byId = (rows: readonly IDataObject[], id: string): IDataObject[] => [...rows].sort((a, b) => Number(a[id]) - Number(b[id]));

/** The row with these ids. @throws ClubError with 404 */
function found(rows: readonly IDataObject[], ids: IDataObject): IDataObject {
	const row = rows.find((one) => Object.entries(ids).every(([name, id]) => one[name] === id));
	if (!row) throw new ClubError('Not found', { description: '', status: 404 });
	return row;
}

const START = Date.parse('2026-05-01T08:00:00Z');

/** A time some days after the clubs begin, in the zone of the workflow, as a club that gives no offset writes it. */
export const inDays = (days: number): string => new Date(START + 24 * days * HOUR).toISOString().slice(0, 19);

/** An unlimited membership that ends some days after the clubs begin. */
export const membership = (UserClassSubscriptionId: number, UserId: number, days: number, more: IDataObject = {}): IDataObject => ({
	...{ UserClassSubscriptionId, UserId, ClassSubscriptionId: 1, From: inDays(-400), To: inDays(days) },
	...{ MaxActivities: 0, AvailableActivities: 0, Disabled: false },
	...more,
});

/** A class with one place. */
export const lesson = (ClassId: number, days: number, more: IDataObject = {}): IDataObject => ({
	...{ ClassId, Begin: inDays(days), MaxLocalParticipants: 1 },
	...more,
});

export const booking = (ClassId: number, UserId: number, days: number, more: IDataObject = {}): IDataObject => ({
	...{ ClassId, UserId, Begin: inDays(days), State: 'Confirmed' },
	...more,
});

let clubs = 0;

/** A club with all lists that polls read, the memberships in small pages, and what a poll trigger that polls it remembers. */
export class PolledLists {
	now = START;
	memberships: IDataObject[] = [];
	/** How many memberships a page has, and how many records a page of another list. */
	pageSize = 3;
	otherPageSize = Infinity;
	classes: IDataObject[] = [];
	/** Those of the calendars beside that of the club. */
	readonly otherClasses: Record<string, IDataObject[]> = {};
	summaries: IDataObject[] = [];
	bookings: IDataObject[] = [];
	athletes: IDataObject[] = [];
	contacts: IDataObject[] = [];
	engagement: IDataObject[] = [];
	membershipSummaries: IDataObject[] = [];
	trainings: IDataObject[] = [];
	awards: IDataObject[] = [];
	/** Records that exist although no list has them. */
	unlisted: IDataObject[] = [];
	calls: string[] = [];
	/** How long a poll may begin calls, in ms. */
	pollMs = Infinity;
	/** What happens with each call, before it is answered. */
	onCall: (call: string) => void = () => undefined;
	/** How the club shows the rows of a page. */
	show: (rows: IDataObject[], call: string) => unknown[] = (rows) => rows;
	/** Which calendar the club gives under a name. */
	calendarOf: (name: string) => string = (name) => name;
	/** What the club answers instead of a list, also by the name of a calendar. */
	readonly failing = new Map<string, ClubError>();
	/** The items of the last poll, and what it reports beside them. */
	items: IDataObject[] = [];
	problem: string | undefined;
	notes: string[] = [];
	settings: PollSettings;
	/** Poll triggers with the same key share what they read. */
	key = `club ${++clubs}`;
	/** What is remembered. */
	state: PollState | undefined;
	private readonly lists = new FailingLists();

	constructor(events: string[], settings: Partial<PollSettings> = {}) {
		this.settings = { ...DEFAULTS, callsPerDay: 25_000, absenceField: 'Visits', queuedField: 'State', events, ...settings };
	}

	/** One poll, some hours after the last one. @returns its items as `event subject` */
	async poll(hours = 1): Promise<string[]> {
		this.now += hours * HOUR;
		this.calls = [];
		const context = {
			key: 'key',
			identify: () => 'owner',
			until: this.now + this.pollMs,
			failing: this.lists,
		};
		const outcome = await poll(this.state, this.club(), context, this.settings);
		this.state = outcome.state && (JSON.parse(JSON.stringify(outcome.state)) as PollState);
		this.items = outcome.items;
		this.notes = outcome.notes;
		this.problem = outcome.problem?.message;
		return outcome.items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
	}

	/** The first poll of a club with these lists, which tells nothing. */
	async begin(lists: Partial<PolledLists> = {}): Promise<this> {
		Object.assign(this, lists);
		expect(await this.poll()).toEqual([]);
		return this;
	}

	/** What several polls tell. */
	async polls(count: number, hours = 1): Promise<string[]> {
		const told: string[] = [];
		for (let poll = 0; poll < count; poll++) told.push(...(await this.poll(hours)));
		return told;
	}

	/** What polls tell that come once a day, after what happens on it: as `Ended 7 on day 3`. */
	async days(count: number, live: (day: number) => void = () => undefined): Promise<string[]> {
		const told: string[] = [];
		for (let day = 1; day <= count; day++) {
			live(day);
			told.push(...(await this.poll(24)).map((event) => `${event.replace(/\w+[./]/g, '')} on day ${day}`));
		}
		return told;
	}

	/** One poll at this moment of which n8n stores nothing, as when it is killed. */
	async pollAndForget(): Promise<string[]> {
		const stored = this.state;
		const items = await this.poll(0);
		this.state = stored;
		return items;
	}

	/** An error of the club. */
	failure(status: number): ClubError {
		return new ClubError('Busy', { description: '', status });
	}

	/** What is remembered, as text. */
	get memory(): string {
		return JSON.stringify(this.state);
	}

	set memory(text: string) {
		this.state = stateFrom(text);
	}

	/** Makes calls outside of a poll. */
	get request(): PolledClub['send'] {
		return this.club().send;
	}

	private calendar(type: string): IDataObject[] {
		const error = this.failing.get(type);
		if (error) throw error;
		return type === 'Club' ? this.classes : (this.otherClasses[type] ?? []);
	}

	private club(): PolledClub {
		return {
			key: this.key,
			now: () => this.now,
			calls: () => this.calls.length,
			send: async (call, values) => {
				this.calls.push(call);
				this.onCall(call);
				const error = this.failing.get(call);
				if (error) throw error;
				const { params = {}, query = {} } = (values ?? {}) as { params?: IDataObject; query?: IDataObject };
				return call === 'GET /Profile' ? { ClubId: 1 } : (this.page(call, params, query) ?? this.record(call, params));
			},
		};
	}

	/** A page of a list; undefined if the call reads no list. */
	private page(call: string, params: IDataObject, query: IDataObject): IDataObject | undefined {
		const ids: Record<string, [IDataObject[], string]> = {
			'GET /UserSubscriptions': [this.memberships, 'UserClassSubscriptionId'],
			'GET /BadgeAwards': [this.awards, 'AchievedBadgeId'],
			'GET /Athletes': [this.athletes, 'UserId'],
			'GET /Contacts': [this.contacts, 'UserId'],
			'GET /Athletes/AttendanceSummaries': [this.summaries, 'UserId'],
			'GET /Athletes/EngagementSummaries': [this.engagement, 'UserId'],
			'GET /Athletes/MembershipSummaries': [this.membershipSummaries, 'UserId'],
		};
		// A page of awards has all that each read repeats.
		const sizes: Record<string, number> = { 'GET /UserSubscriptions': this.pageSize, 'GET /BadgeAwards': Infinity };
		const size = sizes[call] ?? this.otherPageSize;
		if (ids[call]) {
			const [rows, id] = ids[call];
			// The newest first (§4.1).
			if (query.fromId === undefined) return { Results: this.show(byId(rows, id).reverse(), call), Continue: false };
			if (Number(query.fromId) < 1) throw this.failure(400);
			const from = byId(rows, id).filter((row) => Number(row[id]) >= Number(query.fromId));
			return { Results: this.show(from.slice(0, size), call), Continue: from.length > size };
		}
		const windows: Record<string, () => IDataObject[]> = {
			'GET /Classes/Calendars/{calendarType}': () => inOrder(this.calendar(this.calendarOf(String(params.calendarType)))),
			'GET /Classes/Bookings': () => inOrder(this.bookings),
			'GET /Trainings': () =>
				byId(this.trainings, 'TrainingId').filter(({ BeginDateLocal }) => !(`${String(BeginDateLocal)}Z` < String(query.from))),
		};
		if (!windows[call]) return undefined;
		const rows = windows[call]();
		const at = Number(query.cursor ?? 0);
		const isMore = rows.length > at + size;
		return { Results: this.show(rows.slice(at, at + size), call), Continue: isMore, ...(isMore && { NextCursor: String(at + size) }) };
	}

	/** A single record. @throws ClubError with 404 */
	private record(call: string, params: IDataObject): IDataObject {
		const classes = [...this.classes, ...Object.values(this.otherClasses).flat()];
		switch (call) {
			case 'GET /UserSubscriptions/{userSubscriptionId}':
				return found([...this.unlisted, ...this.memberships], { UserClassSubscriptionId: params.userSubscriptionId });
			case 'GET /Classes/{classId}':
				return found([...this.unlisted, ...classes], { ClassId: params.classId });
			case 'GET /Athletes/{userId}':
				return found([...this.unlisted, ...this.athletes], { UserId: params.userId });
			case 'GET /Contacts/{userId}':
				return found([...this.unlisted, ...this.contacts], { UserId: params.userId });
			case 'GET /Classes/{classId}/Participants/{userId}':
				return found([...this.unlisted, ...this.bookings], { ClassId: params.classId, UserId: params.userId });
			default:
				throw new Error(`${call} is not expected`);
		}
	}
}
