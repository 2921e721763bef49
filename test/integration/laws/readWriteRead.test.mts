import { skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { Club } from '../../../nodes/Club/Club.node.ts';
import { mayWrite } from '../../../nodes/Club/operation';
import { exampleOf } from '../../../dev/docs/examples.mts';
import type { Fault } from '../../../sandbox/index.mts';
import { locator, runNode, parametersOf } from '../../support/node.mts';
import { search } from '../../support/picker.mts';
import { Gate } from '../../support/waiting.mts';
import { operations } from '../support/operations.mts';

const club = skippedClub({ athletes: 150 }, { keepsPages: false });

/** Everything that a process keeps of the club: what searches and drop-downs read. */
const READERS: ReadonlyArray<() => Promise<unknown>> = [
	...['athlete', 'contact'].map((resource) => async () => {
		const { error } = await runNode({ sandbox: club.sandbox, parameters: { resource, operation: 'search', query: 'an' } });
		expect(error).toBeUndefined();
	}),
	...Object.keys(new Club().methods.listSearch).map((method) => async () => {
		const [classId] = club.sandbox.club.classes.keys();
		await search(club.sandbox, method, { parameters: { classId: locator('list', classId) } });
	}),
];

/** The calls of each reader, which makes none for what the process has kept. */
async function callsOfReaders(readers = READERS): Promise<number[]> {
	const calls: number[] = [];
	for (const read of readers) {
		const before = club.sandbox.requests.length;
		await read();
		calls.push(club.sandbox.requests.length - before);
	}
	return calls;
}

/** Each operation that writes, with its calls. */
const writers = operations.filter(({ operation }) => mayWrite(operation) && !operation.isFree);

/** How the club answers the write. */
const ANSWERS: Readonly<Record<string, Pick<Fault, 'kind'> | undefined>> = {
	'a clear answer': undefined,
	'no answer': { kind: 'appliedThenDropped' },
};

let examples = 0;

describe.each(writers.map((writer, at) => ({ ...writer, at })))('$name', ({ at, resource, operation }) => {
	// All of them keep their pages in one way, so each writer has a few, in turn.
	const readers = [0, 1, 2].map((next) => READERS[(3 * at + next) % READERS.length]);

	const write = async (parameters: IDataObject, items: IDataObject[]) =>
		await runNode({ sandbox: club.sandbox, parameters, items: items.slice(0, 1), onError: 'continueRegularOutput' });
	const isWrite = ({ method }: { method: string }) => method !== 'GET';

	/** An example that changes something each time. */
	const newExample = () => {
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		if (operation.value === 'upsert') items[0].email = `new-${++examples}@example.com`;
		const isUpdate = resource.value === 'membership' && operation.value === 'update';
		return { parameters: isUpdate ? { ...parameters, updateFields: { maxActivities: ++examples } } : parameters, items };
	};

	test.each(Object.entries(ANSWERS))('with %s: nothing from before is given afterwards', async (_, fault) => {
		const { parameters, items } = newExample();
		const first = await callsOfReaders(readers);
		expect(await callsOfReaders(readers)).toEqual(first.map(() => 0));
		if (fault) club.sandbox.inject({ ...fault, match: { when: isWrite } });
		await write(parameters, items);
		expect(club.sandbox.requests.filter(isWrite).length).toBeGreaterThan(0);
		expect(await callsOfReaders(readers)).toEqual(first);
	});

	test('nothing that was read while it was under way is given afterwards', async () => {
		const { parameters, items } = newExample();
		const gate = new Gate();
		club.sandbox.inject({ kind: 'delay', until: gate.pass, match: { when: isWrite } });
		const first = await callsOfReaders(readers);
		const writing = write(parameters, items);
		await gate.reached;
		expect(await callsOfReaders(readers)).toEqual(first);
		gate.open();
		await writing;
		expect(await callsOfReaders(readers)).toEqual(first);
	});
});

test('an address means somebody else after an update of this run', async () => {
	const [one, other] = club.athletes().slice(20, 22);
	const [first, second] = [one.Email, 'another@example.com'];
	const move = { userId: locator('email', '={{ $json.who }}'), updateFields: { email: '={{ $json.email }}' } };
	const items = [
		{ who: first, email: second },
		{ who: other.Email, email: first },
		{ who: first, email: 'third@example.com' },
	];
	const { rows } = await club.run(parametersOf('athlete.update', move), { items });
	expect(rows.map(({ UserId }) => UserId)).toEqual([one.UserId, other.UserId, other.UserId]);
});
