import { readFileSync } from 'node:fs';
import { EVENT_NAMES, POLLED_TYPES } from '../../nodes/shared/api/events';
import { eventKey } from '../../nodes/shared/events/handled';

/** The rows of the table of events: their names, and a yes or no for the Club Trigger, for the Club Poll Trigger and for both together. */
const [, section] = readFileSync('docs/reconciliation.md', 'utf8').split('\n## Which events\n');
const rows = section
	.split('\n## ')[0]
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.slice(2)
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, events, club, poll, once]) => ({ events, answers: [club, poll, once].join(' ') }));

/** The names of events in the row with these answers; `.*` is all of a family. */
function namesWith(answers: string): string[] {
	const [row] = rows.filter((one) => one.answers === answers);
	const names = [...row.events.matchAll(/`([\w.*]+)`/g)].map(([, name]) => name);
	return names
		.flatMap((name) => (name.endsWith('.*') ? EVENT_NAMES.filter((event) => event.startsWith(name.slice(0, -1))) : [name]))
		.sort();
}

const polledNames: readonly string[] = POLLED_TYPES.map(({ name }) => name);

describe('The table of events', () => {
	test('says which are handled once across both', () => {
		const isOnce = (eventType: string, subject: string) => eventKey({ eventType, subject: subject.replace(/\{\w+\}/g, '7') }) !== undefined;
		const once = POLLED_TYPES.filter(({ name, subject }) => isOnce(name, subject)).map(({ name }) => name);
		expect(namesWith('yes yes yes')).toEqual([...once].sort());
		expect(POLLED_TYPES.filter(({ occursOnce }) => occursOnce).map(({ name }) => name)).toEqual(once);
	});

	test('says which no poll finds', () =>
		expect(namesWith('yes no no')).toEqual(EVENT_NAMES.filter((name) => !polledNames.includes(name)).sort()));

	test('names as examples of what only polls find events that the club does not send', () => {
		const examples = namesWith('no yes no');
		expect(examples.filter((name) => !polledNames.includes(name) || EVENT_NAMES.includes(name))).toEqual([]);
	});

	test('has a row for each combination that there is', () =>
		expect(rows.map(({ answers }) => answers)).toEqual(['yes yes yes', 'yes yes no', 'no yes no', 'yes no no']));
});
