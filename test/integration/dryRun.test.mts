import type { IDataObject } from 'n8n-workflow';
import { mayWrite } from '../../nodes/Club/operation';
import { exampleOf } from '../../dev/docs/examples.mts';
import { testClub } from '../support/club.mts';
import { locator, parametersOf } from '../support/node.mts';
import { useTimeWithoutWaits } from './poll/support/waits.mts';
import { operations } from './support/operations.mts';

useTimeWithoutWaits();
const club = testClub({ now: () => new Date(Date.now()) });

/** What a user writes to change something by an API call. */
const FREE: Readonly<Record<string, IDataObject>> = {
	PUT: { path: '=/Athletes/{{ $json.userId }}/IsGuest', body: '{"IsGuest": true}' },
	POST: {
		path: '/UserSubscriptions/Plans',
		body: '={{ JSON.stringify({ UserId: $json.userId, ClassSubscriptionPlanId: 122, From: "2026-11-21T00:00:00Z" }) }}',
	},
	DELETE: { path: '=/Athletes/{{ $json.userId }}' },
};

test('an item does not count on what another one would change', async () => {
	const [{ UserId: userId, ClientStage }] = club.athletes();
	const clientStage = ClientStage === 'Lead' ? 'Client' : 'Lead';
	const change = { resource: 'athlete', operation: 'setClientStage', userId: locator('id', userId), clientStage };
	const { rows, hints } = await club.run(
		{ ...change, options: { onlyChanges: true, dryRun: '={{ $json.isPreview }}' } },
		{ items: [true, true, false, false].map((isPreview) => ({ isPreview })) },
	);
	expect(rows.map(({ wouldSend }) => (wouldSend as IDataObject[] | undefined)?.length)).toEqual([1, 1, undefined, undefined]);
	// What was only previewed is no part of what the run did.
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/^2 items: 1 changed, 1 as they were(?!.*other values)/)]);
	expect(writes()).toHaveLength(1);
	const dates = { from: '2026-03-01', to: '2026-06-01', options: { dryRun: '={{ $json.isPreview }}' } };
	const sale = parametersOf('membership.create', { classSubscriptionId: locator('id', 12), userId: locator('id', userId), ...dates });
	const sold = await club.run(sale, { items: [{ isPreview: true }, { isPreview: false }] });
	expect([sold.rows[1].UserId, writes().length]).toEqual([userId, 1]);
	await club.run(sale, { items: [{ isPreview: true }] });
	expect(club.calls()).toEqual([]);
});

const WRITING = operations
	.filter(({ operation }) => mayWrite(operation))
	.flatMap((one) =>
		(one.operation.isFree ? Object.keys(FREE) : ['']).map((method) => ({ ...one, name: `${one.name} ${method}`.trim(), method })),
	);

const bare = ({ method, path, body }: IDataObject): string => JSON.stringify([method, path, body ?? {}]);

const writes = () => club.sandbox.requests.filter(({ method }) => method !== 'GET') as unknown as IDataObject[];

test.each(WRITING)(
	'$name sends nothing in a dry run, later exactly what the dry run showed, and says what it did and whether another run repeats it',
	async ({ resource, operation, method }) => {
		// A club may refuse a second subscription at an address.
		club.sandbox.club.webhookSubscriptions.clear();
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const change: IDataObject = { ...parameters, ...(method && { method, ...FREE[method] }) };
		// The addresses of examples are new in turn, and those of one operation may be in the club after another. Each item is by itself.
		const more = { items: (operation.value === 'upsert' ? items.slice(3) : items).slice(0, 4), onError: 'continueRegularOutput' as const };
		const count = more.items.length;
		const options = { ...(change.options as IDataObject | undefined), dryRun: true };
		const { rows, error, hints } = await club.run({ ...change, options }, more);
		expect([error, writes()]).toEqual([undefined, []]);
		for (const { message } of hints) expect(message).toMatch(/^Dry Run sent nothing\. A run without it: /);

		const ran = await club.run(change, more);
		expect(ran.error).toBeUndefined();
		expect(writes().length).toBeGreaterThan(0);
		expect(writes().map(bare)).toEqual(rows.flatMap(({ wouldSend }) => (wouldSend as IDataObject[]).map(bare)));
		const said = ran.hints.map(({ message }) => message).join();
		const counts = /^\d items: ((?:, )?[1-4] (?:created|invited|changed|deleted|as they were|failed))+(?:\. |$)/.exec(said)?.[0] ?? '';
		const [all = 1, ...counted] = [...counts.matchAll(/\d/g)].map(Number);
		expect([said, all]).toEqual([said, count]);
		expect(counts.includes('deleted')).toBe(count > 1 && (operation.value === 'delete' || method === 'DELETE'));
		if (count > 1) expect(counted.reduce((sum, number) => sum + number, 0)).toBe(count);
		expect(Number(/(\d) failed/.exec(counts)?.[1] ?? 0)).toBe(ran.rows.filter((row) => row.error).length);

		club.sandbox.inject({ kind: 'status', status: 400, match: { nth: 2, when: (request) => request.method !== 'GET' } });
		const [fresh, last = fresh] = items.slice(-2);
		const { error: stop } = await club.run(change, { items: [fresh, last] });
		const ways = `take them out of the input${resource.value === 'membership' ? ' or turn on Options > Skip Existing' : ''}.`;
		const isCreation = method === 'POST' || operation.value.startsWith('create');
		if (writes().length < 2) return expect(isCreation).toBe(false);
		expect(stop?.description?.includes(`Another run repeats the completed items. To avoid that, ${ways}`)).toBe(isCreation);
	},
);
