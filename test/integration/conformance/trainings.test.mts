import type { IDataObject } from 'n8n-workflow';
import { otherClub } from './support/otherClub.mts';
import { FIRST, HELD, listOf, plain, type Manner, type Training } from './support/trainings.mts';

/** Trainings (§4.8), of which the spec says by what they are ordered but not in which direction. */

const club = otherClub();
const trainings = (more: IDataObject = {}) => ({ resource: 'training', operation: 'getAll', returnAll: true, ...more });

const MANNERS: Array<[string, Manner]> = [
	['the oldest first', {}],
	['the oldest first, with fractions and an offset', { written: (time) => `${plain(time)}.1230000+01:00` }],
	['the oldest first, and no begin that could be read', { written: () => '' }],
	['pages of one row, the oldest first', { most: 1 }],
	['pages of three rows, the oldest first', { most: 3 }],
	['the newest first, and only the cursor that leads on', { newestFirst: true, cursors: 'ahead' }],
	['no cursor, the oldest first', { cursors: false }],
];

const at = (hours: number): string => new Date(FIRST + hours * 3_600_000).toISOString();

const BOUNDS: Array<[string, IDataObject, (training: Training) => boolean]> = [
	['without bounds', {}, () => true],
	['from a moment on', { from: at(2) }, (training) => training.at >= 2],
	['up to a moment', { to: at(10) }, (training) => training.at <= 10],
	['between two', { from: at(2), to: at(10) }, (training) => training.at >= 2 && training.at <= 10],
];

const idsOf = (rows: IDataObject[]) => rows.map(({ TrainingId }) => TrainingId as number).sort((a, b) => a - b);

describe.each(MANNERS)('trainings of a club that gives %s', (_name, manner) => {
	test.each(BOUNDS)('are read %s, each once', async (_which, filters, selects) => {
		club.answer(listOf(manner));
		for (const pageSize of [1, 4, 5, 100]) {
			if (manner.cursors === false && pageSize < 4) continue;
			const { rows, error } = await club.run(trainings({ filters, options: { pageSize } }));
			expect([pageSize, error?.message]).toEqual([pageSize, undefined]);
			expect([pageSize, idsOf(rows)]).toEqual([pageSize, idsOf(HELD.filter(selects) as unknown as IDataObject[])]);
		}
	});

	test('are read with telemetry for more than five hours, each once', async () => {
		club.answer(listOf(manner));
		const { rows, error } = await club.run(trainings({ filters: { from: at(0), to: at(26) }, options: { withTelemetry: true } }));
		expect(error).toBeUndefined();
		expect(idsOf(rows)).toEqual(idsOf(HELD as unknown as IDataObject[]));
	});
});

test.each<[string, Manner]>([
	['the newest first', {}],
	['pages of one row, the newest first', { most: 1 }],
	['no begin that could be read, the newest first', { written: () => '' }],
	['no cursor, the newest first', { cursors: false }],
])('trainings of a club that gives %s are read if one page has them all, and are an error otherwise', async (_name, manner) => {
	club.answer(listOf({ ...manner, newestFirst: true }));
	const { rows, error } = await club.run(trainings({ limit: 1, returnAll: false }));
	expect([idsOf(rows), error]).toEqual([[111], undefined]);
	for (const options of [{ pageSize: 4 }, { pageSize: 1 }]) {
		const { error: lost } = await club.run(trainings({ options }));
		expect(lost?.message).toMatch(/gives this list from its end, so most of its rows are missing|the same page twice/);
	}
});

test('a club with one training, which fills its page, is read to its end', async () => {
	const [only] = HELD;
	club.answer(({ query }) => ({ body: { Results: query.has('cursor') ? [] : [only], Continue: true, NextCursor: 'N', PrevCursor: 'P' } }));
	const { rows, error } = await club.run(trainings({ options: { pageSize: 1 } }));
	expect([error, rows]).toEqual([undefined, [{ ...only }]]);
	expect(club.asked).toHaveLength(3);
});
