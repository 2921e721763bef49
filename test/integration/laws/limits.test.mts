// Limit is Limit: for every operation that reads a list, any filters, limit, page size and order, the rows are those of the club, in its
// order and none twice, and the calls are as few as docs/operations.md says. What stops a reading says where to go on.
import { skippedClub } from '../support/skippedClub.mts';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { directionOf, endpointOf, maxCountOf, templateOf } from '../../../nodes/shared/api/endpoints';
import { parametersOf, type NodeRun } from '../../support/node.mts';
import { drawn } from '../../support/sample.mts';
import { asLocators, FILTERS, isOfNode, lists, namesIn, open, OPTIONS, thin } from './support/lists.mts';

const RECORDS = 24;
const HOUR = 3_600_000;

const club = skippedClub({ athletes: RECORDS, dialect: { bounds: 'instant' } });
const calls = () => club.sandbox.requests;

const IDS = [
	'UserId',
	'ClassId',
	'TrainingId',
	'AchievedBadgeId',
	'UserClassSubscriptionId',
	'ChallengeId',
	'ClassSubscriptionId',
	'SubscriptionId',
];
const keysOf = (rows: readonly IDataObject[]): string[] => rows.map((row) => IDS.map((name) => row[name]).join());

const draws = fc.record({
	choice: fc.nat(2),
	/** Which filters, and which of their values. */
	filters: fc.array(fc.tuple(fc.nat(20), fc.nat(200)), { maxLength: 2 }),
	option: fc.nat(20),
	limit: fc.integer({ min: 1, max: RECORDS + 2 }),
	pageSize: fc.integer({ min: 2, max: 9 }),
	nth: fc.integer({ min: 2, max: 5 }),
	cursors: fc.constantFrom('both' as const, 'ahead' as const, 'none' as const),
	fullLastPage: fc.constantFrom('continues' as const, 'ends' as const),
});
type Draw = typeof draws extends fc.Arbitrary<infer T> ? T : never;

const zip = (places: readonly number[], values: readonly number[]): Array<[number, number]> =>
	places.map((place, index) => [place, values[index]]);

beforeAll(() => {
	thin(club, RECORDS);
	const inDays = (days: number): string => new Date(Date.now() + days * 24 * HOUR).toISOString();
	// Memberships that are frozen, and those that will be.
	[...club.sandbox.club.userSubscriptions.values()].forEach((membership, index) => {
		const begin = index % 2 === 1 ? 3 : -3;
		if (index % 4 > 0)
			Object.assign(membership, { SuspensionState: 'Scheduled', SuspensionStartUTC: inDays(begin), ReactivationDate: inDays(9) });
	});
});

test('each filter has values, and says what it selects', () => {
	const names = lists.flatMap(({ operation }) => namesIn(operation, 'filters'));
	expect(names.filter((name) => !(name in FILTERS))).toEqual([]);
});

describe.each(lists)('$name', (list) => {
	const { operation } = list;
	const filterNames = namesIn(operation, 'filters');
	const optionNames = namesIn(operation, 'options').filter((name) => name in OPTIONS);
	/** Each two filters, so that none is left to chance; a filter of the node also with a bound long before its value. */
	const pairs = filterNames.flatMap((name, at) =>
		filterNames.slice(at + 1).flatMap((other, beside) => {
			const places = [at, at + 1 + beside];
			const isMixed = [name, other].some((one) => isOfNode(one, {}, {})) && [name, other].some((one) => /^(from|to)/.test(one));
			return [[5, 5], ...(isMixed ? [[31, 1]] : [])].map((values) => ({ filters: zip(places, values), isNext: beside === 0 }));
		}),
	);
	const draw = { choice: 0, limit: 5, pageSize: 2, nth: 2, fullLastPage: 'continues' as const };
	const examples = [
		// Each filter alone, without an option and with the first.
		...filterNames.flatMap((_, at) =>
			(optionNames.length > 0 ? [optionNames.length, 0] : [0]).map((option) => ({
				...draw,
				...{ filters: zip([at], [4]), option, cursors: 'both' as const },
			})),
		),
		...pairs.map(({ filters, isNext }) => ({ ...draw, filters, option: 0, cursors: isNext ? ('none' as const) : ('both' as const) })),
	].map((one): [Draw] => [one]);

	async function expectLaw(draw: Draw): Promise<void> {
		club.sandbox.clearFaults();
		const { call, parameters, known } = await open(club, list, draw.choice);
		// Without cursors, a page must hold all rows of the same time.
		const hasCursors = draw.cursors !== 'none' || endpointOf(call)?.bounds !== 'ids';
		Object.assign(club.sandbox.dialect, {
			cursors: hasCursors ? draw.cursors.replace('none', 'both') : 'none',
			fullLastPage: draw.fullLastPage,
		});
		if (draw.choice === 0) expect(known.rows).not.toEqual([]);
		const filters: IDataObject = {};
		for (const [at, value] of filterNames.length > 0 ? draw.filters : []) {
			const name = filterNames[at % filterNames.length];
			const values = FILTERS[name].values(known);
			filters[name] = values[value % values.length] as IDataObject;
		}
		const option = optionNames[draw.option % (optionNames.length + 1)] as string | undefined;
		const options: IDataObject = option ? { [option]: OPTIONS[option] } : {};
		const windows = options.withTelemetry && filters.from ? 5 : 1;
		if (windows > 1) filters.to = new Date(Date.parse(String(filters.from)) + 24 * HOUR).toISOString();
		// A dozen pages at most.
		const pageSize = maxCountOf(call) && draw.pageSize + Math.floor(known.rows.length / 12);
		const read = async ({ cursor, ...more }: IDataObject, how: Partial<NodeRun> = {}) =>
			await club.run(
				{
					...asLocators(parameters),
					filters: asLocators(filters),
					...more,
					options: { ...options, ...(pageSize && { pageSize }), ...(cursor !== undefined && { cursor }) } as IDataObject,
				},
				how,
			);

		const all = await read({ returnAll: true });
		if (all.error) {
			// What cannot be combined is refused before a call.
			expect([all.error.description, calls()]).toEqual([expect.stringContaining('Nothing was sent'), []]);
			return;
		}
		const selected = (isMeant: (name: string) => boolean): IDataObject[] =>
			known.rows.filter((row) =>
				Object.entries(filters).every(([name, value]) => !isMeant(name) || FILTERS[name].selects(row, value as never, known)),
			);
		const matching = keysOf(selected(() => true));
		const isBackward = matching.length > 1 && keysOf(all.rows)[0] === matching.at(-1);
		const inOrder = (keys: string[]): string[] => (isBackward ? [...keys].reverse() : keys);
		expect(keysOf(all.rows)).toEqual(inOrder(matching));
		const { limit } = draw;
		const some = async () => keysOf((await read({ returnAll: false, limit })).rows);
		if (!hasCursors) return expect(await some()).toEqual(keysOf(all.rows).slice(0, limit));

		// What other lists give to the rows is no part of this one.
		const hasSummaries = optionNames.includes('include');
		const beside = hasSummaries ? /Summaries$/ : filters.userId ? /\/Active$/ : /^$/;
		const made = (): number => calls().filter(({ path }) => !beside.test(path)).length;
		const possible = inOrder(keysOf(selected((name) => !isOfNode(name, filters, options))));
		// After a last page that is full comes an empty one. A list of which nobody knows the direction has two ends.
		const ends = windows * (directionOf(call, { ...parameters, ...filters }) ? 1 : 2);
		const toEnd = pageSize ? ends + Math.floor((possible.length + windows - 1) / pageSize) : 1;
		expect(made()).toBeLessThanOrEqual(toEnd);
		// Pages of three summaries, or a call for each membership with a suspension.
		const isFiltered = Object.keys(filters).some((name) => isOfNode(name, filters, options));
		const ofSummaries = (rows: number): number => 3 * (1 + Math.ceil(rows / (isFiltered ? 500 : (pageSize ?? 1))));
		expect(calls().length - made()).toBeLessThanOrEqual(hasSummaries ? ofSummaries(all.rows.length) : possible.length);
		expect(await some()).toEqual(keysOf(all.rows).slice(0, limit));
		if (hasSummaries) expect(calls().length - made()).toBeLessThanOrEqual(ofSummaries(limit));
		const place = possible.indexOf(inOrder(matching)[limit - 1]) + 1;
		expect(made()).toBeLessThanOrEqual(place > 0 && windows === 1 && pageSize ? Math.ceil(place / pageSize) : toEnd);
		if (windows > 1) return;

		// A model goes on at the cursor of each answer, and knows when there is more.
		const most = Math.max(limit, Math.ceil(matching.length / 3));
		// A list of all may be too long for one answer.
		const asked = draw.option % 2 === 1 ? { returnAll: true } : { returnAll: false, limit: most };
		const seen: string[] = [];
		for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
			const [{ results, hasMore, nextCursor, total }] = (await read({ ...asked, cursor }, { tool: true })).rows;
			expect(total).toBe(hasMore || cursor ? undefined : (results as IDataObject[]).length);
			seen.push(...keysOf(results as IDataObject[]));
			expect(seen).toEqual(keysOf(all.rows).slice(0, seen.length));
			if (seen.length < matching.length) expect(hasMore).toBe(true);
			else if (hasMore) expect(matching.length % most).toBe(0);
			cursor = nextCursor as string | undefined;
		}
		// A page that the club refuses ends the rows, and its error says where they go on.
		club.sandbox.inject({ kind: 'status', status: 400, match: { nth: draw.nth } });
		const { rows, output } = await read({ returnAll: true }, { onError: 'continueErrorOutput' });
		club.sandbox.clearFaults();
		const [failed] = output[1] ?? [];
		const { resume } = (failed?.json.details ?? {}) as { resume?: { cursor?: string } };
		const isBegun = rows.length > 0 || resume?.cursor !== undefined;
		if (isBegun && failed) expect(resume?.cursor).toEqual(expect.any(String));
		const rest = !failed ? [] : (await read({ returnAll: true, ...(isBegun && { cursor: resume?.cursor }) })).rows;
		expect(keysOf([...rows, ...rest])).toEqual(keysOf(all.rows));
	}

	test('Make API Call reads the same, with its query on each page', async () => {
		club.sandbox.dialect.cursors = 'both';
		const { call, parameters, known } = await open(club, list, 0);
		const path = templateOf(call).replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
		const [from, to] = [parameters.from, parameters.to].map((time) => time && `${String(time)}+01:00`);
		const bounds = { ids: { fromId: 1, toId: known.rows.at(-3)?.[known.id] }, times: { from: '2020-01-01T00:00:00Z' } };
		const { bounds: by } = endpointOf(call)!;
		const query = { ...(maxCountOf(call) && { count: 4 }), ...(by && bounds[by]), ...(from && { from, to }) };
		const read = async (returnAll: boolean, more: IDataObject = {}) =>
			(await club.run(parametersOf('club.call', { method: 'GET', path, query: JSON.stringify({ ...query, ...more }), returnAll }))).rows;
		const expected = keysOf(by === 'ids' && known.rows.length > 2 ? known.rows.slice(0, -2) : known.rows);
		expect(keysOf(await read(true))).toEqual(expected);
		if (maxCountOf(call)) expect(calls().map((one) => String(one.query.count))).toEqual(calls().map(() => '4'));
		const [{ NextCursor: cursor }] = by ? await read(false) : [{}];
		if (cursor) expect(keysOf(await read(true, { cursor }))).toEqual(expected.slice(4));
	});

	test('Limit is Limit', async () => {
		await fc.assert(fc.asyncProperty(draws, expectLaw), { examples, numRuns: examples.length + drawn(2, 300) });
	});
});
