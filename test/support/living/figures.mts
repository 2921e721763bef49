import { template, templateFiles } from '../../../dev/demo/templates.mts';
import type { Confusion } from './comparison.mts';

/** In *Win back members who stay away*, these only stop a mail. */
const STOPS_MAIL: readonly string[] = ['Athlete.CameBack', 'Athlete.Deleted'];

/** A template mails by itself, or through *Write to a member*. */
const MAILS = /\.(emailSend|executeWorkflow)$/;

/** The events that start a mail of a template. */
export const MAILED: ReadonlySet<string> = new Set(
	templateFiles()
		.map((file) => template(file).nodes)
		.filter((nodes) => nodes.some(({ type }) => MAILS.test(type)))
		.flatMap((nodes) =>
			nodes.filter(({ type }) => type.endsWith('.clubPollTrigger')).flatMap(({ parameters }) => (parameters.events ?? []) as string[]),
		)
		.filter((event) => !STOPS_MAIL.includes(event)),
);

const moment = (at: number): string => (Number.isFinite(at) ? new Date(at).toISOString() : 'the end');

/** What a failed test shows: at most five cases an event. */
export function casesOf({ lost, wrong }: Pick<Confusion, 'lost' | 'wrong'>): string[] {
	const cases = [
		...lost.map(({ event, subject, from, until }) => ({
			event,
			text: `missed: ${event} ${subject}, from ${moment(from)} to ${moment(until)}`,
		})),
		...wrong.map(({ event, subject, at }) => ({ event, text: `told wrongly: ${event} ${subject}, at ${moment(at)}` })),
	];
	return cases.filter((one, index) => cases.slice(0, index).filter(({ event }) => event === one.event).length < 5).map(({ text }) => text);
}
