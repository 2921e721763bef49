import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import type { PollSettings } from '../defaults';
import type { EventFunctionsByName, Value } from './polledEvent';

const includes = (stages: readonly string[], stage: Value | undefined): boolean => stages.length === 0 || stages.includes(String(stage));

/** Who is first seen at another stage than Lead has changed to it (§3.1). */
const stageBefore = ({ ClientStage: stage }: IDataObject): null | undefined =>
	typeof stage === 'string' && stage !== 'Lead' ? null : undefined;

const isChangeOfStage = (before: Value | undefined, now: Value, { stageFrom, stageTo }: PollSettings): boolean =>
	before !== undefined && includes(stageFrom, before) && includes(stageTo, now);

/**
 * A chosen stage and when it was first seen, in seconds since the epoch; only the stage after its days are over; false for any other
 * stage.
 */
type Stay = [stage: string, since: number] | string | false;

function stayOf({ ClientStage: stage }: IDataObject, settings: PollSettings, now: number, before?: Value): Stay | undefined {
	const { stageTo, daysAtStage } = settings;
	if (typeof stage !== 'string') return undefined;
	if (!includes(stageTo, stage)) return false;
	if (before === stage) return stage;
	const [previousStage, previousSince] = Array.isArray(before) ? (before as [string, number]) : [];
	const since = Math.min(previousStage === stage ? (previousSince ?? Infinity) : Infinity, Math.floor(now / 1000));
	return now - since * 1000 >= daysAtStage * DAY_MS ? stage : [stage, since];
}

const STAGE_CHANGED = { start: stageBefore, isEvent: isChangeOfStage, options: ['stageFrom', 'stageTo'] } as const;

export const PEOPLE = {
	'Athlete.StageChanged': STAGE_CHANGED,
	'Contact.StageChanged': STAGE_CHANGED,
	'Athlete.StaysAtStage': {
		value: stayOf,
		isEvent: (before, now) => Array.isArray(before) && typeof now === 'string',
		options: ['stageTo', 'daysAtStage'],
	},
} as const satisfies EventFunctionsByName;
