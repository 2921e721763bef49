import type { IDataObject } from 'n8n-workflow';
import { locator } from '../../support/node.mts';
import { otherClub } from './support/otherClub.mts';

/** Assignments (§2.11, §4.6) of a club that leaves out what it may, and names what it may. */

const club = otherClub();
const own = (operation: string, more: IDataObject = {}) => ({ resource: 'userSubscription', operation, ...more });
const one = { userSubscriptionId: locator('id', 5000) };

/** Every property that §2.11 names, and one that it does not. */
const complete: IDataObject = {
	UserClassSubscriptionId: 5000,
	ClassSubscriptionId: 12,
	ClassSubscriptionPlanId: 131,
	UserId: 7,
	From: '2026-03-01T00:00:00+01:00',
	To: '2026-06-01T00:00:00.0000000+02:00',
	MaxActivities: 10,
	AvailableActivities: 4,
	Disabled: false,
	IsSuspended: true,
	ReactivationDate: '2026-05-01T00:00:00Z',
	SuspensionState: 'SomethingElse',
	SuspensionStartUTC: '2026-04-01T00:00:00Z',
	SuspendedAtUTC: '2026-04-01T00:00:00Z',
	Transaction: { Amount: 499 },
};

describe('Simplify', () => {
	test('keeps every property that the spec names, and drops the others', async () => {
		club.answer(() => ({ body: { ...complete, Surprise: 1 } }));
		expect((await club.run(own('get', { ...one, options: { simplify: true } }))).rows).toEqual([complete]);
		expect((await club.run(own('get', one))).rows).toEqual([{ ...complete, Surprise: 1 }]);
	});
});
