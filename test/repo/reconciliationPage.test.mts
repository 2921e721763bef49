import { readFileSync } from 'node:fs';
import { POLLED_EVENTS, type PolledName } from '../../nodes/ClubPollTrigger/events/polledEvents';
import { EVENT_NAMES } from '../../nodes/shared/api/events';
import { eventKey } from '../../nodes/shared/records/handled';

const page = readFileSync('docs/reconciliation.md', 'utf8');
const [, table] = page.split('| --- | --- | --- | --- |\n');
const rows = table
	.split('\n\n')[0]
	.split('\n')
	.map((line) => line.slice(2, -2).split(' | '));

/** The names of events in a cell; one that begins with a dot is of the family before it, `.*` is all of a family. */
function namesIn(cell: string): string[] {
	const names: string[] = [];
	for (const [, name] of cell.matchAll(/`([\w.*]+)`/g)) {
		const whole = name.startsWith('.') ? `${names[names.length - 1].split('.')[0]}${name}` : name;
		const family = whole.slice(0, -1);
		names.push(...(whole.endsWith('.*') ? EVENT_NAMES.filter((event) => event.startsWith(family)) : [whole]));
	}
	return names;
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const polledNames: readonly string[] = POLLED_EVENTS.map(({ name }) => name);

describe('The table event by event', () => {
	test('has each event of the club', () => expect(sorted(rows.flatMap(([, told]) => namesIn(told)))).toEqual(sorted(EVENT_NAMES)));

	test('says of each event whether a poll finds it', () => {
		const found = rows.flatMap(([, told, polled]) => (polled.startsWith('yes') ? namesIn(told) : namesIn(polled)));
		expect(sorted(found)).toEqual(sorted(polledNames));
	});

	test('says which are handled once across both', () => {
		const isOnce = (eventType: PolledName, subject: string) =>
			eventKey({ eventType, subject: subject.replace(/\{\w+\}/g, '7') }) !== undefined;
		const once = POLLED_EVENTS.filter(({ name, subject }) => isOnce(name, subject)).map(({ name }) => name);
		expect(sorted(rows.flatMap(([, told, , isAcross]) => (isAcross === 'yes' ? namesIn(told) : [])))).toEqual(sorted(once));
		expect(sorted(POLLED_EVENTS.filter((event) => 'once' in event).map(({ name }) => name))).toEqual(sorted(once));
	});
});
