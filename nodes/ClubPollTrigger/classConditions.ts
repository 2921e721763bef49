import type { IDataObject } from 'n8n-workflow';
import type { Mark } from '../shared/records/memory';
import { keyOf } from '../shared/records/memory';
import { orAbsent } from '../shared/transport/outcome';
import type { Holding } from './condition';
import { Conditions } from './condition';

const HOUR_S = 3600;

/** The condition of classes: each is told once, and again when it was moved. */
export class ClassConditions extends Conditions {
	private readonly rows = new Map<string, IDataObject>();

	private isSoon(at: number): boolean {
		const now = this.run.now / 1000;
		return at >= now && at <= now + this.run.settings.hoursBefore * HOUR_S;
	}

	progress(): undefined {
		return undefined;
	}

	see(row: IDataObject, { ids, at }: Mark): boolean {
		if (at !== undefined && this.isSoon(at)) this.rows.set(keyOf(ids), row);
		return at !== undefined;
	}

	protected holding(marks: Iterable<Mark>): Holding[] {
		return [...marks]
			.filter(({ at, met }) => met && at !== undefined && this.isSoon(at))
			.map(({ ids, at = 0 }) => ({ key: [...ids, at], ids, row: this.rows.get(keyOf(ids)) }))
			.sort((a, b) => a.key[1] - b.key[1] || a.key[0] - b.key[0]);
	}

	protected async recordOf([classId]: readonly number[]): Promise<IDataObject | undefined> {
		return (await orAbsent(this.run.meter.send('GET /Classes/{classId}', { params: { classId } }))) as IDataObject | undefined;
	}

	/** A class that was told of is not told of again, also when it is taken back and published anew, until it has begun. */
	protected stands([, at]: readonly number[]): boolean {
		return at >= this.run.now / 1000;
	}
}
