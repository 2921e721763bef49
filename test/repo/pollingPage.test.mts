import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../dev/host/commands.mts';
import { pollProperties } from '../../nodes/ClubPollTrigger/description';

/** The cells of each line of the page that is a line of a table, without what makes them bold. */
const lines = readFileSync(join(ROOT, 'docs/polling.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('**', '')));

const notices = pollProperties.flatMap(({ name, displayName, displayOptions }) =>
	name.startsWith('cost') && displayOptions ? [displayName] : [],
);

/** Calls of a poll in a club of 5,000 people, as a notice has it. */
const callsIn = (text: string): string | undefined => /With 5,000 people: (\d+) a poll/.exec(text)?.[1];

test('the panel of the poll trigger has the calls of a poll that the page has, each list once', () => {
	const column = lines.find(([, first]) => first === 'events')?.indexOf('5,000') ?? -1;
	const begin = lines.findIndex(([, first]) => first === 'events') + 2;
	const page = lines.slice(begin, begin + notices.length).map((line) => line[column]);
	expect(page.sort()).toEqual(notices.map(callsIn).sort());
});

test('the panel of the poll trigger has the calls of a month that the page has', () => {
	const head = lines.find(([, first]) => first === 'calls a poll') ?? [];
	const months = lines.slice(lines.indexOf(head) + 2).filter(([, calls]) => notices.some((notice) => callsIn(notice) === calls));
	expect(months.length).toBeGreaterThan(2);
	for (const [, calls, ...month] of months) {
		for (const notice of notices.filter((text) => callsIn(text) === calls)) {
			for (const [index, interval] of head.slice(2, -2).entries()) expect(notice).toContain(`${month[index]} (${interval})`);
		}
	}
});
