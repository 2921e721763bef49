// For every operation that writes: what the club refuses is not sent again, nothing is called after it, and the error has its words.
import { skip, skippedClub } from '../support/skippedClub.mts';
import { exampleOf } from '../../../dev/docs/examples.mts';
import { mayWrite } from '../../../nodes/Club/operation';
import { subjects } from '../matrix/support/bench.mts';
import { recordsOf } from '../matrix/support/state.mts';

const club = skippedClub({ athletes: 150 });
const writing = subjects.filter(({ operation }) => mayWrite(operation) && !operation.isFree);

/** What is read after a refusal: whether somebody else has just taken the address, and whether a removal has another path (§4.8). */
const READS_AFTER: Readonly<Record<string, readonly number[]>> = { 'athlete.upsert': [409], 'booking.delete': [404, 405] };

describe.each(writing)('$name', ({ name, resource, operation }) => {
	test.each([400, 403, 404, 405, 409, 410, 422])('a %d', async (status) => {
		skip(3_600_000);
		const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
		const isWrite = ({ method }: { method: string }) => method !== 'GET';
		const before = recordsOf(club.sandbox.club);
		club.sandbox.inject({ kind: 'status', status, body: { Message: 'The club says why.' }, match: { every: true, when: isWrite } });
		const { error } = await club.run(parameters, { items: items.slice(0, 1) });
		const { requests } = club.sandbox;
		const first = requests.findIndex(isWrite);
		expect(first).toBeGreaterThanOrEqual(0);
		if (!READS_AFTER[name]?.includes(status)) {
			expect(`${error?.message} ${error?.description}`).toContain('The club says why');
			expect(requests.slice(first + 1)).toEqual([]);
		} else expect(requests.slice(first + 1)).not.toEqual([]);
		expect(requests.filter(isWrite)).toHaveLength(1);
		expect(recordsOf(club.sandbox.club)).toEqual(before);
	});
});
