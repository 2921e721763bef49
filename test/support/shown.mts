import type { Sandbox } from '../../sandbox/index.mts';
import type { Dialect } from '../../sandbox/dialect.mts';
import * as shown from '../../sandbox/shown.mts';
import type { Json } from '../../sandbox/types.mts';

type Shows<T> = (sandbox: Sandbox, records: readonly T[]) => Json[];

/** Gives records as the club answers with them: in its dialect. */
const answered =
	<T,>(show: (dialect: Dialect, record: T) => Json): Shows<T> =>
	({ dialect }, records) =>
		records.map((record) => shown.serialize(dialect, show(dialect, record)) as Json);

export const athletesIn = answered(shown.shownAthlete);
export const bookingsIn = answered(shown.shownBooking);
export const classesIn = answered(shown.shownClass);
export const membershipsIn = answered(shown.shownMembership);
/** Records that every dialect shows with all their properties under the same names. */
export const recordsIn = answered((_dialect, record: Json) => record);
