import type { IDataObject } from 'n8n-workflow';
import { mayWrite } from '../../nodes/Club/operation';
import { resources } from '../../nodes/Club/resources';
import { exampleOf } from '../../dev/docs/examples.mts';
import { testClub } from '../support/club.mts';
import { useTimeWithoutWaits } from './poll/support/waits.mts';

useTimeWithoutWaits();
const club = testClub({ now: () => new Date(Date.now()) });

const WRITING = resources.flatMap((resource) =>
	resource.operations
		.filter((operation) => mayWrite(operation))
		.map((operation) => ({ resource, operation, name: `${resource.name} > ${operation.name}` })),
);

/** A call that the user writes, and that creates. */
const FREE = WRITING.find(({ operation }) => operation.isFree)!;

/** Parameters of an operation that changes something, and two items for it, which need not differ. */
function changeOf({ resource, operation }: (typeof WRITING)[number]) {
	// A club may refuse a second subscription at an address.
	club.sandbox.club.webhookSubscriptions.clear();
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const { UserId } = club.athletes()[0];
	const write = operation.isFree ? { method: 'PUT', path: `/Athletes/${UserId}/IsGuest`, body: '{"IsGuest": true}' } : {};
	// The addresses of examples are new in turn, and those of one operation may be in the club after another.
	const [first, second = items[0]] = operation.value === 'upsert' ? items.slice(3) : items;
	const change: IDataObject = { ...parameters, ...write };
	const options = { ...(change.options as IDataObject | undefined), dryRun: true };
	return { change, dry: { ...change, options }, first, second };
}

const bare = ({ method, path, body }: IDataObject): string => JSON.stringify([method, path, body ?? {}]);

const writes = () => club.sandbox.requests.filter(({ method }) => method !== 'GET') as unknown as IDataObject[];

test.each(WRITING)('$name sends nothing in a dry run, and later exactly what the dry run showed, and says so at its end', async (one) => {
	const { change, dry, first, second } = changeOf(one);
	// The last item means the same record as the first, so it depends on what the first one does.
	const more = { items: [first, second, first], onError: 'continueRegularOutput' as const };
	const { rows, error, hints } = await club.run(dry, more);
	expect([error, writes()]).toEqual([undefined, []]);
	for (const { message } of hints) expect(message).toMatch(/^Dry Run sent nothing\. A run without it: /);
	const ran = await club.run(change, more);
	expect(ran.error).toBeUndefined();
	expect(writes().length).toBeGreaterThan(0);
	expect(writes().map(bare)).toEqual(rows.flatMap(({ wouldSend }) => (wouldSend as IDataObject[]).map(bare)));
	expect(ran.hints).toHaveLength(1);
	const [[, counts]] = [...ran.hints[0].message.matchAll(/^3 items: ([^.]*)/g)];
	const counted = counts.split(', ').map((words) => /^([1-3]) (created|invited|changed|deleted|as they were|failed)$/.exec(words)!);
	expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3);
	const failed = ran.rows.filter((row) => row.error).length;
	expect(Number(counted.find(([, , effect]) => effect === 'failed')?.[1] ?? 0)).toBe(failed);
});

test.each([...WRITING, { ...FREE, name: 'Club > Make API Call of a POST' }])(
	'$name that stops says whether another run creates again',
	async (one) => {
		const { change, first, second } = changeOf(one);
		const body = '={{ JSON.stringify({ UserId: $json.userId, ClassSubscriptionPlanId: 122, From: "2026-11-21T00:00:00Z" }) }}';
		if (one.name.endsWith('POST')) Object.assign(change, { method: 'POST', path: '/UserSubscriptions/Plans', body });
		club.sandbox.inject({ kind: 'status', status: 400, match: { nth: 2, when: ({ method }) => method !== 'GET' } });
		const { error } = await club.run(change, { items: [first, second] });
		if (writes().length < 2) return;
		const creates = ['create', 'createFromPlan'].includes(one.operation.value) || one.name.endsWith('POST');
		const ways = `take them out of the input${one.resource.value === 'membership' ? ' or turn on Options > Skip Existing' : ''}.`;
		expect(error?.description?.includes(`Another run repeats the completed items. To avoid that, ${ways}`)).toBe(creates);
	},
);

test('a dry run shows what a later item would change back', async () => {
	const { Email, FirstMidName } = club.athletes()[9];
	const items = ['Ada', FirstMidName].map((name) => ({ name }));
	const upsert = { resource: 'athlete', operation: 'upsert', email: Email, additionalFields: { firstMidName: '={{ $json.name }}' } };
	const { rows } = await club.run({ ...upsert, options: { dryRun: true } }, { items });
	expect(rows.map(({ wouldSend }) => (wouldSend as IDataObject[]).map(({ body }) => body))).toEqual([
		[{ FirstMidName: 'Ada' }],
		[{ FirstMidName }],
	]);
});
