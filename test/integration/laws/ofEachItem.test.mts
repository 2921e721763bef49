// For every operation: each item has its own settings, its own credential and its own output, whatever those beside it have.
import type { IDataObject } from 'n8n-workflow';
import { exampleOf } from '../../../dev/docs/examples.mts';
import { mayWrite } from '../../../nodes/Club/operation';
import { subjects, type Subject } from '../matrix/support/bench.mts';
import { skip, skippedClub } from '../support/skippedClub.mts';

const club = skippedClub({ athletes: 150 });

/** Runs an operation for three items, of which the one in the middle differs, and goes on with errors. */
async function rowsOf({ resource, operation }: Subject, middle: IDataObject): Promise<IDataObject[][]> {
	// No page is kept.
	skip(3_600_000);
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const options = { ...(parameters.options as IDataObject), ...(mayWrite(operation) && { dryRun: '={{ $json.dry }}' }) };
	const { output, error } = await club.run(
		{ ...parameters, options },
		{
			items: [0, 1, 2].map((item) => ({
				...items[item % items.length],
				club: 'Northside Fitness',
				dry: 'club' in middle,
				...(item === 1 && middle),
			})),
			credentials: { expectedClub: '={{ $json.club }}' },
			onError: 'continueRegularOutput',
		},
	);
	expect(error).toBeUndefined();
	const rows = [0, 1, 2].map((item) =>
		output[0].filter(({ pairedItem }) => (pairedItem as { item: number }).item === item).map(({ json }) => json),
	);
	// In the order of the items.
	expect(output[0].map(({ json }) => json)).toEqual(rows.flat());
	return rows;
}

describe.each(subjects)('$name', (subject) => {
	test('an item whose credential expects another club is refused, and those beside it are not', async () => {
		const rows = await rowsOf(subject, { club: 'Elsewhere' });
		expect(rows.map(([row]) => String(row?.error).includes('expected club "Elsewhere"'))).toEqual([false, true, false]);
		expect(club.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	if (mayWrite(subject.operation) && !subject.operation.isFree)
		test('an item that is a dry run sends nothing, and those beside it do', async () => {
			const rows = await rowsOf(subject, { dry: true });
			expect(rows.map(([row]) => row?.dryRun === true)).toEqual([false, true, false]);
			expect(rows[1][0].wouldSend).not.toEqual([]);
		});
});
