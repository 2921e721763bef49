import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../../../nodes/shared/api/endpoints';
import { isUnwritten, markNow, SCOPES, whileWriting, writtenScopes } from '../../../../nodes/shared/transport/answers';
import { maxEntries } from '../../../../nodes/shared/transport/process';

let clubs = 0;

test('what was read before a write is never used after it, however many parts were written since, and what was read after it is', async () => {
	const size = maxEntries('writes');
	const sizes = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: size - 2, max: size + 50 }));
	await fc.assert(
		fc.asyncProperty(sizes, fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }), async (others, again) => {
			const club = `club ${++clubs}`;
			const write = async (id: number, during = () => {}) => await whileWriting(club, [SCOPES.person(id)], async () => during());
			const before = markNow();
			for (let id = 0; id <= others; id++) await write(id);
			for (const id of again) await write(id);
			for (const id of [0, Math.floor(others / 2), others]) {
				const isUnwrittenSince = (mark: number) => isUnwritten(mark, club, SCOPES.person(id), SCOPES.person('nobody'));
				expect([isUnwrittenSince(before), isUnwrittenSince(markNow())]).toEqual([false, true]);
				const atStart = markNow();
				let during = atStart;
				await write(id, () => {
					expect(isUnwrittenSince(atStart)).toBe(false);
					during = markNow();
				});
				expect(isUnwrittenSince(during)).toBe(false);
			}
		}),
		{ numRuns: 5, examples: [[size + 1, [1]]] },
	);
});

test.each<[FreeCall, boolean]>([
	['POST /Anything/new', false],
	['PUT /Athletes/{userId}/IsGuest', true],
])('after %s, what was read of somebody else is still true: %p', async (call, isUnchanged) => {
	const [club, other] = [`club ${++clubs}`, `club ${++clubs}`];
	const before = markNow();
	await whileWriting(club, writtenScopes(call, { userId: 7 }), async () => undefined);
	expect([club, other].map((key) => isUnwritten(before, key, SCOPES.person(8)))).toEqual([isUnchanged, true]);
});

test.each<[FreeCall, IDataObject, boolean[]]>([
	['PUT /Athletes/{userId}', { FirstName: 'Anna', Email: 'Anna@club.example' }, [false, false, true]],
	['PUT /Athletes/{userId}', { 'E-Mail': 'anna@club.example' }, [false, true, true]],
	['POST /Athletes', { Email: 'Anna@club.example' }, [false, false, true]],
	['DELETE /Athletes/{userId}', {}, [false, true, true]],
])('after %s with %j, what was read by the old or the new address is not used again', async (call, body, isUnchanged) => {
	const [club, before] = [`club ${++clubs}`, markNow()];
	await whileWriting(club, writtenScopes(call, { userId: 7 }, body), async () => undefined);
	expect([7, 'anna@club.example', 8].map((of) => isUnwritten(before, club, SCOPES.address(of)))).toEqual(isUnchanged);
});
