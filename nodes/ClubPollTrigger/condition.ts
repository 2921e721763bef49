import type { IDataObject } from 'n8n-workflow';
import { Crossing } from '../shared/records/crossing';
import type { Mark } from '../shared/records/memory';
import { keyOf } from '../shared/records/memory';
import { itemOf } from './emission';
import { orYield, Yield } from './meter';
import type { PolledEvent } from './events/polledEvent';
import type { PollRun } from './run';
import type { PollSettings } from './settings';
import type { ListState } from './state';

/** The parameters that a condition depends on: where they change, it begins anew and tells nothing. */
const OWNER: Readonly<Record<string, (settings: PollSettings) => number>> = {
	'Membership.EndsSoon': ({ daysBefore }) => daysBefore,
	'Membership.Ended': () => 0,
	'Membership.CreditsLow': ({ credits }) => credits,
	'Class.BeginsSoon': ({ hoursBefore }) => hoursBefore,
};

/** Something for which a condition holds: the numbers that it is told once of, and those of its subject. */
export interface Holding {
	key: number[];
	ids: number[];
	row?: IDataObject;
}

/** A condition of one event, with what was told of it. */
interface Condition {
	event: PolledEvent;
	owner: string;
	crossing: Crossing;
	/** Whether what holds now is only remembered. */
	silent: boolean;
}

/** What a scan asks of the conditions of its list. */
export interface ConditionCheck {
	/** Looks at a record of the scan. @returns whether it could be read */
	see(row: IDataObject, mark: Mark): boolean;
	/** What must be packed when the scan goes on at another poll. */
	progress(): string[] | undefined;
	/** Tells what holds and did not before, when the scan is whole. @returns whether all of it could be told */
	tell(marks: Iterable<Mark>): Promise<boolean>;
	pack(): ListState['told'];
}

/** The conditions that one scan of a list looks at. */
export abstract class Conditions implements ConditionCheck {
	protected readonly conditions: Condition[];

	constructor(
		events: readonly PolledEvent[],
		private readonly state: ListState,
		learning: boolean,
		protected readonly run: PollRun,
	) {
		this.conditions = events.map((event) => {
			const owner = String(OWNER[event.name](run.settings));
			const known = state.told?.[event.name];
			const isOwn = known?.owner === owner;
			return { event, owner, crossing: new Crossing(isOwn ? known.ids : []), silent: !isOwn && !(learning && state.existing === true) };
		});
	}

	abstract see(row: IDataObject, mark: Mark): boolean;

	abstract progress(): string[] | undefined;

	/** Everything that the condition of an event holds for. */
	protected abstract holding(marks: Iterable<Mark>, event: PolledEvent): Holding[];

	/** Whether what was told of something still stands in the way of telling it again. */
	protected abstract stands(key: readonly number[], held: ReadonlySet<string>): boolean;

	/** The record that is told of, where an earlier poll has seen it. */
	protected abstract recordOf(ids: readonly number[]): Promise<IDataObject | undefined>;

	async tell(marks: Iterable<Mark>): Promise<boolean> {
		let all = true;
		for (const condition of this.conditions) {
			const holding = this.holding(marks, condition.event);
			const held = new Set(holding.map(({ key }) => keyOf(key)));
			const rearmed = condition.crossing.keep((key) => this.stands(key, held));
			if (rearmed || condition.silent) this.run.learned = true;
			all = (await this.tellOne(condition, holding)) && all;
		}
		return all;
	}

	private async tellOne({ event, crossing, silent }: Condition, holding: readonly Holding[]): Promise<boolean> {
		const { emission, now, settings } = this.run;
		let left = this.state.existing ? settings.firstPollLimit : Infinity;
		for (const { key, ids, row } of holding) {
			if (crossing.has(key)) continue;
			if (!silent && left > 0) {
				const record = row ?? (await orYield(this.recordOf(ids)));
				if (record instanceof Yield) return false;
				if (record && !emission.take([itemOf(event, { ids, record }, now)])) return false;
				left--;
			}
			crossing.tell(key);
		}
		return true;
	}

	pack(): ListState['told'] {
		return Object.fromEntries(this.conditions.map(({ event, owner, crossing }) => [event.name, { owner, ids: crossing.pack() }]));
	}
}
