import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';

/** An import of what people have, and what the node says of it afterwards. */

const club = testClub({ athletes: 300, rate: false, dialect: { unshownAnswers: 'record' } });
const columns = { resource: 'athlete', operation: 'upsert', dataToSend: 'autoMapInputData' };
const upsert = (additionalFields: IDataObject, options: IDataObject = {}) => ({
	...{ resource: 'athlete', operation: 'upsert', email: '={{ $json.email }}', additionalFields, options },
});
const writes = () =>
	club.sandbox.requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
const said = ({ hints }: { hints: Array<{ message: string }> }) => hints.map(({ message }) => message);

/** An athlete at a stage, each time another one. */
let used = 0;
const athleteAt = (ClientStage: string, more: IDataObject = {}) => {
	const athlete = club.athletes()[used++];
	return Object.assign(athlete, { ClientStage, ...more });
};

const STAGES = ['Lead', 'Qualified', 'Prospect', 'Client'];
const pairs = STAGES.flatMap((from) => STAGES.map((to) => ({ from, to, isBack: from !== to && (from === 'Client' || to === 'Lead') })));

test.each(pairs)('whoever is in the club already, at $from, goes to $to, but back only if asked', async ({ from, to, isBack }) => {
	const { Email } = athleteAt(from);
	const kept = await club.run(upsert({ clientStage: to }), { items: [{ email: Email }] });
	const [row] = kept.rows;
	expect(Object.keys(row).slice(0, isBack ? 3 : 2)).toEqual(['UserId', 'Outcome', ...(isBack ? ['StageKept'] : [])]);
	expect(row.ClientStage).toBe(isBack ? from : to);
	expect(said(kept)).toEqual(isBack ? ['1 stage would have gone back and was kept'] : []);
	expect(writes()).toHaveLength(isBack || from === to ? 0 : 1);
	const moved = await club.run(upsert({ clientStage: to }, { moveStageBack: true }), { items: [{ email: Email }] });
	expect(moved.rows).toMatchObject([{ ClientStage: to }]);
	expect(moved.rows[0]).not.toHaveProperty('StageKept');
	expect(said(moved)).toEqual(isBack ? ['1 stage went back'] : []);
	const userId = locator('email', Email);
	const change = { resource: 'athlete', operation: 'setClientStage', userId, clientStage: from, options: { onlyChanges: true } };
	const returns = pairs.find((pair) => pair.from === to && pair.to === from)!;
	expect(said(await club.run(change))).toEqual(returns.isBack ? ['1 stage went back'] : []);
});

test('that a stage was kept is said, also where something else was sent', async () => {
	const { Email } = athleteAt('Client', { EmailVerified: false });
	const { rows } = await club.run(upsert({ clientStage: 'Lead', emailVerified: true }), { items: [{ email: Email }] });
	expect(rows).toMatchObject([{ Outcome: 'Updated', StageKept: true, ClientStage: 'Client' }]);
});

test('a person in two items is compared with what the first of them has stored', async () => {
	const athlete = athleteAt('Lead', { Phone: '+46 70 111 11 11' });
	const items = ['+46 70 222 22 22', athlete.Phone].map((phone) => ({ email: athlete.Email, phone }));
	await club.run(upsert({ phone: '={{ $json.phone }}' }), { items });
	expect([writes().length, athlete.Phone]).toEqual([2, items[1].phone]);
});

describe('a spoilt text', () => {
	test('counts as empty in Create or Update, which keeps the known value', async () => {
		const { Email, Phone, FirstMidName } = athleteAt('Lead');
		const outcome = await club.run(upsert({ phone: '4.4770E+11', firstMidName: '#N/A', lastName: 'M\u00c3\u00bcller' }), {
			items: [{ email: Email }],
		});
		expect(writes()).toMatchObject([{ body: { LastName: 'M\u00c3\u00bcller' } }]);
		expect(outcome.rows).toMatchObject([{ Phone, FirstMidName }]);
		expect(said(outcome)[0]).toMatch(/1 item had a spoilt name or phone number, which counts as empty/);
	});

	test.each([
		['the same digits', '+46 70 123 45 67', '+46701234567', false],
		['other signs', '070-123 45 67', '(070) 1234567', false],
		['no plus any more', '+46701234567', '46701234567', true],
		['00 for the plus', '+46701234567', '0046701234567', true],
		['a zero less', '0701234567', '701234567', true],
		['other digits', '0701234567', '0701234568', true],
		['letters', 'unknown', 'none', true],
	])('a phone number with %s is a change or not', async (_, Phone, phone, isChange) => {
		const { Email } = athleteAt('Lead', { Phone });
		await club.run(upsert({ phone }), { items: [{ email: Email }] });
		expect(writes().map(({ body }) => body)).toEqual(isChange ? [{ Phone: phone }] : []);
	});

	test('names that differ in what surrounds them are no change', async () => {
		const { Email } = athleteAt('Lead', { FirstMidName: 'Lea', LastName: ' Berg\u00a0' });
		const { rows } = await club.run(upsert({ firstMidName: '\u00a0Lea\r', lastName: 'Berg' }), { items: [{ email: Email }] });
		expect([rows[0].Outcome, writes()]).toEqual(['Unchanged', []]);
	});
});

describe('a run looks at its own items before it sends', () => {
	test('a family with one address is named, and whose name changed, but for what failed', async () => {
		const { Email } = athleteAt('Lead');
		const names = [{ 'first-name': 'Ada' }, { 'last-name': 'Bea' }, { 'first-name': 'Ada' }];
		const family = names.map((name) => ({ 'E-mail': Email, ...name }));
		family.push({ ...family[2], 'E-mail': Email.toUpperCase() });
		club.sandbox.inject({ kind: 'status', status: 400, match: { method: 'PUT', nth: 1 } });
		const items = [...family, { 'E-mail': 'fresh@example.com', 'first-name': 'Dee' }];
		const outcome = await club.run(columns, { items, onError: 'continueErrorOutput' });
		expect(said(outcome)).toEqual([
			'5 items: 1 created, 2 changed, 1 as they were, 1 failed. 2 athletes got another name (items 1, 2). ' +
				'2 items mean the record of an earlier item, with other values (items 1, 2). Items are counted from 0',
		]);
	});

	test('and counts those that failed, and names five of many', async () => {
		const items = Array.from({ length: 8 }, () => ({ email: athleteAt('Client').Email }));
		const more = { items: [...items, { email: 'nobody' }], onError: 'continueErrorOutput' as const };
		const notes = '8 stages would have gone back and were kept (items 0, 1, 2, 3, 4 and 3 more). Items are counted from 0';
		for (const dryRun of [true, false]) {
			const counts = dryRun ? 'Dry Run sent nothing. A run without it: ' : '9 items: 8 as they were, 1 failed. ';
			expect(said(await club.run(upsert({ clientStage: 'Lead' }, { dryRun }), more))).toEqual([counts + notes]);
		}
	});
});

describe('the columns of a file', () => {
	test('an unknown one is refused with the field that it means, and without advice that helps no other item', async () => {
		const { error } = await club.run(columns, { items: [{ 'E-mail': 'a@example.com', Stage: 'Lead', Guest: 'No' }, {}] });
		expect(error?.message).toMatch(/^No field has the name of "Stage" \(use "Client Stage"\), "Guest"/);
		expect(error?.description).not.toContain('On Error');
	});

	test.each(['Name, first', 'notes, Name, first', 'name,FIRST , Notes'])(
		'one with a comma in its name is ignored by %j',
		async (inputsToIgnore) => {
			const { error } = await club.run(
				{ ...columns, inputsToIgnore },
				{ items: [{ email: `comma${used++}@example.com`, 'Name, First': 'x', '': '' }] },
			);
			expect(error).toBeUndefined();
		},
	);

	test('one whose name is a part of an ignored one is sent', async () => {
		const item = { email: `part${used++}@example.com`, Phone: '+46 70 123 45 67', 'Phone Notes': 'mornings' };
		const { rows } = await club.run({ ...columns, inputsToIgnore: 'Notes, Phone Notes' }, { items: [item] });
		expect(rows).toMatchObject([{ Phone: item.Phone }]);
	});
});

test('a class is found by its name and time in the mode By ID, whatever the blanks in its name', async () => {
	const [one] = [...club.sandbox.club.classes.values()].filter(({ Published, Begin }) => Published && Date.parse(Begin) > Date.now());
	Object.assign(one, { Name: 'Yoga  Fl\u00f6w' });
	const value = `yoga flow, ${one.Begin}`;
	const { rows, error } = await club.run({ resource: 'class', operation: 'get', classId: locator('id', value) });
	expect(error).toBeUndefined();
	expect(rows).toMatchObject([{ ClassId: one.ClassId }]);
	const wrong = await club.run({ resource: 'class', operation: 'get', classId: locator('id', "={{ 'Yoga' }}") });
	expect(wrong.error?.message).toMatch(/^"Class" must be the name of a class and when it begins/);
});

test('an import of 200 rows, as bad as the world makes them, ends with every row right, refused or named', async () => {
	interface Row {
		value: unknown;
		right: { taken?: unknown; hint?: string; refused?: string };
	}
	const rowsOf = (kind: string) => JSON.parse(readFileSync(join(__dirname, '../world', `${kind}.json`), 'utf8')) as Row[];
	const FIELDS = { phone: 'phones', firstName: 'names', birthDate: 'birthDates', clientStage: 'stages', weight: 'numbers' };
	const bad = Object.entries(FIELDS).flatMap(([column, kind]) => rowsOf(kind).map((row) => ({ column, ...row })));
	const rows = bad.slice(0, 200).map((row, index) => ({ ...row, email: `import${index}@example.com` }));
	const items = rows.map(({ column, value, email }) => ({ email, [column]: value as IDataObject }));
	const { output, hints } = await club.run(columns, { items, onError: 'continueErrorOutput' });
	const failed = new Map(output[1].map(({ json, pairedItem }) => [(pairedItem as { item: number }).item, String(json.error)]));
	const isSpoilt = ({ right }: Row) => right.refused === 'is spoilt';
	for (const [index, row] of rows.entries()) {
		const person = [...club.sandbox.club.athletes.values()].find(({ Email }) => Email === row.email) as IDataObject | undefined;
		expect([row.value, failed.has(index), person !== undefined]).toEqual([
			row.value,
			row.right.refused !== undefined && !isSpoilt(row),
			row.right.refused === undefined || isSpoilt(row),
		]);
		if (row.column === 'phone' && person) expect(person.Phone ?? '').toBe(isSpoilt(row) ? '' : row.right.taken);
	}
	const told = hints.map(({ message }) => message).join();
	expect(told).toContain(`200 items: ${200 - failed.size} created, ${failed.size} failed.`);
	expect(told).toContain(`${rows.filter(isSpoilt).length} items had a spoilt name or phone number, which counts as empty`);
	expect(club.sandbox.requests.length).toBeLessThan(450);
});
