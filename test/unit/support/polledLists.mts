import type { IDataObject } from 'n8n-workflow';
import { FailingLists } from '../../../nodes/ClubPollTrigger/poll/problems';
import type { PolledClub } from '../../../nodes/ClubPollTrigger/scan/meter';
import { poll } from '../../../nodes/ClubPollTrigger/poll/poll';
import type { PollSettings } from '../../../nodes/ClubPollTrigger/causes/settings';
import { DEFAULTS } from '../../../nodes/ClubPollTrigger/causes/settings';
import type { PollState } from '../../../nodes/ClubPollTrigger/scan/state';
import { ClubError } from '../../../nodes/shared/transport/errors';

const HOUR = 3_600_000;

/** Rows by their begin, class and person (§4.4). */
const inOrder = (rows: readonly IDataObject[]): IDataObject[] =>
	[...rows].sort(
		(a, b) =>
			String(a.Begin).localeCompare(String(b.Begin)) || Number(a.ClassId) - Number(b.ClassId) || Number(a.UserId) - Number(b.UserId),
	);

/** The row with these ids. @throws ClubError with 404 */
function found(rows: readonly IDataObject[], ids: IDataObject): IDataObject {
	const row = rows.find((one) => Object.entries(ids).every(([name, id]) => one[name] === id));
	if (!row) throw new ClubError('Not found', { description: '', status: 404 });
	return row;
}

let clubs = 0;

/** A club with some lists, the memberships in small pages, and what a poll trigger that polls it remembers. */
export class PolledLists {
	now = Date.parse('2026-05-01T08:00:00Z');
	memberships: IDataObject[] = [];
	/** How many memberships a page has. */
	pageSize = 3;
	classes: IDataObject[] = [];
	/** Those of the calendars beside that of the club. */
	readonly otherClasses: Record<string, IDataObject[]> = {};
	summaries: IDataObject[] = [];
	bookings: IDataObject[] = [];
	athletes: IDataObject[] = [];
	contacts: IDataObject[] = [];
	awards: IDataObject[] = [];
	/** Records that exist although no list has them. */
	unlisted: IDataObject[] = [];
	calls: string[] = [];
	/** What the club answers instead of a list, also by the name of a calendar. */
	readonly failing = new Map<string, ClubError>();
	/** The items of the last poll, and what it reports beside them. */
	items: IDataObject[] = [];
	problem: string | undefined;
	notes: string[] = [];
	settings: PollSettings;
	/** Poll triggers with the same key share what they read. */
	key = `club ${++clubs}`;
	private state: PollState | undefined;
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
			until: Infinity,
			failing: this.lists,
		};
		const outcome = await poll(this.state, this.club(), context, this.settings);
		this.state = JSON.parse(JSON.stringify(outcome.state)) as PollState;
		this.items = outcome.items;
		this.notes = outcome.notes;
		this.problem = outcome.problem?.message;
		return outcome.items.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`);
	}

	/** One poll at this moment of which n8n stores nothing, as when it is killed. */
	async pollAndForget(): Promise<void> {
		const stored = this.state;
		await this.poll(0);
		this.state = stored;
	}

	/** What is remembered, as text. */
	get memory(): string {
		return JSON.stringify(this.state);
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
				const error = this.failing.get(call);
				if (error) throw error;
				const { params = {}, query = {} } = (values ?? {}) as { params?: IDataObject; query?: IDataObject };
				switch (call) {
					case 'GET /Profile':
						return { ClubId: 1 };
					case 'GET /UserSubscriptions': {
						const idOf = ({ UserClassSubscriptionId: id }: IDataObject): number => Number(id);
						// The newest first (§4.1).
						if (query.toId !== undefined) return { Results: [...this.memberships].sort((a, b) => idOf(b) - idOf(a)), Continue: false };
						const from = this.memberships.filter((row) => idOf(row) >= Number(query.fromId)).sort((a, b) => idOf(a) - idOf(b));
						return { Results: from.slice(0, this.pageSize), Continue: from.length > this.pageSize };
					}
					case 'GET /UserSubscriptions/{userSubscriptionId}':
						return found([...this.unlisted, ...this.memberships], { UserClassSubscriptionId: params.userSubscriptionId });
					case 'GET /Classes/Calendars/{calendarType}':
						return { Results: inOrder(this.calendar(String(params.calendarType))), Continue: false };
					case 'GET /Athletes/AttendanceSummaries':
						return { Results: this.summaries, Continue: false };
					case 'GET /Classes/{classId}':
						return found([...this.unlisted, ...this.classes], { ClassId: params.classId });
					case 'GET /Athletes/{userId}':
						return found([...this.unlisted, ...this.athletes], { UserId: params.userId });
					case 'GET /Classes/{classId}/Participants/{userId}':
						return found([...this.unlisted, ...this.bookings], { ClassId: params.classId, UserId: params.userId });
					case 'GET /Classes/Bookings':
						return { Results: inOrder(this.bookings), Continue: false };
					case 'GET /Athletes':
						return { Results: this.athletes, Continue: false };
					case 'GET /BadgeAwards': {
						const ids = [...this.awards].sort((a, b) => Number(a.AchievedBadgeId) - Number(b.AchievedBadgeId));
						const Results =
							query.fromId === undefined ? ids.reverse() : ids.filter((row) => Number(row.AchievedBadgeId) >= Number(query.fromId));
						return { Results, Continue: false };
					}
					case 'GET /Contacts':
						return { Results: this.contacts, Continue: false };
					default:
						throw new Error(`${call} is not expected`);
				}
			},
		};
	}
}
