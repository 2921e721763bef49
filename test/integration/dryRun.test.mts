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

const bare = ({ method, path, body }: IDataObject): string => JSON.stringify([method, path, body ?? {}]);

const writes = () => club.sandbox.requests.filter(({ method }) => method !== 'GET') as unknown as IDataObject[];

test.each(WRITING)('$name sends nothing in a dry run, and later exactly what the dry run showed', async ({ resource, operation }) => {
	// A club may refuse a second subscription at an address.
	club.sandbox.club.webhookSubscriptions.clear();
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const { UserId } = club.athletes()[0];
	const write = operation.isFree ? { method: 'PUT', path: `/Athletes/${UserId}/IsGuest`, body: '{"IsGuest": true}' } : {};
	const change: IDataObject = { ...parameters, ...write };
	// The addresses of examples are new in turn, and those of one operation may be in the club after another.
	const [first, second = items[0]] = operation.value === 'upsert' ? items.slice(3) : items;
	// The last item means the same record as the first, so it depends on what the first one does.
	const more = { items: [first, second, first], onError: 'continueRegularOutput' as const };
	const options = { ...(change.options as IDataObject | undefined), dryRun: true };
	const { rows, error } = await club.run({ ...change, options }, more);
	expect([error, writes()]).toEqual([undefined, []]);
	expect((await club.run(change, more)).error).toBeUndefined();
	expect(writes().length).toBeGreaterThan(0);
	expect(writes().map(bare)).toEqual(rows.flatMap(({ wouldSend }) => (wouldSend as IDataObject[]).map(bare)));
});
