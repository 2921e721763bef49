import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../dev/host/commands.mts';

/** The cells of each line of the page that is a line of a table, without what makes them bold. */
const lines = readFileSync(join(ROOT, 'docs/polling.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('**', '')));

/** Polls in 30 days, by the columns of the page. */
const POLLS = { 'every 15 minutes': 2880, 'every hour': 720, 'every 6 hours': 120, 'once a day': 30 };

test('the page on polling multiplies the calls of a poll by the polls of a month', () => {
	const head = lines.findIndex(([, first]) => first === 'calls a poll');
	const rows = lines.slice(head + 2).filter(([, calls]) => /^\d+$/.test(calls));
	expect(rows.length).toBeGreaterThan(4);
	for (const [, calls, ...months] of rows) {
		const expected = Object.values(POLLS).map((polls) => (Number(calls) * polls).toLocaleString('en-US'));
		expect(months.slice(0, expected.length)).toEqual(expected);
	}
	expect(lines[head].slice(2, -2)).toEqual(Object.keys(POLLS));
});
