import type { IDataObject } from 'n8n-workflow';
import type { NodeSpec } from '../../../dev/host/workflow.mts';

const POLL_EVERY_S = 2;

/** n8n wants a minute at least between the times of one line, and takes any number of lines. */
const pollTimes: IDataObject = {
	item: Array.from({ length: 60 / POLL_EVERY_S }, (_, n) => ({ mode: 'custom', cronExpression: `${n * POLL_EVERY_S} * * * * *` })),
};

/** A poll trigger that asks the club as often as its calls allow. */
export const pollTrigger = (events: string[]): NodeSpec => ({
	name: 'Club Poll Trigger',
	type: 'n8n-nodes-club.clubPollTrigger',
	parameters: { events, firstPoll: 'fromNow', products: ['all'], options: { callsPerDay: 25_000 }, pollTimes },
});
