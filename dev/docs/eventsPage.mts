import type { EventType, Subject } from '../../nodes/shared/api/events';
import { EVENT_TYPES, parseSubject } from '../../nodes/shared/api/events';
import { POLLED_LISTS } from '../../nodes/ClubPollTrigger/lists';
import type { PolledEvent } from '../../nodes/ClubPollTrigger/events/polledEvent';
import { POLLED_EVENTS } from '../../nodes/ClubPollTrigger/events/polledEvents';
import { isGone } from '../../nodes/shared/records/resolve';
import type { ClubEvent } from '../../sandbox/delivery.mts';
import { eventSamples } from './eventSamples.mts';

const INTRODUCTION = `# Events of the Club Trigger

Generated from the pack and from events that the sandbox really sent, by \`npm run docs\`; do not edit by hand.

**To build a workflow before the first event**: run **Event → Get Sample** of the Club node, which gives the newest real
record of the club in the exact shape of a delivery and says what of it is made up. Then open the Club Trigger, choose
*set mock data* in its output, and paste that, or the sample of the event from below. It stays pinned until you unpin
it, and the nodes after it work on it. Pin an event before you change the trigger, too: n8n forgets the output of a changed trigger, and
*Execute step* in the next node then says that there is no data.

- **Subject**: what the event is about. It is not a path of the API. The trigger adds the numbers in it as \`ids\`.
- **Look-up**: the call that *Load Current Record* and **Event → Resolve** make to read the record as it is now.
- **Gone**: what to do where the record cannot be read.
- \`data\` is shown with the property names that the API documents; where it is empty here, it documents none. A club sends
  more, and the trigger passes everything on.

*Attach Athlete* goes by \`userId\` of the \`ids\`, else by \`UserId\` of the \`record\`, else of the \`data\`, also of a \`User\` or \`Contact\` in
them. Where an event about a person names none, \`athleteError\` says so, and *Only When* keeps the event.

*Only When* ignores the case of texts, unless *Only When Case Matches* is on. A test run in the editor goes on with an event that it would
drop, and a hint says which condition the event does not meet; the nodes after it run too.

An event can come twice or late. The trigger drops the repeats; *Load Current Record* reads the record as the club shows it when
the workflow starts, so the order does not matter. Each trigger handles an event once: two triggers for the same event, in one workflow
or in two, start two executions.

A read may see a change some seconds after its event: the API does not say. Where the club answers 404 to an event of less than a minute,
other than a deletion, the trigger reads again after 2 and after 10 seconds. All events of a delivery share these ten seconds, and
each look costs a call (for *Attach Athlete* two: the athlete and the contact). Then \`record\` is null, \`advice\` says that it is not visible
rather than gone, and *Only When* keeps the event. An older state of a record cannot be told from the current one.
`;

const NOTICED = `## How an event is noticed

The club sends an event to the Club Trigger, where it can reach this n8n. The [Club Poll Trigger](polling.md) finds it by asking.

| event | sent by the club | polled | not found by polling |
| --- | --- | --- | --- |
`;

const code = (text: string): string => `\`${text}\``;

/** How each event is noticed: sent, polled, and when polling misses it. */
function noticed(): string {
	const sent = new Map<string, string>(EVENT_TYPES.map(({ name }) => [name, name]));
	const polled = new Map<string, PolledEvent>(POLLED_EVENTS.map((event) => [event.name, event]));
	const names = [...new Set([...polled.keys(), ...sent.keys()])];
	const rows = names.map((name) => {
		const event = polled.get(name);
		const lists = event && POLLED_LISTS[event.list].reads.map(({ call }) => code(call))[0];
		return `| ${code(name)} | ${sent.has(name) ? 'yes' : 'no'} | ${lists ?? 'no'} | ${event?.misses ?? 'always: take the Club Trigger'} |`;
	});
	return NOTICED + rows.join('\n') + '\n';
}

function lookUpOf(eventType: string, subject: Subject): string {
	const { call, product } = subject.pattern;
	if (!call || isGone(eventType, subject)) return 'none';
	if (!product) return code(call);
	return `${code(call)}, the product with this ID${product.withPlans ? ', with `withPlans=true`' : ''}`;
}

function sectionOf({ name, description }: EventType, sample: ClubEvent): string {
	const subject = parseSubject(sample.subject);
	if (!subject) throw new Error(`The subject ${sample.subject} of ${name} is none of §6.3.`);
	const { pattern } = subject;
	return [
		`### ${name}`,
		'',
		`${description}.`,
		'',
		`- Subject: ${code(pattern.pattern)}`,
		`- Look-up: ${lookUpOf(name, subject)}`,
		`- Gone: ${pattern.instead}`,
		'',
		'```json',
		JSON.stringify({ ...sample, ids: subject.ids }, null, 2),
		'```',
		'',
	].join('\n');
}

/** The page docs/events.md: a section an event, by family, each with a sample as the trigger gives it. */
export async function eventsPage(): Promise<string> {
	const samples = new Map((await eventSamples()).map((sample) => [sample.eventType, sample]));
	const families = [...new Set(EVENT_TYPES.map(({ family }) => family))];
	return [
		INTRODUCTION,
		noticed(),
		...families.flatMap((family) => [
			`## ${family}\n`,
			...EVENT_TYPES.filter((event) => event.family === family).map((event) => sectionOf(event, samples.get(event.name) as ClubEvent)),
		]),
	].join('\n');
}
