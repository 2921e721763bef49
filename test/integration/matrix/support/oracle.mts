import type { IDataObject } from 'n8n-workflow';
import type { Bench, Run, Strike } from './bench.mts';
import { asText } from './state.mts';

/** What a run without any trouble gives, for all items or for some of them. */
export type Undisturbed = (items: number[]) => Promise<Run>;

/** Remembers the undisturbed runs of a bench, by their items. */
export function undisturbedOn(bench: Bench): Undisturbed {
	const known = new Map<string, Promise<Run>>();
	return async (items) => {
		const key = items.join();
		const run = known.get(key) ?? bench.run({ only: items });
		known.set(key, run);
		return await run;
	};
}

const DONE =
	/(No item was completed|The first item was completed|The first (\d+) items were completed)\. Nothing was sent after this item\./;
const UNKNOWN = /may (have been applied|exist)/;

/** How many items an error says are done; of a single item it says nothing, since none can be done. */
export function saidDone(description: string): number {
	const [, said, count] = DONE.exec(description) ?? [];
	if (said === undefined || said === 'No item was completed') return 0;
	return count === undefined ? 1 : Number(count);
}

/** What an error tells a user: what happened, where, what the club names as the reason, nothing twice; and no key. */
export function expectTold(
	run: Run,
	text: { message: string; description: string; itemIndex?: unknown },
	item: number,
	{ trouble }: Strike,
): void {
	expect(text.message).toMatch(/\w/);
	expect(text.description).toMatch(/^[A-Z"].*\w.*[.)]$/s);
	expect(text.itemIndex ?? text.description).toEqual(text.itemIndex === undefined ? expect.stringContaining(`Item ${item}`) : item);
	const sentences = text.description.split(/(?<=\.) /);
	expect(sentences).toEqual([...new Set(sentences)]);
	// What a gateway answers is told as its own, and only a fault of a server may have come after the change.
	const { status = 0 } = trouble.fault;
	if (trouble.byGateway && status >= 400 && ![401, 429].includes(status)) {
		expect(text.message).toMatch(new RegExp(`^(A gateway or firewall|The proxy) between n8n and the club answered ${status}`));
		expect(text.description).not.toMatch(/HTTP \d|Check the ID|Club API Key/);
		if (status < 500) expect(isUnclear(text.description)).toBe(false);
	}
	if (trouble.errorType && trouble.kind !== 'passing') expect(text.description).toContain(trouble.errorType);
	expect(JSON.stringify([run.error, run.output, run.hints])).not.toMatch(/sandbox-(subscription|club)-key/);
}

/** Rows that tell of a record that was looked up, or of one that is gone, without all that the answer would have said. */
const isShort = (row: IDataObject): boolean =>
	row.Reconciled === true || asText(row) === '{"deleted":true}' || [row.Result, row.Outcome].includes('PendingInvitation');

/** What names the person or the membership that a row is about. */
const who = (row: IDataObject): unknown[] => [
	(row.User as IDataObject | undefined)?.UserId ?? row.UserId,
	row.UserClassSubscriptionId,
	row.ClassId,
];

/** Expects the rows of an item to be those of an undisturbed run; `upTo` so many where a list was interrupted. */
export function expectRows(rows: IDataObject[], wanted: IDataObject[], upTo = wanted.length): void {
	expect(rows).toHaveLength(upTo);
	rows.forEach((row, index) => {
		if (!isShort(row)) expect(asText(row)).toBe(asText(wanted[index]));
		// A record that was looked up says more than an answer that leaves it out (§2.3, §4.8).
		else if (!row.deleted) expect(who(row)).toEqual(who(wanted[index]).map((id, place) => id ?? who(row)[place]));
	});
}

/** The lines that two sorted lists do not share. */
function difference(is: string[], wanted: string[]): { tooMuch: string[]; missing: string[] } {
	const [tooMuch, missing]: string[][] = [[], []];
	for (let i = 0, j = 0; i < is.length || j < wanted.length; ) {
		if (is[i] === wanted[j]) {
			i++;
			j++;
		} else if (j >= wanted.length || is[i] < wanted[j]) tooMuch.push(is[i++]);
		else missing.push(wanted[j++]);
	}
	return { tooMuch, missing };
}

const NOTHING = { tooMuch: [], missing: [] };

/** Expects the club to hold what it would if exactly the items `done` had been run, and of those unclear all, none, or the first. */
export async function expectDone(run: Run, undisturbed: Undisturbed, done: number[], unclear: number[]): Promise<void> {
	const { records } = await undisturbed(done);
	const found = difference(run.records, records);
	if (unclear.length === 0 || asText(found) === asText(NOTHING)) return expect(found).toEqual(NOTHING);
	// Of what is unclear the first may have been applied, such as one that could not be read back, and the others not; or all.
	const applied = (some: readonly number[]) => [...done, ...some].sort((a, b) => a - b);
	const first = difference(run.records, (await undisturbed(applied(unclear.slice(0, 1)))).records);
	if (asText(first) === asText(NOTHING)) return;
	expect(difference(run.records, (await undisturbed(applied(unclear))).records)).toEqual(NOTHING);
}

/** Ids that a sandbox gives to what is made during a run. */
const NEW_ID = /\b100\d{4}\b/g;

const withoutIds = (text: string): string => text.replace(NEW_ID, '0');

/** A run without the ids of what it made: what is made late has a later one than in any undisturbed run. */
export const withoutNewIds = (run: Run): Run => ({
	...run,
	records: run.records.map(withoutIds).sort(),
	rowsOf: (item) => run.rowsOf(item).map((row) => JSON.parse(withoutIds(JSON.stringify(row))) as IDataObject),
});

/** Whether an error says that its write may have happened. */
export const isUnclear = (description: string): boolean => UNKNOWN.test(description);

/** Expects that no POST was sent again unless it was refused, or what it asked for was looked up in between. */
export function expectNoBlindRepeat({ calls }: Run): void {
	const last = new Map<string, number>();
	calls.forEach(({ method, path, body }, index) => {
		if (method === 'GET') last.forEach((status, key) => status !== 429 && last.delete(key));
		if (method !== 'POST') return;
		const key = asText([path, body]);
		expect(last.get(key) ?? 429).toBe(429);
		last.set(key, calls[index].status);
	});
}
