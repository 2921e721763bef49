import type { Training } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';

const club = testClub();
const HOUR = 3_600_000;
const get = (more: object) => ({ resource: 'training', operation: 'get', ...more });
const getAll = (more = {}) => ({ resource: 'training', operation: 'getAll', ...more });
const trainings = (): Training[] =>
	[...club.sandbox.club.trainings.values()].sort((a, b) => Date.parse(a.BeginUTC) - Date.parse(b.BeginUTC) || a.TrainingId - b.TrainingId);
const idsOf = (rows: object[]) => rows.map((row) => (row as Training).TrainingId);
/** Trainings in the order of their moments, page after page by cursors. */
const inOrder = { trainingOrder: 'ascending', cursors: 'both' } as const;
const last = () => Date.parse(trainings().at(-1)!.BeginUTC);
const iso = (ms: number) => new Date(ms).toISOString();

/** The filters of the last hours before the last training, up to it. */
const lastHours = (hours: number) => ({ from: iso(last() - hours * HOUR), to: iso(last()) });

describe('training: get', () => {
	test('gives each training, with telemetry and athlete if wanted', async () => {
		const [first, second] = trainings();
		const items = [first, second].map(({ TrainingId }) => ({ id: TrainingId }));
		const plain = await club.run(get({ trainingId: '={{ $json.id }}' }), { items });
		expect(idsOf(plain.rows)).toEqual(idsOf([first, second]));
		expect(plain.rows[0]).toMatchObject({ Calories: first.Calories });
		expect(plain.rows[0]).not.toHaveProperty('Telemetry');
		const full = await club.run(get({ trainingId: first.TrainingId, options: { withTelemetry: true, withUser: true, simplify: true } }));
		expect(full.rows[0]).toMatchObject({ Telemetry: { HeartRate: expect.any(Array) }, User: { UserId: first.UserId } });
		expect(club.calls()).toEqual([`GET /Trainings/${first.TrainingId}?withTelemetry=true&withUser=true`]);
	});
});

test('more than a thousand windows of telemetry are refused with their number, before any call', async () => {
	const filters = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' };
	const error = await club.refusal(getAll({ returnAll: true, filters, options: { withTelemetry: true } }));
	expect(error?.message).toMatch(/^Reading from 0001\S+ to 9999\S+ takes at least 17,5\d\d,\d\d\d calls/);
});

describe('telemetry', () => {
	const withTelemetry = (filters: object, more = {}, options = {}) =>
		getAll({ filters, options: { withTelemetry: true, ...options }, ...more });

	test('of a day is read in windows of five hours, each training once and in order, with a hint about the cost', async () => {
		Object.assign(club.sandbox.dialect, inOrder);
		const { rows, hints } = await club.run(withTelemetry(lastHours(24), { returnAll: true }));
		const wanted = trainings().filter(({ BeginUTC }) => Date.parse(BeginUTC) >= last() - 24 * HOUR);
		expect(idsOf(rows)).toEqual(idsOf(wanted));
		expect(rows.every(({ Telemetry }) => Telemetry !== undefined)).toBe(true);
		// A training begins every ten minutes, so that one stands on each edge.
		expect(wanted.length).toBeGreaterThan(140);
		expect(hints.map(({ message }) => message).join()).toMatch(/at least 5 calls/);
		for (const { query } of club.sandbox.requests) {
			expect(Date.parse(query.to as string) - Date.parse(query.from as string)).toBeLessThanOrEqual(5 * HOUR);
			expect(Number(query.count)).toBeLessThanOrEqual(30);
		}
		// A model gets them all too, which is more than other lists give it.
		const ofModel = await club.run(withTelemetry(lastHours(24), { returnAll: true }), { tool: true });
		expect(ofModel.rows).toMatchObject([{ total: wanted.length, hasMore: false }]);
		const [part] = (await club.run(withTelemetry(lastHours(24), { limit: 10 }), { tool: true })).rows;
		expect([part.hasMore, part.total]).toEqual([true, undefined]);
	});

	test('of five hours is one window', async () => {
		Object.assign(club.sandbox.dialect, inOrder);
		const { rows, hints } = await club.run(withTelemetry(lastHours(5), { limit: 10 }, {}));
		const wanted = trainings().filter(({ BeginUTC }) => Date.parse(BeginUTC) >= last() - 5 * HOUR);
		expect(idsOf(rows)).toEqual(idsOf(wanted.slice(0, 10)));
		expect(hints).toEqual([]);
		expect(club.calls()).toHaveLength(1);
	});

	test('that is interrupted keeps its rows and says where to go on', async () => {
		const { from } = lastHours(24);
		club.sandbox.inject({ kind: 'status', status: 400, body: { Message: 'Not now.' }, match: { route: 'GET /Trainings', nth: 4 } });
		const { rows } = await club.run(withTelemetry(lastHours(24), { returnAll: true }), { onError: 'continueRegularOutput' });
		expect(rows.length).toBeGreaterThan(30);
		expect(rows.at(-1)).toMatchObject({ error: 'Not now.', message: expect.stringMatching(/To continue, set "From" to that time/) });
		expect(String(rows.at(-1)?.message)).not.toContain(from);
	});

	test.each([
		[{}, {}, /limited period/],
		[{ from: '2026-05-01T00:00:00' }, {}, /limited period/],
		[{ from: '2026-05-02T00:00:00', to: '2026-05-01T00:00:00' }, {}, /"From" must be earlier/],
		[{ from: '2026-05-01T00:00:00', to: '2026-05-02T00:00:00' }, { cursor: 'a' }, /cannot be read with a cursor/],
		[{ from: '2026-05-01T00:00:00', to: '2026-05-01T01:00:00' }, { pageSize: 31 }, /from 1 to 30/],
	])('%j with %j is refused without a call', async (filters, options, message) => {
		expect((await club.refusal(withTelemetry(filters, {}, options)))?.message).toMatch(message);
	});
});
