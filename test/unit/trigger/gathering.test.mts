import { Gatherings } from '../../../nodes/shared/records/gathering';
import { inTurn } from '../../../nodes/shared/records/handledRecord';

describe('what waits for the same turn', () => {
	it('is written with one stroke, and what comes during that with the next', async () => {
		const gathering = new Gatherings().of('workflow');
		const written: string[][] = [];
		const later: Array<Promise<void>> = [];
		const write = async (take: () => string[]) =>
			await inTurn('record', async () => {
				const values = take();
				if (written.length === 0) later.push(gathering.add(['d'], write));
				written.push(values);
			});
		const before = inTurn('record', async () => await new Promise((resolve) => setImmediate(resolve)));
		await Promise.all([before, ...['a', 'b', 'c'].map(async (value) => await gathering.add([value], write))]);
		await Promise.all(later);
		expect(written).toEqual([['a', 'b', 'c'], ['d']]);
	});

	it('fails for all whose stroke fails, and is written again by whoever comes next', async () => {
		const gathering = new Gatherings().of('workflow');
		const fail = async (take: () => string[]) => {
			await Promise.resolve();
			take();
			throw new Error('No record');
		};
		const outcomes = await Promise.allSettled([gathering.add(['a'], fail), gathering.add(['b'], fail)]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		const written: string[] = [];
		await gathering.add(['c'], async (take) => void written.push(...take()));
		expect(written).toEqual(['c']);
	});

	it('is one for each name, and forgotten beyond a thousand names', () => {
		const gatherings = new Gatherings();
		const all = Array.from({ length: 1_000 }, (_, name) => gatherings.of(String(name)));
		expect(new Set(all).size).toBe(1_000);
		gatherings.of('another');
		expect(gatherings.of('1')).toBe(all[1]);
		expect(gatherings.of('0')).not.toBe(all[0]);
	});
});
