import type { IDataObject } from 'n8n-workflow';
import { isOn, type EventTop } from '../../shared/events/panel';
import { PollPaused } from './callsOfPoll';

export const polledItemTop = (options: IDataObject): EventTop => ({
	names: [
		'id',
		'eventType',
		'subject',
		'eventTime',
		'ids',
		'record',
		'previous',
		'changed',
		'added',
		'milestone',
		'participants',
		'queued',
		'polled',
	],
	main: 'record',
	attached: [{ name: 'athlete', isOn: isOn(options, 'attachAthlete'), option: 'Attach Athlete' }],
});

export class Emission {
	readonly items: IDataObject[] = [];

	constructor(
		private readonly maxItems: number,
		private readonly startsWorkflow: (item: IDataObject) => boolean = () => true,
	) {}

	/**
	 * Takes all of these items that start the workflow, or none. Whoever calls it remembers the records only after that.
	 * @throws PollPaused if there is no room: the next poll finds them again
	 */
	add(items: readonly IDataObject[]): void {
		const starting = items.filter(this.startsWorkflow);
		if (starting.length > 0 && this.items.length > 0 && this.items.length + starting.length > this.maxItems) throw new PollPaused();
		for (const item of starting) this.items.push(item);
	}
}
