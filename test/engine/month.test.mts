import { mkdirSync, writeFileSync } from 'node:fs';
import type { DoorFigures } from '../../dev/checks/reliabilityPage.mts';
import { DOOR, template, templateFiles } from '../../dev/demo/templates.mts';
import { IS_WHOLE } from '../support/sample.mts';
import { Month } from './support/month/month.mts';
import { resultOf, type MonthResult } from './support/month/result.mts';

/** A month of a club with 5,000 members in the whole run; the gate has some days of a small one. */
const [DAYS, MEMBERS, ATHLETES] = IS_WHOLE ? [30, 2_800, 4_900] : [8, 500, 800];

/** The workflows that write to members, and those that write about members by themselves. */
const FILES = templateFiles().filter(
	(file) =>
		[DOOR, 'stop-emails.json', 'empty-class.json', 'segment-marketing.json'].includes(file) ||
		template(file).nodes.some(({ name }) => name === 'Write to the member'),
);

const sum = (counts: Record<string, number> = {}): number => Object.values(counts).reduce((all, count) => all + count, 0);

function doorFigures({ athletes, door: { held, broken, ...door } }: MonthResult): Omit<DoorFigures, 'date' | 'version'> {
	const reasons = Object.values(held).flatMap((ofFile) => Object.entries(ofFile));
	const byReason: Record<string, number> = {};
	for (const [reason, count] of reasons) byReason[reason] = (byReason[reason] ?? 0) + count;
	const failed = Object.fromEntries(Object.entries(broken).map(([promise, lines]) => [promise, lines.length]));
	return { ...door, days: DAYS, athletes, held: byReason, broken: failed };
}

describe(`${DAYS} days of a living club with all workflows about members published`, () => {
	let result: MonthResult;

	beforeAll(async () => {
		const month = new Month({ files: FILES, members: MEMBERS, days: DAYS });
		await month.live();
		result = resultOf(month);
		mkdirSync('.cache', { recursive: true });
		writeFileSync('.cache/month.json', JSON.stringify(result));
		writeFileSync('.cache/month.md', `${result.read.join('\n')}\n`);
		if (IS_WHOLE) writeFileSync('.cache/door.json', JSON.stringify(doorFigures(result)));
	}, 14_400_000);

	it('need at most 15,000 calls a month together', () => {
		expect(FILES.length).toBeGreaterThan(10);
		expect(result.athletes).toBeGreaterThanOrEqual(ATHLETES);
		const calls = Object.fromEntries(FILES.map((file) => [file, sum(result.calls[file])]));
		if (sum(calls) > 15_000) expect({ ...calls, sum: sum(calls) }).toEqual('at most 15,000');
	});

	it('send no mail that is untrue', () => {
		expect(sum(result.mails)).toBeGreaterThan(MEMBERS / 10);
		expect(result.untrue).toEqual([]);
	});

	it('send one mail for each badge, although n8n keeps no execution that succeeds', () => {
		expect(result.mails['badge-congratulation.json']).toBeGreaterThan(0);
		expect(result.badges).toEqual([]);
	});

	it('keep what the door promises, although n8n is killed twice', () => {
		const { broken, asked, sent, killed, waited, stops, held } = result.door;
		expect(Object.values(broken).flat()).toEqual([]);
		expect(Math.min(asked, sent, killed, waited, stops, ...Object.values(held).map(sum))).toBeGreaterThan(0);
		expect(Object.keys(held)).not.toEqual([]);
	});

	it('fail nowhere', () => {
		expect(result.errors).toEqual([]);
	});
});
