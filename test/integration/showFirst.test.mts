import { useTimeWithoutWaits } from './poll/support/waits.mts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { mayWrite } from '../../nodes/Club/operation';
import type { AnyOperation } from '../../nodes/Club/operation';
import { resources } from '../../nodes/Club/resources';
import { exampleOf } from '../../dev/docs/examples.mts';
import { testClub } from '../support/club.mts';
import { locator, type NodeOutcome, type NodeRun } from '../support/node.mts';

const time = useTimeWithoutWaits();
const MINUTE = 60_000;
const club = testClub({ now: () => new Date(Date.now()) });

/** What a run shows of a change. */
interface Shown {
	confirm: string;
	wouldSend: IDataObject[];
	summary: string;
	validUntil: string;
}

const CODE = /^[0-9A-HJKMNP-TV-Z]{6}$/;

const writes = (): string[] => club.calls().filter((call) => !call.startsWith('GET'));

/** Runs with the option; with a code where one is given. */
async function run(parameters: IDataObject, code?: string, more: Partial<NodeRun> = {}): Promise<NodeOutcome> {
	const options = { ...(parameters.options as IDataObject | undefined), showFirst: true };
	return await club.run({ ...parameters, options, ...(code !== undefined && { confirmationCode: code }) }, more);
}

async function shown(parameters: IDataObject, more: Partial<NodeRun> = {}): Promise<Shown> {
	const { rows, error } = await run(parameters, undefined, more);
	expect(error).toBeUndefined();
	expect(writes()).toEqual([]);
	expect(rows).toEqual([
		{ confirm: expect.stringMatching(CODE), wouldSend: expect.any(Array), summary: expect.any(String), validUntil: expect.any(String) },
	]);
	return rows[0] as unknown as Shown;
}

/** The new code of a refusal, which has sent nothing. */
function newCodeOf({ error }: NodeOutcome, message: RegExp): string {
	expect(error?.message).toMatch(message);
	expect(writes()).toEqual([]);
	const [, code] = /The new code is (\w{6}), valid until /.exec(`${error?.description} ${error?.message}`) ?? [];
	expect(code).toMatch(CODE);
	return code;
}

const WRONG = /^The confirmation code does not match this change/;

const athlete = (place = 0) => club.athletes()[place];

const setStage = (clientStage: string, UserId: number | string = athlete().UserId): IDataObject => ({
	resource: 'athlete',
	operation: 'setClientStage',
	userId: locator('id', UserId),
	clientStage,
});

const otherStage = (): string => (athlete().ClientStage === 'Lead' ? 'Client' : 'Lead');

/** A membership of somebody, without a freeze. */
function someMembership() {
	const row = [...club.sandbox.club.userSubscriptions.values()].find(
		({ UserId, SuspensionState }) => club.sandbox.club.athletes.has(UserId) && SuspensionState === 'None',
	)!;
	return { row, owner: club.sandbox.club.athletes.get(row.UserId)! };
}

const freeze = (
	id: number,
	more: IDataObject = { suspensionStartUTC: '2098-12-24T00:00:00', reactivationDate: '2099-01-02T00:00:00' },
) => ({
	resource: 'userSubscription',
	operation: 'suspend',
	userSubscriptionId: locator('id', id),
	additionalFields: more,
});

/** What another process of n8n makes of it: it knows nothing but the club. */
async function elsewhere(parameters: IDataObject): Promise<Pick<NodeOutcome, 'rows' | 'error'>> {
	const { url, keys } = club.sandbox;
	const program = `
		import './dev/host/environment.mts';
		const { runNode } = await import('./dev/host/engine.mts');
		const { rows, error } = await runNode(JSON.parse(process.argv[1]));
		console.log(JSON.stringify({ rows, error: error && { message: error.message, description: error.description } }));
		process.exit(0);`;
	const given = JSON.stringify({ sandbox: { url, keys }, parameters });
	club.sandbox.requests.length = 0;
	const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, given]);
	return JSON.parse(stdout.trim().split('\n').at(-1)!) as Pick<NodeOutcome, 'rows' | 'error'>;
}

// First of all: the time of other processes does not go on with that of these tests.
test('a code is good in another process, and refused in each after its use', async () => {
	const change: IDataObject = { ...setStage(otherStage()), options: { showFirst: true } };
	const { confirm } = await shown(change);
	const confirmed = { ...change, confirmationCode: confirm };
	expect((await elsewhere(confirmed)).rows).toMatchObject([{ UserId: athlete().UserId, ClientStage: change.clientStage }]);
	expect(writes()).toHaveLength(1);
	newCodeOf((await elsewhere(confirmed)) as NodeOutcome, WRONG);
	newCodeOf(await run(change, confirm), WRONG);
});

describe('a change that is shown first', () => {
	test('is made with the code that was shown, once', async () => {
		const [change, before] = [setStage(otherStage()), athlete().ClientStage];
		const { confirm, wouldSend, summary } = await shown(change);
		expect(athlete().ClientStage).toBe(before);
		expect(wouldSend).toEqual([{ method: 'PUT', path: `/Athletes/${athlete().UserId}/ClientStage`, body: { ClientStage: otherStage() } }]);
		expect(summary).toBe(`Set the client stage of ${athlete().FirstMidName} ${athlete().LastName} to ${otherStage()}`);
		const wanted = otherStage();
		const { rows } = await run(change, confirm);
		expect(rows).toMatchObject([{ UserId: athlete().UserId, ClientStage: wanted }]);
		expect(writes()).toHaveLength(1);
		newCodeOf(await run(change, confirm), WRONG);
	});

	test('says until when the code is good, at least ten minutes', async () => {
		const { validUntil } = await shown(setStage(otherStage()));
		const left = Date.parse(validUntil) - Date.now();
		expect(left).toBeGreaterThan(10 * MINUTE);
		expect(left).toBeLessThanOrEqual(20 * MINUTE);
	});

	test('takes a code as a person writes it', async () => {
		const change = setStage(otherStage());
		const { confirm } = await shown(change);
		const spoken = ` ${confirm.slice(0, 3)}-${confirm.slice(3)} `.toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
		expect((await run(change, spoken)).error).toBeUndefined();
		expect(writes()).toHaveLength(1);
	});

	test('is named with its person, product, class and times', async () => {
		const { row, owner } = someMembership();
		const frozen = await shown(freeze(row.UserClassSubscriptionId));
		expect(frozen.summary).toBe(
			`Freeze ${owner.FirstMidName} ${owner.LastName}'s ${String(row.ProductName)} membership from 24 Dec 2098 to 2 Jan 2099`,
		);
		const year = new Date().getUTCFullYear();
		const soon = await shown(freeze(row.UserClassSubscriptionId, { reactivationDate: `${year}-12-31T18:30:00` }));
		expect(soon.summary).toMatch(/ from now to 31 Dec( \d{4})? 18:30$/);
		const scheduled = [...club.sandbox.club.classes.values()].find(({ Published }) => Published)!;
		Object.assign(scheduled, { Name: 'Spinning', Begin: '2026-12-24T17:00:00.000Z' });
		const book = { resource: 'classParticipant', operation: 'add', classId: locator('id', scheduled.ClassId) };
		const { summary } = await shown({ ...book, userId: locator('email', athlete().Email) });
		expect(summary).toBe(`Book ${athlete().FirstMidName} ${athlete().LastName} into Spinning on Thu 24 Dec 18:00`);
	});

	test('is named with the product and the end of a membership that does not tell its name', async () => {
		const { row, owner } = someMembership();
		const { ProductName } = row;
		Object.assign(row, { ProductName: undefined, To: '2098-12-31T23:00:00+00:00' });
		const { summary } = await shown(freeze(row.UserClassSubscriptionId));
		expect(summary).toBe(
			`Freeze ${owner.FirstMidName} ${owner.LastName}'s membership (product ${row.ClassSubscriptionId}, until 1 Jan 2099) from 24 Dec 2098 to 2 Jan 2099`,
		);
		row.ProductName = ProductName;
	});

	test('shows no markup and nothing unseen of a record, and cuts what is long', async () => {
		athlete().FirstMidName = 'Anna <b>\u202e[yes](x) `now`\n# do';
		athlete().LastName = 'N'.repeat(500);
		const { summary } = await shown(setStage(otherStage()));
		expect(summary).not.toMatch(/[<>[\]`#\p{C}]/u);
		expect(summary.length).toBeLessThan(120);
		expect(summary).toMatch(/^Set the client stage of Anna b yes\(x\) now do N+… to /);
		Object.assign(athlete(), { FirstMidName: 'Anna', LastName: 'Wikander' });
	});

	test('shows no password and no token', async () => {
		const create = {
			resource: 'athlete',
			operation: 'create',
			email: 'new@example.com',
			additionalFields: { setPasswordOnCreate: 'secret7' },
		};
		expect(JSON.stringify(await shown(create))).not.toContain('secret7');
		const call = {
			resource: 'api',
			operation: 'call',
			method: 'PUT',
			path: '/Some/Thing',
			body: '{"Password":"secret8","Url":"https://x.example?token=abc"}',
		};
		expect(JSON.stringify(await shown(call))).not.toMatch(/secret8|token=abc/);
	});

	test('is only a dry run where that is wanted too', async () => {
		const change = { ...setStage(otherStage()), options: { dryRun: true } };
		const { confirm } = await shown(setStage(otherStage()));
		expect((await run(change, confirm)).rows).toEqual([{ dryRun: true, wouldSend: [expect.anything()] }]);
		expect(writes()).toEqual([]);
	});

	test('is said where nothing would change', async () => {
		const change = { ...setStage(athlete().ClientStage), options: { onlyChanges: true } };
		const { confirm, wouldSend, summary } = await shown(change);
		expect([wouldSend, summary]).toEqual([[], expect.stringMatching(/^Nothing would change: Set the client stage/)]);
		expect((await run(change, confirm)).rows).toMatchObject([{ UserId: athlete().UserId }]);
		expect(writes()).toEqual([]);
	});

	test('and Only Changes make the change that was shown', async () => {
		const change = { ...setStage(otherStage()), options: { onlyChanges: true } };
		const { confirm } = await shown(change);
		await run(change, confirm);
		expect(writes()).toHaveLength(1);
	});

	test('is of the expected club', async () => {
		const { error } = await run(setStage(otherStage()), undefined, { credentials: { expectedClub: 'Another Club' } });
		expect(error?.message).toMatch(/do not belong to the expected club/);
	});

	test('needs no code where it only reads', async () => {
		const read = { resource: 'api', operation: 'call', method: 'GET', path: `/Athletes/${athlete().UserId}` };
		expect((await run(read)).rows).toMatchObject([{ UserId: athlete().UserId }]);
	});
});

describe('a code is refused in words, with a new one,', () => {
	test('for other parameters', async () => {
		const { confirm } = await shown(setStage('Client'));
		const refused = await run(setStage('Qualified'), confirm);
		const next = newCodeOf(refused, WRONG);
		expect(refused.error?.description).toContain(`to Qualified. The new code is ${next}`);
		expect((await run(setStage('Qualified'), next)).error).toBeUndefined();
	});

	test('for another person', async () => {
		const { confirm } = await shown(setStage('Client'));
		newCodeOf(await run(setStage('Client', athlete(1).UserId), confirm), WRONG);
	});

	test('with the item whose code it is', async () => {
		const items = [{ id: athlete().UserId }, { id: athlete(1).UserId }];
		const { error } = await run({ ...setStage('Client', '={{ $json.id }}') }, 'AAAAAA', { items });
		expect(error?.description).toMatch(/ \(first item\)|No item was completed\./);
	});

	test('where it is none', async () => {
		for (const guess of ['yes', 'AAAAAA', '123456', 7]) newCodeOf(await run(setStage('Client'), guess as string), WRONG);
	});

	test('where the record has changed', async () => {
		const change = setStage(otherStage());
		const { confirm } = await shown(change);
		athlete().Phone = '+46 40 99';
		const next = newCodeOf(await run(change, confirm), WRONG);
		expect((await run(change, next)).error).toBeUndefined();
	});

	test('when it is out of time', async () => {
		const change = setStage(otherStage());
		const { confirm, validUntil } = await shown(change);
		time.ahead += Date.parse(validUntil) - Date.now() - 1000;
		const early = await run(change, confirm);
		expect(early.error).toBeUndefined();
		const other = await shown(setStage(otherStage()));
		time.ahead += 20 * MINUTE;
		newCodeOf(await run(setStage(otherStage()), other.confirm), /^The confirmation code has expired/);
	});

	test('of a record that is gone, in the words of the club', async () => {
		const booking = club.sandbox.club.bookings[0];
		const remove = {
			resource: 'classParticipant',
			operation: 'remove',
			classId: locator('id', booking.ClassId),
			userId: locator('id', booking.UserId),
		};
		const { confirm } = await shown(remove);
		expect((await run(remove, confirm)).rows).toMatchObject([{ deleted: true }]);
		const { error } = await run(remove, confirm);
		expect(error?.description).toMatch(/does not take part in this class/);
		expect(writes()).toEqual([]);
	});

	test('for a model in one text', async () => {
		const { error } = await run(setStage('Client'), 'AAAAAA', { tool: true });
		expect(error?.message).toMatch(
			/Nothing was sent\. Show this change again and wait for a yes: Set the client stage of .* The new code is \w{6}/,
		);
	});
});

describe('a confirmed change whose answer is lost', () => {
	const change = () => freeze(someMembership().row.UserClassSubscriptionId);

	test('is not made again with its code where the club has made it', async () => {
		const wanted = change();
		const { confirm } = await shown(wanted);
		club.sandbox.inject({ kind: 'appliedThenDropped', match: { method: 'POST' } });
		await run(wanted, confirm);
		expect(writes()).toHaveLength(1);
		newCodeOf(await run(wanted, confirm), WRONG);
	});

	test('is made once with the same code where the club has not made it', async () => {
		const wanted = change();
		const { confirm } = await shown(wanted);
		club.sandbox.inject({ kind: 'drop', match: { method: 'POST' } });
		expect((await run(wanted, confirm)).error).toBeDefined();
		expect((await run(wanted, confirm)).error).toBeUndefined();
		expect(writes()).toHaveLength(1);
		newCodeOf(await run(wanted, confirm), WRONG);
	});
});

describe('a code holds', () => {
	test('in another club of the same people for nothing', async () => {
		const { confirm } = await shown(setStage('Client'));
		const other = { ...club.sandbox.keys, clubApiKey: `${club.sandbox.keys.clubApiKey}2` };
		club.sandbox.requests.length = 0;
		const { error } = await run(setStage('Client'), confirm, { sandbox: { url: club.sandbox.url, keys: other } });
		expect(error).toBeDefined();
		expect(writes()).toEqual([]);
	});

	test('for a time that n8n fills in itself', async () => {
		const { row } = someMembership();
		const change = freeze(row.UserClassSubscriptionId, { suspensionStartUTC: '={{ $now.toISO() }}', reactivationDate: '={{ $json.end }}' });
		const items = [{ end: '2098-12-24T00:00:00' }];
		const { confirm } = await shown(change, { items });
		time.ahead += 2000;
		newCodeOf(await run(change, confirm, { items: [{ end: '2098-12-25T00:00:00' }] }), WRONG);
		expect((await run(change, confirm, { items })).error).toBeUndefined();
		expect(writes()).toHaveLength(1);
	});

	test('as an empty argument of a model for none', async () => {
		for (const none of ['', null, 'null', ' ']) {
			const { rows } = await run(setStage('Client'), none as string, { tool: true });
			expect(rows).toMatchObject([{ confirm: expect.stringMatching(CODE) }]);
		}
	});
});

describe('several items', () => {
	const each = (stage: string): IDataObject => ({ ...setStage(stage, '={{ $json.id }}'), confirmationCode: '={{ $json.confirm }}' });

	test('have a code each', async () => {
		const people = club.athletes().slice(0, 3);
		for (const person of people) person.ClientStage = 'Lead';
		const items = people.map(({ UserId }) => ({ id: UserId }));
		const { rows } = await run(each('Client'), undefined, { items });
		expect(new Set(rows.map(({ confirm }) => confirm)).size).toBe(3);
		expect(writes()).toEqual([]);
		const confirmed = items.map((item, index) => ({ ...item, confirm: rows[index].confirm }));
		[confirmed[1].confirm, confirmed[2].confirm] = [confirmed[2].confirm, confirmed[1].confirm];
		const { error } = await run(each('Client'), undefined, { items: confirmed });
		expect(error?.description).toMatch(/The new code is .* The first item was completed\. Nothing was sent after this item\./);
		expect(people.map(({ ClientStage }) => ClientStage)).toEqual(['Client', 'Lead', 'Lead']);
	});

	test('that are equal are each shown, and the second finds what the first has changed', async () => {
		const [{ UserId }] = club.athletes();
		club.athletes()[0].ClientStage = 'Lead';
		const twice = [{ id: UserId }, { id: UserId }];
		const { rows } = await run(each('Client'), undefined, { items: twice });
		expect(rows.map(({ wouldSend }) => (wouldSend as unknown[]).length)).toEqual([1, 1]);
		const items = rows.map(({ confirm }) => ({ id: UserId, confirm }));
		const { output } = await run(each('Client'), undefined, { items, onError: 'continueErrorOutput' });
		expect(output.map((branch) => branch.length)).toEqual([1, 1]);
		expect(writes()).toHaveLength(1);
	});
});

describe('API > Call', () => {
	const call = (method: string, path: string, body?: object): IDataObject => ({
		resource: 'api',
		operation: 'call',
		method,
		path,
		...(body && { body: JSON.stringify(body) }),
	});

	test('looks at the record of a call that the API shows', async () => {
		const change = call('PUT', `/Athletes/${athlete().UserId}/ClientStage`, { ClientStage: otherStage() });
		const { confirm, summary } = await shown(change);
		expect(summary).toBe(
			`Call PUT /Athletes/${athlete().UserId}/ClientStage (${athlete().FirstMidName} ${athlete().LastName}): Client Stage ${otherStage()}`,
		);
		expect((await run(change, confirm)).error).toBeUndefined();
		newCodeOf(await run(change, confirm), WRONG);
	});

	test('says where nothing can be looked at', async () => {
		const { confirm, summary } = await shown(call('POST', '/Some/Thing', { Name: 'x' }));
		expect(summary).toBe('Call POST /Some/Thing: Name x. The API does not show this change, so using the code twice makes it twice');
		expect(confirm).toMatch(CODE);
	});
});

const WRITING = resources.flatMap((resource) =>
	resource.operations
		.filter((operation) => mayWrite(operation))
		.map((operation) => ({ resource, operation, name: `${resource.name} > ${operation.name}` })),
);

describe('Each operation that writes', () => {
	/** A call of the club as it counts: the same one in both runs. */
	const bare = ({ method, path, body }: IDataObject): string => JSON.stringify([method, path, body ?? {}]);

	const exampleFor = (resource: (typeof WRITING)[0]['resource'], operation: AnyOperation) => {
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const write = operation.isFree ? { method: 'PUT', path: `/Athletes/${athlete().UserId}/IsGuest`, body: '{"IsGuest": true}' } : {};
		return { parameters: { ...parameters, ...write }, items };
	};

	test.each(WRITING)('$name has its own sentence', ({ operation }) => expect(operation.summary).toBeDefined());

	// An address of the examples is new, of another club, or known, in turn: the change itself is measured at one of the same kind.
	test.each(WRITING)('$name sends nothing when it shows, and what was shown when it is confirmed', async ({ resource, operation }) => {
		for (const place of [0, 1, 2]) {
			const of = (index: number) => {
				// A club may refuse a second subscription at an address.
				club.sandbox.club.webhookSubscriptions.clear();
				const { parameters, items } = exampleFor(resource, operation);
				return { parameters, more: { items: [items[index] ?? items[0]] } };
			};
			const plain = of(place);
			expect((await club.run(plain.parameters, plain.more)).error).toBeUndefined();
			const change = club.sandbox.requests.length;
			const { parameters, more } = of(place + 3);
			const { confirm, wouldSend, summary } = await shown(parameters, more);
			const showing = club.sandbox.requests.length;
			expect(summary).toMatch(/^[A-Z][^<>\n]*[^.]$/);
			expect(summary).not.toMatch(/undefined|null|\[object| {2}/);
			const { error } = await run(parameters, confirm, more);
			expect([error?.message, error?.description]).toEqual([undefined, undefined]);
			const sent = club.sandbox.requests.filter(({ method }) => method !== 'GET');
			expect(sent.map((request) => bare(request as unknown as IDataObject))).toEqual(wouldSend.map(bare));
			expect(showing + club.sandbox.requests.length - change).toBeLessThanOrEqual(3);
		}
	});
});
