import type { EventType, Subject } from '../../nodes/shared/api/events';
import { EVENT_TYPES, parseSubject } from '../../nodes/shared/api/events';
import { POLLED_LISTS } from '../../nodes/ClubPollTrigger/causes/lists';
import type { PolledEvent } from '../../nodes/ClubPollTrigger/causes/polledEvent';
import { POLLED_EVENTS } from '../../nodes/ClubPollTrigger/causes/polledEvents';
import { isGone } from '../../nodes/shared/events/resolve';
import type { ClubEvent } from '../../sandbox/delivery.mts';
import { eventSamples } from './eventSamples.mts';

const INTRODUCTION = `# Events of the Club Trigger

Use this page to choose an event, to see its data, and to build a workflow before the first event arrives.
The command \`npm run docs\` writes it from the pack and from events that the sandbox sent; do not edit it by hand.

## Build a workflow before the first event

1. Run **Event → Get Sample** of the Club node. It returns the newest real record of the club in the shape of a delivery, and says which parts are
   invented. You can also copy the sample of an event from this page.
2. Open the Club Trigger, choose *set mock data* in its output, and paste the sample. It stays pinned until you unpin it, and the nodes after the
   trigger use it.

Pin an event before you change the trigger, too. Otherwise, n8n forgets the output of the trigger, and *Execute step* in the next node
finds no data.

## How to read a section

- **Subject**: what the event is about. It is not a path of the API. The trigger adds its numbers as \`ids\`.
- **Look-up**: the call that *Load Current Record* and **Event → Resolve** make to read the current record.
- **Gone**: what to do if no read returns the record.
- \`data\` has the property names that the API documents. If it is empty here, the API documents none. A club sends more, and the trigger passes
  everything on.

## What the trigger does with an event

**Attach Athlete** takes \`userId\` from \`ids\`. If there is none, it takes \`UserId\` from \`record\` or \`data\`, or from a \`User\` or
\`Contact\` in them. If an event about a person names nobody, *Only When* keeps it and
\`athleteError\` says so.

**Only When** ignores the case of texts, unless *Only When Case Matches* is on. A test run in the editor continues with an event that *Only When* would
drop, and also runs the nodes after it. A hint names the condition that the event does not meet.

**Repeats and order.** An event can arrive twice, late or after a newer one. The trigger drops repeats. *Load Current Record* reads the record as
the club shows it when the workflow starts. Each trigger handles an event once. Two triggers for the same event start two
executions, in one workflow or in two.

**New records.** A change may become visible some seconds after its event; the API does not say. Take an event that is
less than a minute old and not a deletion. If the club answers 404, or the record and the \`data\` of the event differ in a property that is no
list or object, the trigger reads its record again after 2 and after 10 seconds. If they still differ, the item has the record as it is. All events of a delivery share these ten
seconds. Each read costs a call. For *Attach Athlete* it costs two: the athlete and the contact. If the record is still missing,
\`record\` is null and *Only When* keeps the event. \`advice\` says that the record is not visible rather than gone. Where \`data\` does not
show what changed, the trigger cannot tell an older state of a record from the current one.
`;

const NO_BIRTHDAY = `## There is no event for a birthday

The API takes a birth date when a person is created, and never gives it back. So no event and no record has it. [A birthday
email](../templates/README.md#a-birthday-email) says how to send one if your club keeps the dates in a table of its own.
`;

const CHANGES = `## When you edit the credential, or n8n restarts

n8n calls the trigger when you publish or unpublish its workflow. It does not do so when you edit the credential, when n8n 2 restarts, or
when its command line imports a workflow. If the club's subscription is gone then, publish the workflow again.

- **A renewed key of the same club**: events go on. The trigger reads the club's list once to know that it is the same club.
- **Another club**: publish the workflow again, and remove the old subscription with the old keys (**Webhook Subscription → Delete**). Until then
  the old club sends its events, and the trigger does not handle them. Once an hour an execution fails with such an event. It says what to do, and names
  the old Base URL and the ID of the subscription. You can retry it after you have entered the old keys again.
- **The club drops the subscription**: *Register Again When Dropped* registers it again. It also reads the club's list after 2, 10 and 60 seconds,
  because the list may be behind.

`;

const NOTICED = `## How an event is noticed

The club sends an event to the Club Trigger, if it can reach this n8n. The [Club Poll Trigger](polling.md) asks the club and finds the event.
A poll may stop anywhere, and a list may lack a record or a property once: that changes nothing in what polls find. The item of a removed
membership names its athlete. Each *Updated* event, also in a test run, names what may have \`changed\`.

| event | when it comes | sent by the club | polled | what polling misses |
| --- | --- | --- | --- | --- |
`;

const code = (text: string): string => `\`${text}\``;

/** A table of the events: when they come, whether the club sends them, whether a poll finds them, and when it does not. */
function noticed(): string {
	const sent = new Map<string, string>(EVENT_TYPES.map(({ name, description }) => [name, description]));
	const polled = new Map<string, PolledEvent>(POLLED_EVENTS.map((event) => [event.name, event]));
	const names = [...new Set([...polled.keys(), ...sent.keys()])];
	const rows = names.map((name) => {
		const event = polled.get(name);
		const lists = event && POLLED_LISTS[event.list].reads.map(({ call }) => code(call))[0];
		const when = event?.description ?? sent.get(name);
		const cells = [code(name), when, sent.has(name) ? 'yes' : 'no', lists ?? 'no', event?.misses ?? 'everything: use the Club Trigger'];
		return `| ${cells.join(' | ')} |`;
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
		CHANGES + noticed(),
		NO_BIRTHDAY,
		...families.flatMap((family) => [
			`## ${family}\n`,
			...EVENT_TYPES.filter((event) => event.family === family).map((event) => sectionOf(event, samples.get(event.name) as ClubEvent)),
		]),
	].join('\n');
}
