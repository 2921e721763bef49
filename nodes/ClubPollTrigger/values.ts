import type { IDataObject } from 'n8n-workflow';
import type { Mark } from '../shared/records/memory';
import { InvalidInput } from '../shared/transport/errors';
import type { Told } from './emission';
import type { PolledEvent } from './events/polledEvent';
import type { PollSettings } from './settings';

/** How the one value of a record is read that a list is compared by, and what an event tells of it. */
export interface Reading {
	/** What values must have in common to be compared. */
	form: string;
	markOf(row: IDataObject): Pick<Mark, 'value'>;
	/** What is told; undefined where this change is none that is looked for. */
	tell(event: PolledEvent, before: Mark | undefined, now: Mark): Pick<Told, 'previous' | 'changed'> | undefined;
}

const isWanted = (stages: readonly string[], stage: unknown): boolean => stages.length === 0 || stages.includes(String(stage));

/** A property that is compared as it is: a stage, a level, a status. */
const property = (name: string, { stageFrom, stageTo }: PollSettings): Reading => ({
	form: name,
	markOf: (row) => (row[name] === undefined ? {} : { value: JSON.stringify(row[name]) }),
	tell(event, before, now) {
		const previous = JSON.parse(before?.value ?? 'null') as IDataObject[string];
		const isStage = event.name === 'Athlete.StageChanged';
		if (isStage && !(isWanted(stageFrom, previous) && isWanted(stageTo, JSON.parse(now.value ?? 'null')))) return undefined;
		return { previous: { [name]: previous }, changed: [name] };
	},
});

/** Whether somebody has not checked in; only what a summary really says counts. */
const absence = (field: string): Reading => ({
	form: `absence ${field}`,
	markOf(row) {
		const count = row[field];
		if (count === undefined) {
			const names = Object.keys(row).filter((name) => typeof row[name] === 'number');
			throw new InvalidInput(
				field ? `The attendance summaries have no property "${field}"` : 'Nothing tells yet which property counts the recent check-ins',
				`Choose "Absence Field" in the options of the trigger. The numbers of a summary are: ${names.join(', ') || 'none'}.`,
			);
		}
		return typeof count === 'number' ? { value: String(count === 0) } : {};
	},
	tell: (_event, _before, now) => (now.value === 'true' ? {} : undefined),
});

/** How the value is read that the chosen events of a list compare. */
export function readingOf([event]: readonly PolledEvent[], settings: PollSettings): Reading | undefined {
	if (!event) return undefined;
	return event.property ? property(event.property, settings) : absence(settings.absenceField);
}
