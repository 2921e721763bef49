import { useTimeWithoutWaits } from './poll/support/waits.mts';
import { readingsOf } from '../../sandbox/dialect.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';

/** What a user reads or gets with each answer that the club may give to a refused call. */

const time = useTimeWithoutWaits();
const MONTH_MS = 31 * 24 * 60 * 60_000;

const club = testClub({ athletes: 20, now: () => new Date(Date.now()) });
const PROFILE = { resource: 'club', operation: 'get' };

afterEach(() => club.sandbox.setRate(false));

describe.each(readingsOf('errorDetails'))('the error details of each field, as a %s,', (errorDetails) => {
	test.each(readingsOf('errorBodies'))('are shown for an error body of the form: %s', async (errorBodies) => {
		Object.assign(club.sandbox.dialect, { errorDetails, errorBodies });
		const [{ UserId }] = club.athletes();
		const write = { resource: 'club', operation: 'call', method: 'PUT', path: `/Athletes/${UserId}`, body: '{"Email":"nobody"}' };
		const { error } = await club.run(write);
		const text = `${error?.message} ${error?.description}`;
		expect(text).toMatch(errorBodies === 'empty' ? /refused/ : /Email.*The value is no email address/);
		expect(error?.httpCode).toBe('400');
	});
});

test.each(readingsOf('missingPermission'))('a missing permission is named if the 403 has the body: %s', async (missingPermission) => {
	Object.assign(club.sandbox.dialect, { missingPermission });
	const [{ UserId }] = club.athletes();
	const write = { resource: 'athlete', operation: 'setGuest', userId: locator('id', UserId), isGuest: true };
	const { error } = await club.run(write, { credentials: { clubApiKey: club.sandbox.keys.readOnlyClubApiKey } });
	expect(error?.message).toBe('The club does not allow this');
	expect(error?.description).toMatch(/lacks the ReadWrite permission.*\(credential "[^"]+", HTTP 403\)$/);
});

test.each(readingsOf('retryAfter'))('a full minute is waited for, and all items come, if Retry-After is: %s', async (retryAfter) => {
	Object.assign(club.sandbox.dialect, { retryAfter, rateHeaders: 'absent' });
	club.sandbox.setRate({ limit: 2, windowSeconds: 60 });
	const began = Date.now();
	const get = { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}') };
	const { rows, error } = await club.run(get, { items: club.items(5) });
	expect({ error, rows: rows.length }).toEqual({ error: undefined, rows: 5 });
	expect(club.sandbox.requests.some(({ status }) => status === 429)).toBe(true);
	expect(Date.now() - began).toBeLessThan(10 * 60_000);
});

test.each(readingsOf('usedUp'))('a used-up 30-day limit is not reported as a missing permission if it comes as: %s', async (usedUp) => {
	Object.assign(club.sandbox.dialect, { usedUp });
	time.ahead += MONTH_MS;
	club.sandbox.setRate({ monthly: 1 });
	const credentials = { clubApiKey: club.sandbox.keys.otherClubApiKey };
	expect((await club.run(PROFILE, { credentials })).rows).toHaveLength(1);
	const { error } = await club.run(PROFILE, { credentials });
	expect(`${error?.message} ${error?.description}`).toMatch(/25,000 calls in 30 days|The next call is possible in about 24 hours/);
	expect(error?.message).not.toMatch(/permission|licence/);
});
