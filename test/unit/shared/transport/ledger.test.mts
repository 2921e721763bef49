import fc from 'fast-check';
import { Ledger, readRate } from '../../../../nodes/shared/transport/ledger';

describe('readRate: the rate limit in an answer', () => {
	test('is read from headers in any case and form', () => {
		expect(readRate(200, { 'X-Ratelimit-Limit': '50', 'x-ratelimit-remaining': 12 }, 0)).toEqual({
			limit: 50,
			remaining: 12,
			refused: false,
		});
		expect(readRate(429, { 'X-RATELIMIT-LIMIT': ['50;w=5'], 'X-Ratelimit-Remaining': '0', 'Retry-After': '3' }, 0)).toEqual({
			limit: 50,
			windowMs: 5000,
			remaining: 0,
			retryAfterMs: 3000,
			refused: true,
		});
	});

	test('ignores spaces, fractions and further words', () => {
		expect(readRate(200, { 'x-ratelimit-limit': '50; w=120;q=1', 'x-ratelimit-remaining': ' 7 ', 'retry-after': ' 2.55 ' }, 0)).toEqual({
			limit: 50,
			windowMs: 120_000,
			remaining: 7,
			retryAfterMs: 2550,
			refused: false,
		});
		expect(readRate(200, { 'x-ratelimit-limit': 'w=5', 'x-ratelimit-remaining': 'about 12' }, 0)).toEqual({ refused: false });
		expect(readRate(200, { 'x-ratelimit-limit': '1234567890' }, 0).limit).toBe(123_456_789);
	});

	test('has a window of at most an hour, whatever the header says', () => {
		expect(
			[1, 3600, 3601, 999_999, 999_999_999].map((seconds) => readRate(200, { 'x-ratelimit-limit': `50;w=${seconds}` }, 0).windowMs),
		).toEqual([1000, 3_600_000, 3_600_000, 3_600_000, 3_600_000]);
	});

	test('does not confuse the rest of the month with that of the minute', () => {
		const said = (limit: string, remaining: string) => readRate(200, { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining }, 0);
		expect(said('25000', '24000')).toEqual({ refused: false });
		expect(said('25000;w=2592000', '12')).toEqual({ refused: false });
		expect(said('50', '24000')).toEqual({ limit: 50, refused: false });
		expect(said('50', '50')).toEqual({ limit: 50, remaining: 50, refused: false });
		expect(said('100', '60')).toEqual({ limit: 100, remaining: 60, refused: false });
	});

	test('has a remaining number even without a limit', () => {
		expect(readRate(200, { 'x-ratelimit-remaining': '12' }, 0)).toEqual({ remaining: 12, refused: false });
		expect(readRate(200, { 'x-ratelimit-remaining': '100000' }, 0)).toEqual({ remaining: 100_000, refused: false });
	});

	test('reads Retry-After as a date, by the clock of the sender; one in the past is ignored', () => {
		const now = Date.UTC(2026, 0, 1, 12);
		expect(readRate(503, { 'retry-after': 'Thu, 01 Jan 2026 12:00:09 GMT' }, now).retryAfterMs).toBe(9000);
		expect(readRate(503, { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, now).retryAfterMs).toBeUndefined();
		for (const hours of [-3, 3])
			expect(
				readRate(429, { date: 'Thu, 01 Jan 2026 11:59:00 GMT', 'Retry-After': 'Thu, 01 Jan 2026 12:00:00 GMT' }, now + hours * 3_600_000)
					.retryAfterMs,
			).toBe(60_000);
		expect(readRate(503, { date: 'today', 'retry-after': 'Thu, 01 Jan 2026 12:00:09 GMT' }, now).retryAfterMs).toBe(9000);
		expect(readRate(429, { 'retry-after': '0' }, now).retryAfterMs).toBeUndefined();
		expect(readRate(503, { 'retry-after': '99999999' }, now).retryAfterMs).toBe(86_400_000);
	});

	test('ignores invalid headers', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom('x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'), fc.anything()), (headers) => {
				const report = readRate(200, headers, 0);
				for (const value of [report.limit, report.remaining, report.retryAfterMs, report.windowMs]) {
					expect(value === undefined || (Number.isFinite(value) && value >= 0)).toBe(true);
				}
			}),
		);
		for (const text of ['in 5', 'x3', '3x', 'May 5', '', '12:', 'Infinity'])
			expect(readRate(429, { 'retry-after': text }, 0).retryAfterMs).toBeUndefined();
		expect(readRate(200, { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': 'many', 'retry-after': 'soon' }, 0)).toEqual({
			refused: false,
		});
	});

	test('is a refusal with 429, and with a 403 that names a quota or a time', () => {
		const APIM = { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 07.12:34:56.' };
		const replenished = ((7 * 24 + 12) * 3600 + 34 * 60 + 56) * 1000;
		expect(readRate(403, {}, 0, APIM)).toEqual({ refused: true, quota: true, retryAfterMs: replenished });
		expect(readRate(429, {}, 0, JSON.stringify(APIM))).toEqual({ refused: true, quota: true, retryAfterMs: replenished });
		expect(readRate(403, { 'retry-after': '650096' }, 0, APIM)).toMatchObject({ retryAfterMs: 650_096_000, quota: true });
		expect(readRate(403, { 'retry-after': '9999999' }, 0, APIM)).toMatchObject({ retryAfterMs: 30 * 86_400_000 });
		expect(readRate(403, {}, 0, 'QUOTA exceeded, 12:00:01 left')).toMatchObject({ refused: true, retryAfterMs: 43_201_000 });
		expect(readRate(403, {}, 0, 'No quota left.')).toEqual({ refused: true, quota: true });
		expect(readRate(403, {}, 0, 'Quota: 00:00:00.')).toEqual({ refused: true, quota: true });
		expect(readRate(403, {}, 0, APIM, true)).toMatchObject({ refused: true, quota: true });
		expect(readRate(403, { 'retry-after': '650096' }, 0)).toEqual({ refused: true, retryAfterMs: 86_400_000 });
	});

	test('is no refusal with any other 403, nor with an ErrorType', () => {
		for (const body of [undefined, '', 'The key may only read.', { Message: 'No.' }, 'Quotas', 'x'.repeat(10_000) + ' quota'])
			expect(readRate(403, {}, 0, body)).toEqual({ refused: false });
		expect(readRate(403, { 'retry-after': '60' }, 0, '<h1>Blocked</h1>', true).refused).toBe(false);
		const dto = { ErrorType: 'LicenseResourceLimitExceeded', Message: 'The quota of athletes is reached.' };
		expect(readRate(403, { 'retry-after': '60' }, 0, dto)).toEqual({ refused: false, retryAfterMs: 60_000 });
		for (const status of [200, 400, 404, 503]) expect(readRate(status, {}, 0, 'quota')).toEqual({ refused: false });
	});

	test('is a spent quota if no calls of the month are left', () => {
		const left = (remaining: string) => readRate(429, { 'x-ratelimit-limit': '25000', 'x-ratelimit-remaining': remaining }, 0);
		expect(left('0')).toEqual({ refused: true, quota: true });
		expect(left('1')).toEqual({ refused: true });
		expect(readRate(429, { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '0' }, 0)).toEqual({
			limit: 50,
			remaining: 0,
			refused: true,
		});
	});
});

test('while the club reports that no call remains, one leaves for each that has left the window', () => {
	const ledger = new Ledger();
	const call = (at: number) => {
		expect(ledger.waitMs(at, 0)).toBe(0);
		ledger.depart();
		ledger.arrive(at, { remaining: 0, refused: false }, at);
	};
	call(0);
	expect(ledger.waitMs(1_000, 0)).toBe(59_000);
	call(60_000);
	expect(ledger.waitMs(61_000, 0)).toBe(59_000);
	// Without an answer, nobody knows of more.
	ledger.depart();
	ledger.arrive(61_000, undefined, 61_000);
	expect(ledger.waitMs(62_000, 0)).toBe(58_000);
});

test('calls that left together and are refused are one pause, of the month if the club says until when; then one call finds out how many remain', () => {
	const refused = (report: object) => {
		const ledger = new Ledger(50, 60_000, () => 0);
		for (let call = 0; call < 3; call++) ledger.depart();
		ledger.arrive(0, { remaining: 40, refused: false }, 500);
		for (let call = 0; call < 2; call++) ledger.arrive(0, { refused: true, ...report }, 1_000);
		return ledger;
	};
	const stateAt = (ledger: Ledger, now: number) => [ledger.waitMs(now, 0), ledger.isUsedUp(now)];
	expect(stateAt(refused({ quota: true }), 1_000)).toEqual([60_000, false]);
	const ledger = refused({ quota: true, retryAfterMs: 10_000 });
	expect([1_000, 11_000].flatMap((now) => stateAt(ledger, now))).toEqual([10_000, true, 0, false]);
	ledger.depart();
	expect(ledger.waitMs(11_000, 0)).toBeUndefined();
});
