import type { IDataObject } from 'n8n-workflow';
import { otherClub, type Asked, type Said } from './support/otherClub.mts';

/** Trainings (§4.8), of which the spec says by what they are ordered but not which way. */

const club = otherClub();
const trainings = (more: IDataObject = {}) => ({ resource: 'training', operation: 'getAll', returnAll: true, ...more });

interface Training {
	TrainingId: number;
	/** Hours after the first one. */
	at: number;
}

/** Several athletes finish a class at the same moment, so that some begin together. */
const HELD: Training[] = [0, 0, 0, 1, 2, 2, 5, 9, 10, 10, 14, 26].map((at, index) => ({ TrainingId: 100 + index, at }));

const FIRST = Date.parse('2026-03-01T08:00:00Z');
const beginOf = ({ at }: Training): number => FIRST + at * 3_600_000;

interface Manner {
	newestFirst?: boolean;
	/** How a begin is written. */
	written?(time: Date): string;
	/** Most rows of a page, whatever was asked for. */
	most?: number;
	/** Without cursors only the legacy values lead on. */
	cursors?: boolean;
}

const plain = (time: Date): string => time.toISOString().slice(0, 19);

/** A list of trainings by begin and id, paged by §2.9 and §4.1; both bounds are inclusive. */
const listOf =
	({ newestFirst = false, written = plain, most = 100, cursors = true }: Manner) =>
	({ query }: Asked): Said => {
		const [from, to] = ['from', 'to'].map((bound) => (query.has(bound) ? Date.parse(query.get(bound) ?? '') : undefined));
		if (query.get('withTelemetry') === 'true' && (from === undefined || to === undefined || to - from > 5 * 3_600_000))
			return { status: 400, body: 'interval' };
		const [way, at] = [(query.get('cursor') ?? '')[0], Number((query.get('cursor') ?? '').slice(1))];
		const back = way ? way === 'P' : newestFirst;
		const selected = HELD.filter((training) => beginOf(training) >= (from ?? 0) && beginOf(training) <= (to ?? Infinity));
		const onward = selected.filter(({ TrainingId }) => !way || (back ? TrainingId < at : TrainingId > at));
		const count = Math.min(most, Number(query.get('count') ?? 30));
		const page = (back ? onward.reverse() : onward).slice(0, count);
		const ids = page.map(({ TrainingId }) => TrainingId);
		const begins = page.map(beginOf);
		return {
			headers: { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' },
			body: {
				Results: page.map((training) => ({ TrainingId: training.TrainingId, BeginDateLocal: written(new Date(beginOf(training))) })),
				Continue: page.length === count,
				...(page.length > 0 &&
					(cursors
						? { NextCursor: `N${Math.max(...ids)}`, PrevCursor: `P${Math.min(...ids)}` }
						: { NextDateTime: new Date(Math.max(...begins)).toISOString(), PrevDateTime: new Date(Math.min(...begins)).toISOString() })),
			},
		};
	};

const MANNERS: Array<[string, Manner]> = [
	['the oldest first', {}],
	['the newest first', { newestFirst: true }],
	['the newest first, with fractions and an offset', { newestFirst: true, written: (time) => `${plain(time)}.1230000+01:00` }],
	['the newest first, and no begin that could be read', { newestFirst: true, written: () => '' }],
	['pages of one row, the newest first', { newestFirst: true, most: 1 }],
	['pages of three rows, the oldest first', { most: 3 }],
	['no cursor, the oldest first', { cursors: false }],
	['no cursor, the newest first', { cursors: false, newestFirst: true }],
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

test('a club with one training, which fills its page, is read to its end', async () => {
	const [only] = HELD;
	club.answer(({ query }) => ({ body: { Results: query.has('cursor') ? [] : [only], Continue: true, NextCursor: 'N', PrevCursor: 'P' } }));
	const { rows, error } = await club.run(trainings({ options: { pageSize: 1 } }));
	expect([error, rows]).toEqual([undefined, [{ ...only }]]);
	expect(club.asked).toHaveLength(3);
});
