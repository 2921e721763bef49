import type { IDataObject } from 'n8n-workflow';
import type { PolledName, PolledType } from '../../shared/api/eventSubjects';
import type { EventDetails } from '../../shared/events/polledItem';
import type { PollSettings } from '../defaults';

/** The value that an event compares of a record, such as a stage, or whether a condition is true: plain JSON. */
export type Value = IDataObject[string];

/** A value that a poll keeps of each record of a list, under a name, to compare it or to count with it. */
export interface StoredValue {
	name: string;
	/** The property that it is; otherwise `value` computes it. */
	property?: string;
	/**
	 * For a value without a property. Undefined if the row does not show it: then nothing is emitted, and the remembered value stays.
	 * @param now when the row was read, in ms since the epoch
	 * @param before the remembered value
	 */
	value?(row: IDataObject, settings: PollSettings, now: number, before?: Value): Value | undefined;
	/** The properties without which a row cannot show that it is no longer true. While no row of a read has one of them, it stays as it was. */
	reads?: readonly string[];
	/**
	 * The options that a computed value depends on, in the order of its stored form. If they change, it is learned anew and nothing is
	 * emitted. The panel shows them for the event.
	 */
	options?: ReadonlyArray<keyof PollSettings>;
}

/** The form of a kept value. Only values of the same form can be compared. */
export function formOfValue({ property, options = [] }: StoredValue, settings: PollSettings): string {
	const dependsOn = property === undefined ? options.map((name) => settings[name]) : [];
	return JSON.stringify([property, dependsOn.length > 1 ? dependsOn : dependsOn[0]]);
}

export interface EventFunctions extends Omit<StoredValue, 'name' | 'property'> {
	/** Whether it looks only at the last membership of each athlete. Such an event is a condition (`becameTrue`). */
	lastMembership?: boolean;
	/** Whether it looks at the places of a class. Its list gives the class, and the bookings give the participants. */
	places?: boolean;
	/** Whether the last membership of an athlete is also compared with their previous last one. */
	ofAthlete?: boolean;
	/**
	 * The value that a new record started with; undefined if unknown.
	 * @param since when the last whole read began, in ms since the epoch
	 */
	start?(row: IDataObject, settings: PollSettings, since: number): Value | undefined;
	/**
	 * Whether a difference is an event; by default each difference from a known value. For a new record `before` is undefined.
	 * @param since when the last whole read began, in ms since the epoch
	 */
	isEvent?(before: Value | undefined, now: Value, settings: PollSettings, since?: number): boolean;
	/** For a value without a property: the details of the item. */
	details?(before: Value | undefined, now: Value, row: IDataObject, settings: PollSettings): Partial<EventDetails>;
}

export type EventFunctionsByName = Readonly<Partial<Record<PolledName, EventFunctions>>>;

/** An event that a poll can find. A name of §6.2 means the same as there. The club does not send the others. */
export type PolledEvent = Omit<PolledType, 'name'> & EventFunctions & StoredValue;

export const causedBy = (events: readonly PolledEvent[], cause: PolledEvent['cause']): PolledEvent[] =>
	events.filter((event) => event.cause === cause);

/** For `isEvent`: a condition became true, or is true for a new record. */
export const becameTrue = (_before: Value | undefined, now: Value): boolean => Boolean(now);

export const becameFalse = (before: Value | undefined, now: Value): boolean => before === true && now === false;
