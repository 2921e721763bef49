import type { IDataObject } from 'n8n-workflow';
import { POLLED_EVENTS } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { poll } from '../../../nodes/ClubPollTrigger/poll/poll';
import { FailingLists } from '../../../nodes/ClubPollTrigger/poll/problems';
import { DEFAULTS, type PollSettings } from '../../../nodes/ClubPollTrigger/defaults';
import type { PollState } from '../../../nodes/ClubPollTrigger/scan/state';
import { ClubError } from '../../../nodes/shared/transport/errors';
import type { ClubInProcess, Clock } from '../../../sandbox/inProcess.mts';
import { Refusal } from '../../../sandbox/refusal.mts';
import type { Told } from './comparison.mts';

/** An item of a poll, as the comparison needs it. */
export const toldBy = ({ eventType, subject, added }: IDataObject, at: number): Told => ({
	event: String(eventType),
	subject: String(subject),
	at,
	count: Number(added ?? 1),
});

/** All events that a poll can find. */
export const ALL_EVENTS: readonly string[] = POLLED_EVENTS.map(({ name }) => name);

/** The names of properties that somebody chooses for the club of the sandbox. */
export const FIELDS = { absenceField: 'RollingCheckIns', priorField: 'PriorCheckIns', totalField: 'TotalCheckIns', queuedField: 'State' };

let clubs = 0;

/** The pure core of a poll trigger that polls a club of this process. */
export class PolledClub {
	readonly told: Told[] = [];
	readonly polls: number[] = [];
	readonly notes: string[] = [];
	calls = 0;
	/** Shares no read with another one. */
	private readonly key = `living club ${++clubs}`;
	private state: PollState | undefined;
	private readonly settings: PollSettings;
	private readonly failing = new FailingLists();

	constructor(
		private readonly club: ClubInProcess,
		private readonly clock: Clock,
		settings: Partial<PollSettings> & Pick<PollSettings, 'events'>,
	) {
		this.settings = { ...DEFAULTS, zone: 'Europe/Stockholm', ...FIELDS, ...settings };
	}

	async poll(): Promise<void> {
		const { now } = this.clock;
		let calls = 0;
		const send = async (route: string, values: unknown) => {
			calls++;
			const { params, query } = (values ?? {}) as { params?: IDataObject; query?: IDataObject };
			try {
				return (await this.club.read(route, params, query)) as IDataObject;
			} catch (error) {
				if (error instanceof Refusal) throw new ClubError(`The club answered ${error.status}`, { description: '', status: error.status });
				throw error;
			}
		};
		const outcome = await poll(
			this.state,
			{ key: this.key, now: () => now, calls: () => calls, send },
			{ key: 'key', identify: () => 'club', until: Infinity, failing: this.failing, isFirst: this.state === undefined },
			this.settings,
		);
		if (outcome.problem) throw outcome.problem;
		// As n8n stores it.
		this.state = JSON.parse(JSON.stringify(outcome.state)) as PollState;
		this.told.push(...outcome.items.map((item) => toldBy(item, now)));
		this.polls.push(now);
		this.notes.push(...outcome.notes);
		this.calls += calls;
	}
}
