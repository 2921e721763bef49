import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';
import { template } from '../../dev/demo/templates.mts';

const { jsCode } = template('notice-service-changes.json').nodes.find(({ name }) => name === 'Compare with last night')!.parameters;

/** What the example workflow finds in a night, and what it is to remember. */
interface Night {
	changes: string[];
	rows: Array<{ read: string; status: string; shape: string }>;
}

/** What a check shows of a read: the types of its properties, or why there are none. */
const answer = (properties: Record<string, string[]>, more: IDataObject = {}): IDataObject => ({
	call: 'GET /Athletes',
	status: 200,
	properties: Object.entries(properties).map(([name, types]) => ({ name, types })),
	...more,
});

const EMPTY = { call: 'GET /Athletes', status: 200 };

/** A read of a club that sends null for a property without a value. */
const WITH_NULL = { ...answer({ Manager: ['null'] }), call: 'GET /Profile' };

/** What is told in each night of a row of checks, with a table that is empty before the first. */
function told(checks: IDataObject[]): string[][] {
	const table = new Map<string, IDataObject>();
	return checks.map((check) => {
		const items = table.size > 0 ? [...table.values()] : [{}];
		const json = { stopped: null, calls: [], ...check };
		const globals = { $: () => ({ first: () => ({ json }) }), $input: { all: () => items.map((row) => ({ json: row })) } };
		const [found] = runInNewContext(`(() => {${String(jsCode)}})()`, globals) as Array<{ json: Night }>;
		for (const row of found.json.rows) table.set(row.read, row);
		return [...found.json.changes];
	});
}

const toldOf = (...answers: IDataObject[]): string[][] => told(answers.map((one) => ({ calls: [WITH_NULL, one] })));

describe('What the workflow that notices changes of the service tells', () => {
	it('is what is new, gone and of another type, once', () => {
		const after = answer({ Name: ['text'], Level: ['text'] });
		expect(toldOf(answer({ Phone: ['text'], Level: ['whole number'] }), after, after)).toEqual([
			[],
			[
				'New property Name (text): GET /Athletes',
				'Property Level is now also text (before whole number): GET /Athletes',
				'Property Phone is gone: GET /Athletes',
			],
			[],
		]);
	});

	it('names the reads that have shown the same in one line', () => {
		const both = (properties: Record<string, string[]>) => ({
			calls: [answer(properties), answer(properties, { call: 'GET /Contacts' })],
		});
		expect(told([both({ Id: ['text'] }), both({ Id: ['text'], Name: ['text'] })])[1]).toEqual([
			'New property Name (text): GET /Athletes, GET /Contacts',
		]);
	});

	it('is nothing where a list was empty one night and full the next, or the reverse', () => {
		expect(toldOf(EMPTY, answer({ Id: ['text'] }), EMPTY, answer({ Id: ['text'] }))).toEqual([[], [], [], []]);
	});

	it('is nothing where a value was empty one night: neither of its type nor of what is in it', () => {
		const full = answer({ Plans: ['list of object'], 'Plans[].Name': ['text'], Phone: ['text'] });
		const empty = answer({ Plans: ['empty list'], Phone: ['null'] });
		expect(toldOf(empty, full, empty, full)).toEqual([[], [], [], []]);
	});

	it('is an object that is gone, and not each property in it', () => {
		const full = answer({ Id: ['text'], User: ['object'], 'User.Id': ['text'] });
		const bare = answer({ Id: ['text'] });
		expect(toldOf(full, bare, full)).toEqual([[], ['Property User is gone: GET /Athletes'], ['New property User (object): GET /Athletes']]);
	});

	it('is no property that is gone where the club leaves out those without a value', () => {
		const night = (properties: Record<string, string[]>) => ({ calls: [answer(properties)] });
		expect(told([night({ Id: ['text'], Phone: ['text'] }), night({ Id: ['text'] }), night({ Id: ['text'], Phone: ['text'] })])).toEqual([
			[],
			[],
			[],
		]);
	});

	it('is a read that is refused, or gives no answer, whose shape stays known', () => {
		const full = answer({ Id: ['text'] });
		const refused = { ...EMPTY, status: 403, errorType: 'Forbidden' };
		const silent = { ...EMPTY, status: 0, problem: 'ECONNRESET' };
		expect(toldOf(full, refused, refused, silent, answer({ Id: ['text'], Name: ['text'] }))).toEqual([
			[],
			['Refused (403, Forbidden): GET /Athletes'],
			[],
			['Refused (no answer, ECONNRESET): GET /Athletes'],
			['Answered again: GET /Athletes', 'New property Name (text): GET /Athletes'],
		]);
	});

	it('is a check that was not made, or that stopped early', () => {
		expect(told([{ error: 'No answer from the club' }, { stopped: 'The calls of this day are spent' }])).toEqual([
			['The club could not be checked: No answer from the club'],
			['The check stopped early: The calls of this day are spent'],
		]);
	});
});
