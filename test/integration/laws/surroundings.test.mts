// For every value of every operation: what surrounds it and nobody sees counts nowhere.
import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { exampleOf } from '../../../dev/docs/examples.mts';
import { mayWrite } from '../../../nodes/Club/operation';
import { subjects } from '../matrix/support/bench.mts';

const club = skippedClub({ athletes: 150 });

/** What files, forms and people leave around a value. */
const surround = (value: unknown): unknown =>
	typeof value === 'number' || (typeof value === 'string' && value !== '') ? `\u00a0 ${String(value)}\t\r\n` : value;

/** A path has the ID of the item inside. */
const plain = subjects.filter(({ name }) => name !== 'club.call');

test.each(plain)('$name', async ({ resource, operation }) => {
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const options = { ...(parameters.options as IDataObject), ...(mayWrite(operation) && { dryRun: true }) };
	const run = async (given: IDataObject, input: IDataObject[]) => {
		// No page is kept.
		skip(3_600_000);
		const { rows, error } = await club.run({ ...given, options }, { items: input });
		return { error: error?.message, calls: club.calls(), wouldSend: rows.map((row) => row.wouldSend) };
	};
	const some = items.slice(0, 2);
	const plain = await run(parameters, some);
	expect(plain.error).toBeUndefined();
	const input = some.map((item) => Object.fromEntries(Object.entries(item).map(([name, value]) => [name, surround(value)])));
	// Switches, choices and groups stay, and expressions give the values of the item.
	const texts = operation.fields.flatMap(({ name, type }) => {
		const value = parameters[name];
		return ['string', 'dateTime'].includes(type) && !String(value).startsWith('=') ? [[name, surround(value)]] : [];
	});
	expect(await run({ ...parameters, ...Object.fromEntries(texts) }, input as IDataObject[])).toEqual(plain);
});
