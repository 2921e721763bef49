import type { EventType, Subject } from '../../nodes/shared/api/eventSubjects';
import { EVENT_TYPES, parseSubject } from '../../nodes/shared/api/eventSubjects';
import { POLLED_LISTS } from '../../nodes/ClubPollTrigger/causes/lists';
import type { PolledEvent } from '../../nodes/ClubPollTrigger/causes/polledEvent';
import { POLLED_EVENTS } from '../../nodes/ClubPollTrigger/causes/polledEvents';
import type { ListName } from '../../nodes/shared/api/eventRows';
import { RATE } from '../../nodes/shared/api/limits';
import { maxCountOf } from '../../nodes/shared/api/endpoints';
import { DEFAULTS } from '../../nodes/ClubPollTrigger/defaults';
import { isGone } from '../../nodes/shared/events/resolve';
import type { ClubEvent } from '../../sandbox/delivery.mts';
import { eventSamples } from './eventSamples.mts';

const INTRODUCTION = `# Events

Every event that can start a workflow, what its polls miss, and a sample of each delivery. \`npm run docs\` writes this page from the pack and from events that the
sandbox sent; don't edit it by hand.

## Build a workflow before the first event

Run **Event → Get Sample** in a Club node. It returns the club's newest real record in the shape of a delivery, and says which parts are invented. Or copy a
sample from this page. Then open the Club Trigger, choose *set mock data* in its output and paste it. It stays pinned until you unpin it.

Pin an event before you change the trigger, too. Otherwise n8n forgets its output, and *Execute step* in the next node finds no data.

## What the Club Trigger does with an event

**Repeats.** An event can arrive twice, late, or after a newer one. Each trigger handles an event once. Two triggers for the same event start two
executions.

**Only When** ignores case, unless *Only When Case Matches* is on. A test run goes on with an event that *Only When* would drop, and a hint says which
condition it doesn't meet.

**Load Current Record** reads the record as the club shows it now. A change may only become visible some seconds after its event, so if an event is less than a
minute old and the record is missing or differs from \`data\`, the trigger reads it again after 2 and after 10 seconds. If it's still missing, \`record\` is
null, *Only When* keeps the event, and \`advice\` says so. Each read costs a call.

**Attach Athlete** looks for the person in \`ids\`, then in \`record\`, then in \`data\`. If an event about a person names nobody, *Only When* keeps it and
\`athleteError\` says so.
`;

const NO_BIRTHDAY = `## Birthdays

There is no event for a birthday. The API takes a birth date when a person is created and never gives it back.
`;

const CHANGES = `## When you edit the credential, or n8n restarts

n8n calls the trigger when you publish or unpublish its workflow, not when you edit the credential, restart n8n or import with its command line. If the club's
subscription is gone after that, publish again.

- **You renew a key of the same club**: events go on.
- **You enter another club's keys**: publish again, and remove the old subscription with the old keys (**Webhook Subscription → Delete**). Until then
  the old club keeps sending, and the trigger doesn't handle its events. Once an hour an execution fails with such an event and says what to do. You can retry it
  once the old keys are back.
- **The club drops the subscription**: *Register Again When Dropped* registers it again.

`;

const NOTICED = `## What starts a workflow

The club *sends* an event to the Club Trigger. The [Club Poll Trigger](polling.md) finds it in a list. The item of a removed membership names its athlete, and
\`changed\` names every property that may have changed.

| event | when it comes | sent | polled | what polls miss |
| --- | --- | --- | --- | --- |
`;

const code = (text: string): string => `\`${text}\``;

const SAMPLES = `## Samples

\`subject\` says what an event is about; it isn't a path of the API, and the trigger adds its numbers as \`ids\`. \`data\` has the properties that the API documents, so a club
sends more, and the trigger passes it all on.
`;

/** A table of the events: when they come, whether the club sends them, whether a poll finds them, and when it does not. */
function noticed(): string {
	const sent = new Map<string, string>(EVENT_TYPES.map(({ name, description }) => [name, description]));
	const polled = new Map<string, PolledEvent>(POLLED_EVENTS.map((event) => [event.name, event]));
	const names = [...new Set([...polled.keys(), ...sent.keys()])];
	const rows = names.map((name) => {
		const event = polled.get(name);
		const lists = event && POLLED_LISTS[event.list].reads.map(({ call }) => code(call))[0];
		const when = event?.description ?? sent.get(name);
		const cells = [code(name), when, sent.has(name) ? 'yes' : 'no', lists ?? 'no', event?.misses ?? 'everything'];
		return `| ${cells.join(' | ')} |`;
	});
	return NOTICED + rows.join('\n') + '\n';
}

/** How many people a club has, in the columns of the table of costs. */
const PEOPLE = [500, 5_000, 20_000] as const;

/** How many rows a list has for each person, where it is not one, and the assumption behind it. */
const ROWS: Readonly<Partial<Record<ListName, { share: number; assumed: string }>>> = {
	trainings: { share: (DEFAULTS.lookBack + 14) / 24 / 5, assumed: 'one training a person in five days' },
	bookings: { share: (DEFAULTS.lookBack / 24 + DEFAULTS.lookAhead) / DEFAULTS.lookAhead / 2, assumed: 'one booking ahead for two people' },
};

/** The intervals of the table of calls, by the minutes between two polls. */
const INTERVALS = { 'every 15 minutes': 15, 'every hour': 60, 'every 6 hours': 360, 'once a day': 1_440 } as const;

const MINUTES_A_DAY = 1_440;

const DAYS = 30;

/** The calls of one poll that reads a list whole. A full last page is followed by an empty one (§4.1). */
function callsOf(list: ListName, people: number): number {
	const { grows, reads, span } = POLLED_LISTS[list];
	if (grows || (span && !ROWS[list])) return reads.length;
	const rows = people * (ROWS[list]?.share ?? 1);
	return reads.length * (Math.floor(rows / (maxCountOf(reads[0].call) ?? rows + 1)) + 1);
}

/** What polls cost: the calls of each list, and what they make in a month. */
function costs(): string {
	const lists = Object.keys(POLLED_LISTS) as ListName[];
	const number = (count: number): string => count.toLocaleString('en');
	const perCall = (list: ListName): string => {
		const { grows, reads, span } = POLLED_LISTS[list];
		if (grows) return '1 a poll';
		if (span && !ROWS[list]) return `${reads.length} a poll`;
		return `1 for ${number(maxCountOf(reads[0].call) ?? 0)} rows${ROWS[list] ? `, ${ROWS[list].assumed}` : ''}`;
	};
	const rows = lists.map((list) => {
		const events = POLLED_EVENTS.filter((event) => event.list === list).map(({ name }) => code(name));
		return `| ${[events.join(', '), perCall(list), ...PEOPLE.map((people) => number(callsOf(list, people)))].join(' | ')} |`;
	});
	const counts = [...new Set([1, ...lists.flatMap((list) => PEOPLE.map((people) => callsOf(list, people)))])].sort((a, b) => a - b);
	const shown = counts.filter((calls) => calls <= 41);
	const monthly = shown.map((calls) => {
		const cells = Object.values(INTERVALS).map((minutes) => {
			const sum = (calls * DAYS * MINUTES_A_DAY) / minutes;
			return sum > RATE.callsPerMonth ? `**${number(sum)}**` : number(sum);
		});
		return `| ${[calls, ...cells, `${Math.ceil((calls * MINUTES_A_DAY) / DEFAULTS.callsPerDay)} minutes`].join(' | ')} |`;
	});
	return `## What polls cost

Events of the same list share its calls. For a club of so many people, one poll makes:

| events | calls | ${PEOPLE.map((people) => number(people)).join(' | ')} |
| --- | --- | ${PEOPLE.map(() => '---:').join(' | ')} |
${rows.join('\n')}

*Full*, *Place Free* and *Hardly Booked* read the bookings too. In ${DAYS} days, without *Calls per Day*, that makes the calls below. Bold is more than the
${number(RATE.callsPerMonth)} of a key. The last column is the shortest interval at which ${DEFAULTS.callsPerDay} calls a day are enough.

| calls a poll | ${Object.keys(INTERVALS).join(' | ')} | shortest |
| ---: | ${Object.keys(INTERVALS)
		.map(() => '---:')
		.join(' | ')} | ---: |
${monthly.join('\n')}
`;
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
		`#### ${name}`,
		'',
		`${description}.`,
		'',
		`- Subject: ${code(pattern.pattern)}`,
		`- *Load Current Record* reads: ${lookUpOf(name, subject)}`,
		`- If it's gone: ${pattern.instead}`,
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
		costs(),
		NO_BIRTHDAY,
		SAMPLES,
		...families.flatMap((family) => [
			`### ${family}\n`,
			...EVENT_TYPES.filter((event) => event.family === family).map((event) => sectionOf(event, samples.get(event.name) as ClubEvent)),
		]),
	].join('\n');
}
